"""Which measures are closest to people, and which of the others that can be told from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.report.meta.records import measure_records, williams_records
from sumspace.report.meta.writing import coefficient, interval
from sumspace.show.text import clean, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.show.table import Record
    from sumspace.studies.meta import Meta

__all__ = ["SURE", "Best", "best_measures", "findings"]

#: A p below this counts.
SURE = 0.05


@dataclass(frozen=True, slots=True)
class Best:
    """The measure with the highest correlation, those that it beats, those that it does not, those without a test."""

    aspect: str
    level: str
    measure: str
    pearson: float
    #: Whether it scores any text, or people annotate for it.
    automatic: bool
    #: Whether there is a better one, for which people annotate.
    second: bool
    beaten: tuple[str, ...]
    others: tuple[str, ...]
    untested: tuple[str, ...]

    @property
    def text(self) -> str:
        """What Williams' test says of it, in words."""
        tested = len(self.beaten) + len(self.others)
        if not tested:
            return f"{self.measure} is highest, and there is none that it could be tested against."
        text = f"{self.measure} is higher than {len(self.beaten):,} of {tested:,} others at p < {SURE}"
        if self.others and self.beaten:
            text += f"; not so surely higher than {listed(self.others)}"
        return f"{'of those that score any text, ' if self.second else ''}{text}."


def best_measures(study: Meta) -> list[Best]:
    """Return the best measure of each aspect and level, and if people annotate for it the best of the others too."""
    measures = measure_records(study)
    tests = williams_records(study, measures)
    automatic = {str(measure) for measure in study.measures if measure.of_any_text}
    found = []
    for one in study.comparisons:
        defined = [row for row in _at(one.aspect, one.level, measures) if row["pearson"] is not None]
        chosen = defined[:1]
        if chosen and chosen[0]["measure"] not in automatic:
            chosen += [row for row in defined if row["measure"] in automatic][:1]
        pairs = _at(one.aspect, one.level, tests)
        found += [_best(row, pairs, row["measure"] in automatic, row is not chosen[0]) for row in chosen]
    return found


def _at(aspect: str, level: str, rows: Iterable[Record]) -> list[Record]:
    return [row for row in rows if (row["aspect"], row["level"]) == (aspect, level)]


def _best(row: Record, tests: Iterable[Record], automatic: bool, second: bool) -> Best:
    """Compare a measure with those below it."""
    p = {test["second"]: test["p"] for test in tests if test["first"] == row["measure"]}
    return Best(
        row["aspect"], row["level"], row["measure"], row["pearson"], automatic, second,
        tuple(name for name, value in p.items() if value is not None and value < SURE),
        tuple(name for name, value in p.items() if value is not None and value >= SURE),
        tuple(name for name, value in p.items() if value is None),
    )  # fmt: skip


def findings(study: Meta) -> Iterator[str]:
    """Yield what is closest to people where systems are compared, for each aspect, and how sure that is."""
    sure = f"{study.plan.bootstrap.confidence:g}%"
    rows = {(row["aspect"], row["measure"]): row for row in measure_records(study) if row["level"] == "system"}
    for aspect in study.aspects:
        found = [best for best in best_measures(study) if (best.aspect, best.level) == (aspect, "system")]
        parts = []
        for best in found:
            bounds = rows[aspect, best.measure]["pearson_interval"]
            between = f", {sure} interval {interval(bounds)}" if bounds else ""
            who = best.measure if best.automatic else f"{best.measure}, for which people annotate,"
            parts.append(f"{who} (r = {coefficient(best.pearson)}{between})")
        also = f"; of the measures that score any text, {parts[1]}" if parts[1:] else ""
        if found and found[0].pearson > 0:
            yield f"On {clean(aspect)}, closest to people where systems are compared is {parts[0]}{also}."
        elif found:
            yield f"On {clean(aspect)}, no measure rises with what people say of systems; the highest is {parts[0]}."
