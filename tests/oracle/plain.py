"""Oracles in plain Python, straight from the definitions, and ways to make cases."""

import random
from collections import Counter
from fractions import Fraction
from itertools import chain

import numpy as np
import pytest

import brute_force
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Extract, UpTo
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space

MEASURES = ("rouge-1", "rouge-2", "rouge-su4")


def letters(*texts):
    """Make a text of sentences written as strings, with one letter a word."""
    return [[[letter] for letter in text] for text in texts]


def stated(document, references, budget, measures=("rouge-1",), score="recall"):
    """Return the space and the scorings of texts that are lists of sentences, those of words, those of tokens."""
    sentences, *bodies = map(brute_force.as_words, (document, *references))
    lengths = np.array([sentence.length for sentence in sentences], dtype=np.int64)
    scorings = [Scoring(cover(parse_measure(measure), sentences, bodies), score) for measure in measures]
    return Space(lengths, budget), scorings


def stated_letters(document, reference, budget, **options):
    """Return the space and the scorings of a document and a reference with one letter a word."""
    return stated(letters(*document), [letters(*reference)], budget, **options)


def units(measure, sentences):
    return Counter(unit for words in sentences for unit in brute_force.units(measure, chain.from_iterable(words)))


def score_of(texts, references, measure, score):
    """Score an extract, given as sentences, as a fraction; several references are pooled."""
    have, held = units(measure, texts), [units(measure, body) for body in references]
    hits = sum(min(count, body[unit]) for body in held for unit, count in have.items())
    total = sum(body.total() for body in held)
    below = Fraction(total if score == "recall" else total + len(held) * have.total(), 1 if score == "recall" else 2)
    return hits / below if below else Fraction(0)


def oracles(case, measures, score="recall"):
    """Return the best mean of scores and all extracts that have it; None where there is no extract."""
    document, references, budget = case
    if not any(True for _ in brute_force.extracts(list(map(len, document)), budget)):
        return None
    kept = range(len(document))
    if isinstance(budget, AtMost | UpTo):
        wanted = {measure: set().union(*(units(measure, body) for body in references)) for measure in measures}
        kept = [i for i in kept if any(wanted[measure] & set(units(measure, [document[i]])) for measure in measures)]
    best, extracts = Fraction(0), []
    for chosen, last, words in brute_force.extracts([len(document[i]) for i in kept], budget):
        numbers = [kept[i] for i in chosen]
        texts = [document[i] for i in numbers]
        kept_words = None
        if last is not None:
            numbers.append(kept[last])
            texts.append(document[kept[last]][:words])
            kept_words = words if words < len(document[kept[last]]) else None
        mean = sum(score_of(texts, references, measure, score) for measure in measures) / len(measures)
        if mean > best:
            best, extracts = mean, []
        if mean == best:
            extracts.append(Extract(tuple(numbers), kept_words))
    return best, extracts


def ordered(extracts):
    return sorted(extracts, key=lambda extract: (extract.sentences, extract.words or 0))


def f_measures(summary, oracles):
    """Return P, R and F of section 6.2.3 as printed."""
    precision = recall = Fraction(0)
    for oracle in oracles:
        shared = len(set(oracle.sentences) & set(summary))
        precision += Fraction(shared, len(summary)) if summary else 0
        recall += Fraction(shared, len(oracle.sentences)) if oracle.sentences else 0
    precision, recall = precision / len(oracles), recall / len(oracles)
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def hard():
    """A document in which the bound of the root proves nothing, and what is searched for takes a while."""
    rng = random.Random(5)
    words = [[[rng.randrange(60)] for _ in range(rng.randint(6, 12))] for _ in range(60)]
    return words, [[[[token] for token in range(60)]]], AtMost(60)


def assert_same(result, case):
    """Check everything that can be said of oracles against brute force."""
    if case.best is None:
        assert result is None
        return
    assert (result.score, result.bound, result.optimal) == (float(case.best), float(case.best), True)
    assert result.count == len(case.oracles)
    assert ordered(result.extracts()) == ordered(case.oracles)
    if not case.oracles:
        assert result.best is None
        return
    assert result.best in case.oracles
    best = result.best.sentences, result.best.words
    assert result.hits == tuple(scoring.coverage.hits(*best) for scoring in case.scorings)
    having = Counter(sentence for oracle in case.oracles for sentence in oracle.sentences)
    expected = [having[sentence] / len(case.oracles) for sentence in range(len(case.texts[0]))]
    assert result.shares.tolist() == pytest.approx(expected)


def assert_nothing_wrong(result, case):
    """Check what is said where there was no time: the bound holds, and what is said to be optimal or counted is."""
    if case.best is None:
        assert result is None
        return
    assert result.score <= float(case.best) <= result.bound <= 1.0
    assert not result.optimal or result.score == float(case.best)
    assert result.optimal == (result.score == result.bound)
    assert result.sets is None or result.count == len(case.oracles)
