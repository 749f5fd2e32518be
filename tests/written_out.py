"""Every extract of a small document written out and scored on its own: the truth for measures with a coverage."""

import random
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import pytest

import brute_force
from sumspace.corpus.model import Example, Pyramid, Reference, Section, Text
from sumspace.document import Document
from sumspace.measures.coverage import cover_document
from sumspace.measures.measure import parse_measure
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, UpTo, Within
from sumspace.space.engines.engine import explore
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

#: Content words, two forms of one stem among them, stop words, and what is a word but no token.
WORDS = ("cat", "cats", "dog", "sun", "sky", "the", "of", "-")


@dataclass(frozen=True)
class Case:
    """A document with everything that is known of it, and a budget."""

    example: Example
    budget: object

    @property
    def sentences(self):
        return self.example.sentences()

    def extracts(self, kept=None):
        """Yield all extracts, or those of some sentences, each as it is named and as it is written."""
        kept = range(len(self.sentences)) if kept is None else kept
        lengths = [len(self.sentences[i].split()) for i in kept]
        for chosen, last, words in brute_force.extracts(lengths, self.budget):
            numbers = [kept[i] for i in chosen]
            written, cut = [self.sentences[i] for i in numbers], None
            if last is not None:
                numbers.append(kept[last])
                written.append(" ".join(self.sentences[kept[last]].split()[:words]))
                cut = words if words < lengths[last] else None
            yield Extract(tuple(numbers), cut), written


def example_of(sentences, references, pyramid: Pyramid | None = None):
    return Example(
        "a",
        (Text((Section(Passage(sentences=tuple(sentences))),)),),
        tuple(Reference(str(i), Passage(sentences=tuple(body))) for i, body in enumerate(references)),
        pyramid=pyramid,
    )


def random_case(seed, sentences=6, pyramid=None):
    rng = random.Random(seed)

    def text(count, longest):
        return [" ".join(rng.choices(WORDS, k=rng.randint(1, longest))) for _ in range(count)]

    document = text(rng.randint(1, sentences), rng.choice((3, 7)))
    references = [text(rng.randint(1, 3), 8) for _ in range(rng.randint(1, 3))]
    words, few = rng.randint(1, len(" ".join(document).split()) + 2), rng.randint(1, len(document) + 1)
    budgets = (Reach(words), AtMost(words), Within(words, rng.randint(0, 6)), Exactly(few), UpTo(few))
    return Case(example_of(document, references, pyramid and pyramid(rng, document)), rng.choice(budgets))


def stated(case, measure, profile=None):
    document = Document(case.example, profile or Profile())
    references = next(document.references("all"))
    scoring = Scoring(cover_document(parse_measure(measure), document, references.sentences))
    return Space(document.lengths, case.budget), scoring


def assert_counted(case, measure, score):
    """Compare every engine with all extracts, each scored by `score(extract, written)`."""
    space, scoring = stated(case, measure)
    scores = Counter(round(float(score(*pair)), 9) for pair in case.extracts())
    for engine in ("exhaustive", "counting"):
        distribution = explore(space, scoring, engine).distribution
        assert distribution.exact
        found = Counter()
        for value, count in zip(distribution.scores.tolist(), distribution.counts, strict=True):
            found[round(value, 9)] += count
        assert +found == scores, engine


def assert_best(case, measure, score, find=find_oracles):
    """Compare the oracles with the best of all extracts; under a budget without a lower limit none of them pads."""
    space, scoring = stated(case, measure)
    result = find(space, scoring)
    if not any(True for _ in case.extracts()):
        assert result is None
        return
    kept = None
    if isinstance(case.budget, AtMost | UpTo):
        alone = ((i, score(Extract((i,)), [text])) for i, text in enumerate(case.sentences))
        kept = [i for i, value in alone if value > 0]
    scores = {extract: Fraction(score(extract, written)) for extract, written in case.extracts(kept)}
    best = max(scores.values(), default=Fraction(0))
    assert result.optimal
    assert result.score == pytest.approx(float(best), abs=1e-12)
    if result.count is not None:
        expected = {extract for extract, value in scores.items() if abs(value - best) < 1e-9}
        assert set(result.extracts()) == expected
        assert result.count == len(expected)
