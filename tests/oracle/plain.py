"""Oracles in plain Python, straight from the definitions, and ways to make cases."""

import random
from collections import Counter
from fractions import Fraction
from itertools import chain

import pytest

import brute_force
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Extract, UpTo
from sumspace.space.space import Space

MEASURES = ("rouge-1", "rouge-2", "rouge-su4")


def letters(*texts):
    """Make a text of sentences written as strings, with one letter a word."""
    return [[[letter] for letter in text] for text in texts]


def space(document, references, budget, measure="rouge-1", score="recall"):
    """Make a space of texts that are lists of sentences, those of words, those of tokens."""
    bodies = [brute_force.as_words(body) for body in references]
    return Space(cover(parse_measure(measure), brute_force.as_words(document), bodies), budget, score)


def spaces(case, measures, score="recall"):
    return [space(*case, measure, score) for measure in measures]


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
    best, found = Fraction(0), []
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
            best, found = mean, []
        if mean == best:
            found.append(Extract(tuple(numbers), kept_words))
    return best, found


def ordered(extracts):
    return sorted(extracts, key=lambda extract: (extract.sentences, extract.words or 0))


def f_measures(summary, found):
    """Return P, R and F of section 6.2.3 as printed."""
    precision = recall = Fraction(0)
    for oracle in found:
        shared = len(set(oracle.sentences) & set(summary))
        precision += Fraction(shared, len(summary)) if summary else 0
        recall += Fraction(shared, len(oracle.sentences)) if oracle.sentences else 0
    precision, recall = precision / len(found), recall / len(found)
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def hard():
    """A document in which the bound of the root proves nothing, and what is searched for takes a while."""
    rng = random.Random(5)
    words = [[[rng.randrange(60)] for _ in range(rng.randint(6, 12))] for _ in range(60)]
    return words, [[[[token] for token in range(60)]]], AtMost(60)


def assert_same(found, case):
    """Check everything that can be said of oracles against brute force."""
    if case.best is None:
        assert found is None
        return
    assert (found.score, found.bound, found.optimal) == (float(case.best), float(case.best), True)
    assert found.count == len(case.oracles)
    assert ordered(found.extracts()) == ordered(case.oracles)
    if not case.oracles:
        assert found.best is None
        return
    assert found.best in case.oracles
    best = found.best.sentences, found.best.words
    assert found.hits == tuple(space.coverage.hits(*best) for space in case.spaces)
    having = Counter(sentence for oracle in case.oracles for sentence in oracle.sentences)
    expected = [having[sentence] / len(case.oracles) for sentence in range(len(case.case[0]))]
    assert found.shares.tolist() == pytest.approx(expected)


def assert_nothing_wrong(found, case):
    """Check what is said where there was no time: the bound holds, and what is said to be optimal or counted is."""
    if case.best is None:
        assert found is None
        return
    assert found.score <= float(case.best) <= found.bound <= 1.0
    assert not found.optimal or found.score == float(case.best)
    assert found.optimal == (found.score == found.bound)
    assert found.sets is None or found.count == len(case.oracles)
