"""Studies of systems: few and many, with gaps, and with names that a page could stumble over."""

import json

import pytest

import sumspace
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Reach
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.comparison.plan import ComparisonPlan
from sumspace.studies.comparison.study import ComparisonStudy

ODD = '<b>&"'
SENTENCES = [
    f"{word} {other} run by the river today." for word in ("Cats", "Dogs", "Mice") for other in ("and birds", "often")
]


def plan_of(*measures, **changes):
    usual = {"bootstrap": Bootstrap(resamples=400), "space": False}
    return ComparisonPlan(tuple(map(parse_measure, measures)), **(usual | changes))


@pytest.fixture(scope="session")
def few():
    """Two systems and the baseline, among all extracts too."""
    changes = {"systems": ("skim", "retell"), "space": True, "budget": Reach(20)}
    return ComparisonStudy.run(sumspace.read("sample"), plan_of("rouge-2", "rouge-l", **changes))


@pytest.fixture(scope="session")
def many():
    """All systems of the sample, and the baseline."""
    return ComparisonStudy.run(sumspace.read("sample"), plan_of("rouge-1", "rouge-2", "pyramid"))


@pytest.fixture(scope="session")
def gaps(tmp_path_factory):
    """Nine documents; one system has summarized few of them, one has an odd name, two share their long name's start."""
    file = tmp_path_factory.mktemp("gaps") / "corpus.jsonl"
    records = []
    for i in range(9):
        systems = {
            f"{ODD}\x07": "Cats often run.",
            f"{'long ' * 12}one": "Dogs and birds run today" if i % 2 else "Mice",
            f"{'long ' * 12}two": "Cats and birds run by the river.",
            "rare": "Cats and birds run by the river today.",
        }
        if i not in (3, 4):
            del systems["rare"]
        records.append(
            {
                "id": f"{i}",
                "sentences": SENTENCES,
                "references": ["Cats and birds run by the river"],
                "systems": systems,
            }
        )
    file.write_text("\n".join(map(json.dumps, records)))
    return ComparisonStudy.run(sumspace.read(file), plan_of("rouge-1"))


@pytest.fixture(scope="session")
def records(few, many, gaps):
    """The records of every table, by study and name."""
    studies = {"few": few, "many": many, "gaps": gaps}
    return {name: {table.name: list(table.records) for table in study.tables()} for name, study in studies.items()}
