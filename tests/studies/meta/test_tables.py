"""The tables of the study of measures: every number, and how it is shown."""

import re
from math import isclose, isnan

import numpy as np
import pytest

from sumspace.measures.measure import parse_measure
from sumspace.show.formats import shown_tables
from sumspace.show.table import flat
from sumspace.stats.correlation import COEFFICIENTS
from sumspace.studies.meta.paper_tables import HIRAO_6, PUBLISHED
from sumspace.studies.meta.plan import Metric


def at(rows, **place):
    return [row for row in rows if all(row[name] == value for name, value in place.items())]


def views(study, name):
    return [view for view in shown_tables(study.tables(), "page") if view.name == name]


def cells(view):
    return [row.cells for row in view.rows()]


def heads(view):
    return [(column.group, column.heading) for column in view.columns]


def metric(name, part="recall"):
    measure = parse_measure(name)
    return Metric(measure, "value" if measure.has_one_value else part)


def test_ranked_measures_stand_first_from_the_highest_pearson_to_the_lowest(study, records):
    assert len(records["measures"]) == 2 * 3 * len(study.metrics)
    for aspect, level in study.compared:
        rows = at(records["measures"], aspect=aspect, level=level)
        for is_ranked in (True, False):
            values = [row["pearson"] for row in rows if row["ranked"] is is_ranked]
            assert values == sorted(values, reverse=True)
        assert [row["ranked"] for row in rows] == sorted((row["ranked"] for row in rows), reverse=True)


def test_a_record_has_every_coefficient_with_its_interval_and_counts(study, records):
    for (aspect, level), compared in study.compared.items():
        for result in compared.results:
            place = {"aspect": aspect, "level": level, "measure": str(result.measure), "score": result.metric.part}
            (row,) = at(records["measures"], **place)
            for name in COEFFICIENTS:
                assert row[name] == result.correlation[name]
                bounds = result.intervals[name]
                assert row[f"{name}_interval"] == ([bounds.low, bounds.high] if bounds else None)
            assert (row["points"], row["reason"]) == (result.correlation.points, "")
            assert (row["systems"], row["summaries"]) == (result.systems, result.summaries)


def test_the_parts_that_count_are_named(records):
    parts = {(row["measure"], row["score"]) for row in records["measures"]}
    assert {("rouge-2", "recall"), ("rouge-2", "f1"), ("cosine", "value"), ("oracle(rouge-1)", "f1")} <= parts


def test_what_is_not_defined_has_a_reason_and_no_number(odd):
    rows = at(odd.table("measures").records, aspect="constant")
    assert len(rows) == 2 * 2 * 3
    for row in rows:
        assert {row[name] for name in ("pearson", "spearman", "kendall", "pearson_interval")} == {None}
        assert "constant" in row["reason"]
        assert (flat(row)["pearson_low"], flat(row)["pearson_high"]) == (None, None)


def test_no_number_is_not_a_number(records):
    values = [value for rows in records.values() for row in rows for value in row.values()]
    assert not any(isinstance(value, float) and isnan(value) for value in values)


def test_the_tables_of_the_paper_stand_in_the_order_found_with_its_figures_beside(study, records):
    for aspect in study.aspects:
        rows = at(records["paper_1"], aspect=aspect)
        assert {row["measure"] for row in rows} == {"rouge-1", "rouge-2", "cosine", "keywords"}
        assert [row["place"] for row in rows] == [1, 2, 3, 4]
        values = [row["pearson"] for row in rows]
        assert values == sorted(values, reverse=True)
        (row,) = at(rows, measure="rouge-2")
        assert (row["paper_pearson"], row["paper_place"]) == (0.96119, 1)
    assert {row["measure"] for row in records["paper_2"]} == {"cosine(text)", "lsa-topic(text)"}


def test_oracles_stand_beside_rouge_as_in_the_paper(study, records):
    rows = at(records["hirao_6"], aspect=study.aspects[0])
    assert [row["name"] for row in rows] == ["ROUGE-1", "ROUGE-2", "F (R1) multi-M"]
    assert (rows[2]["paper_pearson"], rows[2]["paper_spearman"]) == ("0.814", "0.841")


def test_the_published_figures_are_in_the_order_of_the_paper():
    for figures in PUBLISHED.values():
        assert list(figures.values()) == sorted(figures.values(), reverse=True)
    assert all(str(parse_measure(name)) == name for figures in PUBLISHED.values() for name in figures)
    assert all(str(parse_measure(line.measure)) == line.measure for line in HIRAO_6)
    assert len({line.measure for line in HIRAO_6}) == len(HIRAO_6) == 10
    assert all(re.fullmatch(r"0\.\d{3}( … 0\.\d{3})?", line.pearson) for line in HIRAO_6)


