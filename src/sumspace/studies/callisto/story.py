"""The page of the study of CALLISTO: its title, chapters and findings."""

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


TITLE = "Does learning choose better summaries?"
LEAD = (
    "CALLISTO summarizes with a segmenter, a key phrase extractor and a few parameters, and learns from features of a "
    "text which configuration will summarize it best. This study generates all of these summaries, lets every version "
    "of the learner choose, and evaluates the choices."
)
_LEARNERS = (
    "100% is the score of the best configuration for every text. K was set to 5 in advance, as in CALLISTO at DUC "
    "2001 and 2002 (section 2.1), or to the nearest number tried. Bars in the chart are as long as the smallest "
    "significant difference of a single pair: versions whose bars do not overlap differ significantly if the pair was "
    "chosen in advance. Accuracy is how often the learner predicts the right class; the paper found that a less "
    "accurate learner may still choose better summaries (section 6.3)."
)
_CLASSES = (
    "Figure 3 of the paper: every dot is one version. Solid lines choose the configuration with the highest "
    "confidence, dashed lines choose at random from the best class. Horizontal lines are the lead baseline and "
    "learners without classes. In the paper, no version beat the lead, and naive Bayes did better than the decision "
    "tree (section 6.3)."
)
_BASELINE = (
    "The first sentences of a news report often summarize it, which makes the lead hard to beat on news, and less so "
    "on other texts (section 5.4)."
)
_WINS = (
    "Which segmenter and which key phrase extractor does the best configuration of each text use (section 7, table 1)? "
    "If one combination won on all texts, there would be nothing to learn. The paper counts each text for one "
    "combination only."
)
_SIGNIFICANCE = (
    "Some texts are easy for all versions. The analysis of variance separates the effect of the texts from that of the "
    "versions (section 5.5). Fisher's least significant difference holds for one pair named in advance; among many "
    "pairs, some exceed it by chance. Tukey's honest significant difference holds for all pairs at once. Friedman's "
    "test compares the versions by ranks."
)
_RANKS = Markup(
    "The configurations generate few of the extracts that a text allows. Here the chosen summaries are compared with "
    "all extracts of the same number of sentences: their share of the best extract's score, and the share of extracts "
    "they beat. <strong>The best of all configurations</strong> is a perfect choice by the score of the study; by the "
    "measure used here, another configuration may be better still."
)
_GENERATED = (
    "Different configurations may generate the same summary. The F-score is used in place of recall, which is known to "
    "correlate with human judgements; the paper therefore checks that both rank summaries alike (section 5.2)."
)
_METHOD = Markup(
    "Every text is summarized with every configuration, and every summary is scored (section 5.3). In "
    "cross-validation, a version learns from all folds but one and chooses for the texts of the remaining one. "
    "Learners with <strong>classes</strong> learn from scores divided into K classes by k-means and predict the class "
    "of every configuration (section 2.1); among those predicted in the best class, one is chosen at random or by "
    "confidence (section 6.1). Other learners predict scores. A <strong>share</strong> is the score of the chosen "
    "summary (its F-score, if the measure has one) divided by the highest score of any configuration on that text, "
    "at the same number of sentences where the length is given; shares are averaged over lengths, then over texts "
    "(section 6.2, note 11). The <strong>lead</strong> is the first sentences of a text, averaged over the same "
    "lengths (section 5.4). Texts on which all configurations score 0 are skipped."
)
STORY = (
    Chapter("Results of each learner", _LEARNERS, ("learners",), "learners"),
    Chapter("Number of classes", _CLASSES, ("figure_3",), "figure-3"),
    Chapter("The lead baseline", _BASELINE, ("lead",)),
    Chapter("Which combinations win", _WINS, ("table_1",), "table-1"),
    Chapter("Which differences are significant", _SIGNIFICANCE, ("variance", "significance")),
    Chapter("Among all extracts", _RANKS, ("places",), "places"),
    Chapter("What was generated", _GENERATED, ("numbers",)),
    Chapter("Method", _METHOD),
)

#: The learner that chooses the same configuration for every text.
_FIXED = "fixed"
#: Differences below this are written as 0.00 points.
_LEVEL = 0.00005


def findings(study: CallistoStudy) -> Iterator[str]:
    """Yield the highest version and its differences from the lead and from `fixed`; wins; place among all extracts."""
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
        f"{' and '.join(map(str, plan.trained_on))}, evaluated by the {plan.score_name} of {plan.judged_by} on "
        f"{counted(len(study.documents), 'document')} with {counted(len(plan.configurations), 'configuration')} each."
    )


