"""What holds of every study: a new one is tested by being registered."""

import csv
import io
import json
import pickle
import re
from itertools import islice

import pytest

import sumspace
from legends import unexplained
from reports import assert_drawn, assert_same_files, assert_stands_alone
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.show.formats import shown_tables
from sumspace.show.table import flat
from sumspace.space.budget import Reach
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.comparison.plan import ComparisonPlan
from sumspace.studies.learning.plan import LearningPlan
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.studies.meta.plan import MetaPlan
from sumspace.studies.oracles.plan import OracleStudyPlan
from sumspace.studies.report.plan import ReportPlan
from sumspace.studies.study import STUDIES
from sumspace.tasks.space import SpacePlan

MEASURES = tuple(map(parse_measure, ("rouge-1", "rouge-2", "cosine(text)", "oracle(rouge-1)")))
#: Plans that take little time; any other study has its usual plan.
PLANS = {
    "agreement": AgreementPlan(lengths=(60,)),
    "compare": ComparisonPlan(MEASURES[:2], bootstrap=Bootstrap(resamples=100)),
    "learning": LearningPlan(
        measures=MEASURES[:2], summarizers=("lead", "lexrank"), folds=2, bootstrap=Bootstrap(resamples=100)
    ),
    "limits": LimitsPlan(SpacePlan(MEASURES[:1], sections="auto", budget=Reach(40)), ratios=(0.05, 0.1)),
    "oracles": OracleStudyPlan(curves=True),
    "report": ReportPlan(MEASURES[:2], bootstrap=Bootstrap(resamples=100), budget=Reach(20)),
    "meta": MetaPlan(MEASURES, aspects=("responsiveness",), bootstrap=Bootstrap(resamples=20)),
}
#: Names that a page could stumble over.
ODD = {'"retell"': '"<b>{{x}}</b>"', '"newswire': '"<i>{{y}}</i>'}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Two documents of each of two domains, with odd names of a domain and a system."""
    examples = list(sumspace.read("sample"))
    lines = []
    for domain in ("newswire", "legal"):
        for example in islice((example for example in examples if example.domain == domain), 2):
            line = json.dumps(example.record, ensure_ascii=False)
            for name, odd in ODD.items():
                line = line.replace(name, odd)
            lines.append(line)
    path = tmp_path_factory.mktemp("corpus") / "corpus.jsonl"
    path.write_text("\n".join(lines))
    return path


@pytest.fixture(scope="module", params=list(STUDIES))
def study(request, corpus):
    return STUDIES[request.param].run(sumspace.read(corpus), PLANS.get(request.param))


@pytest.fixture(scope="module")
def figures(study):
    return study.figures()


@pytest.fixture(scope="module")
def folder(study, tmp_path_factory):
    return study.write(tmp_path_factory.mktemp("report") / study.name).parent


def test_a_study_says_what_it_is(study):
    assert STUDIES[study.name] is type(study)
    assert study.title
    assert study.lead
    assert study.signature.startswith("sumspace ")
    assert study.findings()
    assert study.name in repr(study)
    assert study.signature in repr(study)
    assert study.stopped is None


def test_tables_have_names_and_files_of_their_own(study):
    tables = study.tables()
    assert len({table.name for table in tables}) == len(tables)
    assert len({table.file or table.name for table in tables}) == len(tables)
    assert not study.main or study.table().name == study.main
    assert any(table.records for table in tables)


def test_every_column_is_explained(study):
    assert not dict.fromkeys(unexplained(study.tables()))


def test_json_has_every_record(study):
    lines = [json.loads(line) for line in study.render("json")]
    assert lines.pop() == {"table": "signature", "signature": study.signature, "interrupted": False}
    records = [
        {"table": table.name, **record} for table in study.tables() if table.is_in("json") for record in table.records
    ]
    assert lines == json.loads(json.dumps(records))


def test_a_study_survives_pickling(study):
    found = pickle.loads(pickle.dumps(study))  # noqa: S301
    assert list(found.render("json")) == list(study.render("json"))


def test_csv_files_have_every_record(study, folder):
    for table in study.tables():
        file = folder / f"{table.file or table.name}.csv"
        assert file.exists() == (bool(table.records) and table.is_in("csv"))
        assert table.frame().height == len(table.records)
        if file.exists():
            assert file.read_text() == table.csv()
            names, *rows = csv.reader(io.StringIO(table.csv(), newline=""))
            lines = [table.line(record) for record in table.records]
            assert rows == [["" if line.get(n) is None else str(line[n]) for n in names] for line in lines]
            assert table.fields or table.line is not flat or set(names) == {name for line in lines for name in line}


def test_the_main_table_is_what_csv_has(study):
    if study.main:
        assert "".join(study.render("csv")) == study.table().csv()
    else:
        with pytest.raises(SettingError, match="no single CSV file"):
            study.render("csv")


#: What each table has once in each format.
MARKS = {"table": r"──$", "markdown": r"^\| (:--|--:)", "latex": r"\\bottomrule", "html": r"<table\b"}


@pytest.mark.parametrize("form", MARKS)
def test_every_table_is_in_every_format(study, form):
    text = "".join(study.render(form))
    views = [view for view in shown_tables(study.tables(), "page" if form == "html" else "text") if view.columns]
    assert views
    assert len(re.findall(MARKS[form], text, re.MULTILINE)) >= sum(view.header for view in views)
    for view in views:
        assert all(len(row.cells) == len(view.columns) for row in view.rows())
        assert all(isinstance(cell, str) for row in view.rows() for cell in row.cells)


def test_every_table_and_figure_of_the_page_is_in_a_chapter(study, figures):
    story = study.story()
    for view in shown_tables(study.tables(), "page"):
        assert any(view.name in chapter.tables for chapter in story), view.name
    for name in figures:
        assert sum(bool(chapter.figures) and name.startswith(chapter.figures) for chapter in story) == 1, name


def test_figures_are_valid_and_drawn(figures, folder):
    for figure in figures.values():
        figure.to_dict(validate=True)
    assert_drawn(figures, folder)


def test_the_pages_stand_alone(study, folder):
    assert_stands_alone(folder / "index.html")
    for name in study.pages():
        assert_stands_alone(folder / name)


def test_odd_names_are_text(study, folder):
    for page in folder.glob("*.html"):
        text = page.read_text()
        assert "<b>{{x}}" not in text
        assert "<i>{{y}}" not in text
        assert "&lt;" in text
    assert "<b>{{x}}" not in study._repr_html_()


def test_a_report_is_the_same_every_time(study, folder, tmp_path):
    assert_same_files(folder, study.write(tmp_path / "again").parent)
