"""The columns that tables of a report share, and the fields of the records behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.table import Column
from sumspace.show.text import interval_text
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.columns import as_number
from sumspace.studies.report.humans import PARTS
from sumspace.studies.report.labels import measure_label, share_text, short_letters
from sumspace.tasks.space import written_max

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.explored import SystemPlace
    from sumspace.studies.report.study import ReportStudy


_PLACE_FIELDS = (
    "score", "score_interval", "place", "place_median", "place_low", "place_high", "not_beaten", "not_beaten_median",
    "over_99", "reached", "reached_interval",
)  # fmt: skip
_DISTANCE = "how much of the distance from the average extract to the best extract the score covers"


def score_fields(study: ReportStudy, means: dict[tuple[str, Measure], Interval]) -> Record:
    """Return means and their intervals, by measure and part of the score."""
    record: Record = {}
    for measure in study.plan.measures:
        for part in PARTS:
            interval = means.get((part, measure))
            record[f"{measure}_{part}"] = None if interval is None else as_number(interval.mean)
            record[f"{measure}_{part}_interval"] = ends_of(interval)
    return record


def place_fields(place: SystemPlace | None) -> Record:
    """Return where a system stands; shares that are not beaten are what places lack to 1."""
    if place is None:
        return dict.fromkeys(_PLACE_FIELDS)
    places = place.places
    values = (
        as_number(place.score.mean), ends_of(place.score),
        places.mean.share, places.median.share, places.low.share, places.high.share,
        places.mean.rest, places.median.rest, places.over_99,
        as_number(place.reached.mean), ends_of(place.reached),
    )  # fmt: skip
    return dict(zip(_PLACE_FIELDS, values, strict=True))


def place_columns(study: ReportStudy) -> list[Column]:
    """Make the columns of places and of what is reached; one document has no median and no intervals."""
    confidence, single = study.plan.bootstrap.confidence, study.single is not None
    beats = "share of the document's extracts that score lower"
    mean = Column("not_beaten", "beats", "number", lambda r: share_text(r["not_beaten"]),
                  about=beats if single else f"{beats}, mean over documents")  # fmt: skip
    reached = Column("reached", "reached", "number", "z.0%", about=_DISTANCE)
    if single:
        return [mean, reached]
    return [
        mean,
        Column("not_beaten_median", "median", "number", lambda r: share_text(r["not_beaten_median"]),
               wide=True, about="the same, median over documents"),
        reached,
        Column("reached_interval", f"{confidence:g}%", "text",
               lambda r: interval_text(r["reached_interval"], "z.0%", ""), wide=True,
               about=f"{confidence:g}% interval of reached"),
    ]  # fmt: skip


def best_text(score: float, bound: float | None, *, proven: bool) -> str:
    """Write what the best extract scores, in percent, and what none exceeds where that is more."""
    return written_max({"max": score, "max_bound": bound, "max_proven": proven}, ".2f", 100)


def percent_ends(ends: list[float] | None, form: str) -> str:
    """Write the ends of an interval in percent."""
    return interval_text(None if ends is None else [100 * end for end in ends], form)


def interval_column(name: str, group: str, confidence: float) -> Column:
    """Make a column with the ends of an interval, in percent."""
    about = f"{confidence:g}% bootstrap interval of the mean over documents"
    return Column(
        f"{name}_interval", f"{confidence:g}%", write=lambda r: percent_ends(r[f"{name}_interval"], ".2f"),
        group=group, about=about,
    )  # fmt: skip


def half_column(name: str, group: str, confidence: float) -> Column:
    """Make a column with half the width of an interval."""

    def write(record: Record) -> str:
        ends = record[f"{name}_interval"]
        return "" if ends is None else f"{50 * (ends[1] - ends[0]):.2f}"

    about = f"half of its {confidence:g}% bootstrap interval over documents"
    return Column(f"{name}_interval", "±", "number", write, group, wide=True, about=about)


def cut_about(study: ReportStudy) -> str:
    """Say which texts have the scores among extracts."""
    budget = study.plan.budget
    if budget is not None and not budget.cuts:
        return f"recall among extracts of {budget}, n-grams counted inside sentences"
    length = "as many words as the references" if budget is None else f"{budget.most_words} words"
    return f"of texts cut to {length}; n-grams inside sentences"


def letters_column(study: ReportStudy) -> Column:
    """Make a column of letters that systems share where they do not differ significantly."""
    about = (
        f"systems that share a letter do not differ significantly in {measure_label(study.plan.sorted_by)} F1 "
        f"({CORRECTION_NAMES['holm']})"
    )
    return Column("letters", "group", write=lambda r: short_letters(r["letters"] or ""), about=about)
