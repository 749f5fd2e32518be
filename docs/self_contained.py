"""Ends the build with an error where a page would load something from the network when it is opened."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

#: A script, style sheet, font or picture at an address elsewhere; links that readers may follow are no concern.
_LOADED = re.compile(
    r"""<(?:script|img|iframe|source)\b[^>]*\bsrc=["'](?:https?:)?//[^"']*"""
    r"""|<link\b(?![^>]*\brel=["'](?:canonical|next|prev|search|index)["'])[^>]*\bhref=["'](?:https?:)?//[^"']*"""
    r"""|url\(["']?(?:https?:)?//[^)]*|@import\s+["'](?:https?:)?//[^"']*""",
    re.IGNORECASE,
)


def loaded_from_elsewhere(folder: Path) -> list[str]:
    """Each file of a site that loads something from the network, with what it loads."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in {".html", ".css"})
    return [
        f"{path.relative_to(folder)}: {found[0]}"
        for path in files
        for found in _LOADED.finditer(path.read_text(encoding="utf-8"))
    ]


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx to look once everything is written."""

    def look(built: Any, problem: Exception | None) -> None:
        found = loaded_from_elsewhere(Path(built.outdir)) if problem is None and built.builder.format == "html" else []
        if found:
            raise SystemExit("\n".join(["pages load from the network:", *found]))

    app.connect("build-finished", look)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
