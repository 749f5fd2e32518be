"""The page for a text of one's own, with references and a summary that is no extract."""

import re

import pytest

import sumspace
from browsing import take_picture
from clicking import (
    chosen,
    hold_first_view,
    numbers,
    opened,
    order,
    reload,
    sentence,
    serving_files,
    wait_for_document,
)

TEXT = "A cat sat on the mat. It slept all day. Dogs bark at night. The mat was red. Nobody saw the cat."
REFERENCES = ["A cat slept on a red mat.", "The cat slept all day."]
SUMMARY = "A red cat was seen."


@pytest.fixture(scope="module")
def address(browser):  # noqa: ARG001 - no server is started where no browser can look at it
    with serving_files() as address:
        yield address


@pytest.fixture
def page(browser, address):
    with opened(browser, f"{address}#/paste", expected=(422,)) as page:
        page.get_by_role("heading", name="Paste a text").wait_for()
        yield page


def field(page, name):
    return page.get_by_label(name, exact=True)


def fill_in(page, *, summary=SUMMARY):
    field(page, "Text").fill(TEXT)
    field(page, "Reference").fill(REFERENCES[0])
    page.get_by_role("button", name="Add a reference").click()
    assert field(page, "Reference 2").evaluate("(area) => area === document.activeElement")
    field(page, "Reference 2").fill(REFERENCES[1])
    field(page, "Summary (optional)").fill(summary)


def show(page):
    page.get_by_role("button", name="Score all extracts").click()
    wait_for_document(page)


def summary_told(page):
    return page.locator(".ws-summary", has=page.get_by_role("heading", name="The summary")).inner_text()


def test_a_summary_that_is_no_extract_is_scored_against_the_best_extract_and_the_nearest_is_shown(page):
    page.get_by_label("Extracts", exact=True).select_option("reach")
    page.get_by_label("Size of the budget (N)").fill("9")
    page.get_by_label("Size of the budget (N)").press("Enter")
    fill_in(page)
    show(page)
    sentences = page.locator(".ws-words").all_text_contents()
    assert " ".join(sentences) == TEXT
    record = {"id": "a", "sentences": sentences, "references": REFERENCES, "systems": {"mine": SUMMARY}}
    options = {"measure": "rouge-1", "score": "recall"}
    (own,) = (
        r
        for r in sumspace.rank([record], **options, words=9).table(each_summary=True).records
        if (r["id"], r["system"]) == ("a", "mine")
    )
    oracle = sumspace.oracles([record], **options, budget="reach(9)").only.oracles
    said = summary_told(page)
    assert f"5 words. It is shorter than any extract, which costs recall. It scores {own['score']:.3f}" in said
    gap = own["score"] - oracle.score
    assert abs(gap) > 0.001
    assert f"{abs(gap):.3f} {'above' if gap > 0 else 'below'} the best extract, which scores {oracle.score:.3f}" in said
    near = sumspace.oracles([record | {"references": [SUMMARY]}], **options, budget="reach(9)").only.oracles
    assert f"has a ROUGE-1 recall of {near.score:.3f} against the summary" in said
    page.get_by_role("button", name="Show the closest extract").click()
    assert chosen(page) == sorted(near.best.sentences)
    assert f"and scores {numbers(page)[1]} itself" in said
    assert page.locator(".ws-chart .system title").filter(has_text="your summary").count()
    take_picture(page, "paste-summary")


def test_a_summary_may_be_as_good_as_the_best_extract_or_better(page):
    fill_in(page, summary="A cat slept on a red mat. The cat slept all day.")
    show(page)
    assert re.search(r"All of the \d+ extracts score lower\.", summary_told(page))
    assert summary_told(page).count("above the best extract, which scores") == 1
    assert ": no extract reaches it." in summary_told(page)
    page.get_by_role("button", name="An oracle").click()
    best = [sentence(page, place).locator(".ws-words").text_content() for place in order(page)]  # the last may be cut
    field(page, "Summary (optional)").fill(" ".join(best))
    show(page)
    summary = page.locator(".ws-summary").filter(has_text=", the same as the best extract.")
    summary.wait_for()


def test_a_reload_keeps_what_was_pasted_what_is_shown_and_what_is_chosen(page):
    fill_in(page)
    page.get_by_label("Measure").select_option("rouge-2")
    show(page)
    for place in (3, 1):
        sentence(page, place).click()
    before = numbers(page), summary_told(page)
    assert order(page) == [3, 1]
    reload(page)
    wait_for_document(page)
    assert chosen(page) == [1, 3]
    assert (numbers(page), summary_told(page)) == before
    assert field(page, "Text").input_value() == TEXT
    assert [field(page, f"Reference {n}").input_value() for n in (1, 2)] == REFERENCES
    assert field(page, "Summary (optional)").input_value() == SUMMARY
    assert page.get_by_label("Measure").input_value() == "rouge-2"