def _best(study: CallistoStudy, best: VersionSeries) -> str:
    share, lead = best.usual.share, study.lead_score.share
    how = {
        "value": "choosing the highest expected value",
        "odds": "choosing by the odds of the best class",
        "paper": "choosing by confidence",
        "random": "choosing at random from the best class",
    }
    details = f" with {best.usual.version.classes} classes, {how[best.selection]}," if best.selection else ""
    return (
        f"Of {counted(len(study.series), 'version')} (K set in advance), "
        f"{clean(f'{best.learner} trained on {best.measure}{details}')} scores highest: {share:.1%} of the best "
        f"{study.plan.score_name} of any configuration, on {counted(len(study.documents), 'document')}; the lead "
        f"baseline reaches {lead:.1%}. {_difference(share - lead, study.analysis, 'the lead')}"
    )


def _difference(difference: float, analysis: Analysis, other: str) -> str:
    """State the difference between two versions, and whether it is significant."""
    if abs(difference) < _LEVEL:
        return f"It equals {other}."
    least = analysis.least_difference
    if least is None:
        known = f"; there is no test of the difference: {analysis.reason}"
    elif not is_significant(difference, least):
        known = f": no significant difference (the least significant one is {100 * least:.2f} points)"
    elif is_significant(difference, analysis.honest_difference):
        known = f": significant at {analysis.confidence:g} %, also corrected for all pairs (Tukey)"
    else:
        known = f": significant at {analysis.confidence:g} % for a single pair, but not corrected for all pairs (Tukey)"
    return f"It is {abs(100 * difference):.2f} points {'above' if difference > 0 else 'below'} {other}{known}."


def _by_classes(study: CallistoStudy) -> Iterator[str]:
    lines = [series for series in study.series if series.selection]
    line = max(lines, key=lambda series: series.best.share, default=None)
    if line and line.best.share - min(result.share for result in line.results) >= _LEVEL:
        yield (
            f"Over all numbers of classes, the highest share is {line.best.share:.1%}: {clean(str(line))} with "
            f"{line.best.version.classes} classes. K was picked after seeing the results, so this is an overestimate."
        )


def _beside_fixed(study: CallistoStudy, best: VersionSeries) -> Iterator[str]:
    """State whether any learner scores higher than the same configuration for every text."""
    fixed = [series.usual.share for series in study.series if str(series.learner) == _FIXED]
    learned = [series.best.share for series in study.series if str(series.learner) != _FIXED]
    if fixed and learned:
        other = f"the same configuration for every text ({max(fixed):.1%})"
        answer = _difference(best.usual.share - max(fixed), study.analysis, other)
        if str(best.learner) == _FIXED:
            before = " with classes set in advance" if max(learned) > max(fixed) else ""
            answer = f"No learner{before} scores higher than {other}."
        yield f"Does choosing by the text help? {answer}"


def _variance(analysis: Analysis) -> Iterator[str]:
    """State whether versions differ at all."""
    p = analysis.methods.p
    if p is not None:
        differ = "differ significantly" if p < 1 - analysis.confidence / 100 else "do not differ significantly"
        shown = probability(p)
        equals = "" if shown.startswith("<") else "= "
        yield f"Over all, the versions and the lead {differ} (analysis of variance, p {equals}{shown})."


def _wins(study: CallistoStudy) -> Iterator[str]:
    if len(study.wins) > 1:
        most = max(study.wins, key=lambda wins: (wins.shared, wins.alone))
        level = sum(isclose(wins.shared, most.shared) for wins in study.wins) - 1
        others = f" (tied with {counted(level, 'other combination')})" if level else ""
        yield clean(
            f"The segmenter {most.segmenter} with the extractor {most.extractor} is best most often{others}: alone on "
            f"{most.alone:,} of {counted(len(study.documents), 'text')}, on {most.shared:,.1f} with ties divided. "
            f"{sum(wins.shared > 0 for wins in study.wins):,} of {len(study.wins):,} combinations win on some text."
        )


def _ranks(study: CallistoStudy) -> Iterator[str]:
    """State the place of the version with the highest share among all extracts."""
    versions = {str(series.usual.version) for series in study.series}
    systems = [system for system in study.ranked_systems if system.system in versions]
    if systems:
        best = max(systems, key=lambda system: (system.share or 0.0, system.score))
        reached = f" and reach {best.share:.1%} of the best extract's score" if best.share is not None else ""
        yield clean(
            f"By {best.measure}, the {best.summaries:,} summaries of {best.system} beat on average {best.below:.1%} of "
            f"all extracts of the same number of sentences{reached}."
        )
