"""Charts as SVG and PNG, and Vega for pages, by a program of their own: V8, in which Vega runs, ends it on failure."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
import warnings
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sumspace.errors import MissingCharts
from sumspace.progress import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sumspace.show.charts import Figure


#: What draws: this module.
_PROGRAM = [sys.executable, "-P", "-m", "sumspace.show.drawing"]
#: Digits of places in a drawing that are too fine to be seen.
_DIGITS = re.compile(r"(\.\d\d)\d+")
#: With so many failures one after the other, there is no hope for the rest.
_HOPELESS = 2


class Drawing(NamedTuple):
    """A chart: as SVG, as a picture twice as fine, as SVG without its title for a page, and what Vega-Lite draws."""

    svg: str
    png: bytes
    untitled: str
    spec: dict[str, Any]


def draw(figures: Mapping[str, Figure]) -> dict[str, Drawing]:
    """Draw charts, by name; a warning names those that cannot be drawn, which are left out."""
    drawings: dict[str, Drawing] = {}
    failures: dict[str, str] = {}
    specs = {name: figure.to_dict(validate=False) for name, figure in figures.items()}
    left = list(figures)
    while left:
        drawn = len(drawings)
        answers = told("charts", _answers([specs[name] for name in left]), len(left))
        for name, answer in zip(left, answers, strict=False):
            if "failure" in answer:
                failures[name] = answer["failure"]
            else:
                svg, untitled = (_with_own_names(name, answer[key]) for key in ("svg", "untitled"))
                drawings[name] = Drawing(svg, base64.b64decode(answer["png"]), untitled, specs[name])
        left = [name for name in left if name not in drawings and name not in failures]
        if len(failures) >= _HOPELESS and len(drawings) == drawn:
            failures |= dict.fromkeys(left, next(iter(failures.values())))
            break
    if failures:
        *_, why = failures.values()
        message = f"charts that could not be drawn: {', '.join(failures)} ({why})"
        warnings.warn(message, MissingCharts, stacklevel=2)
    return drawings


@cache
def library() -> str:
    """Return what draws Vega-Lite in a browser, as one script; nothing where it cannot be made.

    Making it takes seconds: it is kept beside compiled Python, where that can be written.
    """
    kept = Path(__file__).parent / "__pycache__" / f"vega-{version('vl-convert-python')}.js"
    with suppress(OSError):
        return kept.read_text(encoding="utf-8")
    try:
        made = subprocess.run(  # noqa: S603 - our own program
            [*_PROGRAM, "library"], stdin=subprocess.DEVNULL, capture_output=True, env=_environment(), check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    script = made.stdout.decode()
    if script:
        draft = kept.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            kept.parent.mkdir(exist_ok=True)
            draft.write_text(script, encoding="utf-8")
            draft.replace(kept)
    return script


def _environment() -> dict[str, str]:
    """Let a program find what this one has found, and nothing in the folder that it happens to be in."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _answers(specs: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Let a program draw charts, one after the other; the last answer may be how it ended."""
    try:
        started = subprocess.Popen(  # noqa: S603 - our own program
            _PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
        )
    except OSError as error:
        yield {"failure": f"no program can be started: {error.strerror or error}"}
        return
    with started as program:
        if program.stdin is None or program.stdout is None:  # never: both are pipes
            return
        try:
            for spec in specs:
                with suppress(BrokenPipeError):
                    program.stdin.write(json.dumps(spec).encode() + b"\n")
                    program.stdin.flush()
                answer = program.stdout.readline()
                if not answer.endswith(b"\n"):
                    yield {"failure": f"the chart library {_ending(program.wait())}"}
                    return
                yield json.loads(answer)
        finally:
            with suppress(BrokenPipeError):
                program.stdin.close()
            if sys.exc_info()[0] is not None:
                program.kill()


def _ending(code: int) -> str:
    """Say how a program ended.

    >>> _ending(-6), _ending(1)
    ('was ended by SIGABRT', 'ended with exit code 1')
    """
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def _with_own_names(name: str, drawing: str) -> str:
    """Give what has a name inside a drawing one that is its own on any page, and the same every time."""
    for number, inner in enumerate(re.findall(r'\bid="([^"]+)"', drawing), 1):
        own = f"{name}-part-{number}"
        drawing = drawing.replace(f'id="{inner}"', f'id="{own}"').replace(f"url(#{inner})", f"url(#{own})")
    return drawing


def for_a_page(svg: str) -> str:
    """Make a drawing part of a page, where it needs no namespaces, fewer digits, and no names inside of its own."""
    svg = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", svg, count=2)
    svg = re.sub(r'\s(?:role|aria-[a-z]+)="[^"]*"', "", svg)
    return re.sub(r'\s(?:d|transform|x2|y2|width|height)="[^"]*"', lambda found: _DIGITS.sub(r"\1", found[0]), svg)


def _serve() -> None:
    """Draw the charts that come in, a line each, and answer each with a line."""
    import vl_convert

    for line in sys.stdin.buffer:
        try:
            spec = json.loads(line)
            svg = vl_convert.vegalite_to_svg(spec)
            untitled = vl_convert.vegalite_to_svg(spec) if spec.pop("title", None) else svg
            png = base64.b64encode(vl_convert.svg_to_png(svg, scale=2)).decode()
            answer = {"svg": svg, "png": png, "untitled": untitled}
        except Exception as error:  # noqa: BLE001 - whatever it is, other charts may still be drawn
            answer = {"failure": " ".join(str(error).split())[:200]}
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


def _print_library() -> None:
    import vl_convert

    script = vl_convert.javascript_bundle(None)  # type: ignore[arg-type]
    # An end of a script that is no end is written so that it is none for a page either.
    sys.stdout.write(script.replace("</script", "<\\/script").replace("<!--", "<\\!--"))


if __name__ == "__main__":
    _print_library() if sys.argv[1:] == ["library"] else _serve()
