"""The findings of the paper, on studies whose shares are known."""

from dataclasses import replace

import numpy as np
import pytest

from sumspace.measures.measure import parse_measure
from sumspace.studies.callisto.plan import Version
from sumspace.studies.callisto.study import VersionResult, Wins
from sumspace.summarizers.callisto.learners.learner import parse_learner

LIN_HOVY, KPIA = parse_measure("lin-hovy"), parse_measure("kpia")
#: Twelve texts that are harder and easier, and what two systems differ by beside that.
HARD = np.linspace(0.3, 0.6, 12)
CHANCE = np.array([0.01, -0.02] * 6)


def version(learner, measure, selection, shares, target="score", classes=5):
    own = Version(parse_learner(learner), measure, selection, classes, target)
    return VersionResult(
        own, np.zeros((12, 1), np.int64), 0.5, 0.5, float(shares.mean()) / 4, float(shares.mean()), shares
    )


@pytest.fixture
def made(study):
    """Naive Bayes selects better than at random and than the tree, and no better with key phrases or than the lead."""

    def of(bayes=0.2, chance=0.1, tree=0.1, phrases=0.2, lead=0.3, trees="tree"):
        results = (
            version("naive-bayes", LIN_HOVY, "paper", HARD + bayes + CHANCE),
            version("naive-bayes", LIN_HOVY, "random", HARD + chance - CHANCE),
            version(trees, LIN_HOVY, "random", HARD + tree),
            version("naive-bayes", KPIA, "paper", HARD + phrases - CHANCE),
        )
        changed = replace(study, results=results, documents=tuple(map(str, range(12))), lead_shares=HARD + lead)
        shares = {one.name: HARD + 0.1 for one in study.baselines}
        return replace(changed, baselines=tuple(replace(one, shares=shares[one.name]) for one in study.baselines))

    return of


def verdicts(study):
    return {verdict.finding: verdict for verdict in study.verdicts}


def test_what_the_paper_found_is_found_again(made):
    found = verdicts(made())
    assert list(found) == [
        "Naive Bayes beats the decision tree",
        "Selecting by confidence beats random selection",
        "No version beats the lead",
        "Training on F-scores or key phrases makes no difference",
        "Every combination is best somewhere",
    ]
    assert all(verdict.is_reproduced for verdict in found.values())


@pytest.mark.parametrize(
    ("changed", "finding"),
    [
        ({"tree": 0.2}, "Naive Bayes beats the decision tree"),
        ({"tree": 0.4}, "Naive Bayes beats the decision tree"),
        ({"chance": 0.2}, "Selecting by confidence beats random selection"),
        ({"chance": 0.3}, "Selecting by confidence beats random selection"),
        ({"lead": 0.0}, "No version beats the lead"),
        ({"phrases": 0.3}, "Training on F-scores or key phrases makes no difference"),
    ],
)
def test_what_is_otherwise_here_is_not_reproduced(made, changed, finding):
    assert not verdicts(made(**changed))[finding].is_reproduced


def test_the_nearer_relative_of_c5_is_taken(made):
    study = made(trees="c45")
    assert verdicts(study)["Naive Bayes beats the decision tree"].contest.second == "c45, lin-hovy, random, K = 5"


def test_a_combination_that_never_wins_is_told(made):
    study = made()
    study = replace(study, wins=(*study.wins, Wins("c99", "rake", 0, 0.0)))
    verdict = verdicts(study)["Every combination is best somewhere"]
    assert not verdict.is_reproduced
    assert verdict.sentence(95) == (
        "Every combination is best somewhere: not reproduced. 3 of 4 combinations of segmenter and extractor are "
        "best on some of 12 texts."
    )


def test_a_sentence_has_both_shares_the_difference_its_interval_its_test_and_the_number_of_texts(made):
    verdict = verdicts(made())["Naive Bayes beats the decision tree"]
    assert verdict.sentence(95).startswith(
        "Naive Bayes beats the decision tree: reproduced. 64.5% (naive-bayes, lin-hovy, paper, K = 5) against 55.0% "
        "(tree, lin-hovy, random, K = 5): +9.5 points (95 % interval +8."
    )
    assert verdict.sentence(95).endswith("p < 0.001, 12 documents), significantly different.")


def test_findings_without_their_versions_are_left_out(made):
    study = made()
    fewer = replace(study, results=study.results[1:2], wins=study.wins[:1])
    assert not fewer.verdicts
