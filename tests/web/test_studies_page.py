"""The page of studies: one is run and watched there, and the pages that it writes answer."""

import re

import pytest

import sumspace
from browsing import find_violations, take_picture
from clicking import (
    HOSTILE,
    hostile_records,
    is_too_wide,
    many_records,
    opened,
    reload,
    serving_files,
    write_corpus,
)

NAMES = ["pets.jsonl", "hostile.jsonl", "many.jsonl"]


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):  # noqa: ARG001 - no server is started where no browser can look at it
    """Where a server answers that has three corpora, and a study that was finished before."""
    folder = tmp_path_factory.mktemp("files")
    pets = write_corpus(folder)
    files = [
        pets,
        write_corpus(folder, *hostile_records(), name=NAMES[1]),
        write_corpus(folder, *many_records(), name=NAMES[2]),
    ]
    sumspace.oracle_study(pets, jobs=1).write(folder / "finished study")
    with serving_files(*files, folder / "finished study") as address:
        yield address


@pytest.fixture
def page(browser, address):
    with opened(browser, f"{address}#/studies", expected=(422,)) as page:
        page.get_by_role("heading", name="Finished").wait_for()
        yield page


def run(page, study, corpus, *measures):
    page.get_by_role("radio", name=study).check()
    page.get_by_label("Corpus", exact=True).select_option(label=corpus)
    for measure in measures:
        page.get_by_role("checkbox", name=measure).check()
    page.get_by_role("button", name="Run the study").click()


def running(page):
    return page.get_by_role("region", name="Running").get_by_role("listitem")


def finished(page, name):
    return page.get_by_role("region", name="Finished").get_by_role("link", name=name, exact=True)


def test_a_study_is_run_watched_and_opened(page):
    run(page, "agree", NAMES[0])
    finished(page, f"agree: {NAMES[0]}").wait_for()
    page.get_by_text("No study is running.").wait_for()
    # Where it is made at once, it is never seen at work.
    assert re.search(f"The study is finished|agree: {NAMES[0]}: done", page.locator("#status").inner_text())
    finished(page, f"agree: {NAMES[0]}").click()
    page.get_by_role("heading", name="How far human summaries agree", level=1).wait_for()
    page.get_by_role("link", name="All studies").click()
    # What was asked before is answered at once.
    run(page, "agree", NAMES[0])
    page.get_by_role("status").filter(has_text="The study is finished.").wait_for()
    assert finished(page, f"agree: {NAMES[0]}").count() == 1


def test_a_study_survives_a_reload_and_ends_when_told(page):
    run(page, "limits", NAMES[2])
    line = running(page).filter(has_text=f"limits: {NAMES[2]}")
    line.get_by_role("progressbar").wait_for()
    page.get_by_role("status").filter(has_text="The study is running.").wait_for()
    take_picture(page, "study-running")
    reload(page)
    line.get_by_role("progressbar").wait_for()
    assert line.count() == 1
    line.get_by_role("button", name="Cancel").click()
    page.get_by_text("No study is running.").wait_for()
    assert not finished(page, f"limits: {NAMES[2]}").count()
    assert page.get_by_role("status").filter(has_text=f"limits: {NAMES[2]}: cancelled").count()


def test_a_study_that_cannot_be_made_says_why(page):
    run(page, "meta", NAMES[0])
    said = "this corpus has no human judgements (field 'judgements'): see docs/corpora.md"
    page.get_by_text(said).first.wait_for()
    reload(page)
    running(page).filter(has_text=f"meta: {NAMES[0]}").get_by_text(said).wait_for()
    assert running(page).first.inner_text() == "No study is running."
    take_picture(page, "study-failed")


def test_a_length_is_a_whole_number(page):
    page.get_by_label("Words").fill("-3")
    page.get_by_role("button", name="Run the study").click()
    page.get_by_role("alert").filter(has_text="Enter a whole number of words, or leave the field empty.").wait_for()
    assert page.get_by_text("No study is running.").is_visible()


# The pages that studies write


@pytest.fixture(params=["desktop", "phone"])
def report(request, browser, address):
    """The pages of the study whose folder was named; Chromium asks for an icon that they have not."""
    with opened(browser, f"{address}#/studies", size=request.param) as page:
        finished(page, "finished study").click()
        page.get_by_role("heading", name="The best extracts", exact=True).wait_for()
        yield page


def figure(page):
    """The first chart, drawn."""
    figure = page.locator("figure.live").first
    figure.scroll_into_view_if_needed()
    figure.locator(".vega-embed svg").wait_for()
    return figure


def ticks(figure):
    return figure.locator(".vega-embed .role-axis-label text").all_text_contents()


def test_a_finished_study_keeps_nobody_out(report):
    figure(report)
    assert find_violations(report) == []
    assert not is_too_wide(report)


def test_a_chart_tells_its_numbers_hides_what_is_not_wanted_and_shows_a_part_larger(browser, address):
    with opened(browser, f"{address}#/studies") as page:
        finished(page, "finished study").click()
        chart = figure(page)
        bars = chart.locator(".vega-embed [aria-roledescription=bar]")
        bars.first.hover()
        page.locator("#vg-tooltip-element.visible").wait_for()
        told = page.locator("#vg-tooltip-element").inner_text()
        assert re.search(r"\d", told)
        take_picture(page, "study-tooltip")

        shown = chart.locator(".vega-embed").inner_text()
        assert "greedy" in shown
        keys = chart.get_by_role("group", name="Shown in the chart").get_by_role("button")
        assert keys.all_inner_texts() == ["oracle", "greedy", "system", "baseline"]
        keys.nth(1).click()
        chart.locator(".vega-embed").filter(has_not_text="greedy").wait_for()
        assert keys.nth(1).get_attribute("aria-pressed") == "false"
        keys.nth(1).click()
        chart.locator(".vega-embed").filter(has_text="greedy").wait_for()

        whole, back = ticks(chart), chart.get_by_role("button", name="Show the whole range")
        assert not back.is_visible()
        box = chart.locator(".vega-embed svg").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 120, y, steps=8)
        page.mouse.up()
        back.wait_for()
        assert ticks(chart) != whole
        take_picture(page, "study-part")
        back.click()
        back.wait_for(state="hidden")
        assert ticks(chart) == whole


def test_tables_of_a_study_sort(report):
    table = report.locator("table.sortable").filter(has_text="textrank").first
    heading = table.locator("thead th:not(.name)").last
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "descending"
    values = table.locator("tbody tr td:last-child").all_inner_texts()
    shares = [float(value.strip("%")) for value in values if value.strip("%").replace(".", "").isdigit()]
    assert len(shares) > 2
    assert shares == sorted(shares, reverse=True)
    heading.get_by_role("button").press("Enter")
    assert heading.get_attribute("aria-sort") == "ascending"


def test_a_study_of_a_hostile_corpus_shows_what_it_was_given_as_it_is_written(page):
    run(page, "oracle", NAMES[1], "ROUGE-1")
    finished(page, f"oracle: {NAMES[1]} (rouge-1)").click()
    page.get_by_role("heading", name="The best extracts", exact=True).wait_for()
    figure(page)
    names = page.locator("table").all_text_contents()
    assert all(any(text in table for table in names) for text in HOSTILE[:4])
    assert not page.locator("main :is(img[src=x], [onmouseover])").count()
    assert not is_too_wide(page)
    take_picture(page, "study-hostile")
