"""The page of a corpus: the table of its documents, the densities of its domains, and files that become corpora."""

import csv
import json
import re
from itertools import pairwise
from operator import itemgetter

import pytest

import sumspace
from browsing import take_picture
from clicking import (
    CATS,
    MOON,
    is_too_wide,
    opened,
    reload,
    serving_files,
    wait_for_document,
    wait_for_table,
    write_corpus,
)

DROP = """([name, text, event, times = 1]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text.repeat(times)], name));
  document.querySelector("main").dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }));
}"""
BARE = {"id": "bare", "text": "Nobody has written a summary of this."}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Two documents, and one that has no references."""
    return write_corpus(tmp_path_factory.mktemp("files"), CATS, MOON, BARE)


@pytest.fixture(scope="module")
def address(browser, corpus):  # noqa: ARG001 - no server is started where no browser can look at it
    with serving_files(corpus) as address:
        yield address


@pytest.fixture
def sample(browser, address):
    with opened(browser, f"{address}#/corpus/sample") as page:
        wait_for_table(page)
        yield page


def headings(page):
    return page.locator("thead th").all_inner_texts()


def table(page):
    """Return the rows of the table by their documents, each by its headings."""
    names = headings(page)
    rows = page.locator("tbody tr").evaluate_all("all => all.map(({ cells }) => [...cells].map((c) => c.textContent))")
    return {row[0]: dict(zip(names, row, strict=True)) for row in rows}


def column(page, name):
    return [row[name] for row in table(page).values()]


def sort_by(page, name):
    page.locator("thead").get_by_role("button", name=name, exact=True).click()


def sorting(page):
    orders = page.locator("thead th").evaluate_all("all => all.map((th) => th.ariaSort)")
    return {name: order for name, order in zip(headings(page), orders, strict=True) if order != "none"}


def upload_error(page):
    return page.locator(".drop").get_by_role("alert")


# What is in the table


def test_the_numbers_of_the_table_are_those_of_the_interface(browser, address, corpus):
    examples = [example for example in sumspace.read(corpus) if example.references]
    options = {"measure": "rouge-1", "score": "recall"}
    ranked = sumspace.rank(examples, **options, words=7).table(each_summary=True).records
    oracles = {found.id: found.oracles for found in sumspace.oracles(examples, **options, budget="reach(7)")}
    with opened(browser, f"{address}#/?words=7") as page:
        assert page.get_by_role("heading", level=2).first.inner_text() == corpus.name  # what the user has brought
        wait_for_table(page)
        for system in ("mine", "lead", "textrank"):
            page.get_by_label("System", exact=True).select_option(f"one:{system}")
            rows = table(page)
            assert list(rows) == ["Catscats", "The moonmoon", "bare"]
            for example in examples:
                shown = rows[example.title + example.id]
                (own,) = (row for row in ranked if (row["id"], row["system"]) == (example.id, system))
                assert (shown["domain"], shown["sentences"]) == (example.domain, str(len(example.sentences())))
                assert shown["references"] == "2"
                assert shown["extracts"] == f"{own['extracts']:,}"
                assert shown["mean"] == f"{own['mean']:.4f}"
                assert shown["oracle score"] == f"{own['max']:.4f}" == f"{oracles[example.id].score:.4f}"
                assert shown["score"] == f"{own['score']:.4f}"
                assert float(shown["percentile"]) == pytest.approx(100 * own["below"], abs=0.0051)
                assert shown["oracles"] == str(oracles[example.id].count)
                assert shown["nines"] == ("above all" if own["above_all"] else f"{own['nines']:.1f}")
                assert shown["room"] == f"{own['max'] - own['score']:.4f}"
        assert rows["bare"]["score"] == rows["bare"]["oracle score"] == "–"
        page.get_by_text("1 document could not be scored").click()
        assert page.locator(".left-out li").inner_text() == "bare: has no references to score extracts against"
        take_picture(page, "corpus-left-out")


def test_the_table_counts_the_oracles_that_the_page_of_the_document_has(sample):
    row = table(sample)["The Slateliterary-3"]
    sample.get_by_role("link", name="The Slate").click()
    wait_for_document(sample)
    assert sample.get_by_role("button", name=f"All {row['oracles']} oracles").is_visible()


def test_all_systems_stand_side_by_side(sample):
    systems = sample.get_by_label("System", exact=True)
    systems.select_option("all:nines")
    names = ["random", "lead", "textrank", "skim", "retell", "opening", "closing", "scatter", "frequent"]
    assert headings(sample)[-9:] == names
    side_by_side = table(sample)
    systems.select_option("one:skim")
    alone = table(sample)
    assert headings(sample)[-4:] == ["score", "percentile", "nines", "room"]
    assert {name: row["skim"] for name, row in side_by_side.items()} == {
        name: row["nines"] for name, row in alone.items()
    }


def test_filters_and_the_system_are_in_the_address(sample):
    sample.get_by_label("Find", exact=True).fill("legal-")
    sample.get_by_label("Domain", exact=True).select_option("legal")
    sample.get_by_label("System", exact=True).select_option("one:skim")
    sample.wait_for_url("**find=legal-&domain=legal&system=one%3Askim")
    before = table(sample)
    assert len(before) == 5
    reload(sample)
    wait_for_table(sample)
    assert table(sample) == before
    assert sample.get_by_label("Find", exact=True).input_value() == "legal-"


def test_a_domain_that_a_corpus_does_not_have_filters_nothing(browser, address):
    with opened(browser, f"{address}#/corpus/sample?domain=nowhere&system=one%3Anobody") as page:
        wait_for_table(page)
        assert len(table(page)) == 20
        assert headings(page)[-4:] == ["score", "percentile", "nines", "room"]


def test_a_click_on_a_heading_sorts_and_another_turns_it_round(sample):
    assert sorting(sample) == {}
    sort_by(sample, "oracle score")
    assert sorting(sample) == {"oracle score": "descending"}
    scores = column(sample, "oracle score")
    assert scores == sorted(scores, reverse=True)
    sample.keyboard.press("Enter")  # the heading still has the focus
    assert sorting(sample) == {"oracle score": "ascending"}
    assert column(sample, "oracle score") == sorted(scores)
    sort_by(sample, "extracts")
    counts = [int(count.replace(",", "")) for count in column(sample, "extracts")]
    assert counts == sorted(counts, reverse=True)
    sort_by(sample, "document")
    assert sorting(sample) == {"document": "ascending"}
    titles = sample.get_by_role("rowheader").get_by_role("link").all_inner_texts()
    assert titles == sorted(titles, key=str.lower)
    sort_by(sample, "nines")
    assert column(sample, "nines")[0] == "above all"


def test_documents_are_found_by_their_names_and_domains(sample):
    shown = sample.locator(".filters .shown")
    assert shown.inner_text() == "20 documents"
    sample.get_by_label("Domain", exact=True).select_option("legal")
    assert set(column(sample, "domain")) == {"legal"}
    assert shown.inner_text() == "5 of 20 documents"
    assert shown.get_attribute("aria-live") == "polite"
    find = sample.get_by_role("searchbox", name="Find")
    find.fill("TINDLE")
    assert list(table(sample)) == ["Tindle v Kessary Island Ferrieslegal-3"]
    find.fill("legal-4")
    assert len(table(sample)) == 1
    find.fill("nobody")
    assert sample.locator("tbody").inner_text() == "No document matches. Change the search or the domain."
    find.fill("")
    sample.get_by_label("Domain", exact=True).select_option("")
    assert len(table(sample)) == 20


# Domains


def test_every_domain_has_its_density_with_every_system_until_it_is_hidden(sample):
    charts = sample.locator(".density")
    assert sample.locator("figcaption b").all_inner_texts() == ["newswire", "literary", "scientific", "legal"]
    legend = sample.get_by_role("group", name="Systems shown in the charts")
    buttons = legend.get_by_role("button")
    systems = buttons.all_inner_texts()
    assert len(systems) == 9
    looks = legend.locator("path").evaluate_all("all => all.map((p) => p.getAttribute('d') + p.getAttribute('fill'))")
    assert len(set(looks)) == 9
    for place in range(4):
        marks = dict(text.split(": ") for text in charts.nth(place).locator(".system title").all_text_contents())
        assert set(marks) == set(systems)
        rows = [
            row
            for row in table(sample).values()
            if row["domain"] == ["newswire", "literary", "scientific", "legal"][place]
        ]
        best = sample.get_by_label("System", exact=True).input_value().removeprefix("one:")
        mean = sum(float(row["score"]) for row in rows) / len(rows)
        assert float(marks[best]) == pytest.approx(mean, abs=1e-4)
        assert charts.nth(place).locator(".area").count() == 1
    lead = buttons.filter(has_text="lead")
    for pressed, number in (("false", 0), ("true", 4)):
        lead.click()
        assert lead.get_attribute("aria-pressed") == pressed
        assert charts.locator(".system").filter(has_text="lead").count() == number
    lead.press("Space")
    assert charts.locator(".system").filter(has_text="lead").count() == 0
    sample.set_viewport_size({"width": 600, "height": 800})
    sample.wait_for_function("() => document.querySelector('.density').clientWidth > 320")
    assert charts.locator(".system").filter(has_text="lead").count() == 0
    assert not is_too_wide(sample)


def test_labels_of_marks_that_crowd_stand_on_both_sides_and_do_not_overlap(sample):
    marks = [{"name": f"a system called {number}", "at": 400 + 6 * number} for number in range(20)]
    placed = sample.evaluate(
        """(marks) => import("/static/workbench.js").then(
            ({ placeLabels }) => placeLabels(marks, { width: 1000, most: 12, longest: 22, letter: 7 })
        )""",
        marks,
    )
    assert [label["isLeft"] for label in placed] == [True] * 10 + [False] * 10
    rows = [[label for label in placed if label["lane"] == lane] for lane in range(12)]
    assert sum(map(len, rows)) == len(marks)
    for row in rows:
        assert all(left["to"] < right["from"] for left, right in pairwise(sorted(row, key=itemgetter("from"))))


def test_the_table_is_computed_for_the_chosen_measure(sample):
    before = column(sample, "oracle score")
    sample.get_by_label("Measure").select_option("rouge-2")
    sample.wait_for_url("**measure=rouge-2**")
    sample.wait_for_function("() => !document.querySelector('.stale')")
    after = column(sample, "oracle score")
    assert all(float(two) < float(one) for one, two in zip(before, after, strict=True))
    sample.get_by_role("link", name="The Slate").click()
    wait_for_document(sample)
    assert sample.get_by_label("Measure").input_value() == "rouge-2"


# From here to there


def test_who_goes_back_to_a_known_table_cancels_the_other_one(sample):
    job = {
        "id": "endless",
        "kind": "table",
        "title": "",
        "state": "running",
        "progress": None,
        "seconds": 1,
        "error": None,
    }
    sample.route("**/table", lambda route: route.fulfill(status=202, json={"job": job}))
    sample.route("**/api/jobs/endless", lambda route: route.fulfill(json=job))
    sample.get_by_label("Measure").select_option("rouge-3")
    sample.locator(".waiting").filter(has_text="Computing").wait_for()
    with sample.expect_request(lambda request: request.method == "DELETE" and request.url.endswith("/endless")):
        sample.get_by_label("Measure").select_option("rouge-1")
    wait_for_table(sample)


def test_back_from_a_document_order_filters_and_place_are_as_they_were(sample):
    sort_by(sample, "percentile")
    sort_by(sample, "percentile")
    sample.get_by_label("Domain", exact=True).select_option("literary")
    sample.set_viewport_size({"width": 900, "height": 500})
    rows = list(table(sample))
    sample.get_by_role("link", name="Line Eleven").scroll_into_view_if_needed()
    sample.evaluate("window.scrollBy(0, 60)")
    place = sample.evaluate("window.scrollY")
    assert place > 100
    for back in ("button", "link"):
        sample.get_by_role("link", name="Line Eleven").click()
        wait_for_document(sample)
        assert sample.get_by_role("heading", level=1).inner_text() == "Line Eleven"
        if back == "button":
            sample.go_back()
        else:
            sample.get_by_role("link", name="All documents").click()
        wait_for_table(sample)
        assert sorting(sample) == {"percentile": "ascending"}
        assert list(table(sample)) == rows
        assert sample.get_by_label("Domain", exact=True).input_value() == "literary"
        sample.wait_for_function("(place) => Math.abs(window.scrollY - place) < 5", arg=place)


def test_documents_follow_one_another(sample):
    sample.get_by_role("link", name="The Slate").click()
    around = sample.get_by_role("navigation", name="Documents")
    around.get_by_text("8 of 20").wait_for()
    around.get_by_role("link", name="Next document").click()
    around.get_by_text("9 of 20").wait_for()
    wait_for_document(sample)
    around.get_by_role("link", name="Previous document").click()
    around.get_by_text("8 of 20").wait_for()


def test_the_table_is_saved_with_all_its_digits(sample):
    with sample.expect_download() as saving:
        sample.get_by_role("button", name="CSV").click()
    rows = {row["id"]: row for row in csv.DictReader(saving.value.path().read_text(encoding="utf-8").splitlines())}
    with sample.expect_download() as saving:
        sample.get_by_role("button", name="JSON").click()
    documents = json.loads(saving.value.path().read_text(encoding="utf-8"))["documents"]
    assert len(rows) == len(documents) == 20
    for document in documents:
        row = rows[document["id"]]
        assert (float(row["max"]), row["extracts"]) == (document["max"], document["extracts"])
        assert float(row["lead room"]) == document["systems"]["lead"]["room"]


# Files


def test_a_file_that_is_dropped_on_the_page_is_a_corpus(browser, address, corpus):
    text = corpus.read_text(encoding="utf-8").replace('"moon"', '"luna"')
    with opened(browser, f"{address}#/corpus/sample") as page:
        wait_for_table(page)
        veil = page.get_by_text("Drop the file to open it as a corpus")
        assert not veil.is_visible()
        page.evaluate(DROP, ["dropped.jsonl", text, "dragenter"])
        assert veil.is_visible()
        take_picture(page, "dropping")
        page.evaluate(DROP, ["dropped.jsonl", text, "drop"])
        page.get_by_role("heading", name="dropped.jsonl", level=1).wait_for()
        assert not veil.is_visible()
        wait_for_table(page)
        assert list(table(page)) == ["Catscats", "The moonluna", "bare"]
        reload(page)
        wait_for_table(page)
        assert (
            page.get_by_label("Corpus", exact=True).locator("option:checked").inner_text()
            == "dropped.jsonl (3 documents)"
        )
        page.get_by_label("Corpus", exact=True).select_option("sample")
        page.get_by_role("heading", name="built-in sample").wait_for()


def test_an_upload_is_removed_with_its_button(browser, address, corpus):
    with opened(browser, f"{address}#/corpus/sample") as page:
        wait_for_table(page)
        remove = page.get_by_role("button", name="Remove", exact=True)
        assert not remove.count()  # it was not uploaded
        text = corpus.read_text(encoding="utf-8").replace('"moon"', '"removed"')
        page.evaluate(DROP, ["removed.jsonl", text, "drop"])
        page.get_by_role("heading", name="removed.jsonl", level=1).wait_for()
        wait_for_table(page)
        remove.click()
        page.get_by_role("heading", name="built-in sample", level=1).wait_for()
        page.get_by_role("status").filter(has_text="removed.jsonl is removed.").wait_for()
        names = page.get_by_label("Corpus", exact=True).locator("option").all_inner_texts()
        assert not any("removed.jsonl" in name for name in names)


def test_several_files_are_not_one_corpus(browser, address):
    with opened(browser, f"{address}#/corpus/1") as page:
        wait_for_table(page)
        page.evaluate(
            DROP.replace("name));", "name)); dataTransfer.items.add(new File([], 'two.jsonl'));"),
            ["one.jsonl", "", "drop"],
        )
        upload_error(page).filter(has_text="Drop one file at a time.").wait_for()
        assert len(table(page)) == 3


def test_a_corpus_of_many_domains_has_charts_of_some(browser, tmp_path):
    records = [CATS | {"id": f"{place}", "domain": f"domain {place}"} for place in range(30)]
    with (
        serving_files(write_corpus(tmp_path, *records, name="many.jsonl")) as address,
        opened(browser, f"{address}#/corpus/1") as page,
    ):
        wait_for_table(page)
        page.get_by_text("The first 24 of 30 domains; the download has all of them.").wait_for()
        assert page.locator(".densities svg.density").count() == 24


def test_a_file_is_dropped_on_any_page(browser, address, corpus):
    with opened(browser, f"{address}#/studies") as page:
        page.get_by_role("heading", name="Finished").wait_for()
        page.evaluate(DROP, ["notes.txt", "notes", "drop"])
        page.get_by_role("alert").filter(has_text="notes.txt is not a .jsonl").wait_for()
        page.evaluate(DROP, ["mine.jsonl", corpus.read_text(encoding="utf-8"), "drop"])
        page.get_by_role("heading", name="mine.jsonl", level=1).wait_for()
        wait_for_table(page)


def test_a_file_is_chosen_with_the_button(browser, address, tmp_path):
    file = write_corpus(tmp_path, MOON, name="chosen.jsonl")
    with opened(browser, f"{address}#/corpus/1", size="phone") as page:
        wait_for_table(page)
        with page.expect_file_chooser() as choosing:
            page.get_by_role("button", name="Open a file…").click()
        choosing.value.set_files(file)
        page.get_by_role("heading", name="chosen.jsonl", level=1).wait_for()
        wait_for_table(page)
        assert list(table(page)) == ["The moonmoon"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "mine.txt",
            "The cat sat.",
            r"mine\.txt is not a \.jsonl, \.jsonl\.gz or \.parquet file; sumspace corpus convert",
        ),
        ("mine.jsonl", '{"id": "a", "text": "A cat."}\n{"id": ', r"mine\.jsonl:2: "),
        ("mine.jsonl", "", r"mine\.jsonl"),
        ("mine.parquet", "no parquet", r"mine\.parquet"),
        ("mine.jsonl.gz", "not compressed", r"mine\.jsonl\.gz"),
    ],
)
def test_a_file_that_is_no_corpus_is_refused_in_plain_words(browser, address, name, text, said):
    with opened(browser, f"{address}#/corpus/1", expected=(422,)) as page:
        wait_for_table(page)
        page.evaluate(DROP, [name, text, "drop"])
        upload_error(page).filter(has_text=re.compile(f"^{said}")).wait_for()
        assert "/" not in upload_error(page).inner_text()
        assert len(table(page)) == 3


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(browser, address):
    with opened(browser, f"{address}#/corpus/1") as page:
        wait_for_table(page)
        page.evaluate(DROP, ["large.jsonl", "x", "drop", 21 * 1024**2])
        upload_error(page).filter(has_text="large.jsonl is 21 MB; the limit is 20 MB.").wait_for()
