"""Studies of measures that are shown in several ways."""

import json

import pytest

import sumspace
from sumspace.measures.measure import parse_measure
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.meta.plan import MetaPlan
from sumspace.studies.meta.study import MetaStudy

#: A name that a page could stumble over.
ODD = '<b>&"'
NAMES = ("rouge-1", "rouge-2", "cosine", "cosine(text)", "pyramid", "oracle(rouge-1)", "keywords", "lsa-topic(text)")


@pytest.fixture(scope="session")
def study():
    """Two aspects, measures of several kinds, and the sweeps."""
    plan = MetaPlan(
        measures=tuple(map(parse_measure, NAMES)), aspects=("responsiveness", "reference clarity"),
        bootstrap=Bootstrap(resamples=50), permutations=99, sweeps=True,
    )  # fmt: skip
    return MetaStudy.run(sumspace.read("sample"), plan)


@pytest.fixture(scope="session")
def records(study):
    """The records of every table, by its name."""
    return {table.name: list(table.records) for table in study.tables()}


@pytest.fixture(scope="session")
def odd(tmp_path_factory):
    """One aspect that cannot be correlated, one that can, odd names and ten systems; raters who all say the same."""
    file = tmp_path_factory.mktemp("odd") / "corpus.jsonl"
    words = "alpha bravo charlie delta echo foxtrot golf hotel india juliet".split()
    names = [f"{ODD}\x07", *(f"system {i}" for i in range(1, 10))]
    record = {
        "id": "a",
        "sentences": ["Some text."],
        "references": [" ".join(words)],
        "systems": {name: " ".join(words[: i + 1]) for i, name in enumerate(names)},
        "judgements": {name: {"constant": 3, ODD: (7 * i) % 10} for i, name in enumerate(names)},
        "judgement_raters": {name: {"constant": [3, 3]} for name in names},
    }
    file.write_text(json.dumps(record) + "\n")
    measures = tuple(map(parse_measure, ("rouge-1", "rouge-2")))
    return MetaStudy.run(
        sumspace.read(file), MetaPlan(measures=measures, bootstrap=Bootstrap(resamples=20), permutations=19)
    )
