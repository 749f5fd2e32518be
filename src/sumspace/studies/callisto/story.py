"""The story that the page of CALLISTO tells: its chapters in order, and what was found, in a few sentences."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING

from markupsafe import Markup

from sumspace.show.page import Chapter
from sumspace.show.text import clean, counted
from sumspace.studies.callisto.tables import is_significant, probability

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.stats.anova import Analysis
    from sumspace.studies.callisto.study import CallistoStudy, VersionSeries


TITLE = "Does learning choose the better summary?"
LEAD = (
    "CALLISTO makes a summary with a segmenter, an extractor of key phrases and a few parameters, and learns from a "
    "text's features which combination will summarize it best. This study makes all of these summaries, lets every "
    "version of the learner choose, and says what the choice is worth."
)
_LEARNERS = (
    "100 % would be the best configuration for every text. K was set to 5 beforehand, as CALLISTO had it at DUC 2001 "
    "and 2002 (section 2.1), or to the nearest number that was tried. Bars in the figure are as long as the smallest "
    "significant difference: where two do not meet, the versions differ by more than chance. Accuracy says how often "
    "the learner predicts the right class; the paper found that a learner may be less accurate on the whole and still "
    "choose better summaries (section 6.3)."
)
_CLASSES = (
    "Figure 3 of the paper: every dot is one version. Solid lines choose what the learner is surest of, dashed ones "
    "choose at random from the best class. Level lines are the lead and learners that need no classes. In the paper no "
    "version beat the lead, and naive Bayes did better than the decision tree (section 6.3)."
)
_BASELINE = (
    "The first sentences of a news report tell most of it, so that the lead is hard to beat there; in other kinds of "
    "text less so (section 5.4)."
)
_WINS = (
    "The best configuration of each text has some segmenter and some extractor of key phrases (section 7, table 1). If "
    "one combination won everywhere, there would be nothing to learn; that most of them win somewhere is what CALLISTO "
    "is built on. The paper counts a text for one combination only."
)
_SIGNIFICANCE = (
    "Some texts are easy for all versions. The analysis of variance takes that out, and asks what is left to the "
    "versions and what to chance (section 5.5). Fisher's smallest significant difference is for two versions named "
    "beforehand; among many some pairs exceed it by chance. Tukey's holds for all pairs at once. Friedman's test asks "
    "by ranks alone whether versions differ at all."
)
_RANKS = Markup(
    "The configurations make few of the extracts that a text allows. Here the chosen summaries stand among all "
    "extracts of as many sentences: what they are of the best one, and how many score less. <strong>The best of all "
    "configurations</strong> is what a perfect choice by the score of the study would give; by the measure used here "
    "another configuration may be better still."
)
_GENERATED = (
    "Configurations that differ may make the same summary. The F-score stands for recall, which was shown to agree "
    "with people; the paper therefore asks whether both rank summaries alike (section 5.2)."
)
_METHOD = Markup(
    "Every text is summarized with every configuration, and every summary is scored (section 5.3). Texts are divided "
    "into parts; a version learns from all parts but one and chooses for the texts of that one, which it has not seen. "
    "Learners with <strong>classes</strong> see scores divided into K classes by k-means and predict the class of "
    "every configuration (section 2.1); of those expected in the best class one is taken at random, or the one that "
    "the learner is surest of (section 6.1). Others predict scores. A <strong>share</strong> is what the chosen "
    "summary scores, by F-score where the measure has one, over the highest that any configuration reaches on that "
    "text, with as many sentences where the length is given; shares are averaged over lengths, then over texts "
    "(section 6.2, note 11). The <strong>lead</strong> is the first sentences of a text, averaged over the same "
    "lengths (section 5.4). Texts on which no configuration scores anything are left out."
)
STORY = (
    Chapter("What each learner reaches", _LEARNERS, ("learners",), "learners"),
    Chapter("How many classes", _CLASSES, ("figure_3",), "figure-3"),
    Chapter("The score to beat", _BASELINE, ("lead",)),
    Chapter("Which tools win", _WINS, ("table_1",), "table-1"),
    Chapter("Is the difference real?", _SIGNIFICANCE, ("variance", "significance")),
    Chapter("Among all extracts", _RANKS, ("places",), "places"),
    Chapter("What was generated", _GENERATED, ("numbers",)),
    Chapter("How it is computed", _METHOD),
)

#: The learner that takes the same configuration for every text.
_FIXED = "fixed"
#: Differences that would be written as 0.00 points.
_LEVEL = 0.00005


def findings(study: CallistoStudy) -> Iterator[str]:
    """Yield which version is best, beside the lead and beside `fixed`; which tools win; how good that is."""
    if study.series:
        best = max(study.series, key=lambda series: series.usual.share)
        yield _best(study, best)
        yield from _by_classes(study)
        yield from _beside_fixed(study, best)
    yield from _variance(study.analysis)
    yield from _wins(study)
    yield from _ranks(study)
    plan = study.plan
    yield (
        f"Studied: {counted(len(study.results), 'version')} of {counted(len(plan.learners), 'learner')}, trained on "
        f"{' and '.join(map(str, plan.trained_on))}, judged by the {plan.score_name} of {plan.judged_by} on "
        f"{counted(len(study.documents), 'document')}, each summarized with "
        f"{counted(len(plan.configurations), 'configuration')}."
    )


def _best(study: CallistoStudy, best: VersionSeries) -> str:
    share, lead = best.usual.share, study.lead_score.share
    how = {"random": "choosing at random from the best class", "confidence": "choosing what it is surest of"}
    details = f" with {best.usual.version.classes} classes, {how[best.selection]}" if best.selection else ""
    return (
        f"The best version, {clean(f'{best.learner} trained on {best.measure}{details}')}, reaches {share:.1%} of the "
        f"best {study.plan.score_name} that any configuration reaches; the first sentences of the texts reach "
        f"{lead:.1%}. {_difference(share - lead, study.analysis, 'the lead')}"
    )


def _difference(difference: float, analysis: Analysis, other: str) -> str:
    """Say how far two versions are apart, and whether that is significant."""
    if abs(difference) < _LEVEL:
        return f"It is level with {other}."
    least = analysis.least_difference
    if least is None:
        known = f"; whether that is significant is not known: {analysis.reason}"
    elif not is_significant(difference, least):
        known = f": not significant, since chance alone may give {100 * least:.2f}"
    elif is_significant(difference, analysis.honest_difference):
        known = ": significant, even if all pairs are compared at once"
    else:
        known = ": significant for one pair, but not if all pairs are compared at once"
    return f"It is {abs(100 * difference):.2f} points {'above' if difference > 0 else 'below'} {other}{known}."


def _by_classes(study: CallistoStudy) -> Iterator[str]:
    lines = [series for series in study.series if series.selection]
    line = max(lines, key=lambda series: series.best.share, default=None)
    if line and line.best.share - min(result.share for result in line.results) >= _LEVEL:
        yield (
            f"Of all numbers of classes, {line.best.version.classes} turned out best: {clean(str(line))} reaches "
            f"{line.best.share:.1%} with it. That was seen only afterwards."
        )


def _beside_fixed(study: CallistoStudy, best: VersionSeries) -> Iterator[str]:
    """Say whether any learner does better than the same configuration for every text."""
    fixed = [series.usual.share for series in study.series if str(series.learner) == _FIXED]
    learned = [series.best.share for series in study.series if str(series.learner) != _FIXED]
    if fixed and learned:
        other = f"the same configuration for every text ({max(fixed):.1%})"
        answer = _difference(best.usual.share - max(fixed), study.analysis, other)
        if str(best.learner) == _FIXED:
            before = ", with classes that were set before," if max(learned) > max(fixed) else ""
            answer = f"Not here: no learner{before} does better than {other}."
        yield f"Does looking at the text help? {answer}"


def _variance(analysis: Analysis) -> Iterator[str]:
    """Say whether versions differ at all."""
    p = analysis.methods.p
    if p is not None:
        differ = "differ" if p < 1 - analysis.confidence / 100 else "do not differ significantly"
        shown = probability(p)
        equals = "" if shown.startswith("<") else "= "
        yield f"Taken together, the versions and the lead {differ} (analysis of variance, p {equals}{shown})."


def _wins(study: CallistoStudy) -> Iterator[str]:
    if len(study.wins) > 1:
        most = max(study.wins, key=lambda wins: (wins.shared, wins.alone))
        level = sum(isclose(wins.shared, most.shared) for wins in study.wins) - 1
        others = f" (and {counted(level, 'other combination')} as often)" if level else ""
        yield clean(
            f"Most often best is the segmenter {most.segmenter} with the extractor {most.extractor}{others}: alone on "
            f"{most.alone:,} of {counted(len(study.documents), 'text')}, and on {most.shared:,.1f} with ties shared; "
            f"{sum(wins.shared > 0 for wins in study.wins):,} of {len(study.wins):,} combinations are best somewhere."
        )


def _ranks(study: CallistoStudy) -> Iterator[str]:
    """Say where the best system stands that chooses without knowing the scores."""
    versions = {str(series.usual.version) for series in study.series}
    systems = [system for system in study.ranked_systems if system.system in versions]
    if systems:
        best = max(systems, key=lambda system: (system.share or 0.0, system.score))
        reached = f" and reach {best.share:.1%} of the best one's score" if best.share is not None else ""
        yield clean(
            f"By {best.measure}, the summaries of {best.system} score on average more than {best.below:.1%} of all "
            f"extracts of as many sentences{reached}."
        )
