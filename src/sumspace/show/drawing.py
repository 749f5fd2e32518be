"""Charts as SVG and PNG, drawn by a program of their own: Vega runs in V8, which ends its program when it fails."""

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
from typing import TYPE_CHECKING, Any, NamedTuple

from sumspace.errors import MissingCharts
from sumspace.progress import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sumspace.show.charts import Figure


#: What draws: this module.
_PROGRAM = [sys.executable, "-P", "-m", "sumspace.show.drawing"]
#: With so many failures one after the other, there is no hope for the rest.
_HOPELESS = 2


class Drawing(NamedTuple):
    """A chart as it is drawn: SVG, and a picture twice as fine as it is shown."""

    svg: str
    png: bytes


def draw(figures: Mapping[str, Figure]) -> dict[str, Drawing]:
    """Draw charts, by name; a warning names those that cannot be drawn, which are left out."""
    drawings: dict[str, Drawing] = {}
    failures: dict[str, str] = {}
    left = list(figures)
    while left:
        drawn = len(drawings)
        answers = told("charts", _answers({name: figures[name] for name in left}), len(left))
        for name, answer in zip(left, answers, strict=False):
            if "failure" in answer:
                failures[name] = answer["failure"]
            else:
                svg = _with_own_names(name, answer["svg"])
                drawings[name] = Drawing(svg, base64.b64decode(answer["png"]))
        left = [name for name in left if name not in drawings and name not in failures]
        if len(failures) >= _HOPELESS and len(drawings) == drawn:
            failures |= dict.fromkeys(left, next(iter(failures.values())))
            break
    if failures:
        *_, why = failures.values()
        message = f"charts that could not be drawn: {', '.join(failures)} ({why})"
        warnings.warn(message, MissingCharts, stacklevel=2)
    return drawings


def _answers(figures: Mapping[str, Figure]) -> Iterator[dict[str, Any]]:
    """Let a program draw charts, one after the other; the last answer may be how it ended."""
    # It finds what this program has found, and nothing in the folder that it happens to be in.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        started = subprocess.Popen(  # noqa: S603 - our own program
            _PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
    except OSError as error:
        yield {"failure": f"no program can be started: {error.strerror or error}"}
        return
    with started as program:
        if program.stdin is None or program.stdout is None:  # never: both are pipes
            return
        try:
            for figure in figures.values():
                with suppress(BrokenPipeError):
                    program.stdin.write(json.dumps(figure.to_dict(validate=False)).encode() + b"\n")
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
    """Make a drawing part of a page, where it needs no namespaces."""
    return re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", svg, count=2)


def _serve() -> None:
    """Draw the charts that come in, a line each, and answer each with a line."""
    import vl_convert

    for line in sys.stdin.buffer:
        try:
            svg = vl_convert.vegalite_to_svg(json.loads(line))
            answer = {"svg": svg, "png": base64.b64encode(vl_convert.svg_to_png(svg, scale=2)).decode()}
        except Exception as error:  # noqa: BLE001 - whatever it is, other charts may still be drawn
            answer = {"failure": " ".join(str(error).split())[:200]}
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _serve()
