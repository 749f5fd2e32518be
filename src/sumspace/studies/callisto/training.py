"""Training of CALLISTO on all summaries of a corpus, and of Kea on the key phrases of its references."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain, groupby
from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.show.table import Table
from sumspace.stats.discretization import discretize
from sumspace.studies.callisto.cross_validation import Lessons
from sumspace.studies.callisto.generate import generate, without_left_out
from sumspace.summarizers.callisto.configuration import groups_of, settings_of
from sumspace.summarizers.callisto.explaining import describe_model
from sumspace.summarizers.callisto.learners.learner import training_table
from sumspace.summarizers.callisto.model import Model
from sumspace.summarizers.callisto.target import targets_of
from sumspace.tasks.explained import model_tables
from sumspace.tasks.task import Result, refuse_without_texts
from sumspace.text.keyphrases.kea import LONGEST, KeaModel
from sumspace.text.words import read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.corpus.model import Example
    from sumspace.studies.callisto.generate import GeneratedDocument
    from sumspace.studies.callisto.plan import TrainingPlan
    from sumspace.tasks.task import LeftOut
    from sumspace.text.words import TextWords

    #: The stems of a phrase.
    Stems = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class TrainedModel(Result):
    """A model, its training plan, and the documents that were skipped."""

    model: Model
    plan: TrainingPlan
    left_out: tuple[LeftOut, ...]

    @property
    def signature(self) -> str:
        """Everything needed to generate the same summaries again."""
        return str(self.plan.generation)

    def __str__(self) -> str:
        return str(self.model)

    def table(self) -> Table:
        """Return what the model has learned."""
        return Table("model", views=model_tables(describe_model(self.model)))


def train_callisto(examples: Iterable[Example], plan: TrainingPlan, corpus: str = "") -> TrainedModel:
    """Learn from every document that has references; the model records the name of the corpus."""
    generation = plan.generation
    left_out: list[LeftOut] = []
    domains: Counter[str] = Counter()

    def documents() -> Iterator[GeneratedDocument]:
        for document in without_left_out(generate(examples, generation), left_out):
            domains[document.domain] += 1
            yield document

    lessons = Lessons.of(documents(), [plan.measure])
    scores = lessons.scores[plan.measure]
    if not scores.any():
        raise SettingError(f"there is nothing to learn: all summaries score 0 on {plan.measure}")
    # A model is asked for summaries of a given length.
    targets = targets_of(scores, plan.target, list(groups_of(generation.configurations).values()))
    division = None
    if plan.learner.needs_classes:
        division = discretize(targets, plan.classes, plan.discretization)[-1]
    table = training_table(lessons.features, settings_of(generation.configurations), targets, division)
    model = Model(
        configurations=generation.configurations,
        learner=plan.learner,
        learned=plan.learner.learn(table, generation.seed),
        measure=str(plan.measure),
        classes=len(division.cuts) + 1 if division else 0,
        target=plan.target,
        discretization=plan.discretization,
        selection=plan.selection,
        trained_on=count_documents(domains, corpus or "a corpus"),
        seed=generation.seed,
        kea=generation.kea,
        profile=generation.profile,
    )
    return TrainedModel(model, plan, tuple(left_out))


def train_kea(examples: Iterable[Example], language: str = "en") -> KeaModel:
    """Train Kea on documents whose references contain key phrases; others count for document frequencies only.

    Documents without a text are ignored.
    """
    return KeaModel.train(*_kea_lessons(examples, language))


def train_kea_apart(examples: Iterable[Example], language: str = "en") -> tuple[KeaModel, ...]:
    """Train Kea on all documents, and without each part of them: for any document, some model has not seen it."""
    return KeaModel.train_apart(*_kea_lessons(examples, language))


def _kea_lessons(examples: Iterable[Example], language: str) -> tuple[list[tuple[TextWords, frozenset[Stems]]], str]:
    """Return the texts with their key phrases, and what they are, in words."""
    documents, domains = [], Counter[str]()
    for example in refuse_without_texts(examples):
        if not example.has_text:
            continue
        references = [read_words(reference.body.split(language), language) for reference in example.references]
        keys = frozenset(chain.from_iterable(map(key_phrases, references)))
        documents.append((read_words(example.sentences(language), language), keys))
        domains[example.domain] += 1
    return documents, count_documents(domains)


def key_phrases(reference: TextWords) -> frozenset[Stems]:
    """Return the key phrases of a reference: all sequences of up to three words without stop words.

    Rigouste 2004 takes the words between stop words or punctuation as one phrase (sections 2.1 and 4). Most of these
    are longer than a phrase of the document, so their parts count as well.

    >>> sorted(" ".join(stems) for stems in key_phrases(read_words(["The interest rates of banks."])))
    ['bank', 'interest', 'interest rate', 'rate']
    """
    phrases: set[Stems] = set()
    for first, last in reference.runs:
        for is_stop, group in groupby(range(first, last), reference.stops.__getitem__):
            words = list(group)
            end = words[-1] + 1
            if not is_stop:
                phrases.update(reference.stems[i:j] for i in words for j in range(i + 1, min(i + LONGEST, end) + 1))
    return frozenset(phrases)


def count_documents(domains: Counter[str], corpus: str = "") -> str:
    """Write the number of documents, the name of the corpus if known, and the number of each domain.

    >>> count_documents(Counter({"legal": 2, "": 1}), "mine.jsonl")
    '3 documents of mine.jsonl (2 legal, 1 without domain)'
    """
    counts: Counter[str] = Counter()
    for domain, count in domains.items():
        counts[domain or "without domain"] += count
    documents = f"{counts.total()} document{'' if counts.total() == 1 else 's'}"
    each = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    return f"{documents}{f' of {corpus}' if corpus else ''} ({each})"
