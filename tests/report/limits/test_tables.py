"""The tables of the study of limits, as views and on a terminal."""

import json

import pytest

from sumspace.errors import SettingError
from sumspace.report.limits.records import records
from sumspace.report.limits.render import render
from sumspace.report.limits.tables import views

TABLES = {"data", "scores", "systems", "ranks", "sections", "sweep", "features", "documents"}


def test_json_names_its_tables_and_ends_with_the_signature(study):
    def refuse(constant):
        raise ValueError(constant)

    lines = [json.loads(line, parse_constant=refuse) for line in render(study, "json")]
    assert {line["table"] for line in lines[:-1]} == TABLES
    assert lines[-1] == {"table": "signature", "signature": str(study.plan), "interrupted": False}


def test_tables_fit_a_terminal_and_end_with_the_signature(study):
    lines = "".join(render(study, "table", to_file=True)).rstrip("\n").split("\n")
    assert lines[-1] == str(study.plan)
    assert max(map(len, lines[:-1])) <= 120
    assert [line for line in lines if line.startswith("Table 1")]
    assert not [line for line in lines if "~" in line and "sampled" not in line and "%" not in line]


def test_systems_stand_from_best_to_worst(study):
    view = next(view for view in views(study) if view.name == "systems")
    scores = {}
    for record in records(study)["systems"]:
        if record["measure"] == "rouge-1" and record["kind"] != "expected":
            scores[record["system"]] = scores.get(record["system"], 0) + record["score"]
    shown = [row[0] for row in view.rows if row[0] in scores]
    assert shown == sorted(scores, key=lambda system: -scores[system])


def test_several_tables_are_no_csv(study):
    with pytest.raises(SettingError, match="no single CSV"):
        render(study, "csv")


def test_a_system_may_be_called_as_what_is_expected(odd):
    (view,) = (view for view in views(odd) if view.name == "systems")
    assert {"expected", "average extract"} <= {row[0] for row in view.rows}


def test_a_domain_without_a_name_is_a_dash(odd):
    assert records(odd)["data"][0]["domain"] == ""
    assert views(odd)[0].rows[0][0] == "-"


def test_a_summary_above_all_extracts_is_said_to_be(odd, odd_name):
    (record,) = (r for r in records(odd)["ranks"] if (r["system"], r["measure"]) == (odd_name, "rouge-2"))
    assert record["above_all"]
    assert record["nines"] is None
    assert "above all: the score is above all extracts." in "".join(render(odd, "table"))


def test_what_was_left_off_is_not_shown(odd):
    found = records(odd)
    assert not found["sweep"]
    assert not found["features"]
    assert not found["sections"]
    assert {view.name for view in views(odd)} == {"data", "scores", "systems", "ranks"}


def test_estimates_are_marked(sampled):
    (scores,) = (view for view in views(sampled) if view.name == "scores")
    assert [cell[0] for cell in scores.rows[0][2:6]] == ["~", "~", "≥", "≤"]
    assert scores.rows[0][-1] == "0 of 1"
    assert "best extract seen" in " ".join(scores.notes)
    (ranks,) = (view for view in views(sampled) if view.name == "ranks")
    assert all(row[1].startswith("~") for row in ranks.rows)


@pytest.mark.parametrize(("name", "score"), [("study", "recall"), ("precise", "precision")])
def test_titles_name_the_score(name, score, request):
    shown = {view.name: view for view in views(request.getfixturevalue(name))}
    for table in ("scores", "sections", "sweep"):
        assert f" {score}" in shown[table].title
