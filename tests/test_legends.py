"""Every column that is not obvious has a line in the legend: of all tables of all tasks and studies."""

import pytest

from sumspace import api
from sumspace.show.table import Column, Table
from sumspace.show.views import shown_tables
from sumspace.studies.study import STUDIES

#: Headings that need no explanation.
OBVIOUS = {
    "id", "domain", "system", "measure", "reference", "references", "document", "documents", "summaries", "systems",
    "words", "sentences", "recall", "precision", "f1", "score", "seed", "file", "line", "field", "problem", "name",
    "paper", "kind", "first", "second", "number", "example",
}  # fmt: skip

TASKS = {
    "score": lambda corpus: api.score(corpus, measure=["rouge-1", "cosine"], resamples=20).table(each_summary=True),
    "explore": lambda corpus: api.explore(corpus, measure="rouge-1", words=20).table(),
    "rank": lambda corpus: api.rank(corpus, measure="rouge-1", words=20).table(each_summary=True),
    "against": lambda corpus: api.against(corpus, words=20, resamples=20).table(),
    "oracles": lambda corpus: api.oracles(corpus, measure="rouge-1", words=20, all=True).table(),
    "labels": lambda corpus: api.labels(corpus).table(),
    "summarize": lambda corpus: api.summarize(corpus, "lead", words=20).table(),
    "explained": lambda corpus: api.summarize(corpus, "callisto", words=20, explain=True).table(),
    "segment": lambda corpus: api.segment(corpus, ["c99", "none"]).table(),
    "keyphrases": lambda corpus: api.keyphrases(corpus, ["kea", "rake"]).table(),
    "describe": api.describe,
    "names": lambda _: api.names(),
    "callisto_generate": lambda corpus: api.callisto_generate(corpus, **SMALL).overview(),
}
SMALL = {"segmenter": "none", "extractor": "rake", "sentences": 3}
#: Studies that take long as usual, on little.
STUDIED = {
    "limits": lambda corpus: api.limits(corpus, measure="rouge-1", words=20),
    "agreement": lambda corpus: api.agree(corpus, words=20),
    "oracles": lambda corpus: api.oracle_study(corpus, measure="rouge-1", words=20, curves=True),
    "meta": lambda corpus: api.meta(corpus, measure=["rouge-1", "rouge-2", "cosine"], resamples=20, permutations=20),
    "comparison": lambda corpus: api.compare(corpus, measure="rouge-1", words=20, resamples=100),
    "learning": lambda corpus: api.learning(corpus, summarizer="lead", folds=2, resamples=100),
    "callisto": lambda corpus: api.callisto(corpus, learner="fixed", classes=3, folds=2, **SMALL),
}


def unexplained(tables):
    """Name the columns that are shown somewhere without an explanation.

    Columns without a heading hold marks that the notes explain, and numbered ones belong to the rows of that number.
    """
    return [
        f"{view.name}: {column.heading!r} ({column.name})"
        for output in ("text", "page")
        for view in shown_tables(tables, output)
        if view.header
        for column in view.columns
        if not column.about and not {column.name, column.heading} & OBVIOUS
        if column.heading.strip() and not column.heading.isdecimal()
    ]


@pytest.fixture(scope="module")
def corpus():
    """Two documents of each of two domains."""
    return [example for example in api.read("sample") if example.id[-1] in "123" and example.id[0] in "nl"]


@pytest.mark.parametrize("task", TASKS)
def test_every_column_of_every_task_is_explained(task, corpus):
    assert not dict.fromkeys(unexplained([TASKS[task](corpus)]))


@pytest.mark.parametrize("name", list(STUDIES))
def test_every_column_of_every_study_is_explained(name, corpus):
    study = STUDIED[name](corpus) if name in STUDIED else api.study(corpus, name)
    assert not dict.fromkeys(unexplained(study.tables()))


def test_a_column_without_an_explanation_is_found():
    columns = (Column("system"), Column("x", "documents"), Column("way"), Column("score", about="mean"))
    assert unexplained([Table("t", columns=columns, records=[{"system": "a"}])]) == ["t: 'way' (way)"] * 2
