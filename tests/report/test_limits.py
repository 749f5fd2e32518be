"""The study of limits as records, tables, figures and a page."""

import csv
import json
import re
from dataclasses import replace
from itertools import islice

import pytest

import sumspace
from sumspace.errors import OutputError, SettingError
from sumspace.measures.measure import parse_measure
from sumspace.report.charts import clean, figures, middle_document
from sumspace.report.limits import records, render, views
from sumspace.report.page import write_limits
from sumspace.space.engine import Allowance
from sumspace.studies.limits import LimitsOptions, study_limits
from sumspace.studies.spaces import LeftOut, SpacePlan

ODD = '<b>&"'
TABLES = ["data", "scores", "systems", "ranks", "sections", "sweep", "features", "documents"]


def plan(*measures, **settings):
    return SpacePlan(tuple(map(parse_measure, measures or ("rouge-1", "rouge-2"))), **settings)


def brief(examples, chosen, **options):
    return study_limits(examples, chosen, options=LimitsOptions(**({"whole": False, "sweep": False} | options)))


@pytest.fixture(scope="session")
def study():
    """Two documents of two domains, one of them in sections."""
    examples = [e for e in sumspace.read("sample") if e.domain in {"newswire", "legal"}]
    chosen = [e for domain in ("newswire", "legal") for e in islice((e for e in examples if e.domain == domain), 2)]
    return study_limits(chosen, plan(sections="auto"))


@pytest.fixture(scope="session")
def odd(tmp_path_factory):
    """One document with a name, a domain and a system that a page could stumble over."""
    file = tmp_path_factory.mktemp("odd") / "corpus.jsonl"
    sentences = [
        f"The {colour} cat number {i} sat on mat {i}." for i, colour in enumerate(("red", "old", "shy", "big"))
    ]
    record = {
        "id": f"{ODD}\x07", "sentences": sentences, "references": ["The old cat sat on a mat."],
        "systems": {ODD: "The old cat sat on a mat.", "expected": "The red cat."},
    }  # fmt: skip
    file.write_text(json.dumps(record) + "\n")
    return replace(brief(sumspace.read(file), plan()), left_out=(LeftOut(f"{ODD}-2", "has <no> sentences"),))


@pytest.fixture(scope="session")
def folder(study, tmp_path_factory):
    return write_limits(study, tmp_path_factory.mktemp("report") / "limits").parent


def test_records_are_complete(study):
    found = records(study)
    assert list(found) == ["data", "scores", "systems", "ranks", "sections", "features", "sweep", "documents"]
    assert len(found["scores"]) == 2 * 2
    assert len(found["documents"]) == 2 * 2 * 2
    assert len(found["systems"]) == len(found["ranks"]) + 4
    assert {record["domain"] for record in found["sections"]} == {"legal"}


def test_records_say_what_the_study_found(study):
    found = records(study)
    part = study.domains[1].measures["rouge-2"]
    (scores,) = (r for r in found["scores"] if (r["domain"], r["measure"]) == ("legal", "rouge-2"))
    assert (scores["mean"], scores["std"], scores["max"]) == (part.average.mean, part.average.std, part.average.max)
    for system in part.systems:
        (rank,) = (
            r for r in found["ranks"] if (r["domain"], r["measure"], r["system"]) == ("legal", "rouge-2", system.system)
        )
        assert rank["percentile"] == system.rank.percentile
        assert rank["nines"] == system.rank.nines
    (section,) = (r for r in found["sections"] if r["measure"] == "rouge-2")
    assert section["difference"] == pytest.approx(100 * (section["whole_mean"] / section["mean"] - 1))


def test_a_random_choice_on_average_is_the_mean_of_the_space(study):
    for record in records(study)["systems"]:
        if record["kind"] == "expected":
            (domain,) = (d for d in study.domains if d.domain == record["domain"])
            assert record["score"] == domain.measures[record["measure"]].average.mean


def test_json_names_its_tables_and_ends_with_the_signature(study):
    def refuse(constant):
        raise ValueError(constant)

    lines = [json.loads(line, parse_constant=refuse) for line in render(study, "json")]
    assert set(TABLES) == {line["table"] for line in lines[:-1]}
    assert lines[-1] == {"table": "signature", "signature": str(study.plan), "interrupted": False}


