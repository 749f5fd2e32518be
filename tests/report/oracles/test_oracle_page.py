"""The report of the study of oracles: a folder, its figures and its pages."""

import json
from dataclasses import replace

import pytest

from reports import assert_drawn, assert_rows, assert_same_files, assert_stands_alone
from sumspace.errors import OutputError
from sumspace.report.oracles.charts import figures
from sumspace.report.oracles.findings import findings
from sumspace.report.oracles.page import write_oracles
from sumspace.report.oracles.records import records
from sumspace.report.oracles.sentence_charts import decade, place_shares
from sumspace.report.oracles.texts import MOST, texts_page


def test_csv_files_say_what_records_say(study, folder):
    for table, rows in records(study).items():
        assert_rows(folder / f"{table}.csv", rows)


def test_output_is_the_same_every_time(study, folder, tmp_path):
    again = write_oracles(study, tmp_path / "again").parent
    assert_same_files(folder, again)


def test_pages_stand_alone(folder):
    for name in ("index.html", "documents.html"):
        assert_stands_alone(folder / name)


def test_every_figure_is_there_twice_and_on_the_page(study, folder):
    drawn = figures(study)
    assert {"scores-rouge-1", "domains", "counts", "places", "curves-rouge-2-words", "curves-rouge-2-share"} <= set(
        drawn
    )
    assert_drawn(drawn, folder)


def test_every_sentence_is_marked_by_its_share(study, folder):
    page = (folder / "documents.html").read_text()
    shares = [s for d in study.documents for one in d.oracles if one.references == "all" for s in one.shares]
    assert page.count("<sup>") == sum(share > 0 for share in shares)
    assert page.count("<sup>100</sup>") == sum(share > 1 - 1e-9 for share in shares)
    for document in study.documents:
        one = document.oracles[0]
        place = one.best[0]
        assert f"title='sentence {place}: in " in page
    for share in {share for share in shares if share}:
        assert f"--share:{share:.2f}" in page


def test_only_the_first_of_many_documents_are_shown(study):
    many = replace(study, documents=study.documents * 5)
    page = "\n".join(texts_page(many))
    assert page.count("<h2>") == MOST < len(many.documents)
    assert f"Of 25 documents the first {MOST} are shown." in page
    assert "are shown." not in "\n".join(texts_page(study))


def test_texts_say_what_was_not_found(unproven, odd):
    page = "\n".join(texts_page(unproven))
    assert "that was found scores" in page
    assert "<mark class=best style='--share:0'" in page
    assert "No extract of at_most(2) has a unit of the references." in "\n".join(texts_page(odd))


def test_odd_names_are_text(odd, odd_name, tmp_path):
    index = write_oracles(odd, tmp_path / "odd")
    for page in (index.read_text(), index.with_name("documents.html").read_text()):
        assert odd_name not in page
        assert "<old>" not in page
        assert "<no>" not in page
        assert "\x07" not in page
    assert "&lt;old&gt;" in index.with_name("documents.html").read_text()
    assert index.read_text().count("&lt;b&gt;&amp;&quot;&#x27;-2") == 1


def test_the_page_begins_with_what_was_found(study, folder):
    page = (folder / "index.html").read_text()
    average = study.everything.oracles["rouge-1", "all"]
    best = max(study.everything.systems["rouge-1", "all"], key=lambda one: one.share)
    first, second = findings(study)
    assert first.startswith(f"On rouge-1, the best extracts score {100 * average.score:.1f} on average")
    assert f"the best system, {best.system}, reaches {best.share:.0%} of that" in first
    assert second.startswith("On rouge-2")
    assert first in page.replace("&#x27;", "'")
    number = sum(len(document.oracles) for document in study.documents)
    assert f"{number} of {number} oracles are proven" in page


def test_an_interrupted_study_says_so(unproven, tmp_path):
    page = write_oracles(unproven, tmp_path / "page").read_text()
    assert "The study was interrupted" in page
    assert "score at least" in page


def test_a_folder_with_something_in_it_is_left_alone(study, folder):
    with pytest.raises(OutputError, match="already there"):
        write_oracles(study, folder)


def test_bins_of_numbers_follow_one_another():
    counts = (0, 1, 2, 9, 10, 99, 100, 99_999, 999_999, 10**6, 10**300)
    assert [decade(count) for count in counts] == [
        "0", "1", "2–9", "2–9", "10–99", "10–99", "100–999", "10,000–99,999", "100,000–999,999", "1,000,000 +",
        "1,000,000 +",
    ]  # fmt: skip


def test_places_add_up_and_a_short_document_is_spread(study, odd):
    for document in study.documents:
        assert sum(place_shares(document, "rouge-1")) == pytest.approx(1)
    # Of three sentences the first and the last are in half of the oracles each, the second in none.
    shares = place_shares(odd.documents[0], "rouge-1")
    assert shares == pytest.approx([0.15, 0.15, 0.15, 0.05, 0, 0, 0.05, 0.15, 0.15, 0.15])
    assert place_shares(odd.documents[1], "rouge-1") is None


def test_bars_stand_from_best_to_worst_below_the_oracle(study):
    figure = figures(study)["scores-rouge-1"].to_dict(validate=False)
    (rows,) = map(json.loads, figure["datasets"].values())
    assert [row["kind"] for row in rows[:2]] == ["oracle", "greedy"]
    scores = [row["score"] for row in rows[2:]]
    assert scores == sorted(scores, reverse=True)
    assert rows[0]["score"] == study.everything.oracles["rouge-1", "all"].score


def test_a_study_without_curves_and_domains_has_no_figure_of_them(odd):
    assert set(figures(odd)) == {"scores-rouge-1", "counts", "places"}
