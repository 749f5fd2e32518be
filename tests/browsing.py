"""Pages as a user has them: Chromium, driven by Playwright, and watched for errors and for requests to other hosts.

Chromium comes from the system, and axe, which looks for what keeps people out of a page, from npm: `scripts/test` gets
both where it can.
"""

import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
#: Where pictures of pages go, if anybody wants them.
PICTURES = os.environ.get("SUMSPACE_ARTIFACTS")
#: What looks for violations of the rules of accessibility; `scripts/test` fetches it.
AXE = Path(__file__).parents[1] / ".venv/npm/node_modules/axe-core/axe.min.js"
_RUN_AXE = """async (impacts) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.filter(({ impact }) => impacts.includes(impact)).flatMap(({ id, nodes }) => nodes.map(
    ({ target, failureSummary }) => `${id}: ${target.flat().join(" ")}: ${failureSummary.replace(/\\s+/g, " ")}`
  ));
}"""
#: Long enough, in milliseconds, for whatever a page waits for, on a busy machine.
PATIENCE = 60_000
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


@contextmanager
def started_browser():
    """Start the browser; the test is skipped where there is none."""
    if PROGRAM is None:
        pytest.skip("there is no Chromium here")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def watched_page(browser, *, size="desktop", scheme="light", expected=()):
    """Open an empty page; at its end, nothing must have been said on its console, and no other host been asked.

    What a test expects Chromium to write there is named: a refused answer by its status, the rest by a part of it.
    """
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=size == "phone",
        reduced_motion="reduce",
    )  # fmt: skip
    page = context.new_page()
    said, asked = [], set()
    awaited = [f"status of {one}" if isinstance(one, int) else one for one in expected]

    def listen(message):
        if message.type in ("error", "warning") and not any(part in message.text for part in awaited):
            said.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda request: asked.add(urlsplit(request.url)))
    page.set_default_timeout(PATIENCE)
    try:
        yield page
    finally:
        hosts = {url.hostname for url in asked if url.scheme not in ("data", "blob", "file")}
        context.close()
    assert not said, said
    assert hosts <= {"127.0.0.1"}


def take_picture(page, name):
    """Keep a picture of a page for those who want to look at it."""
    if PICTURES:
        folder = Path(PICTURES)
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", full_page=True)


def find_violations(page):
    """List what is wrong with a page for people who see, hear or point differently: rule, element and reason.

    Serious and critical violations count; the test is skipped where axe is not there.
    """
    if not AXE.is_file():
        pytest.skip("axe-core is not there: scripts/test fetches it where there is npm")
    page.evaluate(AXE.read_text(encoding="utf-8"))  # as the debugger does, so that no policy of the page forbids it
    return page.evaluate(_RUN_AXE, ["serious", "critical"])