def test_csv_files_say_what_json_says(study, folder):
    names = {file.stem.split("-")[-1]: file for file in folder.glob("*.csv")}
    assert sorted(names) == sorted(TABLES)
    for table, rows in records(study).items():
        with names[table].open(newline="") as file:
            assert list(csv.reader(file)) == [
                list(rows[0]), *(["" if value is None else str(value) for value in row.values()] for row in rows)
            ]  # fmt: skip


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


def test_output_is_the_same_every_time(study, folder, tmp_path):
    assert list(render(study, "table")) == list(render(study, "table"))
    again = write_limits(study, tmp_path / "again").parent
    assert {f.name: f.read_bytes() for f in folder.iterdir()} == {f.name: f.read_bytes() for f in again.iterdir()}


def test_the_page_stands_alone(folder):
    page = (folder / "index.html").read_text()
    assert "http" not in page
    assert "<script" not in page
    assert "@import" not in page
    assert set(re.findall(r'href="([^"]*)"', page)) <= {file.name for file in folder.iterdir()}
    names = re.findall(r'\bid="([^"]*)"', page)
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]*)\)", page)) <= set(names)


def test_every_figure_is_there_twice_and_on_the_page(study, folder):
    drawn = figures(study)
    assert {"figure-1-newswire-rouge-1", "figure-2-legal-rouge-1", "figure-3-rouge-1", "figure-4-rouge-2"} <= set(drawn)
    page = (folder / "index.html").read_text()
    for name in drawn:
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (folder / f"{name}.svg").read_text().startswith("<svg")
        assert f'href="{name}.png"' in page
    assert page.count("<svg") == len(drawn)


def test_a_folder_with_something_in_it_is_left_alone(study, folder):
    with pytest.raises(OutputError, match="already there"):
        write_limits(study, folder)


def test_odd_names_are_text(odd, tmp_path):
    page = write_limits(odd, tmp_path / "odd").read_text()
    assert ODD not in page
    assert "<no>" not in page
    assert "\x07" not in page
    assert page.count("&lt;b&gt;&amp;&quot;-2") == 1
    assert (tmp_path / "odd" / "figure-1-domain-rouge-1.png").exists()


def test_a_system_may_be_called_as_what_is_expected(odd):
    (view,) = (view for view in views(odd) if view.name == "systems")
    assert {"expected", "random, on average"} <= {row[0] for row in view.rows}


def test_a_domain_without_a_name_is_a_dash(odd):
    assert records(odd)["data"][0]["domain"] == ""
    assert views(odd)[0].rows[0][0] == "-"


def test_a_summary_above_all_extracts_is_said_to_be(odd, tmp_path):
    (record,) = (r for r in records(odd)["ranks"] if (r["system"], r["measure"]) == (ODD, "rouge-2"))
    assert record["above_all"]
    assert record["nines"] is None
    assert "above all: the score is above all extracts." in "".join(render(odd, "table"))
    assert "above all extracts</td>" in write_limits(odd, tmp_path / "odd").read_text()


def test_what_was_left_off_is_not_shown(odd):
    found = records(odd)
    assert not found["sweep"]
    assert not found["features"]
    assert not found["sections"]
    assert {view.name for view in views(odd)} == {"data", "scores", "systems", "ranks"}


@pytest.fixture(scope="session")
def sampled():
    example = next(iter(sumspace.read("sample")))
    return brief([example], plan("rouge-1", engine="sampling", allowance=Allowance(time=0.05)))


def test_estimates_are_marked(sampled, tmp_path):
    (scores,) = (view for view in views(sampled) if view.name == "scores")
    assert [cell[0] for cell in scores.rows[0][2:6]] == ["~", "~", "≥", "≤"]
    assert scores.rows[0][-1] == "0 of 1"
    assert "best extract seen" in " ".join(scores.notes)
    (ranks,) = (view for view in views(sampled) if view.name == "ranks")
    assert all(row[1].startswith("~") for row in ranks.rows)
    assert "; the others are estimates" in write_limits(sampled, tmp_path / "page").read_text()


def test_the_document_of_figure_1_is_the_one_in_the_middle(study):
    part = study.domains[0].measures["rouge-1"]
    assert middle_document(part).space.distribution.extracts == min(
        document.space.distribution.extracts for document in part.documents
    )


def test_names_are_cut_and_cleaned():
    assert clean("a\x00b\ud800c") == "a�b�c"
    assert clean("abcdef", 4) == "abc…"
    assert clean("abcd", 4) == "abcd"
