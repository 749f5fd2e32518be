"""Rich displays of results in notebooks: tables that sort, and that are still there when the notebook is opened again.

A display is HTML with a script that carries the ES module of the workbench and the reports. Where scripts may not run,
as in a notebook that is not trusted, its tables are static. marimo runs no scripts in HTML, but widgets.
"""

from __future__ import annotations

import gzip
import sys
from abc import ABC, abstractmethod
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

#: The folder of the front end, whose files are read as text.
_FRONT_END = Path(__file__).parents[1] / "web"
#: Text and background colours together, from JupyterLab's theme or the browser: some notebooks show widgets on white
#: but keep the text colour of a dark theme. The HTML of tables contains the rest of their style.
_DISPLAY_STYLE = """.sumspace-display { color: var(--jp-content-font-color1, CanvasText);
  background: var(--jp-layout-color0, Canvas); overflow-x: auto; }"""
#: Loads the module, once for all displays of a page, and makes those with this content interactive.
_SCRIPT = """<script type="module">
const name = "sumspace-{version}";
globalThis[name] ??= (async () => {{
  const packed = Uint8Array.from(atob("{packed}"), (letter) => letter.charCodeAt(0));
  const source = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  return import(URL.createObjectURL(new Blob([source], {{ type: "text/javascript" }})));
}})();
const {{ enhance }} = await globalThis[name];
for (const part of document.querySelectorAll("[data-sumspace='{content}']:not([data-live])")) {{
  part.setAttribute("data-live", "");
  enhance(part);
}}
</script>"""


class Displayed(ABC):
    """A result with HTML, which notebooks show with sortable tables."""

    __slots__ = ()

    @abstractmethod
    def _repr_html_(self) -> str:
        """Return the result as an HTML fragment."""

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:  # noqa: ARG002 - IPython's
        """Return all forms for a notebook; none on a terminal, where nothing should be computed for a display."""
        return mimebundle(self._repr_html_(), repr(self)) if _in_kernel() else {}

    def _display_(self) -> Any:
        """Return the object that marimo shows instead."""
        return _Part(self._repr_html_()) if find_spec("anywidget") is None else _widget_class()(html=self._repr_html_())


class _Part:
    """An HTML fragment that notebooks display."""

    def __init__(self, html: str) -> None:
        self._html = html

    def _repr_html_(self) -> str:
        return self._html


def mimebundle(html: str, plain: str) -> dict[str, Any]:
    """Return all forms of a display: text, and HTML, with the script if a table has rows to sort."""
    content = sha256(html.encode()).hexdigest()[:16]
    style = f"<style>{_DISPLAY_STYLE}</style>"
    part = f'<div class="sumspace-display" data-sumspace="{content}">{style}{html}</div>'
    if html.count("<tr") > 2:  # a heading and several rows, so there is something to sort
        version, packed = _packed_module()
        part += _SCRIPT.format(version=version, packed=packed, content=content)
    return {"text/plain": plain, "text/html": part}


@cache
def _packed_module() -> tuple[str, str]:
    """Return the hash of the module, and the module compressed."""
    module = front_end()[0].encode()
    return sha256(module).hexdigest()[:12], b64encode(gzip.compress(module, mtime=0)).decode()


def front_end() -> tuple[str, str]:
    """Return the ES module and the style sheet."""
    module, style = (_FRONT_END / f"workbench.{ending}" for ending in ("js", "css"))
    return module.read_text(encoding="utf-8"), style.read_text(encoding="utf-8")


def _in_kernel() -> bool:
    """Whether this runs in the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


@cache
def _widget_class() -> Any:
    from anywidget import AnyWidget
    from traitlets import Unicode

    class Display(AnyWidget):
        """HTML that the module makes interactive."""

        _esm, _ = front_end()
        _css = _DISPLAY_STYLE
        html = Unicode("").tag(sync=True)

    return Display
