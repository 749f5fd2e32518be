"""What systems score in the spaces of a document: those of Ceylan 2010, and those of the corpus."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, cycle, islice
from typing import TYPE_CHECKING

import numpy as np

from sumspace.document import tokenize
from sumspace.errors import NotDefinedError
from sumspace.measures.batch import Pair
from sumspace.measures.scoring import Setting, evaluate
from sumspace.space.budget import Extract
from sumspace.space.engines import sampling
from sumspace.space.engines.sampling import Draws
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.tasks.summarize import make_extract, random_extracts
from sumspace.text.encoding import encoder
from sumspace.text.limit import Limit
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure
    from sumspace.space.scoring import OfficialScoring
    from sumspace.space.space import Part
    from sumspace.tasks.space import SpacePlan

    #: An extract of each part of a document.
    Run = tuple[Extract, ...]


#: The systems of Ceylan 2010, section 8.
BASELINES = ("random", "lead", "textrank")
#: What random scores is the mean over so many orders of the sentences.
ORDERS = 100


@dataclass(frozen=True, slots=True)
class Candidate:
    """A system's summary of a document: an extract of each part, or sentences of its own."""

    system: str
    passage: Passage
    #: An extract of each part; of random there are several, one for every order, and the first is the passage.
    runs: tuple[Run, ...] = ()
    #: The sentences of the document that it is made of, where the system says so or it was made here.
    sentences: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class SystemScore:
    """What a summary scores: as extracts of the space do, and by the official script's rules."""

    system: str
    measure: Measure
    score: float
    official: float
    #: Where they are means over orders of the sentences: both in each order.
    runs: Floats | None = field(default=None, compare=False, repr=False)
    #: The official score of the summary as it came, before it was cut to the budget; None for an extract made here.
    uncut: float | None = None
    #: Whether the summary was cut.
    is_cut: bool = False


def candidates(document: Document, parts: Sequence[Part], seed: int = 0) -> Iterator[Candidate]:
    """Yield the summaries of the paper's systems, section by section, then those of the corpus.

    A system of the corpus that has the name of one of the paper's takes its place; where there is no text to take
    sentences from, the others are left out.
    """
    for name in BASELINES if document.example.has_text else ():
        if name in document.systems:
            continue
        runs = _orders(document, parts, seed) if name == "random" else _baseline(document, parts, name, seed)
        if runs:
            runs = _as_written(document, parts, runs)
            passage, numbers = write_run(document, parts, runs[0])
            yield Candidate(name, passage, runs, numbers)
    for name, summary in document.systems.items():
        yield Candidate(name, Passage(sentences=document.split(summary.body)), sentences=summary.extract)


def _as_written(document: Document, parts: Sequence[Part], runs: Sequence[Run]) -> tuple[Run, ...]:
    """Put the sentences of extracts in the order of the document, the cut one last, as extracts of the space are."""
    spaces = [Space(document.lengths[part.slice], part.budget) if part.budget else None for part in parts]
    return tuple(
        tuple(space.written(extract) if space else extract for space, extract in zip(spaces, run, strict=True))
        for run in runs
    )


def write_run(document: Document, parts: Sequence[Part], run: Run) -> tuple[Passage, tuple[int, ...]]:
    """Return the sentences of an extract of each part, as they are written and by their numbers."""
    pairs = list(zip(parts, run, strict=True))
    numbers = [[part.first + number for number in extract.sentences] for part, extract in pairs]
    written = [document.write(own, extract.words) for own, extract in zip(numbers, run, strict=True)]
    return Passage(sentences=tuple(chain.from_iterable(written))), tuple(chain.from_iterable(numbers))


def _orders(document: Document, parts: Sequence[Part], seed: int) -> tuple[Run, ...]:
    """Fill the budget of each part in random orders; those that give no extract leave their place to others."""
    nothing = [Extract(())] * ORDERS
    of_parts = [
        random_extracts(document, part.budget, ORDERS, seed, part) if part.budget else nothing for part in parts
    ]
    runs = [run for run in zip(*of_parts, strict=True) if None not in run]
    return tuple(islice(cycle(runs), ORDERS))


def _baseline(document: Document, parts: Sequence[Part], name: str, seed: int) -> tuple[Run, ...]:
    """Fill the budget of each part as a summarizer ranks its sentences; nothing where that gives no extract."""
    summarizer = SUMMARIZERS[name]()
    extracts = []
    for part in parts:
        extract = make_extract(document, summarizer, part.budget, seed, part) if part.budget else Extract(())
        if extract is None:
            return ()
        extracts.append(extract)
    return (tuple(extracts),)


def cut_summary(document: Document, passage: Passage, words: int | None) -> Passage:
    """Keep so many words of a summary; None keeps all."""
    if words is None:
        return passage
    encode = encoder(document.profile)
    kept = Limit(words).cut([encode.bytes_of(sentence) for sentence in passage.sentences or ()], encode.words)
    return Passage(sentences=tuple(sentence.decode("utf-8", "surrogatepass") for sentence in kept))


def _words(document: Document, sentences: Sequence[str] | None) -> int:
    """Count words as a limit does."""
    encode = encoder(document.profile)
    return sum(len(encode.words(encode.bytes_of(sentence))) for sentence in sentences or ())


