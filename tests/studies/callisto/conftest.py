"""Studies of CALLISTO, made by hand, that are shown in several ways."""

from dataclasses import replace

import numpy as np
import pytest

from sumspace.measures.measure import parse_measure
from sumspace.stats.anova import analyse
from sumspace.studies.callisto.baselines import FIXED, ORACLE, RANDOM, Baseline
from sumspace.studies.callisto.plan import CallistoPlan, GenerationPlan, Version
from sumspace.studies.callisto.ranking import RankedSummary, RankedSystem
from sumspace.studies.callisto.study import CallistoStudy, LeadScore, VersionResult, Wins
from sumspace.summarizers.callisto.configuration import Configuration, Size
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.tasks.task import LeftOut

#: A name that a page could stumble over.
ODD = '<b>&"\x07'
CONFIGURATIONS = tuple(
    Configuration(segmenter, extractor, sentences=sentences)
    for segmenter, extractor in (("c99", "extractor"), ("none", "kea"), ("none", "rake"))
    for sentences in (3, 5)
)
BAYES, SAME = parse_learner("naive-bayes"), parse_learner("fixed")
LIN_HOVY, KPIA, ROUGE = map(parse_measure, ("lin-hovy", "kpia", "rouge-2"))
SYSTEMS = (("lead", 0.2), ("naive-bayes, lin-hovy, paper, K = 4", 0.3), ("fixed, kpia", 0.1))
LEAD = (0.61, 0.71, 0.66, 0.70)
#: The baselines: the shares of those without learning move as the lead's do, and the best extract is above all.
BASELINES = {RANDOM: -0.2, FIXED: -0.02, "lead": 0.03, "lexrank": 0.01, ORACLE: 0.5}
KINDS = {RANDOM: "random", FIXED: "fixed", "lead": "lead", ORACLE: "oracle"}


def result(version, shares, accuracy=None, of_chosen=None):
    shares = np.array(shares)
    chosen = np.zeros((len(shares), 2), np.int64)
    return VersionResult(version, chosen, accuracy, of_chosen, float(shares.mean()) / 4, float(shares.mean()), shares)


def ranked(system, score, **others):
    usual = {"measure": ROUGE, "summaries": 8, "exact": 8, "oracle": 0.4, "below": 0.9, "median_below": 0.95}
    return RankedSystem(system=system, score=score, share=score / 0.4, **usual | others)


def baseline(name, lead):
    shares = np.array(lead) + BASELINES[name] + (0.004 * np.arange(len(lead)) if BASELINES[name] else 0)
    sizes = np.zeros(len(lead), np.int64) if name in ("lead", "lexrank") else None
    proven = (3, 4) if name == ORACLE else (0, 0)
    mean = float(shares.mean())
    return Baseline(KINDS.get(name, "summarizer"), name, mean / 4, mean, shares, None, sizes, *proven)


def study_of(results, lead=LEAD):
    table = np.column_stack([*(one.shares for one in results), lead])
    return CallistoStudy(
        plan=CallistoPlan(GenerationPlan(CONFIGURATIONS), (BAYES, SAME), classes=(2, 4, 6)),
        documents=tuple(f"text {i}" for i in range(len(lead))),
        results=tuple(results),
        lead_scores=(
            LeadScore(Size("sentences", 3), 0.15, 0.6),
            LeadScore(Size("sentences", 5), 0.2, 0.8),
            LeadScore(None, 0.175, float(np.mean(lead))),
        ),
        lead_shares=np.array(lead, dtype=float),
        baselines=tuple(baseline(name, lead) for name in BASELINES),
        best=0.25,
        analysis=analyse(table),
        wins=(Wins("c99", "extractor", 2, 2.5), Wins("none", "rake", 1, 1.0), Wins("none", "kea", 0, 0.5)),
        summaries=24,
        different=17,
        recall_and_f=0.8125,
        ranked_summaries=(
            [RankedSummary("text 0", "lead", ROUGE, (0, 1, 2), 0.2, 0.4, 0.75, exact=True)],
            [RankedSummary("text 1", "lead", ROUGE, (0, 1, 2), 0.0, 0.0, 0.0, exact=False)],
        ),
        ranked_systems=tuple(ranked(*one) for one in SYSTEMS),
        left_out=(LeftOut("empty", "has no sentences"),),
    )


def shares_of(mean, place):
    """Return four shares with this mean that go up and down much as the lead's, and a little by chance."""
    chance = -0.012 if place % 2 else 0.012
    return [mean - 0.05 + chance, mean + 0.03 - chance, mean - 0.02 + chance, mean + 0.04 - chance]


@pytest.fixture(scope="session")
def study():
    """One learner with classes, two selections and two measures, and one without classes."""
    means = {
        (LIN_HOVY, "random"): (0.50, 0.55, 0.52), (LIN_HOVY, "paper"): (0.60, 0.69, 0.75),
        (KPIA, "random"): (0.40, 0.41, 0.42), (KPIA, "paper"): (0.66, 0.62, 0.61),
    }  # fmt: skip
    results = [
        result(Version(BAYES, measure, selection, classes), shares_of(mean, classes // 2), 0.3 + classes / 100, 0.45)
        for (measure, selection), line in means.items()
        for classes, mean in zip((2, 4, 6), line, strict=True)
    ]
    results += [result(Version(SAME, measure, "value"), shares_of(0.65, 1)) for measure in (LIN_HOVY, KPIA)]
    return study_of(results)


@pytest.fixture(scope="session")
def odd():
    """Odd names everywhere, one number of classes, nothing that differs, no correlation, and a measure of zeros."""
    results = [
        result(Version(ODD, ODD, "random", 5), [0.5, 0.5], 0.5, 0.5),
        result(Version(ODD, "b", "random", 5), [0.5] * 2),
    ]
    systems = (replace(ranked(ODD, 0.0, oracle=0.0, exact=0), share=None), ranked("another", 0.2))
    return replace(
        study_of(results, (0.5, 0.5)), documents=(ODD, "b"), wins=(Wins(ODD, ODD, 2, 2.0),), recall_and_f=None,
        ranked_systems=systems, left_out=(LeftOut(ODD, ODD),),
    )  # fmt: skip


@pytest.fixture(scope="session")
def records(study):
    """The records of each table."""
    return {table.name: tuple(table.records) for table in study.tables()}
