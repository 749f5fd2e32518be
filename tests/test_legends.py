"""Every column of every task that is not obvious has a line in the legend; studies are looked at in test_studies."""

import pytest

from legends import unexplained
from sumspace import api
from sumspace.show.table import Column, Table

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


@pytest.fixture(scope="module")
def corpus():
    """Two documents of each of two domains."""
    return [example for example in api.read("sample") if example.id[-1] in "123" and example.id[0] in "nl"]


@pytest.mark.parametrize("task", TASKS)
def test_every_column_of_every_task_is_explained(task, corpus):
    assert not dict.fromkeys(unexplained([TASKS[task](corpus)]))


def test_a_column_without_an_explanation_is_found():
    columns = (Column("system"), Column("x", "documents"), Column("way"), Column("score", about="mean"))
    assert unexplained([Table("t", columns=columns, records=[{"system": "a"}])]) == ["t: 'way' (way)"] * 2
