"""The workbench's pages as tests open them, a corpus that is made up for them, and what is measured on every page."""

import json
import random
import re
from contextlib import contextmanager
from urllib.parse import quote

import pytest

from browsing import watched_page
from serving import served

CATS = {
    "id": "cats", "title": "Cats", "domain": "pets",
    "sentences": [
        "A cat sat on the mat.", "It slept all day.", "Dogs bark at night.", "The mat was red.",
        "A cat sat on the mat.",
    ],
    "references": [{"id": "A", "text": "A cat slept on a red mat."}, {"id": "B", "text": "The cat slept all day."}],
    "systems": {"mine": "A cat slept. It was red.", "yours": "Dogs bark at night."},
}  # fmt: skip
MOON = {
    "id": "moon", "title": "The moon", "domain": "sky",
    "sentences": ["The moon was full.", "It rose over the hill.", "Nobody saw it.", "A dog barked at the moon."],
    "references": [{"id": "A", "text": "A dog barked at the full moon."}, {"id": "B", "text": "The moon rose, red."}],
    "systems": {"mine": "The moon was full.", "yours": "A dog barked."},
}  # fmt: skip
#: What must be shown as it is written, wherever it stands.
HOSTILE = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '" onmouseover="alert(1)', "javascript:alert(1)",
    "\u202egnol dna\u200f desrever", "w" * 10_000,
)  # fmt: skip
#: Adds up how far things jump while a page loads, as browsers report it to those who measure speed.
_WATCH_JUMPS = """window.jumps = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
    const parts = entry.sources.map(({ node }) => (node?.outerHTML ?? node?.data ?? "").slice(0, 80));
    window.jumps.push([entry.value, ...parts]);
  }
}).observe({ type: "layout-shift", buffered: true });"""


def write_corpus(folder, *records, name="pets.jsonl"):
    file = folder / name
    file.write_text("".join(json.dumps(record) + "\n" for record in records or (CATS, MOON)), encoding="utf-8")
    return file


def hostile_records():
    """Make documents in which all that a corpus may name is hostile; some have no title, and ids are not so long."""

    def other(place):
        return HOSTILE[place % len(HOSTILE)]

    return [
        {
            "id": text[:1000], "title": "" if place == 2 else text, "domain": other(place + 1),
            "sentences": [f"{text} cats sat.", f"The {other(place + 2)} slept.", f"Dogs bark at {text}.", "It sat."],
            "references": [f"A cat {text} slept.", {"id": other(place + 4)[:1000], "text": f"{other(place + 3)} sat."}],
            "systems": {name: f"{name} cat sat. Dogs slept." for name in HOSTILE},
        }
        for place, text in enumerate(HOSTILE)
    ]  # fmt: skip


def many_records(number=400):
    """Make a corpus whose table takes longer than anybody waits for: all but the first use up their seconds."""
    rng = random.Random(5)

    def sentences(count):
        return [" ".join(f"w{rng.randrange(200)}" for _ in range(18)) + "." for _ in range(count)]

    return [
        {
            "id": f"{place}",
            "sentences": sentences(60 if place else 3),
            "references": [" ".join(sentences(8 if place else 1)) for _ in range(3)],
        }
        for place in range(number)
    ]


@contextmanager
def serving_files(*files):
    """Start the command line's server; the tests are skipped where it cannot start."""
    pytest.importorskip("starlette", reason="Starlette is not installed")
    pytest.importorskip("uvicorn", reason="uvicorn is not installed")
    with served(*files) as address:
        yield address


@contextmanager
def opened(browser, address, *, size="desktop", scheme="light", expected=()):
    """Open a page of the workbench, and measure how much jumps on it."""
    with watched_page(browser, size=size, scheme=scheme, expected=expected) as page:
        page.add_init_script(_WATCH_JUMPS)
        page.goto(address)
        yield page


def document_hash(corpus, document, query=""):
    return f"#/document/{quote(corpus, safe='')}/{quote(document, safe='')}{query}"


def wait_for_table(page):
    """Wait until the numbers of a corpus are there."""
    documents = page.locator("main:not([aria-busy])").get_by_role("region", name="Table of documents")
    documents.get_by_role("rowheader").first.wait_for()
    documents.get_by_role("cell", name="…", exact=True).first.wait_for(state="detached")


def wait_for_document(page):
    """Wait until a document can be clicked."""
    page.locator(".document:not(.stale) .ws-panel").wait_for()


def hold_first_view(page):
    """Hold the first request for a view; returns a function that waits for it and lets it go on."""
    held = []
    page.route("**/api/view", lambda route: route.continue_() if held else held.append(route))

    def release():
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()

    return release


def status(page):
    return page.locator(".ws-status")


def button(page, name):
    return page.get_by_role("group", name="Actions").get_by_role("button", name=name, exact=True)


def sentence(page, number):
    return page.locator(f"[data-sentence='{number}']")


def chosen(page):
    """List the chosen sentences in the order of the text."""
    return page.locator("[role=option][aria-selected=true]").evaluate_all("all => all.map((o) => +o.dataset.sentence)")


def order(page):
    """List the chosen sentences in the order in which they were chosen, as the address does after a moment."""
    wanted = chosen(page)
    page.wait_for_url(lambda url: sorted(_extract_in(url)) == wanted)
    return _extract_in(page.url)


def _extract_in(url):
    listed = re.search(r"[?&]extract=([\d,]+)", url)
    return [int(place) for place in listed[1].split(",")] if listed else []


def numbers(page):
    """Return what the panel says: words used, score, share of extracts below, nines, gap."""
    return page.locator(".ws-number b").all_text_contents()


def reload(page):
    """Load the address of a page anew: the same as its reload, but where only what follows the # has changed."""
    address = page.url
    page.goto("about:blank")
    page.goto(address)


def is_too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


def jumps(page):
    """List what has jumped since the page was loaded, and how far, if it is more than a reader would forgive."""
    seen = page.evaluate("window.jumps")
    return seen if sum(value for value, *_ in seen) >= 0.1 else []
