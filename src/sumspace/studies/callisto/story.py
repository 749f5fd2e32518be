"""The page of the study of CALLISTO: its title, chapters and findings."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING

from markupsafe import Markup

from sumspace.show.page import Chapter
from sumspace.show.text import clean, counted, p_text
from sumspace.studies.callisto.baselines import FIXED, LEAD, RANDOM
from sumspace.studies.callisto.contests import compare, interval_of
from sumspace.studies.callisto.verdicts import describe
from sumspace.studies.callisto.version_tables import probability

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.stats.anova import Analysis
    from sumspace.studies.callisto.study import CallistoStudy, Wins


TITLE = "Does learning choose better summaries?"
INTRODUCTION = (
    "CALLISTO summarizes with a segmenter, a key phrase extractor and a few parameters, and learns from features of a "
    "text which configuration will summarize it best. This study generates all of these summaries, lets every version "
    "of the learner choose for texts that it has not seen, and compares the choices with those that need no learning: "
    "a random configuration, the same one for all texts, the first sentences of the text, and other summarizers."
)
_COMPARED = (
    "100% is the score of the best configuration of every text, which nobody knows in advance. The random "
    "configuration is what choosing without any knowledge gives on average; the best fixed configuration is the one "
    "with the highest mean on the training folds, so that it shows what the text itself adds. Other summarizers, with "
    "the lead among them, have the best of the same lengths. The best extract (oracle) is what no selection of "
    "sentences can exceed by recall. Lines are intervals over documents; the table has the test of every difference "
    "from the default version."
)
_PAPER = (
    "Five findings of the paper (sections 6.3 and 7), each tested on these texts with the versions of the paper: "
    "naive Bayes selects by confidence, and the decision tree, in place of C5.0, at random (note 10); both learn "
    "scores in K classes. The lead is the mean of all lengths (section 5.4). A finding of a difference is reproduced "
    "if it is significant here in the same direction, and one of no difference if it is not significant."
)
_RULES = (
    "What is learned, and how a configuration is chosen? Raw scores differ more between texts than between "
    "configurations, so that their classes tell hard texts from easy ones; shares of the best score of a text, and "
    "ranks within it, do not. The paper selects the configuration of the best predicted class with the highest "
    "confidence: where none is expected in the highest class, it takes the one that is surest to be worse. The "
    "expected value and the odds of the best class against the worst have no such case. Learners without classes "
    "predict values and take the highest. Accuracies and the best K are in the data of this page."
)
_CLASSES = (
    "Figure 3 of the paper: every dot is one version. Horizontal lines are the lead, a random configuration, the best "
    "fixed one, and learners without classes. In the paper, no version beat the lead, and naive Bayes did better than "
    "the decision tree (section 6.3)."
)
_BASELINE = (
    "The first sentences of a news report often summarize it, which makes the lead hard to beat on news, and less so "
    "on other texts (section 5.4). The paper averages over all lengths."
)
_WINS = (
    "Which segmenter and which key phrase extractor does the best configuration of each text use (section 7, table "
    "1)? If one combination won on all texts, there would be nothing to learn. The paper counts each text for one "
    "combination only."
)
_SIGNIFICANCE = (
    "Some texts are easy for all versions. The analysis of variance separates the effect of the texts from that of "
    "the versions (section 5.5). Fisher's least significant difference holds for one pair named in advance; among "
    "many pairs, some exceed it by chance. Tukey's honest significant difference holds for all pairs at once. "
    "Friedman's test compares the versions by ranks."
)
_RANKS = Markup(
    "The configurations generate few of the extracts that a text allows. Here the chosen summaries are compared with "
    "all extracts of the same number of sentences: their share of the best extract's score, and the share of extracts "
    "they beat. <strong>The best of all configurations</strong> is a perfect choice by the score of the study; by the "
    "measure used here, another configuration may be better still."
)
_GENERATED = (
    "Different configurations may generate the same summary. The F-score is used in place of recall, which is known "
    "to correlate with human judgements; the paper therefore checks that both rank summaries alike (section 5.2)."
)
_METHOD = Markup(
    "Every text is summarized with every configuration, and every summary is scored (section 5.3). In "
    "cross-validation, a version learns from all folds but one and chooses for the texts of the remaining one. "
    "Learners with <strong>classes</strong> learn from scores, ranks or shares that are divided into K classes, and "
    "predict the class of every configuration (section 2.1). Other learners predict values. A <strong>share</strong> "
    "is the score of the chosen summary (its F-score, if the measure has one) divided by the highest score of any "
    "configuration on that text, at the same number of sentences where the length is given; shares are averaged over "
    "lengths, then over texts (section 6.2, note 11). The <strong>lead</strong> is the first sentences of a text. "
    "What baselines choose, they choose on the training folds. Differences are tested text by text: by random "
    "permutations of the two systems on each text, and with intervals from resampled texts. Texts on which all "
    "configurations score 0 are skipped."
)
#: Differences below this are written as 0.00 points.
_LEVEL = 0.00005
STORY = (
    Chapter("The default version and what it is compared with", _COMPARED, ("compared",), "compared"),
    Chapter("Findings of the paper on this corpus", _PAPER, ("paper",)),
    Chapter("Learners, targets and rules", _RULES, ("rules",), "rules"),
    Chapter("Number of classes", _CLASSES, ("figure_3",), "figure-3"),
    Chapter("The lead baseline", _BASELINE, ("lead",)),
    Chapter("Which combinations win", _WINS, ("table_1",), "table-1"),
    Chapter("Which differences are significant", _SIGNIFICANCE, ("variance", "significance")),
    Chapter("Among all extracts", _RANKS, ("places",), "places"),
    Chapter("What was generated", _GENERATED, ("numbers",)),
    Chapter("Method", _METHOD),
)


def findings(study: CallistoStudy) -> Iterator[str]:
    """Yield what the default version reaches, what was reproduced, the highest version, and places among extracts."""
    if study.series:
        yield _default(study)
        yield from (verdict.sentence(study.plan.confidence) for verdict in study.verdicts)
        yield from _highest(study)
    yield from _variance(study.analysis)
    yield from _wins(study)
    yield from _ranks(study)
    plan = study.plan
    yield (
        f"Studied: {counted(len(study.results), 'version')} of {counted(len(plan.learners), 'learner')}, trained on "
        f"{' and '.join(map(str, plan.trained_on))}, evaluated by the {plan.score_name} of {plan.judged_by} on "
        f"{counted(len(study.documents), 'document')} with {counted(len(plan.configurations), 'configuration')} each."
    )


def _default(study: CallistoStudy) -> str:
    """State what the default version reaches, against a random configuration, the best fixed one, and the lead."""
    series, plan = study.default, study.plan
    interval = interval_of(study, series.usual.shares)
    known = "default" if series.is_default else "first"
    against = "; ".join(_against(study, name) for name in (RANDOM, FIXED, LEAD))
    return clean(
        f"The {known} version ({series}) reaches {interval.mean:.1%} of the best configuration's {plan.score_name} "
        f"({plan.confidence:g} % interval {interval.low:.1%} to {interval.high:.1%}, "
        f"{counted(len(study.documents), 'document')}): {against}."
    )


def _against(study: CallistoStudy, name: str) -> str:
    """Write the difference from a baseline, with its test."""
    contest = study.against_baselines[name]
    length = " at its best length" if study.baseline(name).sizes is not None else ""
    share = f"the {name}{length} ({contest.test.second:.1%})"
    if abs(contest.difference) < _LEVEL:
        return f"the same as {share}"
    points = f"{abs(100 * contest.difference):.1f} points {'above' if contest.difference > 0 else 'below'} {share}"
    differ = "significantly different" if contest.is_significant else "no significant difference"
    return f"{points}, {differ} (p {p_text(contest.p, '= ')})"


def _highest(study: CallistoStudy) -> Iterator[str]:
    """State which version scores highest, if that is not the default one, and whether it is significantly higher."""
    best = max(study.series, key=lambda series: series.usual.share)
    if best is not study.default and best.usual.share - study.default.usual.share >= _LEVEL:
        (contest,) = compare(study, [(str(best.usual.version), str(study.default.usual.version))])
        told = describe(contest, study.plan.confidence)
        yield f"The highest of {counted(len(study.series), 'version')}, picked after seeing the results: {told}"


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
            f"T{_combination(most)[1:]} is best most often{others}: alone on "
            f"{most.alone:,} of {counted(len(study.documents), 'text')}, on {most.shared:,.1f} with ties divided. "
            f"{sum(wins.shared > 0 for wins in study.wins):,} of {len(study.wins):,} combinations win on some text."
        )


def _combination(wins: Wins) -> str:
    if not wins.extractor:
        return f"the summarizer {wins.segmenter}"
    return f"the segmenter {wins.segmenter} with the extractor {wins.extractor}"


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