def test_every_two_ranked_measures_of_a_view_are_tested_once_the_higher_one_first(study, records):
    for (aspect, level), compared in study.compared.items():
        for view in study.plan.views:
            rows = at(records["tests"], aspect=aspect, level=level, score=view)
            order = [str(r.measure) for r in study.ranked(aspect, level, view)]
            assert len(rows) == len(order) * (len(order) - 1) // 2
            p_values = {
                frozenset(str(m.measure) for m in pair): p for pair, p in study.p_values(aspect, level, view).items()
            }
            for row in rows:
                assert order.index(row["first"]) < order.index(row["second"])
                assert row["pearson_difference"] >= 0
                assert row["pearson_corrected_p"] == p_values[frozenset((row["first"], row["second"]))]
                assert row["pearson_p"] <= row["pearson_corrected_p"]
                assert (row["williams_p"] is None) == (level == "summary")
        assert compared.tests


def test_systems_have_their_means(study, records):
    scores = study.scores[metric("rouge-1")]
    for row in at(records["systems"], measure="rouge-1", score="recall"):
        column = study.systems.index(row["system"])
        assert isclose(row["mean"], scores[:, column].mean())
        assert isclose(row["judgement"], study.judgements[row["aspect"]][:, column].mean())
        assert isclose(row["words"], study.lengths[row["aspect"]].means[column])


def test_a_system_that_a_measure_cannot_score_has_none(records):
    rows = at(records["systems"], measure="oracle(rouge-1)", system="retell")
    assert {(row["mean"], row["judgement"]) for row in rows} == {(None, None)}


def test_sweeps_have_every_setting(study, records):
    assert len(records["sweeps"]) == len(study.sweeps) == 2 * (4 * 16 + 2 * 15)
    (row,) = at(records["sweeps"], aspect="responsiveness", measure="keywords", against="references")
    (same,) = at(records["measures"], aspect="responsiveness", level="system", measure="keywords", score="f1")
    assert (row["figure"], row["setting"], row["pearson"]) == ("6", "30", same["pearson"])


def test_tables_fit_a_terminal(study, odd):
    for shown in (study, odd):
        *lines, last = str(shown).rstrip("\n").split("\n")
        assert last == shown.signature
        assert max(map(len, lines)) <= 120


def test_a_terminal_has_tables_for_each_aspect_then_raters_then_sweeps(study):
    shown = [view.name for view in shown_tables(study.tables(), "text")]
    assert shown == ["compact", "levels", "compact", "levels", "raters", "figure_4", "figure_5", "figure_6"]


def test_recall_and_f1_have_a_column_each_with_counts_beside(study, records):
    view = views(study, "compact")[0]
    assert heads(view) == [
        ("", "measure"), ("", "systems"), ("", "summaries"),
        *((group, head) for group in ("recall", "F1", "one value") for head in ("r", "95% interval")),
    ]  # fmt: skip
    by_name = {row[0]: row for row in cells(view)}
    assert "oracle(rouge-1)" not in by_name
    (recall,) = at(records["measures"], aspect=study.aspects[0], level="system", measure="rouge-1", score="recall")
    assert by_name["rouge-1"][1:4] == ("6", "120", f"{recall['pearson']:.3f}")
    assert by_name["rouge-1"][7:] == ("–", "–")
    assert by_name["cosine"][3:7] == ("–",) * 4


def test_levels_stand_side_by_side(study, records):
    view = views(study, "levels")[0]
    assert [group for group, _ in heads(view)] == ["", *["system"] * 3, *["summary"] * 3, *["pooled"] * 3]
    for row in cells(view):
        pooled = at(records["measures"], aspect=study.aspects[0], level="pooled", measure=row[0])
        by_part = {own["score"]: own["pearson"] for own in pooled}
        shown = [None if cell == "–" else float(cell) for cell in row[7:]]
        assert shown == [pytest.approx(by_part.get(part), abs=5e-4) if part in by_part else None
                         for part in ("recall", "f1", "value")]  # fmt: skip


def test_measures_that_rest_on_fewer_systems_stand_apart_beside_ranked_ones_on_the_same_systems(study):
    view = views(study, "apart")[0]
    assert [row[:3] for row in cells(view)] == [("oracle(rouge-1)", "recall", "5"), ("oracle(rouge-1)", "F1", "5")]
    others = [
        study.correlate_where(own, metric("oracle(rouge-1)"), "responsiveness").pearson
        for own in study.usable["responsiveness"].ranked
    ]
    assert float(cells(view)[0][6]) == pytest.approx(np.median(others), abs=5e-4)
    compact = views(study, "compact")[0]
    told = " ".join(" ".join(compact.notes).split())
    assert "cover fewer systems or summaries: oracle(rouge-1) recall (5 of 6 systems, 100 of 120 summaries)" in told


