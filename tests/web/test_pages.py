"""Every page of the workbench in windows of two sizes and two schemes, and what is said where there is no page.

The server is the real one, and Chromium clicks its way through the pages.
"""

import re
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

import sumspace
from browsing import SIZES, find_violations, take_picture
from clicking import (
    HOSTILE,
    chosen,
    document_hash,
    hostile_records,
    is_too_wide,
    jumps,
    opened,
    reload,
    sentence,
    serving_files,
    wait_for_document,
    wait_for_table,
    write_corpus,
)

SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def files(browser, tmp_path_factory):  # noqa: ARG001 - no server is started where no browser can look at it
    folder = tmp_path_factory.mktemp("files")
    return [write_corpus(folder), write_corpus(folder, *hostile_records(), name="hostile.jsonl")]


@pytest.fixture(scope="module")
def address(files):
    """Where a server answers that has the built-in sample and two corpora; the second is hostile."""
    with serving_files(*files) as address:
        yield address


def show_home(page, address):
    page.goto(f"{address}#/corpus/sample")
    wait_for_table(page)


def show_document(page, address):
    """Show a document of which sentences are chosen, with its oracles."""
    page.goto(address + document_hash("sample", "literary-3", "?extract=0,4,7"))
    wait_for_document(page)
    page.get_by_role("button", name=re.compile(r"All \d+ oracles")).click()
    page.get_by_role("region", name="All oracles").wait_for()
    assert chosen(page) == [0, 4, 7]


def show_pasted(page, address):
    page.goto(f"{address}#/paste")
    page.get_by_role("button", name="Use an example").click()
    page.get_by_role("status").filter(has_text="An example was filled in.").wait_for()
    page.get_by_role("button", name="Score all extracts").click()
    wait_for_document(page)


def show_studies(page, address):
    page.goto(f"{address}#/studies")
    page.get_by_text("None yet.").wait_for()


def show_nothing(page, address):
    page.goto(f"{address}#/nowhere")
    page.get_by_role("alert").filter(has_text="There is no such page.").wait_for()


def test_pages_do_without_the_memory_of_a_tab(browser, address):
    with opened(browser, "about:blank") as page:
        page.add_init_script(
            "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('forbidden'); } });"
        )
        for show in (show_home, show_document, show_pasted, show_studies):
            show(page, address)


def test_what_the_memory_of_a_tab_has_no_room_for_does_not_bring_older_texts_back(browser, address):
    with opened(browser, f"{address}#/paste") as page:
        text = page.get_by_label("Text", exact=True)
        text.fill("A cat sat.")
        text.fill("A dog sat. " + "w" * 6_000_000)
        reload(page)
        assert page.get_by_label("Text", exact=True).input_value() == ""


def test_the_reason_why_a_document_has_no_view_stands_in_its_place(browser, tmp_path):
    file = write_corpus(tmp_path, {"id": "none", "sentences": ["A cat sat.", "It slept."]})
    with serving_files(file) as address, opened(browser, address + document_hash("1", "none"), expected=(422,)) as page:
        reason = page.get_by_role("alert").filter(has_text="has no references to score extracts against")
        reason.wait_for()
        settings = page.locator(".settings").bounding_box()
        assert 0 < reason.bounding_box()["y"] - settings["y"] - settings["height"] < 100


PAGES = [show_home, show_document, show_pasted, show_studies, show_nothing]


@pytest.mark.parametrize("show", PAGES, ids=lambda show: show.__name__.removeprefix("show_"))
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
def test_a_page_fits_its_window_keeps_nobody_out_and_does_not_jump(browser, address, size, scheme, show):
    with opened(browser, "about:blank", size=size, scheme=scheme) as page:
        show(page, address)
        take_picture(page, f"{show.__name__.removeprefix('show_')}-{size}-{scheme}")
        assert not is_too_wide(page)
        assert jumps(page) == []
        assert find_violations(page) == []


def test_the_first_page_shows_what_the_user_has_brought_and_then_what_was_shown_last(browser, address):
    with opened(browser, address) as page:
        wait_for_table(page)
        titles = page.get_by_role("rowheader").get_by_role("link")
        assert titles.all_text_contents() == ["Cats", "The moon"]
        assert page.get_by_role("heading", level=1).inner_text() == "How good can a summary get?"
        page.get_by_label("Corpus", exact=True).select_option("sample")
        page.get_by_role("heading", name="built-in sample", level=1).wait_for()
        titles.nth(19).wait_for()
        sample = [example.title or example.id for example in sumspace.read("sample")]
        assert titles.all_text_contents() == sample
        page.get_by_role("link", name="sumspace").click()
        page.get_by_role("link", name="Open a document").click()
        wait_for_document(page)
        assert page.get_by_role("heading", level=1).inner_text() == sample[0]


# What is hostile is text


def is_harmless(page):
    """Whether nothing of a page comes from what a corpus says: no pictures, no scripts, no links but its own."""
    return page.evaluate("""() => !document.querySelector("main :is(img, script, iframe, [onmouseover], [onerror])")
      && [...document.links].every(({ protocol }) => protocol === "http:")""")


