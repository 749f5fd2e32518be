"""Takes the picture of the README: the workbench with a document of the built-in sample, and an extract of it.

Needs Chromium and Playwright. Writes docs/images/workbench.png, and prints the figures that are seen there.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bench import machine
from browsing import started_browser
from serving import served

_TARGET = Path(__file__).parents[1] / "docs" / "images" / "workbench.png"
_DOCUMENT, _EXTRACT = "newswire-1?measure=rouge-2&budget=reach(60)", (0, 4)
_WIDTH, _HEIGHT = 1280, 860


def main() -> None:
    """Serve, open, click and take the picture."""
    with served() as address, started_browser() as browser:
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT}, reduced_motion="reduce")
        page.goto(f"{address}#/document/sample/{_DOCUMENT}")
        for sentence in _EXTRACT:
            page.locator(f"[data-sentence='{sentence}']").click()
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
        _TARGET.parent.mkdir(exist_ok=True)
        page.screenshot(path=_TARGET)
        sys.stdout.writelines(f"{label}: {value}\n" for label, value in _numbers(page))
        sys.stdout.write(page.locator(".ws-facts").inner_text() + "\n")
        rows = page.locator(".ws-document tbody tr").all()
        sys.stdout.writelines(
            f"{row.locator('th').inner_text()}: {row.locator('td').first.inner_text()}\n" for row in rows
        )
        sys.stdout.write(f"{machine()}\n")


def _numbers(page: object) -> list[tuple[str, str]]:
    """Read what stands above the text."""
    read = "all => all.map((one) => [...one.children].slice(0, 2).map((part) => part.textContent))"
    return [tuple(pair) for pair in page.locator(".ws-number").evaluate_all(read)]


if __name__ == "__main__":
    main()