def test_what_is_not_defined_is_a_dash_with_its_reason_said_once(odd):
    view = views(odd, "compact")[0]
    assert {cell for row in cells(view) for cell in row[3:]} == {"–"}
    notes = [note for note in (*view.notes, *views(odd, "levels")[0].notes) if note.startswith("–")]
    assert notes[0] == "– Undefined at the system level (the judgements are constant): all measures."
    assert len(notes) == 3
    full = views(odd, "measures")[0]
    assert full.columns[-1].heading == "undefined"
    assert {row[-1] for row in cells(full)} == {"the judgements are constant"}


def test_intervals_and_counts_of_every_coefficient_are_in_the_full_tables(study, records):
    tables = views(study, "measures")
    assert len(tables) == 2 * 3
    first, row = cells(tables[0])[0], records["measures"][0]
    names = dict(zip((column.heading for column in tables[0].columns), first, strict=True))
    assert first[:2] == (row["measure"], "one value")
    for place, name in ((2, "pearson"), (4, "spearman"), (6, "kendall")):
        low, high = row[f"{name}_interval"]
        assert first[place : place + 2] == (f"{row[name]:.3f}", f"{low:z.2f} … {high:z.2f}")
    assert (names["systems"], names["summaries"]) == ("6", "120")
    assert {"acc", "τ-c", "SPA"} <= set(names)


def test_the_best_measures_are_named_below_the_tables_and_on_the_page(study):
    (page,) = views(study, "tests")
    for place, aspect in enumerate(study.aspects):
        notes = [note for name in ("compact", "levels") for note in views(study, name)[place].notes]
        told = " ".join(" ".join(notes).split())
        for level in study.plan.levels:
            for view in study.plan.views:
                for verdict in study.verdicts(aspect, level, view):
                    assert f"{verdict.best.measure}" in told
                    assert any(str(verdict.best.measure) == row[3] for row in cells(page))
    assert "Significant: p < 0.05 (PERM-BOTH" in page.notes[0]


def test_lengths_and_the_best_systems_have_tables(study, records):
    rows = at(records["lengths"], aspect="responsiveness")
    assert {(row["measure"], row["score"]) for row in rows} == {(str(m.measure), m.part) for m in study.metrics}
    assert len(views(study, "lengths")) == 2
    tops = at(records["top_systems"], aspect="responsiveness", measure="rouge-2", score="recall")
    assert [row["top"] for row in tops] == [4, 5, 6]


def test_oracles_have_all_aspects_beside_each_other(study):
    (view,) = views(study, "hirao_6")
    assert [group for group, _ in heads(view)] == [
        "", "", *["responsiveness"] * 2, *["reference clarity"] * 2, *["in the paper"] * 2,
    ]  # fmt: skip
    assert cells(view)[0][:2] == ("ROUGE-1", "rouge-1")
    assert cells(view)[0][-2:] == ("0.861", "0.760")
    assert view.notes[0].endswith("here 5 systems, on summaries that are extracts.")


@pytest.mark.parametrize("name", ["figure_4", "figure_5", "figure_6"])
def test_the_highest_of_a_sweep_is_marked(study, name):
    (view,) = views(study, name)
    for column in range(1, len(view.columns)):
        column_cells = [row[column] for row in cells(view)]
        marked = [cell for cell in column_cells if cell.endswith("*")]
        assert marked
        assert float(marked[0].rstrip("*")) == max(float(cell.rstrip("*")) for cell in column_cells)


def test_measures_of_a_sweep_stand_together_by_aspect(study):
    for name, inner in {"figure_4": ("lsa-topic", "lsa-terms"), "figure_6": ("references", "text")}.items():
        (view,) = views(study, name)
        assert heads(view)[1:] == [(aspect, kind) for aspect in study.aspects for kind in inner]


def test_judgements_are_means_over_all_that_was_judged_whatever_a_measure_scores(study):
    (view,) = views(study, "systems")
    shown = dict(zip((column.heading for column in view.columns), cells(view)[0], strict=True))
    assert shown[study.systems[0]] == f"{study.judgements['responsiveness'][:, 0].mean():.4g}"
    assert [row[0] for row in cells(view)][:3] == ["responsiveness", "reference clarity", "words"]


def test_ten_systems_stand_side_by_side(odd):
    (view,) = views(odd, "systems")
    assert len(view.columns) == 1 + 10
    assert cells(view)[0] == ("constant", *["3"] * 10)


def test_raters_who_all_say_the_same_have_no_alpha(odd):
    (view,) = views(odd, "raters")
    assert cells(view) == [("constant", "–", "–", "–", "10", "20", *["–"] * 6)]
    assert "– Undefined for constant: all ratings are the same." in view.notes


def test_without_oracles_sweeps_or_the_papers_measures_there_are_no_such_tables(odd):
    names = {view.name for view in shown_tables(odd.tables(), "page")}
    assert names == {"compact", "levels", "raters", "lengths", "paper_1", "tests", "measures", "systems"}
