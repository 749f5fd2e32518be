"""What the best extracts are like, against brute force."""

import numpy as np
import pytest

import sumspace
from brute_force import extracts
from sumspace.document import Document
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Reach
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.studies.limits.high_scoring import FEATURES, TOP, average_features, sample_whole
from sumspace.text.profile import Profile

ROUGE_1 = parse_measure("rouge-1")
SENTENCES = 15


@pytest.fixture(scope="module")
def scoring():
    document = Document(next(sumspace.read("sample")), Profile())
    (references,) = document.references("all")
    return Scoring(cover(ROUGE_1, document.words[:SENTENCES], references.sentences))


def test_features_of_the_best_extracts_are_those_that_brute_force_finds(scoring):
    coverage = scoring.coverage
    sample = sample_whole(Space(coverage.lengths, Reach(70)), scoring, ROUGE_1, "a", "all", seed=0)
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


def test_a_document_without_choice_has_no_features(scoring):
    space = Space(scoring.coverage.lengths, Reach(10**6))
    assert sample_whole(space, scoring, ROUGE_1, "a", "all", seed=0) is None
    assert average_features([]) == ()
