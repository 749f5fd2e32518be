"""Baselines against their definitions, on small tables and on a few real texts."""

from itertools import combinations

import numpy as np
import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import score_texts
from sumspace.studies.callisto.baselines import (
    FIXED,
    ORACLE,
    RANDOM,
    BestExtracts,
    chosen_on_folds,
    find_baselines,
    find_best_extracts,
    oracle_baseline,
    oracle_measure,
)
from sumspace.studies.callisto.cross_validation import folds
from sumspace.studies.callisto.plan import CallistoPlan, GenerationPlan
from sumspace.summarizers.callisto.configuration import grid
from sumspace.summarizers.callisto.learners.learner import parse_learner

GRID = grid(["none"], ["rake", "kea"], phrases=[5], thresholds=[1], sentences=[1, 3], kind="paper")
FIXED_ONLY = (parse_learner("fixed"),)


def make_plan(lengths):
    return CallistoPlan(GenerationPlan(GRID, workers=Workers(1)), FIXED_ONLY, lengths=lengths, folds=3, seconds=5.0)


def table(seed=0, documents=7):
    random = np.random.default_rng(seed)
    plan = make_plan("free")
    return random.uniform(0.1, 1, (documents, 4)), random.uniform(
        0.1, 1, (documents, len(plan.generation.baselines), 2)
    )


def by_name(lengths, scores, by_summarizer):
    plan = make_plan(lengths)
    best = np.column_stack([scores[:, group].max(axis=1) for group in plan.groups])
    return {one.name: one for one in find_baselines(plan, scores, best, by_summarizer)}, plan


def test_a_random_configuration_reaches_the_mean_of_all():
    scores, others = table()
    found, _ = by_name("free", scores, others)
    assert found[RANDOM].shares == pytest.approx(scores.mean(axis=1) / scores.max(axis=1))
    assert found[RANDOM].score == pytest.approx(scores.mean())


def test_where_lengths_are_given_each_has_its_own_mean_and_best():
    scores, others = table()
    found, plan = by_name("given", scores, others)
    parts = [scores[:, group].mean(axis=1) / scores[:, group].max(axis=1) for group in plan.groups]
    assert found[RANDOM].shares == pytest.approx((parts[0] + parts[1]) / 2)
    best = np.column_stack([scores[:, group].max(axis=1) for group in plan.groups])
    assert found["lead"].shares == pytest.approx((others[:, 0] / best).mean(axis=1))
    assert found["lead"].sizes is None


@pytest.mark.parametrize("seed", range(5))
def test_the_fixed_configuration_and_the_length_are_chosen_without_the_document(seed):
    scores, others = table(seed)
    found, plan = by_name("free", scores, others)
    shares, best = scores / scores.max(axis=1, keepdims=True), scores.max(axis=1)
    for fold in folds(len(scores), 3, 0):
        seen = [i for i in range(len(scores)) if i not in fold]
        chosen = max(range(4), key=lambda c: sum(shares[i, c] for i in seen))
        length = max(range(2), key=lambda n: sum(others[i, 1, n] / best[i] for i in seen))
        for i in fold:
            assert found[FIXED].configurations[i].tolist() == [chosen]
            assert found[FIXED].shares[i] == pytest.approx(shares[i, chosen])
            second = found[plan.generation.baselines[1]]
            assert second.sizes[i] == length
            assert second.shares[i] == pytest.approx(others[i, 1, length] / best[i])


def test_of_equals_the_first_is_chosen():
    assert chosen_on_folds(np.ones((4, 3)), folds(4, 2, 0)).tolist() == [0] * 4


def test_the_lead_comes_first_and_every_quick_summarizer_is_there():
    found, plan = by_name("free", *table())
    assert [one.kind for one in found.values()][:3] == ["random", "fixed", "lead"]
    assert set(plan.generation.baselines) >= {"lead", "lexrank", "textrank", "luhn", "centroid", "kl-sum"}


def test_best_extracts_are_those_of_all_extracts_by_recall():
    """The recall of one and of two sentences of a short text is the highest of all; the score is its F-score."""
    text = ["Old houses burn in the town.", "Firemen saved two cats.", "Nobody was hurt.", "The mayor thanked firemen."]
    example = {"id": "a", "sentences": text, "references": ["Firemen saved two cats and nobody was hurt in the town."]}
    (read,) = sumspace.read([example])
    plan = make_plan("free")
    (found,) = find_best_extracts([read], plan, oracle_measure(plan))
    assert found.proven == (True, True)
    for size, score in zip((1, 3), found.scores, strict=True):
        bodies = [[text[i] for i in chosen] for chosen in combinations(range(4), size)]
        scored = score_texts(bodies, [[read.references[0].body]] * len(bodies), ["lin-hovy"])["lin-hovy"]
        best = np.flatnonzero(scored.recall == scored.recall.max())
        assert min(abs(scored.f1[best] - score)) < 1e-12


def test_the_oracle_has_its_best_length_where_lengths_are_free():
    found = [BestExtracts((0.2, 0.6), (True, False)), BestExtracts((0.5, 0.4), (True, True))]
    free = oracle_baseline(found, np.array([[0.5], [0.5]]), "free")
    assert (free.name, free.shares.tolist(), free.proven, free.searched) == (ORACLE, [1.2, 1.0], 1, 2)
    given = oracle_baseline(found, np.array([[0.4, 0.6], [0.5, 0.8]]), "given")
    assert given.shares == pytest.approx([0.75, 0.75])
    assert (given.proven, given.searched) == (3, 4)


def test_a_measure_that_counts_no_units_leaves_the_oracle_to_that_of_ranks():
    plan = make_plan("free")
    assert str(oracle_measure(plan)) == "lin-hovy"
    judged = CallistoPlan(plan.generation, FIXED_ONLY, judged_by=parse_measure("cosine"))
    assert str(oracle_measure(judged)) == "rouge-2"