@pytest.mark.parametrize("size", SIZES)
def test_a_hostile_corpus_is_shown_as_it_is_written(browser, address, size):
    with opened(browser, f"{address}#/corpus/2", size=size) as page:
        wait_for_table(page)
        # Without a title, a document is called by its id.
        assert page.get_by_role("rowheader").get_by_role("link").all_text_contents() == list(HOSTILE)
        assert sorted(page.locator("figcaption b").all_text_contents()) == sorted(HOSTILE)
        assert page.locator(".density title").filter(has_text=HOSTILE[0]).count()
        assert not is_too_wide(page)
        assert is_harmless(page)
        page.get_by_label("System", exact=True).select_option("all:score")
        assert not is_too_wide(page)
        page.get_by_label("Find").fill("onmouseover")
        assert page.get_by_role("rowheader").count() == 1
        take_picture(page, f"hostile-corpus-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_a_hostile_document_is_shown_as_it_is_written(browser, address, size):
    records = hostile_records()
    with opened(browser, address, size=size) as page:
        for place in (0, 2, 5):
            page.goto(address + document_hash("2", records[place]["id"]))
            wait_for_document(page)
            assert page.get_by_role("heading", level=1).text_content() == HOSTILE[place]
            assert page.locator(".ws-words").all_text_contents() == records[place]["sentences"]
            sentence(page, 3).click()
            sentence(page, 0).dispatch_event("pointermove")
            page.get_by_role("button", name=re.compile("^read: ")).first.click()
            names = page.locator("tbody th").all_text_contents()
            assert set(HOSTILE) <= set(names)
            assert page.locator(".ws-summary h3").text_content() in names
            assert not is_too_wide(page)
            assert is_harmless(page)
        take_picture(page, f"hostile-document-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_a_hostile_text_is_shown_as_it_is_written(browser, address, size):
    with opened(browser, f"{address}#/paste", size=size) as page:
        page.get_by_label("Text", exact=True).fill("".join(f"{text} is a cat.\n\n" for text in HOSTILE))
        page.get_by_label("Reference", exact=True).fill(f"{HOSTILE[0]} {HOSTILE[5]} is a cat.")
        page.get_by_label("Summary (optional)").fill(" ".join(HOSTILE))
        page.get_by_role("button", name="Score all extracts").click()
        wait_for_document(page)
        assert HOSTILE[1] in page.get_by_role("listbox").inner_text()
        assert not is_too_wide(page)
        assert is_harmless(page)
        take_picture(page, f"hostile-text-{size}")


# Where there is nothing to show


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("#/corpus/nowhere", "There is no corpus nowhere here"),
        ("#/document/sample/nothing", "there is no document 'nothing' in this corpus"),
        ("#/document/nowhere/1", "there is no corpus 'nowhere' here"),
        ("#/document/sample", "There is no such page."),
        ("#/%E0%A4%A", "There is no such page."),
        ("#/constructor", "There is no such page."),
        ("#/corpus/sample?measure=rouge-77x", "rouge-77x"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(browser, address, place, said):
    with opened(browser, address + place, expected=(404, 422)) as page:
        page.get_by_role("alert").filter(has_text=said).wait_for()
        page.get_by_role("navigation", name="Main").get_by_role("link", name="Paste").click()
        page.get_by_role("heading", name="Paste a text").wait_for()


def test_when_the_server_is_gone_every_page_says_so_until_it_answers_again(browser):
    with ExitStack() as stack, opened(browser, "about:blank", expected=("ERR_CONNECTION_REFUSED",)) as page:
        address = stack.enter_context(serving_files())
        page.goto(address)
        wait_for_table(page)
        stack.close()
        main = page.get_by_role("navigation", name="Main")
        gone = page.get_by_role("alert").filter(
            has_text="The server is not responding. Is sumspace serve still running?"
        )
        page.get_by_role("rowheader").get_by_role("link").first.click()
        gone.wait_for()
        assert page.get_by_role("heading", level=1).is_visible()
        main.get_by_role("link", name="Studies").click()
        gone.wait_for()
        main.get_by_role("link", name="Corpus").click()
        gone.wait_for()
        take_picture(page, "gone")
        stack.enter_context(serving_files("--port", urlsplit(address).port))
        page.get_by_role("button", name="Try again").click()
        wait_for_table(page)
        assert not gone.count()


# Without a mouse


def test_every_page_is_reached_with_the_keyboard_and_shows_where_one_is(browser, address):
    outlined = """() => { const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none"; }"""
    name = "() => (document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim().slice(0, 40)"
    with opened(browser, f"{address}#/corpus/1") as page:
        wait_for_table(page)
        met = []
        while not met or met[-1] != "JSON":
            page.keyboard.press("Tab")
            met.append(page.evaluate(name))
            assert page.evaluate(outlined), met[-1]
            assert len(met) < 80
        wanted = [
            "Skip to the content", "Corpus", "Paste", "Studies", "Open a file…", "Measure", "Extracts", "mine", "Find",
            "Domain", "System", "document", "room", "Cats", "The moon", "CSV",
        ]  # fmt: skip
        places = [met.index(one) for one in wanted]
        assert places[4:] == sorted(places[4:])
        page.get_by_role("link", name="Cats").focus()
        page.keyboard.press("Enter")
        wait_for_document(page)
        assert page.evaluate("document.activeElement.tagName") == "H1"  # where a reader begins on a new page
        reload(page)
        wait_for_document(page)
        page.keyboard.press("Tab")
        assert page.evaluate(name) == "Skip to the content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
