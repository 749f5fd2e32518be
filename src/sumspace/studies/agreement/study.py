"""The study of a corpus: human summaries, systems, oracles and full texts, averaged over groups of documents."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import hypot, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Literal

from sumspace.errors import NothingToDoError
from sumspace.show.text import counted
from sumspace.stats.resampling import Interval
from sumspace.studies.agreement.differences import find_differences
from sumspace.studies.agreement.documents import BASELINE, BEST_HUMAN, FULL_TEXT, agree_document, oracle_source
from sumspace.studies.agreement.findings import findings
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.agreement.story import CHAPTERS, LEAD, TITLE
from sumspace.studies.agreement.tables import make_tables
from sumspace.studies.study import STUDIES, Study, by_domain, collect
from sumspace.tasks.systems import ORDERS
from sumspace.tasks.task import over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from sumspace.corpus.model import Example
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.studies.agreement.differences import Difference
    from sumspace.studies.agreement.documents import DocumentAgreement, Source
    from sumspace.tasks.task import LeftOut, Progress

    #: Of whose summary: of H1, the first human summary, or of the reference.
    Compression = Literal["H1", "reference"]


#: Of the intervals of slopes of fitted lines.
CONFIDENCE = 0.95
#: What a corpus may have both of.
SINGLE, TOPICS = "single documents", "topics"


@dataclass(frozen=True, slots=True)
class MeanScore:
    """The mean score and length of the summaries of one source."""

    #: How many documents have such a summary.
    documents: int
    #: At the length of the reference, where summaries are cut, and as they are; the words are those they have uncut.
    score: float
    uncut: float
    words: float | None
    #: The words that scores are of.
    kept: float | None
    #: How many oracles are not proven to be the best extracts.
    unproven: int


@dataclass(frozen=True, slots=True)
class FittedLine:
    """A fitted line; the interval and p-value of its slope say whether there is any trend."""

    points: int
    slope: float
    intercept: float
    low: float
    high: float
    #: How likely a slope this far from 0 would be, were there none.
    p: float
    #: The share of variance that the line explains.
    r2: float
    #: Where the points are on average, and how far the mean may lie from the line there.
    centre: float
    reach: float
    #: From where to where there are points; nothing is said of the line beyond.
    start: float
    end: float

    @property
    def change(self) -> Interval:
        """What the line gains from the first point to the last, and between what bounds."""
        width = self.end - self.start
        return Interval(self.slope * width, self.low * width, self.high * width)

    def at(self, x: float) -> tuple[float, float, float]:
        """Return the height of the line, and between what heights the true line lies with that confidence."""
        height = self.intercept + self.slope * x
        reach = hypot(self.reach, (self.high - self.slope) * (x - self.centre))
        return height, height - reach, height + reach


def fit_line(xs: Sequence[float], ys: Sequence[float]) -> FittedLine | None:
    """Fit a line; None where there are fewer than three points, or all at one x.

    >>> line = fit_line([0.7, 0.8, 0.9], [0.6, 0.5, 0.4])
    >>> round(line.slope, 6), round(line.intercept, 6)
    (-1.0, 1.3)
    """
    if len(xs) < 3 or max(xs) - min(xs) < 1e-12:
        return None
    centre, ends = fmean(xs), (min(xs), max(xs))
    if max(ys) - min(ys) < 1e-12:  # a level line, of which there is nothing to explain
        return FittedLine(len(xs), 0.0, fmean(ys), 0.0, 0.0, 1.0, 0.0, centre, 0.0, *ends)
    from scipy import stats

    fit = stats.linregress(xs, ys)
    slope, error = float(fit.slope), float(fit.stderr)
    quantile = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(xs) - 2))
    deviation = sqrt(sum((x - centre) ** 2 for x in xs) / len(xs))
    low, high, reach = slope - quantile * error, slope + quantile * error, quantile * error * deviation
    p, r2 = float(fit.pvalue), float(fit.rvalue) ** 2
    return FittedLine(len(xs), slope, float(fit.intercept), low, high, p, r2, centre, reach, *ends)


@dataclass(frozen=True, eq=False)
class DocumentGroup:
    """Documents that are averaged: all, those of a domain, or those of a set."""

    documents: tuple[DocumentAgreement, ...]

    def mean(self, source: Source) -> MeanScore | None:
        """Average the scores of one source over the documents that have them; None where none has."""
        scores = [document.scores[source] for document in self.documents if source in document.scores]
        if not scores:
            return None
        words, kept = (
            fmean(known) if (known := [length for length in lengths if length is not None]) else None
            for lengths in zip(*((score.words, score.kept) for score in scores), strict=True)
        )
        means = fmean(score.score for score in scores), fmean(score.uncut for score in scores)
        return MeanScore(len(scores), *means, words, kept, sum(not score.proven for score in scores))

    def line(self, source: Source, against: Compression = "H1") -> FittedLine | None:
        """Fit the scores of one source against the compression of H1, as figure 9 has it, or of the reference."""
        documents = [document for document in self.with_text.documents if source in document.scores]
        scores = [document.scores[source].score for document in documents]
        if against == "H1":
            return fit_line([document.first_compression for document in documents], scores)
        return fit_line([document.reference_compression for document in documents], scores)

    @property
    def with_text(self) -> DocumentGroup:
        """Those documents that have a text, and not only summaries."""
        return DocumentGroup(tuple(document for document in self.documents if document.words))

    def in_set(self, name: str | None, plan: AgreementPlan) -> DocumentGroup:
        return DocumentGroup(tuple(document for document in self.documents if plan.set_of(document.maximum) == name))


@STUDIES.register("agreement")
@dataclass(frozen=True, repr=False, eq=False)
class AgreementStudy(Study):
    """How far human summaries agree, and systems with them (Lin & Hovy 2003)."""

    name = "agreement"
    title = TITLE
    lead = LEAD
    main = "documents"

    plan: AgreementPlan
    documents: tuple[DocumentAgreement, ...]
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(
        cls,
        examples: Iterable[Example],
        plan: AgreementPlan | None = None,
        progress: Progress | None = None,  # noqa: ARG003 - reading the corpus is all there is to tell
    ) -> Self:
        """Study a corpus; when it is interrupted or an error comes up, the documents finished before are returned."""
        plan = plan or AgreementPlan()
        work = partial(agree_document, plan=plan)
        study = cls(plan, *collect(over_documents(examples, plan, work, f"agreement {ORDERS}", needs_text=False)))
        systems = [source.name for source in study.sources if source.kind == "system"]
        missing = [name for name in plan.systems if name not in systems]
        if missing and not study.stopped:
            raise NothingToDoError(f"no document that was studied has a summary by {missing[0]!r}")
        return study

    @cached_property
    def everything(self) -> DocumentGroup:
        return DocumentGroup(self.documents)

    @cached_property
    def domains(self) -> dict[str, DocumentGroup]:
        """Those of each domain, where there are several."""
        groups = by_domain(self.documents)
        return {domain: DocumentGroup(documents) for domain, documents in groups.items() if domain is not None}

    @cached_property
    def tasks(self) -> dict[str, DocumentGroup]:
        """Single documents and topics of several, where the corpus has both."""
        topics = [document.is_topic for document in self.documents]
        if all(topics) or not any(topics):
            return {}
        chosen = {SINGLE: False, TOPICS: True}
        return {
            task: DocumentGroup(tuple(document for document in self.documents if document.is_topic == is_topic))
            for task, is_topic in chosen.items()
        }

    @cached_property
    def differences(self) -> dict[tuple[Source, Source], Difference]:
        """How far systems are from human summaries and Lead, and the best extracts from human summaries, tested."""
        return find_differences(self)

    @cached_property
    def sources(self) -> list[Source]:
        """All sources: MaxH, the baseline, systems from the best down, oracles from short to long, the full text.

        Where no document has a text, there are only human summaries and systems.
        """
        known = {source for document in self.documents for source in document.scores}
        means = {source: self.everything.mean(source) for source in known if source.kind == "system"}
        scores = {source: mean.score for source, mean in means.items() if mean}
        systems = sorted(scores, key=lambda source: (-scores[source], source.name))
        if not self.everything.with_text.documents:
            return [BEST_HUMAN, *([BASELINE] if BASELINE in known else []), *systems]
        return [BEST_HUMAN, BASELINE, *systems, *map(oracle_source, self.plan.budgets), FULL_TEXT]

    def notes(self) -> Sequence[str]:
        """Say how many documents have no text, and what is skipped for them."""
        without = len(self.documents) - len(self.everything.with_text.documents)
        if not without:
            return ()
        lacking = "baselines, best extracts, the full text and compression"
        return (
            f"{without:,} of {counted(len(self.documents), 'document')} without a text: {lacking} are skipped there",
        )

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> dict[str, Figure]:
        from sumspace.studies.agreement.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return CHAPTERS

    def findings(self) -> Sequence[str]:
        return findings(self)
