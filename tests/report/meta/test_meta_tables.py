"""The tables of the study of measures, as views and on a terminal."""

import csv
import json
from dataclasses import replace

import numpy as np
import pytest

from sumspace.measures.measure import parse_measure
from sumspace.report.meta.findings import best_measures, findings
from sumspace.report.meta.records import as_lines, records
from sumspace.report.meta.render import render
from sumspace.report.meta.tables import views


def by_name(study, name):
    return [view for view in views(study, records(study)) if view.name == name]


def test_json_has_every_table_and_the_signature_last(study, found):
    def refuse(constant):
        raise ValueError(constant)

    lines = [json.loads(line, parse_constant=refuse) for line in render(study, "json")]
    for name, rows in found.items():
        assert [line for line in lines if line["table"] == name] == [{"table": name, **row} for row in rows]
    assert lines[-1] == {"table": "signature", "signature": str(study.plan), "interrupted": False}


def test_csv_has_a_line_for_each_correlation(study, found):
    rows = list(csv.DictReader(render(study, "csv")))
    expected = as_lines(found["measures"])
    assert rows == [{name: "" if v is None else str(v) for name, v in line.items()} for line in expected]


def test_tables_fit_a_terminal_and_end_with_the_signature(study, odd):
    for one in (study, odd):
        lines = "".join(render(one, "table", to_file=True)).rstrip("\n").split("\n")
        assert lines[-1] == str(one.plan)
        assert max(map(len, lines[:-1])) <= 120


def test_a_terminal_has_a_table_for_each_aspect_then_raters_then_sweeps(study):
    text = "".join(render(study, "table", to_file=True))
    titles = [
        "responsiveness: how far", "reference clarity: how far", "How far those who judged agree", "(figure 4)",
        "(figure 5)", "(figure 6)",
    ]  # fmt: skip
    places = [text.index(title) for title in titles]
    assert places == sorted(places)
    assert "(table 1" not in text


def test_levels_stand_side_by_side_in_the_order_of_the_first(study, found):
    view = by_name(study, "compact")[0]
    assert [group for group, _ in view.heads] == ["", "", *["system"] * 4, *["summary"] * 3, *["pooled"] * 3]
    names = [
        row["measure"] for row in found["measures"] if (row["aspect"], row["level"]) == (study.aspects[0], "system")
    ]
    assert [row[0].rstrip("*") for row in view.rows] == names
    pooled = {row["measure"]: row["pearson"] for row in found["measures"][: 3 * len(names)] if row["level"] == "pooled"}
    for row in view.rows:
        assert float(row[9]) == pytest.approx(pooled[row[0].rstrip("*")], abs=0.0005)


def test_measures_that_rest_on_fewer_systems_are_marked(study):
    view = by_name(study, "compact")[0]
    assert [row[0] for row in view.rows if row[0].endswith("*")] == ["oracle(rouge-1)*"]
    assert "* Defined for 5 systems only: oracle(rouge-1)." in view.notes


def test_what_is_not_defined_is_a_dash_with_its_reason_said_once(odd):
    view = by_name(odd, "compact")[0]
    assert {cell for row in view.rows for cell in row[2:]} == {"–"}
    notes = [note for note in view.notes if note.startswith("–")]
    assert notes[0] == "– Not defined at the system level (the judgements are constant): all measures."
    assert len(notes) == 3
    full = by_name(odd, "measures")[0]
    assert full.heads[-1] == ("", "undefined, since")
    assert {row[-1] for row in full.rows} == {"the judgements are constant"}


def test_intervals_and_points_of_every_coefficient_are_in_the_full_tables(study, found):
    tables = by_name(study, "measures")
    assert len(tables) == 2 * 3
    first, row = tables[0].rows[0], found["measures"][0]
    assert first[:2] == (row["measure"], row["score"])
    for place, name in ((2, "pearson"), (4, "spearman"), (6, "kendall")):
        low, high = row[f"{name}_interval"]
        assert first[place : place + 2] == (f"{row[name]:.3f}", f"{low:.2f} … {high:.2f}")
    assert first[8] == str(row["points"])


