"""The tables of the study of measures: every number, and how it is shown."""

import re
from dataclasses import replace
from math import isclose, isnan

import numpy as np
import pytest

from sumspace.measures.measure import parse_measure
from sumspace.show.formats import shown_tables
from sumspace.show.table import flat
from sumspace.studies.meta.paper_tables import HIRAO_6, PUBLISHED


def at(rows, **place):
    return [row for row in rows if all(row[name] == value for name, value in place.items())]


def views(study, name):
    return [view for view in shown_tables(study.tables(), "page") if view.name == name]


def cells(view):
    return [row.cells for row in view.rows()]


def heads(view):
    return [(column.group, column.heading) for column in view.columns]


def test_measures_stand_from_the_highest_pearson_to_the_lowest(study, records):
    assert len(records["measures"]) == 2 * 3 * len(study.measures)
    for aspect, level in study.correlations:
        values = [row["pearson"] for row in at(records["measures"], aspect=aspect, level=level)]
        assert values == sorted(values, reverse=True)


def test_a_record_has_the_correlation_and_its_intervals(study, records):
    for (aspect, level), results in study.correlations.items():
        for result in results:
            (row,) = at(records["measures"], aspect=aspect, level=level, measure=str(result.measure))
            for name in ("pearson", "spearman", "kendall"):
                assert row[name] == result.correlation[name]
                assert row[f"{name}_interval"] == [result.intervals[name].low, result.intervals[name].high]
            assert (row["points"], row["reason"]) == (result.correlation.points, "")


def test_the_part_that_counts_is_named(records):
    parts = {row["measure"]: row["score"] for row in records["measures"]}
    assert (parts["rouge-2"], parts["cosine"], parts["oracle(rouge-1)"]) == ("recall", "value", "f1")


def test_what_is_not_defined_has_a_reason_and_no_number(odd):
    rows = at(odd.table("measures").records, aspect="constant")
    assert len(rows) == 2 * 3
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


def test_every_two_measures_are_tested_once_the_better_one_first(study, records):
    number = len(study.measures)
    assert len(records["williams"]) == 2 * 2 * number * (number - 1) // 2
    by_name = {str(measure): measure for measure in study.measures}
    for (aspect, level), p_values in study.p_values.items():
        order = [row["measure"] for row in at(records["measures"], aspect=aspect, level=level)]
        for row in at(records["williams"], aspect=aspect, level=level):
            assert order.index(row["first"]) < order.index(row["second"])
            assert row["p"] == p_values[by_name[row["first"]], by_name[row["second"]]]


def test_systems_have_their_means(study, records):
    scores = study.scores[parse_measure("rouge-1")]
    for row in at(records["systems"], measure="rouge-1"):
        column = study.systems.index(row["system"])
        assert isclose(row["score"], scores[:, column].mean())
        assert isclose(row["judgement"], study.judgements[row["aspect"]][:, column].mean())


def test_a_system_that_a_measure_cannot_score_has_none(records):
    rows = at(records["systems"], measure="oracle(rouge-1)", system="retell")
    assert {(row["score"], row["judgement"]) for row in rows} == {(None, None)}


def test_sweeps_have_every_setting(study, records):
    assert len(records["sweeps"]) == len(study.sweeps) == 2 * (4 * 16 + 2 * 15)
    (row,) = at(records["sweeps"], aspect="responsiveness", measure="keywords", against="references")
    (same,) = at(records["measures"], aspect="responsiveness", level="system", measure="keywords")
    assert (row["figure"], row["setting"], row["pearson"]) == ("6", "30", same["pearson"])


def test_tables_fit_a_terminal(study, odd):
    for shown in (study, odd):
        *lines, last = str(shown).rstrip("\n").split("\n")
        assert last == shown.signature
        assert max(map(len, lines)) <= 120


def test_a_terminal_has_a_table_for_each_aspect_then_raters_then_sweeps(study):
    shown = [view.name for view in shown_tables(study.tables(), "text")]
    assert shown == ["compact", "compact", "raters", "figure_4", "figure_5", "figure_6"]


def test_levels_stand_side_by_side_in_the_order_of_the_first(study, records):
    view = views(study, "compact")[0]
    assert [group for group, _ in heads(view)] == ["", "", *["system"] * 4, *["summary"] * 3, *["pooled"] * 3]
    rows = at(records["measures"], aspect=study.aspects[0], level="system")
    assert [row[0].rstrip("*") for row in cells(view)] == [row["measure"] for row in rows]
    for row in cells(view):
        (pooled,) = at(
            records["measures"], aspect=study.aspects[0], level="pooled", measure=row[0].rstrip("*")
        )  # fmt: skip
        assert float(row[9]) == pytest.approx(pooled["pearson"], abs=0.0005)


