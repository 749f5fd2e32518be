"""Two measures on all extracts of one document: how they correlate, and where the best of one stand on the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from sumspace.compute.elsewhere import Local
from sumspace.compute.ledger import digest
from sumspace.compute.work import recall
from sumspace.errors import SettingError, on_one_line
from sumspace.measures.coverage import cover_document
from sumspace.show.table import Column, Table
from sumspace.show.text import as_share
from sumspace.space.joint import JOINT_COEFFICIENTS, explore_jointly
from sumspace.space.space import Space
from sumspace.stats.resampling import Bootstrap, ends_of
from sumspace.tasks.rank_tables import rank_record
from sumspace.tasks.space import EXTRACTS, engine_text
from sumspace.tasks.task import LeftOut, Result, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.compute.work import Workers
    from sumspace.corpus.model import Example
    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget
    from sumspace.space.joint import Joint, JointlyExplored, Stand
    from sumspace.tasks.space import SpacePlan
    from sumspace.tasks.task import Progress
    from sumspace.text.profile import Profile


#: Spaces larger than this are worth all threads; those as large as the other are written down on their own.
_LARGE, _KEPT = 10**9, 10**7


@dataclass(frozen=True, slots=True)
class AgainstPlan:
    """Which measures to set against each other, in which spaces, and how sure the means over documents are."""

    space: SpacePlan
    bootstrap: Bootstrap = field(default_factory=Bootstrap)

    def __post_init__(self) -> None:
        measures = self.space.measures
        if len(measures) < 2:
            raise SettingError(f"one measure is set against another: name two different ones, not {measures[0]} alone")
        for measure in measures:
            if not (measure.has_coverage and measure.proportional):
                why = "is not in proportion to what it counts" if measure.has_coverage else "counts no units"
                raise SettingError(
                    f"{measure} {why}, so extracts cannot be counted by it and another; name measures such as rouge-1"
                )
        if self.space.score != "recall":
            raise SettingError(
                f"measures are set against each other by recall, which hits alone decide, not by {self.space.score}; "
                "use --score recall"
            )

    def __str__(self) -> str:
        return f"{self.space} | {self.bootstrap}"

    @property
    def decides(self) -> str:
        """What decides the results of documents."""
        return self.space.decides

    @property
    def profile(self) -> Profile:
        return self.space.profile

    @property
    def workers(self) -> Workers:
        return self.space.workers

    @property
    def pairs(self) -> list[tuple[Measure, Measure]]:
        """All pairs of measures."""
        return list(combinations(self.space.measures, 2))


@dataclass(frozen=True, eq=False)
class Contrast(Result):
    """How two measures score all extracts of one document."""

    id: str
    domain: str
    reference: str
    first: Measure
    second: Measure
    budget: Budget
    explored: JointlyExplored

    @property
    def joint(self) -> Joint:
        """How many extracts have which hits on both measures."""
        return self.explored.joint

    def __repr__(self) -> str:
        return f"<Contrast {self.id!r}, {self.first} against {self.second}: {self.joint!r}, {self.explored.engine}>"

    def table(self) -> Table:
        return contrast_table(str(self.first), str(self.second), (contrast_record(self),))


def contrast_documents(
    examples: Iterable[Example], plan: AgainstPlan, progress: Progress | None = None
) -> Iterator[Contrast | LeftOut]:
    """Set measures against each other on every document; `progress` is told the share of a long one that is done."""
    progress = None if progress is None else Local(progress)

    def work(document: Document) -> list[Contrast | LeftOut]:
        return [
            _contrast(document, references, pair, plan.space, progress)
            for references in document.references(plan.space.references)
            for pair in plan.pairs
        ]

    for result in over_documents(examples, plan, work, "against"):
        yield from [result] if isinstance(result, LeftOut) else result


def _contrast(
    document: Document,
    references: References,
    pair: tuple[Measure, Measure],
    plan: SpacePlan,
    progress: Progress | None,
) -> Contrast | LeftOut:
    @cache
    def key() -> str:
        """Return what decides the result, as text: tokens have other numbers in other processes."""
        judged_by = [document.split(body) for body in references.bodies]
        how = map(str, (*pair, budget, plan.engine, plan.allowance, plan.device, plan.seed, plan.profile))
        libraries = map(str, plan.profile.libraries(by_sentence=True))
        return digest("joint", document.sentences, judged_by, *how, *libraries)

    budget = plan.budget_for(references)
    space = Space(document.lengths, budget)
    if not space.size:
        return LeftOut(document.id, f"allows no extract of {budget}")
    first, second = (cover_document(measure, document, references.sentences) for measure in pair)
    workers = plan.workers if space.size > _LARGE else 1
    tell = None if progress is None else lambda share: progress("extracts", share)
    find = partial(
        explore_jointly, space, first, second, plan.engine, plan.allowance, plan.seed, workers, tell, key, plan.device
    )
    explored = find() if space.size < _KEPT else recall(key, find)
    return Contrast(document.id, document.domain, references.id, *pair, budget, explored)


def _stand_record(stand: Stand) -> dict[str, Any]:
    """Return where the best extracts of one measure stand on the other."""
    names = ("score", "count", "best", "mean", "worst", "loss", "way")
    record: dict[str, Any] = {name: getattr(stand, name) for name in names}
    for which, rank in (("best", stand.best_rank), ("mean", stand.mean_rank), ("worst", stand.worst_rank)):
        known = rank_record(rank)
        record |= {f"{which}_{part}": known[part] for part in ("below", "equal", "above", "nines")}
    return record


def contrast_record(contrast: Contrast, *, counts: bool = False) -> dict[str, Any]:
    """Return what is known of two measures on a document; with `counts`, how many extracts have which hits on both."""
    joint, explored = contrast.joint, contrast.explored
    if joint.stands is None:  # such documents are left out
        raise SettingError(f"{contrast.id} has no extracts")
    record: dict[str, Any] = {
        "id": contrast.id,
        "domain": contrast.domain,
        "reference": contrast.reference,
        "first": str(contrast.first),
        "second": str(contrast.second),
        "budget": str(contrast.budget),
        "engine": explored.engine,
        "device": explored.device,
        "reason": explored.reason,
        "exact": joint.exact,
        "extracts": joint.extracts,
        "draws": joint.draws or None,
        **{name: joint.coefficients[name] for name in JOINT_COEFFICIENTS},
        **{f"{name}_interval": ends_of(interval) for name, interval in joint.intervals.items()},
        "first_mean": joint.first.mean,
        "second_mean": joint.second.mean,
        "first_max": joint.first.max,
        "second_max": joint.second.max,
        "best_on_first": _stand_record(joint.stands[0]),
        "best_on_second": _stand_record(joint.stands[1]),
        "best_on_both": joint.best_on_both,
    }
    if counts:
        exact = joint.counts
        record["counts"] = exact and [[*pair, n] for pair, n in zip(joint.hits.tolist(), exact, strict=True)]
        record["totals"] = [joint.first.total, joint.second.total]
    return record


#: What columns of both tables show.
_COEFFICIENTS = {
    "pearson": "Pearson's r of the two measures over all extracts of a document; over a corpus, mean over documents",
    "spearman": "Spearman's rho, the same way",
    "kendall": "Kendall's tau-b, the same way",
}
REACHED = "how much of the distance from the average extract to the best their mean score covers there"


def _mark(record: dict[str, Any]) -> str:
    return "" if record["exact"] else "~"


def coefficient_column(name: str) -> Column:
    def write(record: dict[str, Any]) -> str:
        return "-" if record[name] is None else f"{_mark(record)}{record[name]:.3f}"

    return Column(name, kind="number", write=write, about=_COEFFICIENTS[name])


def side_column(name: str, side: str, title: str, form: str, group: str, about: str) -> Column:
    def write(record: dict[str, Any]) -> str:
        value = record[f"best_on_{side}"].get(name)
        return "-" if value is None else f"{_mark(record)}{value:{form}}"

    return Column(f"best_on_{side}", title, "number", write, group=group, about=about)


def _below(side: str, record: dict[str, Any]) -> str:
    stand = record[f"best_on_{side}"]
    shares = {"below": stand["mean_below"], "nines": stand["mean_nines"], "above_all": stand["mean_nines"] is None}
    return f"{_mark(record)}{as_share(shares)}"


def _sides(first: str, second: str) -> Iterator[Column]:
    for side, own, other in (("first", first, second), ("second", second, first)):
        group = f"best on {own}"
        yield side_column("count", side, "best", ",d", group, "how many extracts are best on the measure")
        yield side_column("mean", side, f"{other}", ".5f", group, "mean score of these extracts on the other measure")
        beats = "share of all extracts that score lower there than one of these, mean over these"
        yield Column(f"best_on_{side}", "beats", "number", partial(_below, side), group=group, about=beats)
        yield side_column("way", side, "reached", ".0%", group, REACHED)


_DOCUMENT = (
    Column("id"),
    Column("reference"),
    EXTRACTS,
)
_ENGINE = Column(
    "engine",
    write=lambda record: on_one_line(engine_text(record)),
    wide=True,
    about="how extracts were counted",
)


def contrast_table(first: str, second: str, records: Sequence[dict[str, Any]]) -> Table:
    """Show two measures on one document or several."""
    columns = (*_DOCUMENT, *map(coefficient_column, JOINT_COEFFICIENTS), *_sides(first, second), _ENGINE)
    return Table(f"{first}-{second}", f"{first} against {second}", columns, records)
