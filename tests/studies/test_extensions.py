"""The sweep over compressions and the look at high-scoring extracts, against exact spaces."""

import numpy as np
import pytest
from sumspace.studies.documents import prepare

import sumspace
from brute_force import extracts
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Reach
from sumspace.space.engines.engine import explore
from sumspace.studies.high_scoring import FEATURES, TOP, average_features, look_at_whole
from sumspace.tasks.space import SpacePlan
from sumspace.studies.sweep import RATIOS, average_points, sweep_document
from sumspace.text.profile import Profile


@pytest.fixture(scope="module")
def prepared():
    return prepare(next(sumspace.read("sample")), Profile())


@pytest.fixture(scope="module")
def references(prepared):
    return next(prepared.references("all"))


def test_the_sweep_finds_the_mean_of_every_length(prepared, references):
    plan = SpacePlan((parse_measure("rouge-1"), parse_measure("rouge-2")))
    points = sweep_document(prepared, references, plan)
    assert [(p.measure, p.ratio) for p in points] == [(m, r) for r in RATIOS for m in ("rouge-1", "rouge-2")]
    length = int(prepared.lengths.sum())
    for point in points[:4]:
        space = prepared.space(parse_measure(point.measure), references, Reach(round(length * point.ratio)))
        exact = explore(space).distribution
        assert abs(point.mean - exact.mean) < 5 * exact.std / np.sqrt(1000)
        assert point.best <= exact.max + 1e-12
        assert set(point.systems) == {"random", "lead", "textrank"}
        assert point.best >= max(point.systems.values())


def test_points_are_averaged_over_documents(prepared, references):
    points = sweep_document(prepared, references, SpacePlan((parse_measure("rouge-1"),)))
    doubled = average_points([*points, *points])
    assert [p.mean for p in doubled] == pytest.approx([p.mean for p in points])
    assert [p.std for p in doubled] == pytest.approx([p.std / np.sqrt(2) for p in points])


def test_features_of_the_best_extracts_are_those_that_brute_force_finds(references):
    example = next(sumspace.read("sample"))
    prepared = prepare(example, Profile())
    few = prepare(sumspace_example(example, prepared.sentences[:15]), Profile())
    space = few.space(parse_measure("rouge-1"), references, Reach(70))
    found = look_at_whole(few, "all", space, "rouge-1", 0)
    scores, values = [], []
    lengths = few.lengths.tolist()
    for whole, last, words in extracts(lengths, Reach(70)):
        taken = [*whole, last]
        scores.append(space.coverage.hits(taken, words) / space.coverage.total)
        first, followed = (s < 1.5 for s in taken), (s + 1 in taken for s in taken)
        shares = [sum(first) / len(taken), sum(followed) / len(taken)]
        values.append([np.mean(taken) / 14, *shares, np.mean([lengths[s] for s in taken]), len(taken)])
    scores, values = np.array(scores), np.array(values)
    assert found.mean == pytest.approx(scores.mean(), abs=0.005)
    threshold = np.sort(scores)[-max(int(np.ceil(TOP * len(scores))), 1)]
    for i, feature in enumerate(found.features):
        spread = values[:, i].std()
        assert feature.name == list(FEATURES)[i]
        assert feature.typical == pytest.approx(values[:, i].mean(), abs=0.1 * spread)
        assert feature.high == pytest.approx(values[scores >= threshold, i].mean(), abs=0.5 * spread)


def sumspace_example(example, sentences):
    from dataclasses import replace

    from sumspace.corpus.model import Section, Text
    from sumspace.text.passage import Passage

    return replace(example, documents=(Text((Section(Passage(sentences=tuple(sentences))),)),))


def test_a_document_without_choice_has_no_features(prepared, references):
    assert (
        look_at_whole(prepared, "all", prepared.space(parse_measure("rouge-1"), references, Reach(10**6)), "r", 0)
        is None
    )
    assert average_features([]) == ()
