"""What the study of CALLISTO found, in a few sentences."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING

from sumspace.report.callisto.lines import is_significant, lines, score_name
from sumspace.report.callisto.variance_tables import probability
from sumspace.show.text import clean, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.report.callisto.lines import Line
    from sumspace.stats.anova import Analysis
    from sumspace.studies.callisto import CallistoStudy

__all__ = ["findings"]

#: The learner that takes the same configuration for every text.
_FIXED = "fixed"
#: Differences that would be written as 0.00 points.
_LEVEL = 0.00005


def findings(study: CallistoStudy) -> Iterator[str]:
    """Yield who is best, beside the lead and beside what ignores the text; which tools win; how good that is."""
    found = lines(study)
    if found:
        best = max(found, key=lambda line: line.usual.share)
        yield _best(study, best)
        yield from _by_classes(found)
        yield from _beside_fixed(study, best, found)
    yield from _variance(study.analysis)
    yield from _wins(study)
    yield from _places(study)


def _best(study: CallistoStudy, best: Line) -> str:
    share, lead = best.usual.share, study.baseline.share
    return (
        f"The best version, {_called(best)}, reaches {share:.1%} of the best {score_name(study)} that any "
        f"configuration reaches; the first sentences of the texts reach {lead:.1%}. "
        f"{_difference(share - lead, study.analysis, 'the lead')}"
    )


def _called(line: Line) -> str:
    classes = line.usual.version.classes
    selected = {"random": "choosing at random from the best class", "confidence": "choosing what it is surest of"}
    details = f" with {classes} classes, {selected[line.selection]}" if line.selection else ""
    return clean(f"{line.learner} trained on {line.measure}{details}")


def _difference(difference: float, analysis: Analysis, other: str) -> str:
    """Say how far two versions are apart, and whether that counts."""
    if abs(difference) < _LEVEL:
        return f"It is level with {other}."
    points = f"{abs(100 * difference):.2f} points {'above' if difference > 0 else 'below'} {other}"
    least = analysis.least_difference
    if least is None:
        return f"It is {points}, and nobody can say whether that counts: {analysis.reason}."
    if not is_significant(difference, least):
        return f"It is {points}: not significant, since chance alone may give {100 * least:.2f}."
    if is_significant(difference, analysis.honest_difference):
        return f"It is {points}: significant, even if all pairs are compared at once."
    return f"It is {points}: significant for one pair, but not if all pairs are compared at once."


def _by_classes(found: list[Line]) -> Iterator[str]:
    best = max((line for line in found if line.selection), key=lambda line: line.best.share, default=None)
    if best and best.best.share - min(result.share for result in best.results) >= _LEVEL:
        yield (
            f"Of all numbers of classes, {best.best.version.classes} turned out best: {best.name} reaches "
            f"{best.best.share:.1%} with it. That was seen only afterwards."
        )


def _beside_fixed(study: CallistoStudy, best: Line, found: list[Line]) -> Iterator[str]:
    fixed = max((line for line in found if line.learner == _FIXED), key=lambda line: line.usual.share, default=None)
    learners = [line for line in found if line.learner != _FIXED]
    if fixed is None or not learners:
        return
    other = f"the same configuration for every text ({fixed.usual.share:.1%})"
    answer = _difference(best.usual.share - fixed.usual.share, study.analysis, other)
    if best.learner == _FIXED:
        later = any(line.best.share > fixed.usual.share for line in learners)
        before = ", with classes that were set before," if later else ""
        answer = f"Not here: no learner{before} does better than {other}."
    yield f"Does looking at the text help? {answer}"


def _variance(analysis: Analysis) -> Iterator[str]:
    """Say whether versions differ at all."""
    p = analysis.methods.p
    if p is not None:
        differ = "differ" if p < 1 - analysis.confidence / 100 else "do not differ significantly"
        yield f"Taken together, the versions and the lead {differ} (analysis of variance, {_probability(p)})."


def _probability(p: float) -> str:
    shown = probability(p)
    return f"p {shown}" if shown.startswith("<") else f"p = {shown}"


def _wins(study: CallistoStudy) -> Iterator[str]:
    if len(study.wins) > 1:
        most = max(study.wins, key=lambda one: (one.shared, one.alone))
        level = sum(isclose(one.shared, most.shared) for one in study.wins) - 1
        others = f" (and {counted(level, 'other combination')} as often)" if level else ""
        yield clean(
            f"Most often best is the segmenter {most.segmenter} with the extractor {most.extractor}{others}: alone on "
            f"{most.alone:,} of {counted(len(study.documents), 'text')}, and on {most.shared:,.1f} with ties shared; "
            f"{sum(one.shared > 0 for one in study.wins):,} of {len(study.wins):,} combinations are best somewhere."
        )


def _places(study: CallistoStudy) -> Iterator[str]:
    """Say where the best one stands that chooses without knowing the scores."""
    own = {str(line.usual.version) for line in lines(study)}
    some = [place for place in study.places if place.system in own]
    if not some:
        return
    best = max(some, key=lambda place: (place.share or 0.0, place.score))
    reached = f" and reach {best.share:.1%} of the best one's score" if best.share is not None else ""
    yield clean(
        f"By {best.measure}, the summaries of {best.system} score on average more than {best.below:.1%} of all "
        f"extracts of as many sentences{reached}."
    )
