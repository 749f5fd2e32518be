"""What systems score in the spaces of a document: those of Ceylan 2010, and those of the corpus."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from sumspace.document import tokenize
from sumspace.errors import NotDefinedError
from sumspace.measures.batch import Pair
from sumspace.measures.coverage import cover, cover_document
from sumspace.measures.scoring import Setting, evaluate
from sumspace.space.budget import Extract
from sumspace.space.scoring import Scoring
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.tasks.summarize import make_extract
from sumspace.text.encoding import encoder
from sumspace.text.limit import Limit
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.document import Document, References, Sentence
    from sumspace.measures.measure import Measure
    from sumspace.space.space import Part
    from sumspace.tasks.space import SpacePlan


#: The systems of Ceylan 2010, section 8.
BASELINES = ("random", "lead", "textrank")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A system's summary of a document: an extract of each part, or sentences of its own."""

    system: str
    passage: Passage
    extracts: tuple[Extract, ...] | None = None
    #: The sentences of the document that it is made of, where the system says so or it was made here.
    sentences: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class SystemScore:
    """What a summary scores: as extracts of the space do, and by the official script's rules."""

    system: str
    measure: Measure
    score: float
    official: float


def candidates(document: Document, parts: Sequence[Part], seed: int = 0) -> Iterator[Candidate]:
    """Yield the summaries of the paper's systems, section by section, then those of the corpus.

    A system of the corpus that has the name of one of the paper's takes its place; where there is no text to take
    sentences from, the others are left out.
    """
    for name in BASELINES if document.example.has_text else ():
        extracts = None if name in document.systems else _baseline(document, parts, name, seed)
        if extracts is not None:
            pairs = list(zip(parts, extracts, strict=True))
            written = tuple(text for part, extract in pairs for text in _write(document, part, extract))
            numbers = tuple(part.first + number for part, extract in pairs for number in extract.sentences)
            yield Candidate(name, Passage(sentences=written), extracts, numbers)
    for name, summary in document.systems.items():
        yield Candidate(name, Passage(sentences=document.split(summary.body)), sentences=summary.extract)


def _write(document: Document, part: Part, extract: Extract) -> tuple[str, ...]:
    return document.write([part.first + sentence for sentence in extract.sentences], extract.words)


def _baseline(document: Document, parts: Sequence[Part], name: str, seed: int) -> tuple[Extract, ...] | None:
    """Fill the budget of each part as a summarizer ranks its sentences; None where that gives no extract."""
    summarizer = SUMMARIZERS[name]()
    extracts = []
    for part in parts:
        extract = make_extract(document, summarizer, part.budget, seed, part) if part.budget else Extract(())
        if extract is None:
            return None
        extracts.append(extract)
    return tuple(extracts)


def cut_summary(document: Document, passage: Passage, words: int | None) -> Passage:
    """Keep so many words of a summary; None keeps all."""
    if words is None:
        return passage
    encode = encoder(document.profile)
    kept = Limit(words).cut([encode.bytes_of(sentence) for sentence in passage.sentences or ()], encode.words)
    return Passage(sentences=tuple(sentence.decode("utf-8", "surrogatepass") for sentence in kept))


def score_candidates(
    document: Document,
    summaries: Sequence[Candidate],
    parts: Sequence[Part],
    references: References,
    plan: SpacePlan,
) -> list[SystemScore]:
    """Score summaries on every measure; those that are no extracts are cut first, where the budget cuts."""
    budget = plan.budget_for(references)
    words = budget.most_words if budget.cuts else None
    passages = [
        summary.passage if summary.extracts is not None else cut_summary(document, summary.passage, words)
        for summary in summaries
    ]
    pairs = [
        Pair(passage, references.bodies, document.example, summary.system, summary.sentences)
        for summary, passage in zip(summaries, passages, strict=True)
    ]
    official = evaluate(pairs, plan.measures, Setting(plan.profile))
    in_space = [_Scorer(document, parts, measure, references, plan) for measure in plan.measures]
    scores = []
    for place, (summary, passage) in enumerate(zip(summaries, passages, strict=True)):
        for measure, scorer in zip(plan.measures, in_space, strict=True):
            value = score = float(getattr(official[measure], plan.score)[place])
            if measure.has_coverage and not isnan(value):
                score = scorer.score(summary, passage, otherwise=value)
            # A measure that compares sentences is not defined for summaries that are no extracts.
            if not isnan(value):
                scores.append(SystemScore(summary.system, measure, score, value))
    return scores


@dataclass(frozen=True, eq=False)
class _Scorer:
    """Scores summaries of a document as the extracts of its spaces are scored.

    Recalls of sections are summed and precisions weighted by length (Ceylan 2010, section 4): each section is judged
    by the whole reference, so what two of them have in common counts twice. For a summary that is no extract of the
    sections, pieces of it that are as long as theirs are judged so.
    """

    document: Document
    parts: Sequence[Part]
    measure: Measure
    references: References
    plan: SpacePlan

    def score(self, summary: Candidate, passage: Passage, otherwise: float) -> float:
        """Score a summary; what people alone know of a text that is no extract is `otherwise` its score."""
        try:
            return self._score(summary, passage)
        except NotDefinedError:
            return otherwise

    def _score(self, summary: Candidate, passage: Passage) -> float:
        if summary.extracts is not None:
            pairs = zip(self._of_parts, summary.extracts, strict=True)
            scores = [scoring.score_of(extract.sentences, extract.words) for scoring, extract in pairs]
        else:
            whole = len(self.parts) == 1
            bodies = [passage.sentences or ()] if whole else _pieces(self.document, passage, self.parts)
            numbers = summary.sentences if whole else None
            scores = [self._score_text(tokenize(body, self.document.profile), numbers) for body in bodies]
        return float(np.sum(np.array(scores) * self._weights))

    def _score_text(self, sentences: Sequence[Sentence], numbers: Sequence[int] | None) -> float:
        """Score sentences of a summary; `numbers` says which of the document they are, where that is known."""
        of, profile, example = self.references.sentences, self.document.profile, self.document.example
        coverage = cover(self.measure, sentences, of, profile, example, numbers)
        return Scoring(coverage, self.plan.score).score_of(range(len(sentences)))

    @cached_property
    def _of_parts(self) -> list[Scoring]:
        cover_part = partial(cover_document, self.measure, self.document, self.references.sentences)
        return [Scoring(cover_part(part.slice), self.plan.score) for part in self.parts]

    @cached_property
    def _weights(self) -> Floats:
        lengths = self.document.lengths
        if len(self.parts) == 1 or self.plan.score == "recall":
            return np.ones(1)
        weights: Floats = np.array([lengths[part.slice].sum() for part in self.parts]) / lengths.sum()
        return weights


def _pieces(document: Document, passage: Passage, parts: Sequence[Part]) -> Iterator[tuple[str, ...]]:
    """Divide a summary into pieces as long as the extracts of the sections, cutting sentences where they end."""
    encode = encoder(document.profile)
    left = [encode.words(encode.bytes_of(sentence)) for sentence in passage.sentences or ()]
    for part in parts:
        piece: list[list[bytes]] = []
        room = part.budget.size if part.budget else 0
        by_sentence = part.budget is not None and part.budget.unit == "sentences"
        while left and room > 0:
            sentence = left.pop(0)
            kept = len(sentence) if by_sentence else min(len(sentence), room)
            room -= 1 if by_sentence else kept
            piece.append(sentence[:kept])
            if kept < len(sentence):
                left.insert(0, sentence[kept:])
        yield tuple(b" ".join(words).decode("utf-8", "surrogatepass") for words in piece)