def score_candidates(
    document: Document,
    summaries: Sequence[Candidate],
    parts: Sequence[Part],
    references: References,
    plan: SpacePlan,
) -> list[SystemScore]:
    """Score summaries on every measure; those that are no extracts are cut first, where the budget cuts.

    Scores of a summary that has several runs are means over them. A summary that was cut is scored uncut too.
    """
    budget = plan.budget_for(references)
    words = budget.most_words if budget.cuts else None
    pairs: list[Pair] = []
    places = []
    #: Where the uncut text of each summary of the corpus stands among the pairs.
    uncut: list[int | None] = []
    for summary in summaries:
        written: list[tuple[Passage, tuple[int, ...] | None]] = [
            write_run(document, parts, run)
            for run in dict.fromkeys(summary.runs)  # few sentences are soon the same
        ]
        if not written:
            written.append((cut_summary(document, summary.passage, words), summary.sentences))
        places.append(slice(len(pairs), len(pairs) + len(written)))
        pairs += [Pair(passage, references.bodies, document.example, summary.system, own) for passage, own in written]
        uncut.append(None if summary.runs else len(pairs) - 1)
        whole = None if summary.runs else document.systems.get(summary.system)
        if whole is not None and _words(document, document.split(whole.body)) > _words(
            document, written[0][0].sentences
        ):
            uncut[-1] = len(pairs)
            pairs.append(Pair(whole.body, references.bodies, document.example, summary.system, whole.extract))
    official = evaluate(pairs, plan.measures, Setting(plan.profile))
    in_space = [_Scorer(document, parts, measure, references, plan) for measure in plan.measures]
    scores = []
    for summary, place, whole_place in zip(summaries, places, uncut, strict=True):
        numbers = {run: number for number, run in enumerate(dict.fromkeys(summary.runs))}
        order = [numbers[run] for run in summary.runs] or [0]
        for measure, scorer in zip(plan.measures, in_space, strict=True):
            by_program = np.asarray(getattr(official[measure], plan.score))
            values = own = by_program[place]
            if scorer.counts and not np.isnan(values).any():
                pair = pairs[place.start]
                own = scorer.scores(list(numbers)) if numbers else scorer.score(pair.peer, pair.given_extract, values)
            both = np.ascontiguousarray(np.stack([own, values])[:, order])
            # A measure that compares sentences is not defined for summaries that are no extracts.
            if not np.isnan(values).any():
                score, value = both.mean(axis=1).tolist()
                runs = both if len(order) > 1 else None
                uncut_score = None if whole_place is None else float(by_program[whole_place])
                is_cut = whole_place is not None and whole_place >= place.stop
                scores.append(SystemScore(summary.system, measure, score, value, runs, uncut_score, is_cut))
    return scores


def score_extracts(scoring: Scoring | OfficialScoring, extracts: Sequence[Extract]) -> Floats:
    """Score extracts of a space, all at once."""
    if isinstance(scoring, Scoring):
        counted = sampling.evaluate(scoring.coverage, Draws.of(extracts))
        return scoring.scores(counted.hits, counted.units)
    return scoring.scores(*scoring.coverage.count([(extract.sentences, extract.words) for extract in extracts]))


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

    @cached_property
    def counts(self) -> bool:
        """Whether extracts of the space are counted, and not only scored one by one."""
        return self.plan.scoring(self.measure, self.document, self.references, ()) is not None

    def scores(self, runs: Sequence[Run]) -> Floats:
        """Score extracts of the parts."""
        pairs = zip(self.parts, zip(*runs, strict=True), strict=True)
        return self._together(np.stack([self._of_part(part, extracts) for part, extracts in pairs], axis=1))

    def _of_part(self, part: Part, extracts: Sequence[Extract]) -> Floats:
        """Score extracts of a part, stating what is counted in those sentences alone that some of them have."""
        used = sorted({sentence for extract in extracts for sentence in extract.sentences})
        numbers = [part.first + sentence for sentence in used]
        scoring = self.plan.scoring(self.measure, self.document, self.references, numbers)
        if scoring is None:
            raise TypeError(f"{self.measure} does not count what extracts have")
        places = {sentence: place for place, sentence in enumerate(used)}
        own = [Extract(tuple(places[sentence] for sentence in e.sentences), e.words) for e in extracts]
        return score_extracts(scoring, own)

    def score(self, passage: Passage, numbers: Sequence[int] | None, otherwise: Floats) -> Floats:
        """Score a summary that was not made here; `numbers` says which sentences of the document it is made of.

        What people alone know of a text that is no extract is `otherwise` its score.
        """
        whole = len(self.parts) == 1
        bodies = [passage.sentences or ()] if whole else _pieces(self.document, passage, self.parts)
        try:
            scores = [self._of_text(body, numbers if whole else None) for body in bodies]
        except NotDefinedError:
            return otherwise
        return self._together(np.array([scores]))

    def _of_text(self, sentences: Sequence[str], numbers: Sequence[int] | None) -> float:
        words = tokenize(sentences, self.document.profile)
        scoring = self.plan.scoring_of(self.measure, self.document, self.references, words, numbers)
        return 0.0 if scoring is None else scoring.score_of(range(len(words)))

    def _together(self, scores: Floats) -> Floats:
        """Put the scores of parts, [summary, part], together."""
        sums: Floats = np.sum(np.ascontiguousarray(scores * self._weights), axis=1)
        return sums

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
