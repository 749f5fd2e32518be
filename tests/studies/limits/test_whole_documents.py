"""What high-scoring extracts are like, against plain enumeration of all extracts."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from math import ceil, sqrt

import numpy as np
import pytest
from scipy import stats

import sumspace
from brute_force import extracts, random_case
from sumspace.corpus.model import Section, Text
from sumspace.document import Document
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Exactly, Reach
from sumspace.space.engines.engine import Allowance
from sumspace.space.space import Space
from sumspace.studies.limits import whole_documents
from sumspace.studies.limits.whole_documents import (
    FEATURES,
    TOP,
    AverageFeatures,
    Feature,
    Total,
    WholeDocument,
    list_all,
    look_at_whole,
)
from sumspace.tasks.space import SpacePlan
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

MEASURES = ROUGE_1, ROUGE_2 = parse_measure("rouge-1"), parse_measure("rouge-2")
SENTENCES = 12


@pytest.fixture(scope="module")
def document():
    """The first sentences of a document, with its title."""
    example = next(sumspace.read("sample"))
    text = Text((Section(Passage(sentences=example.sentences("en")[:SENTENCES])),))
    return Document(replace(example, texts=(text,)), Profile())


@pytest.fixture(scope="module")
def references(document):
    (all_together,) = document.references("all")
    return all_together


def plan(**settings):
    return SpacePlan(**{"measures": MEASURES, "budget": Reach(70), **settings})


@pytest.mark.parametrize("seed", range(60))
def test_every_extract_is_listed_once(seed):
    text, _, budget = random_case(random.Random(seed))
    space = Space(np.array([len(sentence) for sentence in text]), budget)
    if space.is_whole:
        return
    listed = Counter()
    for draws in list_all(space):
        for row, words in zip(draws.chosen.tolist(), draws.words.tolist(), strict=True):
            chosen = tuple(sentence for sentence in row if sentence >= 0)
            listed[(chosen[:-1], chosen[-1], words) if words >= 0 else (chosen, None, 0)] += 1
    assert listed == Counter(extracts(space.lengths.tolist(), budget))
    assert listed.total() == space.size


def test_extracts_are_listed_some_at_a_time(monkeypatch):
    monkeypatch.setattr(whole_documents, "_LISTED", 7)
    space = Space(np.array([3, 4, 2, 5, 3, 1]), Reach(8))
    pieces = [draws.chosen.tolist() for draws in list_all(space)]
    assert len(pieces) > 3
    assert sum(map(len, pieces)) == len({tuple(row) for piece in pieces for row in piece}) == space.size


def features_by_hand(document, chosen):
    """The features of an extract, written anew."""
    content, lengths = [set(words) for words in document.content], document.lengths.tolist()
    title = set(document.article().title)
    counts = [Counter(words) for words in document.content]
    whole = sum(counts, Counter())
    chosen = sorted(chosen)

    def overlap(a, b):
        both = len(content[a]) + len(content[b])
        return 2 * len(content[a] & content[b]) / both if both else 0.0

    def cosine(count):
        product = sum(number * whole[word] for word, number in count.items())
        norms = sqrt(sum(n * n for n in count.values())) * sqrt(sum(n * n for n in whole.values()))
        return product / norms if norms else 0.0

    neighbours, pairs = list(pairwise(chosen)), list(combinations(chosen, 2))
    return {
        "position": np.mean(chosen) / (len(lengths) - 1),
        "first": np.mean([s < len(lengths) / 10 for s in chosen]),
        "adjacency": np.mean([s + 1 in chosen for s in chosen]),
        "cohesion": np.mean([overlap(*pair) for pair in neighbours]) if neighbours else 0.0,
        "redundancy": np.mean([overlap(*pair) for pair in pairs]) if pairs else 0.0,
        "centrality": np.mean([cosine(counts[s]) for s in chosen]),
        "title overlap": np.mean([len(title & content[s]) / len(title) for s in chosen]),
        "sentence length": np.mean([lengths[s] for s in chosen]),
        "sentences": len(chosen),
    }


def by_hand(document, references, measure, budget, score):
    """Scores of all extracts, and their features: [feature, extract]."""
    coverage = cover(measure, document.words, references.sentences)
    scores, values = [], []
    for whole, last, words in extracts(document.lengths.tolist(), budget):
        chosen = whole if last is None else (*whole, last)
        hits, units = (count(chosen, None if last is None else words) for count in (coverage.hits, coverage.size))
        held = coverage.references * units
        scores.append(hits / coverage.total if score == "recall" else 2 * hits / (coverage.total + held))
        values.append(list(features_by_hand(document, chosen).values()))
    return np.array(scores), np.array(values).T


@pytest.mark.parametrize(
    ("budget", "score"), [(Reach(70), "recall"), (Reach(60), "f1"), (AtMost(60), "recall"), (Exactly(5), "recall")]
)
def test_features_of_visited_extracts_are_those_of_plain_enumeration(document, references, budget, score):
    for sample in look_at_whole(document, references, plan(budget=budget, score=score)):
        scores, values = by_hand(document, references, sample.measure, budget, score)
        assert sample.exact
        assert (sample.mean, sample.std) == (pytest.approx(scores.mean()), pytest.approx(scores.std()))
        threshold = np.sort(scores)[-ceil(TOP * len(scores))]
        high = scores >= threshold - 1e-12
        assert [feature.name for feature in sample.features] == list(FEATURES)
        for feature, row in zip(sample.features, values, strict=True):
            assert feature.typical == pytest.approx(row.mean())
            assert feature.high == pytest.approx(row[high].mean())
            effect = (row[high].mean() - row.mean()) / row.std() if row.std() > 1e-12 else 0.0
            assert feature.effect == pytest.approx(effect)
            assert feature.error == 0


def test_drawn_features_are_as_sure_as_they_say():
    """Of a space of half a million extracts, differences from the exact effects in standard errors."""
    document = Document(next(sumspace.read("sample")), Profile())
    (references,) = document.references()
    settings = {"measures": (ROUGE_1,), "budget": Reach(70)}
    (exact,) = look_at_whole(document, references, plan(**settings))
    assert exact.exact
    distances = []
    for seed in range(6):
        (drawn,) = look_at_whole(document, references, plan(engine="sampling", seed=seed, **settings))
        assert not drawn.exact
        assert drawn.mean == pytest.approx(exact.mean, abs=0.005)
        for feature, own in zip(drawn.features, exact.features, strict=True):
            assert feature.error > 0
            distances.append(abs(feature.effect - own.effect) / feature.error)
    assert np.mean(np.array(distances) < 2) > 0.8
    assert np.max(distances) < 6


def test_extracts_are_drawn_where_there_is_no_time_to_visit_all(document, references):
    (sample, _) = look_at_whole(document, references, plan(allowance=Allowance(time=1e-3)))
    assert not sample.exact


def test_a_document_without_choice_or_title_lacks_features(document, references):
    assert look_at_whole(document, references, plan(budget=Reach(10**6))) == []
    assert look_at_whole(document, references, plan(budget=Exactly(1))) == []
    bare = Document(replace(document.example, title=""), Profile())
    (sample, _) = look_at_whole(bare, references, plan())
    assert [feature.name for feature in sample.features] == [name for name in FEATURES if name != "title overlap"]


def whole(*effects, exact=True, error=0.0):
    features = tuple(Feature(name, 0.5, 0.75, effect, error) for name, effect in zip(FEATURES, effects, strict=False))
    return WholeDocument("a", "all", ROUGE_1, exact, 0.3, 0.1, features)


def test_effects_are_averaged_over_documents_with_students_interval():
    effects, averages = [0.4, -0.1, 0.7, 0.2], AverageFeatures()
    for effect in effects:
        averages.add([whole(effect - 0.1, 1.0), whole(effect + 0.1, 1.0)])  # by two references
    averages.add([whole()])
    position, first = averages.averages()
    expected = stats.ttest_1samp(effects, 0).confidence_interval(0.95)
    assert position.effect_interval == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert (position.effect, position.documents, position.exact) == (pytest.approx(np.mean(effects)), 4, 4)
    assert first.effect_interval == (pytest.approx(1.0), pytest.approx(1.0))


def test_of_two_documents_drawing_alone_says_how_sure_their_effect_is():
    averages = AverageFeatures()
    assert averages.averages() == ()
    averages.add([whole(0.4)])
    assert averages.averages()[0].effect_interval is None
    averages.add([whole(0.2, exact=False, error=0.1)])
    (position,) = averages.averages()
    assert position.effect_interval == (pytest.approx(0.3 - 0.098), pytest.approx(0.3 + 0.098))
    assert (position.documents, position.exact) == (2, 1)


@pytest.mark.parametrize("count", [1, 618, 4096, 4097, 10_000])
def test_numbers_are_summed_as_if_all_were_there(count):
    numbers = np.random.default_rng(count).random(count)
    total = Total()
    for number in numbers.tolist():
        total.add(number)
    assert total.count == count
    assert total.mean == pytest.approx(numbers.mean(), rel=1e-14)
    assert total.mean == numbers.mean() or count > 4096
