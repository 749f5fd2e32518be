"""The tables of the study of limits."""

from dataclasses import replace

import pytest

from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.measures.measure import parse_measure
from sumspace.show.formats import shown_tables
from sumspace.space.budget import Reach
from sumspace.space.distribution import Distribution
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.studies.limits.study import LimitsStudy
from sumspace.studies.limits.system_tables import is_coarse
from sumspace.tasks.space import SpacePlan
from sumspace.tasks.systems import BASELINES
from sumspace.text.passage import Passage

ODD = '<b>&"'


def records(study, table, **fields):
    return [r for r in study.table(table).records if all(r[name] == value for name, value in fields.items())]


def views(study, name=None):
    return [view for view in shown_tables(study.tables(), "text") if name in (None, view.name)]


def cells(view):
    return [row.cells for row in view.rows()]


def test_there_is_a_record_for_everything_that_was_studied(study):
    assert [table.name for table in study.tables()] == [
        "data", "scores", "systems", "places", "ranks", "sections", "sweep", "sweep_systems", "features", "documents",
    ]  # fmt: skip
    assert len(records(study, "scores")) == 2 * 2
    assert len(records(study, "documents")) == 2 * 2 * 2
    assert len(records(study, "systems")) == len(records(study, "ranks")) + 4 == len(records(study, "places")) + 4
    assert {record["domain"] for record in records(study, "sections")} == {"legal"}


def test_records_say_what_was_found(study):
    part = next(part for measure, part in study.domains[1].measures.items() if str(measure) == "rouge-2")
    names = {"domain": "legal", "measure": "rouge-2"}
    (scores,) = records(study, "scores", **names)
    assert (scores["mean"], scores["std"], scores["max"]) == (part.average.mean, part.average.std, part.average.max)
    for system in part.systems:
        (rank,) = records(study, "ranks", system=system.system, **names)
        assert (rank["percentile"], rank["nines"]) == (system.rank.percentile, system.rank.nines)
        assert rank["error_reduction"] == system.error_reduction
        (place,) = records(study, "places", system=system.system, **names)
        assert (place["place"], place["over_99"]) == (system.places.mean.share, system.places.over_99)
        assert (place["reached"], place["room"]) == (system.reached, part.average.max - system.score)
        (score,) = records(study, "systems", system=system.system, **names)
        assert score["score_interval"] == (list(system.score_interval) if system.system == "random" else None)
        assert score["group"] == rank["group"] == system.group
        assert (score["score"], score["kind"] == "baseline") == (system.score, system.system in BASELINES)
    (expected,) = records(study, "systems", kind="expected", **names)
    assert expected["score"] == part.average.mean
    (section,) = records(study, "sections", **names)
    assert (section["mean"], section["whole_mean"]) == part.comparison
    assert section["difference"] == pytest.approx(100 * (section["whole_mean"] / section["mean"] - 1))


def test_a_document_has_as_many_sections_as_it_was_studied_in(study):
    assert {record["sections"] for record in records(study, "documents", domain="newswire")} == {1}
    assert [record["sections"] for record in records(study, "documents", domain="legal")] == [
        len(document.space.parts) for part in study.domains[1].measures.values() for document in part.documents
    ]
    (data,) = records(study, "data", domain="legal")
    assert data["parts"] > 1


def test_tables_fit_a_terminal(study):
    *lines, signature = "".join(study.render("table", plain=True)).rstrip("\n").split("\n")
    assert signature == str(study.plan)
    assert max(map(len, lines)) <= 120


def test_systems_stand_from_best_to_worst(study):
    scores = {}
    for record in records(study, "systems", measure="rouge-1"):
        if record["kind"] != "expected":
            scores[record["system"]] = scores.get(record["system"], 0) + record["score"]
    for table in ("systems", "ranks"):
        shown = [row[0] for row in cells(views(study, table)[0]) if row[0] in scores]
        assert shown == sorted(scores, key=lambda system: -scores[system])


@pytest.fixture(scope="module")
def grouped():
    """Ten small documents with two systems, of which one is better on each."""
    words = ("red", "old", "shy", "big", "wet")
    examples = []
    for number in range(10):
        sentences = [f"The {word} cat number {number} sat on mat {place}." for place, word in enumerate(words)]
        text = Text((Section(Passage(sentences=tuple(sentences))),))
        systems = {name: Summary(Passage(text)) for name, text in [("good", "The old cat sat."), ("bad", "No.")]}
        reference = Reference("A", Passage(f"The old cat sat on a mat {number}."))
        examples.append(Example(str(number), (text,), (reference,), systems))
    spaces = SpacePlan((parse_measure("rouge-1"),), budget=Reach(4))
    return LimitsStudy.run(examples, LimitsPlan(spaces, whole=False, sweep=False))


def test_systems_that_do_not_differ_share_a_letter(grouped, odd):
    (part,) = grouped.domains[0].measures.values()
    groups = {system.system: system.group for system in part.systems}
    assert groups["good"] == "a"
    assert "a" not in groups["bad"]
    for name in ("systems", "ranks"):
        (view,) = views(grouped, name)
        assert {row[0]: row[-1] for row in cells(view) if row[0] in groups} == groups
        assert "do not differ significantly" in view.columns[-1].about
        (few,) = views(odd, name)
        assert "group" not in [column.name for column in few.columns]
        assert "too few" in " ".join(few.notes)
    labels = str(next(f.to_dict() for name, f in grouped.figures().items() if name.startswith("figure-2")))
    assert all(f"{100 * system.score:.2f}  {system.group}" in labels for system in part.systems)


def test_error_reductions_are_written_as_far_as_they_say_something(grouped):
    (view,) = views(grouped, "ranks")
    shown = {row[0]: row[4] for row in cells(view)}
    assert (shown["lead"], shown["good"]) == ("-", "100%")


