"""What whole documents show: the best extracts against brute force, and several lengths against exact spaces."""

import numpy as np
import pytest

import sumspace
from brute_force import extracts
from sumspace.document import Document
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Reach
from sumspace.space.engines.engine import explore
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.studies.limits.whole_documents import (
    FEATURES,
    RATIOS,
    TOP,
    AverageFeatures,
    AverageSweep,
    Total,
    sample_whole,
    sweep_document,
)
from sumspace.text.profile import Profile

MEASURES = ROUGE_1, ROUGE_2 = parse_measure("rouge-1"), parse_measure("rouge-2")
SENTENCES = 15


@pytest.fixture(scope="module")
def document():
    return Document(next(sumspace.read("sample")), Profile())


@pytest.fixture(scope="module")
def beginning(document):
    """The first sentences."""
    (references,) = document.references("all")
    return Scoring(cover(ROUGE_1, document.words[:SENTENCES], references.sentences))


@pytest.fixture(scope="module")
def scorings(document):
    (references,) = document.references("all")
    return {measure: Scoring(cover(measure, document.words, references.sentences)) for measure in MEASURES}


def test_features_of_the_best_extracts_are_those_that_brute_force_finds(beginning):
    coverage = beginning.coverage
    sample = sample_whole(Space(coverage.lengths, Reach(70)), beginning, ROUGE_1, "a", "all", seed=0)
    scores, values = [], []
    lengths = coverage.lengths.tolist()
    for whole, last, words in extracts(lengths, Reach(70)):
        chosen = [*whole, last]
        scores.append(coverage.hits(chosen, words) / coverage.total)
        first, followed = (s < SENTENCES / 10 for s in chosen), (s + 1 in chosen for s in chosen)
        shares = [sum(first) / len(chosen), sum(followed) / len(chosen)]
        position, length = np.mean(chosen) / (SENTENCES - 1), np.mean([lengths[s] for s in chosen])
        values.append([position, *shares, length, len(chosen)])
    scores, values = np.array(scores), np.array(values)
    assert sample.mean == pytest.approx(scores.mean(), abs=0.005)
    threshold = np.sort(scores)[-max(int(np.ceil(TOP * len(scores))), 1)]
    assert [feature.name for feature in sample.features] == list(FEATURES)
    for feature, column in zip(sample.features, values.T, strict=True):
        assert feature.typical == pytest.approx(column.mean(), abs=0.1 * column.std())
        assert feature.high == pytest.approx(column[scores >= threshold].mean(), abs=0.5 * column.std())


def test_a_document_without_choice_has_no_features(beginning):
    space = Space(beginning.coverage.lengths, Reach(10**6))
    assert sample_whole(space, beginning, ROUGE_1, "a", "all", seed=0) is None
    assert AverageFeatures().averages() == ()


def test_the_sweep_finds_the_mean_of_every_length(document, scorings):
    points = sweep_document(document, scorings, seed=0)
    assert [(point.measure, point.ratio) for point in points] == [(m, ratio) for ratio in RATIOS for m in MEASURES]
    length = int(document.lengths.sum())
    for point in points[:4]:
        space = Space(document.lengths, Reach(round(length * point.ratio)))
        exact = explore(space, scorings[point.measure]).distribution
        assert abs(point.mean - exact.mean) < 5 * exact.std / np.sqrt(1000)
        assert point.best <= exact.max + 1e-12
        assert set(point.systems) == {"random", "lead", "textrank"}
        assert point.best >= max(point.systems.values())


def test_points_are_averaged_over_documents(document, scorings):
    points = sweep_document(document, {MEASURES[0]: scorings[MEASURES[0]]}, seed=0)
    sweep = AverageSweep()
    for point in [*points, *points]:
        sweep.add(point)
    doubled = sweep.averages()
    assert [point.mean for point in doubled] == pytest.approx([point.mean for point in points])
    assert [point.std for point in doubled] == pytest.approx([point.std / np.sqrt(2) for point in points])


@pytest.mark.parametrize("count", [1, 618, 4096, 4097, 10_000])
def test_numbers_are_summed_as_if_all_were_there(count):
    numbers = np.random.default_rng(count).random(count)
    total = Total()
    for number in numbers.tolist():
        total.add(number)
    assert total.count == count
    assert total.mean == pytest.approx(numbers.mean(), rel=1e-14)
    assert total.mean == numbers.mean() or count > 4096