def test_measures_that_rest_on_fewer_systems_are_marked(study):
    view = views(study, "compact")[0]
    assert [row[0] for row in cells(view) if row[0].endswith("*")] == ["oracle(rouge-1)*"]
    assert "* Defined for 5 systems only: oracle(rouge-1)." in view.notes


def test_what_is_not_defined_is_a_dash_with_its_reason_said_once(odd):
    view = views(odd, "compact")[0]
    assert {cell for row in cells(view) for cell in row[2:]} == {"–"}
    notes = [note for note in view.notes if note.startswith("–")]
    assert notes[0] == "– Not defined at the system level (the judgements are constant): all measures."
    assert len(notes) == 3
    full = views(odd, "measures")[0]
    assert full.columns[-1].heading == "undefined, since"
    assert {row[-1] for row in cells(full)} == {"the judgements are constant"}


def test_intervals_and_points_of_every_coefficient_are_in_the_full_tables(study, records):
    tables = views(study, "measures")
    assert len(tables) == 2 * 3
    first, row = cells(tables[0])[0], records["measures"][0]
    assert first[:2] == (row["measure"], row["score"])
    for place, name in ((2, "pearson"), (4, "spearman"), (6, "kendall")):
        low, high = row[f"{name}_interval"]
        assert first[place : place + 2] == (f"{row[name]:.3f}", f"{low:z.2f} … {high:z.2f}")
    assert first[8] == str(row["points"])


def test_the_best_measures_are_named_below_the_table_and_on_the_page(study):
    (page,) = views(study, "williams")
    for aspect, compact in zip(study.aspects, views(study, "compact"), strict=True):
        told = " ".join(" ".join(compact.notes).split())
        for level in ("system", "pooled"):
            for best in study.best_measures(aspect, level):
                tested = len(best.surely_higher_than) + len(best.not_surely_higher_than)
                assert f"{best.measure} is higher than {len(best.surely_higher_than)} of {tested} others" in told
                assert any(str(best.measure) == row[2] for row in cells(page))


def test_oracles_have_all_aspects_beside_each_other(study):
    (view,) = views(study, "hirao_6")
    assert [group for group, _ in heads(view)] == [
        "", "", *["responsiveness"] * 2, *["reference clarity"] * 2, *["in the paper"] * 2,
    ]  # fmt: skip
    assert cells(view)[0][:2] == ("ROUGE-1", "rouge-1")
    assert cells(view)[0][-2:] == ("0.861", "0.760")
    assert view.notes[0].endswith("Here: 5 systems, on summaries that are extracts.")


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
    oracle = parse_measure("oracle(rouge-1)")
    scores = study.scores[oracle].copy()
    scores[1:, 0] = np.nan
    (view,) = views(replace(study, scores={**study.scores, oracle: scores}), "systems")
    shown = dict(zip((column.heading for column in view.columns), cells(view)[0], strict=True))
    assert shown[study.systems[0]] == f"{study.judgements['responsiveness'][:, 0].mean():.4g}"


def test_ten_systems_stand_side_by_side_and_more_below(odd):
    (view,) = views(odd, "systems")
    assert len(view.columns) == 1 + 10
    assert cells(view)[0] == ("constant", *["3"] * 10)
    twice = {measure: np.hstack([table, table[:, :1]]) for measure, table in odd.scores.items()}
    judgements = {aspect: np.hstack([table, table[:, :1]]) for aspect, table in odd.judgements.items()}
    more = replace(odd, systems=(*odd.systems, "eleventh"), scores=twice, judgements=judgements)
    assert [len(view.columns) for view in views(more, "systems")] == [1 + 10, 1 + 1]


def test_raters_who_all_say_the_same_have_no_alpha(odd):
    (view,) = views(odd, "raters")
    assert cells(view) == [("constant", "–", "–", "–", "10", "20")]
    assert "– Not defined on constant: all marks are the same." in view.notes


def test_without_oracles_sweeps_or_the_papers_measures_there_are_no_such_tables(odd):
    names = {view.name for view in shown_tables(odd.tables(), "page")}
    assert names == {"compact", "raters", "paper_1", "williams", "measures", "systems"}
