"""The sweep over compressions, against exact spaces."""

import numpy as np
import pytest

import sumspace
from sumspace.document import Document
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Reach
from sumspace.space.engines.engine import explore
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.studies.limits.sweep import RATIOS, average_points, sweep_document
from sumspace.text.profile import Profile

MEASURES = parse_measure("rouge-1"), parse_measure("rouge-2")


@pytest.fixture(scope="module")
def document():
    return Document(next(sumspace.read("sample")), Profile())


@pytest.fixture(scope="module")
def scorings(document):
    (references,) = document.references("all")
    return {measure: Scoring(cover(measure, document.words, references.sentences)) for measure in MEASURES}


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
    doubled = average_points([*points, *points])
    assert [point.mean for point in doubled] == pytest.approx([point.mean for point in points])
    assert [point.std for point in doubled] == pytest.approx([point.std / np.sqrt(2) for point in points])