def test_who_comes_back_finds_what_was_chosen(page):
    fill_in(page)
    show(page)
    for place in (3, 1):
        sentence(page, place).click()
    main = page.get_by_role("navigation", name="Main")
    main.get_by_role("link", name="Studies").click()
    page.get_by_role("heading", name="Finished").wait_for()
    main.get_by_role("link", name="Paste").click()
    wait_for_document(page)
    assert (chosen(page), order(page)) == ([1, 3], [3, 1])


def test_an_answer_to_a_text_that_has_changed_is_not_shown(page):
    release = hold_first_view(page)
    fill_in(page)
    page.get_by_role("button", name="Score all extracts").click()
    field(page, "Reference 1").fill("Nobody saw it.")
    release()
    page.wait_for_timeout(1000)
    assert not page.locator(".ws-document").count()
    show(page)
    assert page.locator(".ws-reference").first.inner_text().endswith("Nobody saw it.")


def test_other_settings_keep_what_is_chosen(page):
    fill_in(page)
    show(page)
    sentence(page, 1).click()
    label = page.locator(".ws-number > span").nth(1)
    assert label.inner_text() == "ROUGE-1 recall"
    page.get_by_label("Score", exact=True).select_option("f1")
    label.filter(has_text="ROUGE-1 F1").wait_for()
    assert chosen(page) == [1]


def test_what_is_missing_is_said_beside_its_field(page):
    submit = page.get_by_role("button", name="Score all extracts")
    submit.click()
    text, reference = field(page, "Text"), field(page, "Reference")
    alerts = page.get_by_role("alert").filter(has_text=re.compile("."))
    assert alerts.all_inner_texts() == [
        "Paste the text first.", "Paste at least one reference: extracts are scored against it.",
    ]  # fmt: skip
    assert text.evaluate("(area) => area === document.activeElement")
    assert text.get_attribute("aria-invalid") == "true"
    text.fill(TEXT)
    assert text.get_attribute("aria-invalid") is None
    submit.click()
    assert reference.evaluate("(area) => area === document.activeElement")
    assert alerts.count() == 1
    reference.fill("   ")
    submit.click()
    assert alerts.count() == 1
    reference.fill(REFERENCES[0])
    show(page)
    assert not page.get_by_role("heading", name="The summary").count()


def test_references_come_and_go_and_all_is_cleared(page):
    fill_in(page)
    page.get_by_role("button", name="Remove reference 1").click()
    assert field(page, "Reference").input_value() == REFERENCES[1]
    show(page)
    page.get_by_role("button", name="Clear").first.click()
    assert field(page, "Text").input_value() == field(page, "Reference").input_value() == ""
    assert not page.locator(".ws-document").count()
    assert field(page, "Text").evaluate("(area) => area === document.activeElement")
    reload(page)
    assert field(page, "Text").input_value() == ""


def test_the_example_can_be_shown_as_it_is(page):
    page.get_by_role("button", name="Use an example").click()
    page.get_by_role("status").filter(has_text="An example was filled in.").wait_for()
    first = next(iter(sumspace.read("sample")))
    assert field(page, "Reference 1").input_value() == " ".join(first.references[0].body.sentences)
    show(page)
    assert page.locator(".ws-words").all_text_contents() == list(first.sentences())
    assert "It scores" in summary_told(page)


def test_a_summary_that_is_an_extract_says_which_and_is_shown_in_the_text(page):
    fill_in(page, summary="The mat was red.  It slept all day.")
    page.get_by_label("Extracts", exact=True).select_option("at_most")
    show(page)
    assert "It is itself an extract: sentences 4, 2." in summary_told(page)
    assert "closest" not in summary_told(page)
    page.get_by_role("button", name="Show it in the text").click()
    assert chosen(page) == [1, 3]


def test_a_summary_with_nothing_in_common_is_asked_for_its_language(page):
    fill_in(page, summary="Niemand sah etwas.")
    show(page)
    assert "Is it in their language?" in summary_told(page)


def test_a_budget_that_no_extract_keeps_is_refused_in_plain_words(page):
    field(page, "Text").fill("A cat sat. It slept.")
    field(page, "Reference").fill(REFERENCES[0])
    page.get_by_label("Extracts", exact=True).select_option("exactly")
    page.get_by_role("button", name="Score all extracts").click()
    line = page.locator(".waiting").get_by_role("alert")
    line.filter(has_text="has no extract of exactly(3): the document has").wait_for()
    page.get_by_label("Size of the budget (N)").fill("2")
    page.get_by_label("Size of the budget (N)").press("Enter")
    wait_for_document(page)
    assert numbers(page)[0] == "0 of 2"
    assert not line.count()


def test_a_text_that_is_read_from_the_right_is_typed_from_the_right(page):
    for name in ("Text", "Reference", "Summary (optional)"):
        field(page, name).fill("القط ينام.")
        assert field(page, name).evaluate("(area) => getComputedStyle(area).direction") == "rtl"