def test_the_best_measure_is_told_from_others_by_the_test(study, found):
    for best in best_measures(study):
        p = {
            row["second"]: row["p"]
            for row in found["williams"]
            if (row["aspect"], row["level"], row["first"]) == (best.aspect, best.level, best.measure)
        }
        assert set(best.beaten) == {name for name, value in p.items() if value is not None and value < 0.05}
        assert {*best.beaten, *best.others, *best.untested} == set(p)
        (view,) = (one for one in by_name(study, "compact") if one.title.startswith(best.aspect))
        told = " ".join(" ".join(view.notes).split())
        assert f"{best.measure} is higher than {len(best.beaten)} of {len(p) - len(best.untested)} others" in told


def test_where_people_annotate_for_the_best_the_best_of_the_others_is_named_too(study):
    found = {(best.aspect, best.level, best.second): best for best in best_measures(study)}
    assert found["responsiveness", "pooled", False].measure == "pyramid"
    assert found["responsiveness", "pooled", True].measure == "rouge-1"
    assert found["responsiveness", "pooled", True].text.startswith("of those that score any text, rouge-1 is higher")
    assert ("responsiveness", "system", True) not in found


def test_findings_name_the_best_measure_of_each_aspect(study, odd):
    said = list(findings(study))
    assert len(said) == 2
    assert said[0].startswith("On responsiveness, closest to people where systems are compared is cosine (r = 0.965")
    assert len(list(findings(odd))) == 1


def test_oracles_have_all_aspects_beside_each_other(study):
    (view,) = by_name(study, "hirao_6")
    assert [group for group, _ in view.heads] == [
        "", "", *["responsiveness"] * 2, *["reference clarity"] * 2, *["in the paper"] * 2,
    ]  # fmt: skip
    assert view.rows[0][:2] == ("ROUGE-1", "rouge-1")
    assert view.rows[0][-2:] == ("0.861", "0.760")
    assert view.notes[0].endswith("Here: 5 systems, on summaries that are extracts.")


def test_the_highest_of_a_sweep_is_marked(study):
    for name in ("figure_4", "figure_5", "figure_6"):
        (view,) = by_name(study, name)
        for column in range(1, len(view.heads)):
            cells = [row[column] for row in view.rows]
            marked = [cell for cell in cells if cell.endswith("*")]
            assert marked
            assert float(marked[0].rstrip("*")) == max(float(cell.rstrip("*")) for cell in cells)


def test_measures_of_a_sweep_stand_together_by_aspect(study):
    names = {"figure_4": ("lsa-topic", "lsa-terms"), "figure_6": ("references", "text")}
    for name, inner in names.items():
        (view,) = by_name(study, name)
        assert list(view.heads[1:]) == [(aspect, one) for aspect in study.aspects for one in inner]


def test_judgements_are_means_over_all_that_was_judged_whatever_a_measure_scores(study):
    scores = study.scores["oracle(rouge-1)"].copy()
    scores[1:, 0] = np.nan
    fewer = replace(
        study, measures=tuple(map(parse_measure, ("rouge-1", "oracle(rouge-1)"))),
        scores={**study.scores, "oracle(rouge-1)": scores},
    )  # fmt: skip
    (view,) = by_name(fewer, "systems")
    shown = dict(zip([name for _, name in view.heads[1:]], view.rows[0][1:], strict=True))
    assert shown[study.systems[0]] == f"{study.judgements['responsiveness'][:, 0].mean():.4g}"


def test_many_systems_do_not_stand_in_one_row(odd):
    (view,) = by_name(odd, "systems")
    assert len(view.heads) == 1 + 10
    assert view.rows[0][0] == "constant"
    assert set(view.rows[0][1:]) == {"3"}


def test_raters_who_all_say_the_same_have_no_alpha(odd):
    (view,) = by_name(odd, "raters")
    assert view.rows == (("constant", "–", "–", "–", "10", "20"),)
    assert "– Not defined on constant: all marks are the same." in view.notes


def test_without_oracles_sweeps_or_the_papers_measures_there_are_no_such_tables(odd):
    names = {view.name for view in views(odd, records(odd))}
    assert names == {"compact", "raters", "paper_1", "williams", "measures", "systems"}