def test_percentile_ranks_that_the_bins_cannot_carry_are_marked():
    """Three scores in one of the paper's bins: the middle one beats a third, and by the bins nothing."""
    exact = Distribution.by_score({0.5001: 1, 0.5003: 1, 0.5005: 1}).rank(0.5003)
    assert (exact.below, exact.percentile, is_coarse(exact)) == (pytest.approx(1 / 3), 0.0, True)
    apart = Distribution.by_score({0.4: 1, 0.5: 1, 0.6: 1}).rank(0.5)
    assert (apart.percentile, is_coarse(apart)) == (pytest.approx(100 / 3), False)


def test_averages_of_many_documents_are_too_close_for_the_bins():
    """Of 400 documents that are alike, nearly all averages lie in a few bins."""
    sentences = tuple(f"The {word} cat sat on mat {place}." for place, word in enumerate(("red", "old", "shy", "big")))
    text = Text((Section(Passage(sentences=sentences)),))
    systems = {"mine": Summary(extract=(0,))}
    one = Example("", (text,), (Reference("A", Passage("The red cat sat on a big old mat 0 and purred.")),), systems)
    spaces = SpacePlan((parse_measure("rouge-1"),), budget=Reach(7))
    study = LimitsStudy.run(
        [replace(one, id=str(number)) for number in range(400)], LimitsPlan(spaces, whole=False, sweep=False)
    )
    (view,) = views(study, "ranks")
    shown = {row[0]: row[1] for row in cells(view)}
    marked = {r["system"]: abs(r["percentile"] - 100 * r["below"]) > 1 for r in records(study, "ranks")}
    assert any(marked.values())
    assert {name: text.endswith("†") for name, text in shown.items()} == marked
    assert any(note.startswith("†: over 1 point off the exact share") for note in view.notes)


def test_random_has_the_interval_of_single_orders_below_the_table(grouped):
    (view,) = views(grouped, "systems")
    (random,) = records(grouped, "systems", system="random")
    low, high = random["score_interval"]
    assert f"rouge-1 {100 * low:.2f} … {100 * high:.2f}" in " ".join(view.notes)


def test_domains_stand_side_by_side_and_of_one_domain_measures_do(study, odd):
    assert [view.title.split(": ")[-1] for view in views(study, "systems")] == ["rouge-1", "rouge-2"]
    assert [group for group, _ in views(study, "systems")[0].groups()] == ["", "newswire", "legal"]
    (view,) = views(odd, "systems")
    assert [group for group, _ in view.groups()] == ["", "rouge-1", "rouge-2"]


def test_a_system_may_be_called_as_what_is_expected(odd):
    (view,) = views(odd, "systems")
    assert {"expected", "average extract"} <= {row[0] for row in cells(view)}


def test_a_domain_without_a_name_is_a_dash(odd):
    assert records(odd, "data")[0]["domain"] == ""
    assert cells(views(odd)[0])[0][0] == "-"


def test_a_summary_above_all_extracts_is_said_to_be(odd):
    (record,) = records(odd, "ranks", system=ODD, measure="rouge-2")
    assert record["above_all"]
    assert record["nines"] is None
    (view,) = views(odd, "ranks")
    assert any("above all" in row for row in cells(view))
    assert "above all extracts." in " ".join(view.notes)
    assert any("above all extracts" in row.cells for row in view.rows(page=True))


def test_what_was_left_off_is_not_shown(odd):
    assert not any(records(odd, name) for name in ("sweep", "sweep_systems", "features", "sections"))
    assert {view.name for view in views(odd)} == {"data", "scores", "systems", "places", "ranks"}


def test_estimates_are_marked(sampled):
    (scores,) = views(sampled, "scores")
    ((*_, mean, deviation, most, least, exact),) = cells(scores)
    assert [cell[0] for cell in (mean, deviation, least)] == ["~", "~", "≤"]
    assert exact == "0 of 1"
    assert "best is what a search finds" in " ".join(scores.notes)
    (record,) = records(sampled, "scores")
    assert record["max"] <= record["max_bound"]
    assert most == (f"{100 * record['max']:.2f}" if record["max_proven"] else most)
    (ranks,) = views(sampled, "ranks")
    assert all(row[1].startswith("~") for row in cells(ranks))
    assert "the others are estimates" in sampled.findings()[-1]


@pytest.mark.parametrize(("name", "score"), [("study", "recall"), ("precise", "precision")])
def test_titles_name_the_score(name, score, request):
    shown = request.getfixturevalue(name)
    for table in ("scores", "sections", "sweep"):
        assert f" {score}" in views(shown, table)[0].title


def test_every_ratio_has_its_numbers_and_its_systems(study):
    for domain in study.domains:
        for point in domain.sweep:
            names = {"domain": domain.domain, "measure": str(point.measure), "ratio": point.ratio}
            (record,) = records(study, "sweep", **names)
            assert (record["mean"], record["max"]) == (point.average.mean, point.average.max)
            assert record["max"] <= record["max_bound"]
            assert record["max_proven"] == (record["proven"] == record["documents"])
            systems = records(study, "sweep_systems", **names)
            assert [(r["system"], r["score"], r["place"]) for r in systems] == [
                (system.system, system.score, system.places.mean.share) for system in point.systems
            ]
    assert [point.ratio for point in study.domains[0].sweep[::2]] == list(study.plan.ratios)


def test_features_have_their_documents_and_intervals(study):
    for record in records(study, "features"):
        assert record["documents"] == 2
        assert (record["effect_interval"] is None) == (record["exact"] == 2)
        assert record["estimated"] == (record["exact"] < 2)
