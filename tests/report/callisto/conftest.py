"""Studies of CALLISTO, made by hand, that are shown in several ways."""

from dataclasses import replace

import numpy as np
import pytest

from sumspace.report.callisto.page import write_callisto
from sumspace.report.callisto.records import records
from sumspace.stats.anova import analyse
from sumspace.studies.callisto import Baseline, CallistoStudy, Result
from sumspace.studies.callisto_folds import Chosen
from sumspace.studies.callisto_places import Place, Standing
from sumspace.studies.callisto_plan import CallistoPlan, Version
from sumspace.studies.callisto_table import GenerationPlan
from sumspace.studies.callisto_wins import Wins
from sumspace.tasks.task import LeftOut
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.learners.learner import parse_learner

ODD = '<b>&"\x07'
CONFIGURATIONS = tuple(
    Configuration(segmenter, extractor, sentences=sentences)
    for segmenter, extractor in (("c99", "extractor"), ("none", "kea"), ("none", "rake"))
    for sentences in (3, 5)
)
PLACES = (("lead", 0.2), ("naive-bayes, lin-hovy, confidence, K = 4", 0.3), ("fixed, kpia", 0.1))
LEAD = (0.61, 0.71, 0.66, 0.70)


def result(version, shares, accuracy=None, of_chosen=None):
    shares = np.array(shares)
    return Result(
        Chosen(version, np.zeros((len(shares), 2), np.int64), accuracy, of_chosen), float(shares.mean()) / 4,
        float(shares.mean()), shares,
    )  # fmt: skip


def place(system, score, **others):
    usual = {"measure": "rouge-2", "summaries": 8, "exact": 8, "oracle": 0.4, "below": 0.9, "median_below": 0.95}
    return Place(system=system, score=score, share=score / 0.4, **usual | others)


def study_of(results, lead=LEAD, **others):
    table = np.column_stack([*(one.shares for one in results), lead])
    share = float(np.mean(lead))
    plan = CallistoPlan(
        GenerationPlan(CONFIGURATIONS), tuple(map(parse_learner, ("naive-bayes", "fixed"))), classes=(2, 4, 6)
    )
    usual = {
        "plan": plan, "documents": tuple(f"text {i}" for i in range(len(lead))), "results": tuple(results),
        "lead": (Baseline(3, 0.15, 0.6), Baseline(5, 0.2, 0.8), Baseline(None, 0.175, share)), "best": 0.25,
        "lead_shares": np.array(lead, dtype=float),
        "analysis": analyse(table),
        "wins": (Wins("c99", "extractor", 2, 2.5), Wins("none", "rake", 1, 1.0), Wins("none", "kea", 0, 0.5)),
        "summaries": 24, "different": 17, "recall_and_f": 0.8125,
        "standings": (
            Standing("text 0", "lead", "rouge-2", (0, 1, 2), 0.2, 0.4, 0.75, exact=True),
            Standing("text 1", "lead", "rouge-2", (0, 1, 2), 0.0, 0.0, 0.0, exact=False),
        ),
        "places": tuple(place(*one) for one in PLACES),
        "left_out": (LeftOut("empty", "has no sentences"),),
    }  # fmt: skip
    return CallistoStudy(**usual | others)


def shares_of(mean, place):
    """Return four shares with this mean that go up and down much as the lead's, and a little by chance."""
    chance = -0.012 if place % 2 else 0.012
    return [mean - 0.05 + chance, mean + 0.03 - chance, mean - 0.02 + chance, mean + 0.04 - chance]


@pytest.fixture(scope="session")
def study():
    """One learner with classes, two selections and two measures, and one without classes."""
    means = {
        ("lin-hovy", "random"): (0.50, 0.55, 0.52), ("lin-hovy", "confidence"): (0.60, 0.69, 0.75),
        ("kpia", "random"): (0.40, 0.41, 0.42), ("kpia", "confidence"): (0.66, 0.62, 0.61),
    }  # fmt: skip
    found = [
        result(
            Version("naive-bayes", measure, selection, classes),
            shares_of(mean, classes // 2),
            0.3 + classes / 100,
            0.45,
        )
        for (measure, selection), line in means.items()
        for classes, mean in zip((2, 4, 6), line, strict=True)
    ]
    found += [result(Version("fixed", measure, "confidence"), shares_of(0.65, 1)) for measure in ("lin-hovy", "kpia")]
    return study_of(found)


@pytest.fixture(scope="session")
def odd_name():
    """A name that a page could stumble over."""
    return ODD


@pytest.fixture(scope="session")
def odd():
    """Odd names everywhere, one number of classes, nothing that differs, no correlation, and a measure of zeros."""
    found = [
        result(Version(ODD, ODD, "random", 5), [0.5, 0.5], 0.5, 0.5),
        result(Version(ODD, "b", "random", 5), [0.5] * 2),
    ]
    places = (place(ODD, 0.0, oracle=0.0, exact=0), place("another", 0.2))
    return replace(
        study_of(found, (0.5, 0.5)), documents=(ODD, "b"), wins=(Wins(ODD, ODD, 2, 2.0),), recall_and_f=None,
        places=(replace(places[0], share=None), places[1]), left_out=(LeftOut(ODD, ODD),),
    )  # fmt: skip


@pytest.fixture(scope="session")
def found(study):
    return records(study)


@pytest.fixture(scope="session")
def folder(study, tmp_path_factory):
    return write_callisto(study, tmp_path_factory.mktemp("report") / "callisto").parent
