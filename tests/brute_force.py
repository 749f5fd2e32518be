"""Spaces in plain Python, straight from the definitions: the independent truth for every engine."""

from collections import Counter
from itertools import chain, combinations

import numpy as np

from sumspace.document import Sentence
from sumspace.measures.coverage import cover
from sumspace.space.budget import AtMost, Exactly, Reach, UpTo, Within


def subsets(items):
    return chain.from_iterable(combinations(items, k) for k in range(len(items) + 1))


def extracts(lengths, budget):
    """Yield every extract as (whole sentences, last sentence or None, words of the last)."""
    everything = range(len(lengths))

    def length(chosen):
        return sum(lengths[i] for i in chosen)

    if isinstance(budget, Reach):
        if length(everything) < budget.size:
            yield tuple(everything), None, 0
            return
        for chosen in subsets(everything):
            if length(chosen) < budget.size:
                for last in everything:
                    if last not in chosen and length(chosen) + lengths[last] >= budget.size:
                        yield chosen, last, budget.size - length(chosen)
        return
    for chosen in subsets(everything):
        if (
            (isinstance(budget, AtMost) and chosen and length(chosen) <= budget.size)
            or (isinstance(budget, Within) and abs(length(chosen) - budget.size) <= budget.tolerance)
            or (isinstance(budget, Exactly) and len(chosen) == budget.size)
            or (isinstance(budget, UpTo) and 0 < len(chosen) <= budget.size)
        ):
            yield chosen, None, 0


def units(measure, tokens):
    """The units of one sentence, written anew."""
    tokens = list(tokens)
    if measure == "rouge-su4":
        pairs = [(tokens[i], tokens[j]) for i in range(len(tokens)) for j in range(i + 1, min(i + 6, len(tokens)))]
        return pairs + [(token,) for token in tokens[:-1]]
    n = int(measure[-1])
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


def counts(document, references, budget, measure):
    """Count extracts by (hits, units); texts are lists of sentences, those lists of words, those lists of tokens."""
    held = [
        Counter(u for sentence in body for u in units(measure, chain.from_iterable(sentence))) for body in references
    ]
    found = Counter()
    for chosen, last, words in extracts([len(sentence) for sentence in document], budget):
        texts = [document[i] for i in chosen] + ([document[last][:words]] if last is not None else [])
        have = Counter(u for sentence in texts for u in units(measure, chain.from_iterable(sentence)))
        hits = sum(min(count, c[unit]) for c in held for unit, count in have.items())
        found[hits, have.total()] += 1
    return found


def joint(document, references, budget, measures):
    """List the hits of every extract on several measures, in the order of `extracts`."""
    hits = []
    for chosen, last, words in extracts([len(sentence) for sentence in document], budget):
        texts = [document[i] for i in chosen] + ([document[last][:words]] if last is not None else [])
        row = []
        for measure in measures:
            have = Counter(u for sentence in texts for u in units(measure, chain.from_iterable(sentence)))
            held = [Counter(u for s in body for u in units(measure, chain.from_iterable(s))) for body in references]
            row.append(sum(min(count, c[unit]) for c in held for unit, count in have.items()))
        hits.append(tuple(row))
    return hits


def as_words(text):
    """Turn a list of sentences, each a list of words of tokens, into what coverages are made of."""
    return [Sentence(list(chain.from_iterable(words)), np.cumsum([0, *map(len, words)]).tolist()) for words in text]


def random_case(rng, sentences=7, references=3):
    """Make a document, references and a budget, small enough for brute force."""
    alphabet = rng.randint(2, 8)

    def text(count, longest):
        return [[word() for _ in range(rng.randint(0, longest))] for _ in range(count)]

    def word():
        return [rng.randrange(alphabet) for _ in range(rng.choice((0, 1, 1, 1, 1, 2)))]

    document = text(rng.randint(1, sentences), rng.randint(1, 7))
    bodies = [text(rng.randint(0, 3), 8) for _ in range(rng.randint(1, references))]
    length = rng.randint(1, sum(map(len, document)) + 2)
    few = rng.randint(1, len(document) + 1)
    budget = rng.choice((Reach(length), AtMost(length), Within(length, rng.randint(0, 6)), Exactly(few), UpTo(few)))
    return document, bodies, budget


__all__ = ["as_words", "counts", "cover", "extracts", "joint", "random_case"]
