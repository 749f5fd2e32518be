"""Cross-validation over documents: the summaries of unseen texts, and of genres that no model has seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import checkpoint, ordered_map
from sumspace.document import Document
from sumspace.errors import NothingToDoError, TooLargeError
from sumspace.progress import told
from sumspace.studies.learning.lessons import read_lesson
from sumspace.studies.learning.plan import LEARNED, NEW_GENRE, without_fallback
from sumspace.studies.learning.training import learn
from sumspace.summarizers.summarizer import Summarizer, parse_summarizer
from sumspace.tasks.summarize import make_summary
from sumspace.tasks.task import LeftOut, collect_examples, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Integers
    from sumspace.corpus.model import Example
    from sumspace.document import Article
    from sumspace.studies.learning.lessons import Lesson, TrainingPlan
    from sumspace.studies.learning.plan import LearningPlan
    from sumspace.summarizers.learned.model import Expectation
    from sumspace.summarizers.objective import Objective
    from sumspace.summarizers.summarizer import Unit
    from sumspace.tasks.summarize import DocumentSummary
    from sumspace.tasks.task import Progress


@dataclass(frozen=True, eq=False)
class Taught:
    """The documents that can be learned from, and what is learned of each."""

    examples: Sequence[Example]
    lessons: Sequence[Lesson]
    left_out: tuple[LeftOut, ...]

    @classmethod
    def of(cls, examples: Iterable[Example], plan: TrainingPlan) -> Taught:
        """Read every document with a text and references once."""
        given = collect_examples(examples)
        results = over_documents(given, plan, partial(read_lesson, plan=plan), f"lesson {plan.seconds:g}")
        lessons, kept, left_out = [], [], []
        for example, result in zip(given, told("lessons", results, len(given)), strict=True):
            if isinstance(result, LeftOut):
                left_out.append(result)
            else:
                kept.append(example)
                lessons.append(result)
        if not lessons:
            why = f": {left_out[0].id!r} {left_out[0].reason}" if left_out else ""
            raise NothingToDoError(f"there is no document to learn from{why}")
        return cls(collect_examples(kept), lessons, tuple(left_out))

    @property
    def domains(self) -> list[str]:
        return [lesson.domain for lesson in self.lessons]

    @property
    def genres(self) -> Counter[str]:
        """How many documents each genre has."""
        return Counter(self.domains)

    def __len__(self) -> int:
        return len(self.lessons)


class Round(NamedTuple):
    """A model trained on all documents but some, and these."""

    #: Trained on the other folds, or on the other genres; and the number of the fold, or the genre.
    system: str
    label: str
    held_out: Integers


class RoundSummaries(NamedTuple):
    """The summaries of the documents of a round."""

    round: Round
    summaries: tuple[DocumentSummary | None, ...]
    #: The same without falling back on Lead, and how new each text was to the model, from 0 to 1.
    plain: tuple[DocumentSummary | None, ...]
    newness: tuple[float, ...]


@dataclass(frozen=True, eq=False, slots=True)
class _Wanting(Summarizer):
    """A summarizer that wants just this of an extract of one text."""

    wanted: Objective
    lengths: Integers

    title: ClassVar[str] = "an objective"
    paper: ClassVar[str] = ""

    def objective(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Objective:  # noqa: ARG002
        return self.wanted

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        return self.wanted.rank(self.lengths)


def stratified_folds(domains: Sequence[str], wanted: int, seed: int) -> list[Integers]:
    """Divide documents at random into folds, each genre evenly; no fold is empty, so there may be fewer.

    >>> [fold.tolist() for fold in stratified_folds(["law", "law", "news", "news"], 2, 0)]
    [[0, 2], [1, 3]]
    """
    generator = np.random.default_rng(seed)
    shuffled = generator.permutation(len(domains))
    order = sorted(shuffled.tolist(), key=lambda document: domains[document])
    folds = min(wanted, len(domains))
    return [np.sort(np.array(order[start::folds])) for start in range(folds)]


def rounds_of(domains: Sequence[str], plan: LearningPlan) -> list[Round]:
    """Return which documents are held out in turn: folds and, where there are several, genres."""
    folds = stratified_folds(domains, plan.folds, plan.training.seed)
    rounds = [Round(LEARNED, f"{number}", fold) for number, fold in enumerate(folds, 1)]
    genres = list(dict.fromkeys(domains))
    if plan.genres and len(genres) > 1:
        of_genre = (np.flatnonzero([domain == genre for domain in domains]) for genre in genres)
        rounds += [Round(NEW_GENRE, genre, rows) for genre, rows in zip(genres, of_genre, strict=True)]
    return rounds


def cross_validate(taught: Taught, plan: LearningPlan, progress: Progress | None = None) -> list[RoundSummaries]:
    """Summarize every document with models that have not seen it."""
    if len(taught) < 2:
        why = f": {taught.left_out[0].id!r} {taught.left_out[0].reason}" if taught.left_out else ""
        raise NothingToDoError(f"cross-validation needs at least 2 documents to learn from, not 1{why}")
    rounds = rounds_of(taught.domains, plan)
    content = digest(
        "learned summaries",
        str(plan.training),
        plan.training.seconds,
        version("scikit-learn"),
        [example.content for example in taught.examples],
    )
    work = partial(_train_and_summarize, taught, plan)
    found = []
    for done, result in enumerate(
        ordered_map(work, rounds, plan.workers, key=lambda own: digest(content, own.system, own.held_out)), 1
    ):
        found.append(result)
        if progress is not None:
            progress("learning", done, len(rounds))
    return found


def _train_and_summarize(taught: Taught, plan: LearningPlan, own: Round) -> RoundSummaries:
    seen = np.setdiff1d(np.arange(len(taught)), own.held_out)
    model = learn([taught.lessons[row] for row in seen], plan.training)
    made, plain, newness = [], [], []
    for row in own.held_out.tolist():
        checkpoint()
        document = Document(taught.examples[row], plan.training.profile)
        expected = model.expect(document.article())
        new = model.familiarity.newness(taught.lessons[row].context)
        without = replace(expected, early=np.ones_like(expected.early))
        made.append(_summarize(document, own.system, expected, plan))
        plain.append(_summarize(document, without_fallback(own.system), without, plan) if new else made[-1])
        newness.append(new)
    return RoundSummaries(own, tuple(made), tuple(plain), tuple(newness))


def _summarize(document: Document, system: str, expected: Expectation, plan: LearningPlan) -> DocumentSummary | None:
    summarizer = _Wanting(expected.objective, expected.reading.wording.lengths)
    return make_summary(document, system, summarizer, plan.budget, plan.training.seed)


def other_summaries(taught: Taught, plan: LearningPlan) -> list[tuple[DocumentSummary, ...]]:
    """Summarize every document with every other summarizer; one that cannot is skipped there."""
    summarizers = {name: parse_summarizer(name) for name in plan.summarizers}
    training = plan.training

    def work(document: Document) -> tuple[DocumentSummary, ...]:
        made = []
        for name, summarizer in summarizers.items():
            try:
                summary = make_summary(document, name, summarizer, training.budget, training.seed)
            except TooLargeError:
                continue
            made += [summary] if summary else []
        return tuple(made)

    written = digest(*(f"{name} {made_by} {made_by.model_description}" for name, made_by in summarizers.items()))
    results = over_documents(taught.examples, training, work, f"other summaries {written}")
    return [() if isinstance(r, LeftOut) else r for r in told("other summarizers", results, len(taught))]
