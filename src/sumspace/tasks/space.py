"""How do all extracts of each document score: the spaces of a corpus, one document after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from math import fsum
from typing import TYPE_CHECKING, Any, Literal

from sumspace.compute.elsewhere import Local
from sumspace.compute.ledger import digest
from sumspace.compute.work import Workers, check_seed, recall
from sumspace.errors import NothingToDoError, SettingError, TooLargeError, on_one_line
from sumspace.measures.coverage import cover
from sumspace.measures.measure import check_score, conditions_of
from sumspace.measures.official import counts_texts
from sumspace.oracle.official import find_official_oracles
from sumspace.oracle.oracles import find_oracles
from sumspace.show.table import Column, Table
from sumspace.show.text import large
from sumspace.space.budget import Reach
from sumspace.space.combining import sum_binned, sum_sections, weighted_sum
from sumspace.space.distribution import Distribution, percentile_rank
from sumspace.space.engines.cuda import check_cards
from sumspace.space.engines.drawing import check_drawable, explore_by_drawing
from sumspace.space.engines.engine import Allowance, Explored, device_label, explore
from sumspace.space.engines.visiting import explore_texts
from sumspace.space.scoring import OfficialScoring, Scoring, official_scoring
from sumspace.space.space import Space, divide
from sumspace.spec import signature
from sumspace.tasks.task import LeftOut, Result, Results, over_documents
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example
    from sumspace.document import Document, References, Sentence
    from sumspace.measures.measure import Measure
    from sumspace.measures.official import UnitKind
    from sumspace.show.charts import Figure
    from sumspace.space.budget import Budget
    from sumspace.space.distribution import Rank
    from sumspace.space.engines.engine import Device, Engine
    from sumspace.space.scoring import Score
    from sumspace.space.space import Part, Sections
    from sumspace.tasks.task import Progress


#: Spaces larger than this are worth all threads; smaller ones are explored side by side.
_LARGE = 10**9
#: Spaces as large as this are written down on their own, for other commands on the same documents.
_KEPT = 10**7
#: The same of spaces whose extracts are texts, which take longer.
_FEW = 10**5
#: Documents of more words have no search for their best extract.
_SEARCHED = 100_000


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """Which spaces to explore, and how."""

    measures: tuple[Measure, ...]
    profile: Profile = field(default_factory=Profile)
    #: None stands for as many words as the references have, reached as in Ceylan 2010.
    budget: Budget | None = None
    score: Score = "recall"
    references: Literal["all", "each"] = "all"
    sections: Sections = "none"
    engine: Engine = "auto"
    allowance: Allowance = field(default_factory=Allowance)
    seed: int = 0
    device: Device = "auto"
    workers: Workers = field(default_factory=Workers)
    #: Whether n-grams and skip-bigrams stay in their sentences, or cross into the next as in the official script.
    units: UnitKind = "sentence"
    #: Seconds for the best extract of a space that was sampled; the time of the allowance unless given.
    search: float | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_score(self.measures, self.score)
        # On a cluster, workers have the cards; and what is written down needs none.
        if self.device == "cuda" and self.workers.executor is None and self.workers.ledger is None:
            check_cards()
        if self.score == "f1" and self.sections in ("given", "segment"):
            raise SettingError("F1 does not add up over sections; use --sections none, or auto")
        for measure in self.measures:
            if not measure.has_coverage:
                check_drawable(measure)
            if self.sections in ("given", "segment") and not self.adds_up(measure):
                raise SettingError(
                    f"{measure} does not add up over sections{self._crossing}; use --sections none, or auto"
                )

    def __str__(self) -> str:
        return self._signature(device_label(self.device))

    @property
    def decides(self) -> str:
        """What decides the results: the signature, whatever cards this machine has."""
        return self._signature(self.device)

    def _signature(self, device: str) -> str:
        return signature(
            ",".join(map(str, self.measures)), *conditions_of(self.measures), self.score, self.profile.signature,
            f"budget:{self.budget or 'reach(length of the references)'}", f"references:{self.references}",
            f"sections:{self.sections}", f"engine:{self.engine}", self.allowance, f"device:{device}",
            f"seed:{self.seed}", "units:official" if self.units == "official" else None,
            None if self.search is None else f"search:{self.search:g}s",
            *self.profile.libraries(by_sentence=True),
        )  # fmt: skip

    @property
    def _crossing(self) -> str:
        return " with official units" if self.units == "official" else ""

    def adds_up(self, measure: Measure) -> bool:
        """Whether what a measure counts in extracts of sections adds up to what it counts in the document."""
        return measure.has_coverage and measure.proportional and not counts_texts(measure, self.units)

    def budget_for(self, references: References) -> Budget:
        """Return the budget of a document with these references."""
        return self.budget or Reach(references.length)

    def scoring(
        self, measure: Measure, document: Document, references: References, numbers: Sequence[int]
    ) -> Scoring | OfficialScoring | None:
        """Return what counts in extracts of some sentences of a document; None where they are scored one by one."""
        return self.scoring_of(measure, document, references, [document.words[number] for number in numbers], numbers)

    def scoring_of(
        self,
        measure: Measure,
        document: Document,
        references: References,
        sentences: Sequence[Sentence],
        numbers: Sequence[int] | None = None,
    ) -> Scoring | OfficialScoring | None:
        """Return the same for any sentences; `numbers` says which of the document they are, if they are of it."""
        if measure.has_coverage and not counts_texts(measure, self.units):
            judged_by, profile, example = references.sentences, document.profile, document.example
            return Scoring(cover(measure, sentences, judged_by, profile, example, numbers), self.score)
        return official_scoring(measure, sentences, references, self.profile, self.score, self.budget_for(references))


@dataclass(frozen=True, eq=False)
class DocumentSpace(Result):
    """All extracts of one document on one measure."""

    id: str
    domain: str
    reference: str
    measure: Measure
    budget: Budget
    parts: tuple[Part, ...]
    explored: tuple[Explored, ...]
    #: What no extract of each part exceeds: the score of its best one, a bound of the search for it, or None.
    bounds: tuple[float | None, ...]
    #: The words of each part, by which precision is weighted.
    weights: tuple[float, ...]

    @cached_property
    def distribution(self) -> Distribution:
        """How many extracts have what score; those of sections are summed (Ceylan 2010, section 4)."""
        distributions = [explored.distribution for explored in self.explored]
        if len(distributions) == 1:
            return distributions[0]
        counted = distributions[0].total is not None
        combined = sum_sections(distributions) if counted else weighted_sum(distributions, self.weights)
        combined = combined.without_lowest() if self.budget.allows_empty_sections else combined
        # The share of the best extract of all sections together may be too small to write.
        return combined.holding(self._over_parts(part.max or 0.0 for part in distributions))

    def _over_parts(self, scores: Iterable[float]) -> float:
        """Put the scores of parts together as a document has them."""
        total = self.explored[0].distribution.total
        if total is not None:
            return sum(round(score * total) for score in scores) / max(total, 1)
        weights = self.weights if len(self.weights) > 1 else (1.0,)
        return fsum(weight * score for weight, score in zip(weights, scores, strict=True))

    @property
    def max_bound(self) -> float | None:
        """A score that no extract exceeds: the best one's where it is proven to be, None where none is known."""
        best, bounds = self.distribution.max, [bound for bound in self.bounds if bound is not None]
        if self.distribution.exact or best is None:
            return best
        return None if len(bounds) < len(self.bounds) else max(self._over_parts(bounds), best)

    @property
    def max_proven(self) -> bool:
        """Whether no extract scores higher than the best one that is known."""
        return self.max_bound == self.distribution.max

    @cached_property
    def histogram(self) -> Floats:
        """The normalized histogram as the paper has it: sections are summed bin by bin."""
        return sum_binned([explored.distribution.histogram() for explored in self.explored])

    def rank(self, score: float) -> Rank:
        """Return where a score stands; the percentile rank is the paper's."""
        return replace(self.distribution.rank(score), percentile=percentile_rank(self.histogram, score))

    @property
    def engine(self) -> str:
        """The engines that found it."""
        return "+".join(dict.fromkeys(explored.engine for explored in self.explored))

    @property
    def device(self) -> str:
        """Where they ran: cpu, or the name of a CUDA card."""
        return "+".join(dict.fromkeys(explored.device for explored in self.explored))

    @property
    def reason(self) -> str:
        """Why those."""
        largest = max(self.explored, key=lambda explored: explored.distribution.extracts)
        if len(self.explored) == 1:
            return largest.reason
        empty = [place for place, explored in enumerate(self.explored, 1) if not explored.distribution.extracts]
        if empty:
            return f"{len(self.explored)} sections; section {empty[0]} allows no extract"
        return f"{len(self.explored)} sections; the largest: {largest.reason}"

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the histogram where a space is written: it is larger than all else, and soon made again."""
        return {name: value for name, value in vars(self).items() if name != "histogram"}

    def __repr__(self) -> str:
        best = "no extract" if self.distribution.max is None else f"best {self.distribution.max:.5f}"
        number = large(self.distribution.extracts)
        return f"<DocumentSpace {self.id!r}, {self.measure}: {number} extracts, {best}, {self.engine}>"

    def table(self) -> Table:
        return Table("space", "", _COLUMNS, (space_record(self),))


def explore_documents(
    examples: Iterable[Example], plan: SpacePlan, progress: Progress | None = None
) -> Iterator[DocumentSpace | LeftOut]:
    """Explore the spaces of every document; `progress` is told the share of a long one that is done."""
    progress = None if progress is None else Local(progress)

    def work(document: Document) -> list[DocumentSpace]:
        return [
            explore_document(document, measure, references, plan, progress)
            for references in document.references(plan.references)
            for measure in plan.measures
        ]

    for result in over_documents(examples, plan, work, "space"):
        yield from [result] if isinstance(result, LeftOut) else result


def explore_document(
    document: Document, measure: Measure, references: References, plan: SpacePlan, progress: Progress | None = None
) -> DocumentSpace:
    """Explore the space of one document, section by section where the plan says so."""
    budget = plan.budget_for(references)
    # F1 is no sum over sections, nor is what is not in proportion to units, so documents are taken whole for them.
    whole = plan.score == "f1" or not plan.adds_up(measure)
    parts = divide(document, "none" if whole else plan.sections, budget)
    lengths = [int(document.lengths[part.slice].sum()) for part in parts]
    found = [_explore(document, part, measure, references, plan, progress) for part in parts]
    return DocumentSpace(
        id=document.id,
        domain=document.domain,
        reference=references.id,
        measure=measure,
        budget=budget,
        parts=tuple(parts),
        explored=tuple(explored for explored, _ in found),
        bounds=tuple(bound for _, bound in found),
        weights=tuple(length / max(sum(lengths), 1) for length in lengths),
    )


def _explore(
    document: Document,
    part: Part,
    measure: Measure,
    references: References,
    plan: SpacePlan,
    progress: Progress | None,
) -> tuple[Explored, float | None]:
    """Explore a part; with it comes what no extract exceeds, if that is known."""

    @cache
    def key() -> str:
        """Return what decides the result, as text: tokens have other numbers in other processes."""
        text = document.sentences[part.slice] if plan.adds_up(measure) else document.example.content
        judged_by = [document.split(body) for body in references.bodies]
        how = map(
            str,
            (
                measure, part.budget, plan.score, plan.engine, plan.allowance, plan.device, plan.seed, plan.profile,
                plan.units,
            ),
        )  # fmt: skip
        return digest("space", text, judged_by, *how, *map(str, plan.profile.libraries(by_sentence=True)))

    scoring = plan.scoring(measure, document, references, range(len(document.words))[part.slice])
    budget = part.budget if plan.adds_up(measure) else plan.budget_for(references)
    if budget is None and scoring is not None:
        # Its share of the budget is nothing: one extract, which is empty.
        return Explored(scoring.distribution([1]), "exhaustive", "no words are left for it"), 0.0
    space = Space(document.lengths[part.slice], budget or plan.budget_for(references))
    workers, allowance = plan.workers if space.size > _LARGE else 1, plan.allowance
    tell = None if progress is None else lambda share: progress("extracts", share)
    find: Callable[[], Explored]
    if scoring is None:
        find = partial(
            explore_by_drawing, document, space, measure, references, plan.score, plan.seed, allowance.memory
        )
        kept = 0
    elif isinstance(scoring, Scoring):
        find = partial(
            explore, space, scoring, plan.engine, allowance, plan.seed, workers, tell, device=plan.device, key=key
        )
        kept = _KEPT  # smaller ones are found again as fast as they are read
    else:
        find, kept = partial(explore_texts, space, scoring, plan.engine, allowance, plan.seed, workers, tell), _FEW
    explored = find() if space.size < kept else recall(key, find)
    if explored.distribution.exact:
        return explored, explored.distribution.max
    if scoring is None:
        return explored, None
    seconds = plan.search or allowance.time
    search = partial(_find_best, space, scoring, seconds)
    found = recall(lambda: digest("best", key(), str(seconds)), search)
    if found is None:
        return explored, None
    score, bound = found
    return replace(explored, distribution=explored.distribution.holding(score), drawn=False), bound


def _find_best(space: Space, scoring: Scoring | OfficialScoring, seconds: float) -> tuple[float, float] | None:
    """Search for the best extract: its score, or that of the best one found in time, and what none exceeds."""
    if scoring.score == "precision" or int(space.lengths.sum()) > _SEARCHED:
        return None
    try:
        if isinstance(scoring, Scoring):
            oracles = find_oracles(space, scoring, seconds, every=False)
        else:
            oracles = find_official_oracles(space, scoring, None, seconds, by_program=True)
    except TooLargeError:
        return None
    return None if oracles is None else (oracles.score, oracles.bound)


def max_record(space: DocumentSpace) -> dict[str, Any]:
    """Return the best score that is known, what none exceeds, and whether that is the same."""
    return {"max": space.distribution.max, "max_bound": space.max_bound, "max_proven": space.max_proven}


def written_max(record: dict[str, Any], form: str = ".5f", times: int = 1) -> str:
    """Write the best score: alone if it is proven to be, else with what none exceeds, or ≥ where that is not known.

    >>> written_max({"max": 0.5, "max_bound": 0.5, "max_proven": True})
    '0.50000'
    >>> written_max({"max": 0.5, "max_bound": 0.625, "max_proven": False}, ".1f", 100)
    '50.0 ≤62.5'
    """
    best, bound = record["max"], record["max_bound"]
    if best is None or record["max_proven"]:
        return "-" if best is None else format(times * best, form)
    return f"≥{times * best:{form}}" if bound is None else f"{times * best:{form}} ≤{times * bound:{form}}"


def space_record(space: DocumentSpace) -> dict[str, Any]:
    """Return what is known of a space, but for its counts."""
    distribution = space.distribution
    return {
        "id": space.id,
        "domain": space.domain,
        "reference": space.reference,
        "measure": str(space.measure),
        "budget": str(space.budget),
        "sections": len(space.parts),
        "engine": space.engine,
        "device": space.device,
        "reason": space.reason,
        "exact": distribution.exact,
        "extracts": distribution.extracts,
        "total": distribution.total,
        "mean": distribution.mean,
        "std": distribution.std,
        "min": distribution.min,
        **max_record(space),
    }


def _counts(distribution: Distribution) -> dict[str, Any]:
    """Return extracts by hits, or by score where hits do not decide; estimates come with their band."""
    counts = distribution.counts
    if counts is None:
        counts = tuple(round(Fraction(share) * distribution.extracts) for share in distribution.shares.tolist())
    fields: dict[str, Any] = {"counts": list(counts)}
    if distribution.total is None:
        fields["scores"] = distribution.scores.tolist()
    if distribution.band is not None:
        fields["at_least"] = {
            "share": distribution.upper.tolist(),
            "low": distribution.band.low.tolist(),
            "high": distribution.band.high.tolist(),
            "confidence": distribution.band.confidence,
        }
    return fields


_ABOUT = {
    "mean": "mean score of all extracts; ~: estimated",
    "std": "standard deviation of the scores of all extracts",
    "min": "score of the worst extract",
}


def _estimate(name: str) -> Column:
    def write(record: dict[str, Any]) -> str:
        return "-" if record[name] is None else f"{'' if record['exact'] else '~'}{record[name]:.5f}"

    return Column(name, kind="number", write=write, about=_ABOUT[name])


def engine_text(record: dict[str, Any]) -> str:
    """Return which engine counted, and where if not here."""
    return str(record["engine"]) + ("" if record["device"] == "cpu" else f" on {record['device']}")


EXTRACTS = Column(
    "extracts",
    kind="number",
    write=lambda record: large(record["extracts"]),
    about="number of extracts that the budget allows",
)
_COLUMNS = (
    Column("id"),
    Column("reference"),
    Column("measure"),
    EXTRACTS,
    *map(_estimate, ("mean", "std", "min")),
    Column(
        "max",
        kind="number",
        write=written_max,
        about="score of the best extract; ≤: not proven, none scores more; ≥: the best one seen",
    ),
    Column(
        "engine",
        write=lambda record: on_one_line(f"{engine_text(record)}: {record['reason']}"),
        about="how extracts were counted, and why so",
    ),
)
_FIELDS = (
    "id", "domain", "reference", "measure", "budget", "sections", "engine", "device", "reason", "exact", "extracts",
    "total", "mean", "std", "min", "max", "max_bound", "max_proven",
)  # fmt: skip


class Spaces(Results[DocumentSpace]):
    """The spaces of a corpus: a `DocumentSpace` for each document, reference and measure."""

    plan: SpacePlan

    def table(self, *, stream: bool = False) -> Table:
        def made() -> Iterator[dict[str, Any]]:
            empty = None
            for space in self.stream() if stream else self.complete():
                record = {**space_record(space), **_counts(space.distribution)}
                empty = record["extracts"] == 0 and empty is not False
                yield record
            if empty and self.stopped is None:
                raise NothingToDoError(f"there is nothing to explore: no document allows an extract of {self._budget}")

        records = made()
        notes = (f"Scores are {self.plan.score}.",)
        return Table("spaces", "", _COLUMNS, records if stream else tuple(records), notes, fields=_FIELDS)

    @property
    def _budget(self) -> str:
        return str(self.plan.budget or "the length of the references")

    def chart(self, index: int = 0) -> Figure:
        """Chart how the extracts of one document score."""
        from sumspace.tasks.charts import draw_space

        return draw_space(self[index], self.plan.score)
