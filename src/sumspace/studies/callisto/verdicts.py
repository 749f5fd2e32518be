"""The findings of the paper (Rigouste 2004, sections 6.3 and 7), each tested on this corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.show.text import clean, counted, p_text, with_minus
from sumspace.studies.callisto.baselines import LEAD_MEAN
from sumspace.studies.callisto.contests import compare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.studies.callisto.contests import Contest
    from sumspace.studies.callisto.study import CallistoStudy
    from sumspace.summarizers.callisto.model import Selection


#: The learners that stand for C5.0, the nearest first, and how each learner of the paper selects (note 10).
_TREES, _BAYES = ("c45", "tree"), "naive-bayes"
PAPER_SELECTIONS: dict[str, Selection] = {**dict.fromkeys(_TREES, "random"), _BAYES: "paper"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A finding of the paper, and whether this corpus shows the same."""

    finding: str
    is_reproduced: bool
    #: What was compared to find out; None where something was counted.
    contest: Contest | None
    #: What was counted, in words.
    remark: str = ""

    def sentence(self, confidence: float) -> str:
        """Say it in one sentence, with the numbers."""
        verdict = "reproduced" if self.is_reproduced else "not reproduced"
        numbers = self.remark if self.contest is None else describe(self.contest, confidence)
        return f"{self.finding}: {verdict}. {numbers}"


def describe(contest: Contest, confidence: float) -> str:
    """Write what two systems reach, and the difference with its interval and test."""
    test = contest.test
    low, high = (with_minus(f"{100 * end:+z.1f}") for end in (test.difference.low, test.difference.high))
    differ = "significantly different" if contest.is_significant else "no significant difference"
    return clean(
        f"{test.first:.1%} ({contest.first}) against {test.second:.1%} ({contest.second}): "
        f"{with_minus(f'{100 * contest.difference:+z.1f}')} points ({confidence:g} % interval {low} to {high}, "
        f"p {p_text(contest.p, '= ')}, {counted(test.documents, 'document')}), {differ}."
    )


def find_verdicts(study: CallistoStudy) -> Iterator[Verdict]:
    """Test those findings for which the study has the versions."""
    judge = str(study.plan.judged_by)
    bayes, chance = _version(study, _BAYES, judge), _version(study, _BAYES, judge, "random")
    tree = next((found for name in _TREES if (found := _version(study, name, judge))), None)
    if bayes and tree:
        (contest,) = compare(study, [(bayes, tree)])
        yield Verdict("Naive Bayes beats the decision tree", contest.is_above, contest)
    if bayes and chance:
        (contest,) = compare(study, [(bayes, chance)])
        yield Verdict("Selecting by confidence beats random selection", contest.is_above, contest)
    yield from _lead(study)
    measures = [str(measure) for measure in study.plan.trained_on if str(measure) != judge]
    for other in filter(None, (_version(study, _BAYES, measure) for measure in measures)):
        if bayes:
            (contest,) = compare(study, [(bayes, other)])
            finding = "Training on F-scores or key phrases makes no difference"
            yield Verdict(finding, not contest.is_significant, contest)
    wins = [wins for wins in study.wins if wins.extractor]
    if len(wins) > 1:
        winning, texts = sum(one.shared > 0 for one in wins), counted(len(study.documents), "text")
        pairs = f"{len(wins):,} combinations of segmenter and extractor"
        remark = f"{winning:,} of {pairs} are best on some of {texts}."
        yield Verdict("Every combination is best somewhere", winning == len(wins), None, remark)


def _lead(study: CallistoStudy) -> Iterator[Verdict]:
    """Compare all versions of the paper with its baseline, corrected for their number; show the highest."""
    measures = list(map(str, study.plan.trained_on))
    found = (_version(study, name, measure) for name in (*_TREES, _BAYES) for measure in measures)
    pairs = [(name, LEAD_MEAN) for name in found if name]
    if contests := compare(study, pairs, "holm"):
        highest = max(contests, key=lambda contest: contest.difference)
        yield Verdict("No version beats the lead", not any(contest.is_above for contest in contests), highest)


def _version(study: CallistoStudy, learner: str, measure: str, selection: Selection | None = None) -> str | None:
    """Return the name of a version as the paper has it: it learns scores, in the usual number of classes."""
    wanted = learner, measure, "score", selection or PAPER_SELECTIONS[learner]
    for series in study.series:
        if (str(series.learner), str(series.measure), series.target, series.selection) == wanted:
            return str(series.usual.version)
    return None
