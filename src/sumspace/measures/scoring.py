"""Score summaries from Python, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.measures.batch import Batch, Pair
from sumspace.measures.measure import Measure, Scores, parse_measure
from sumspace.measures.setting import Setting
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    #: A text: raw, or as a list of sentences.
    Text = str | Sequence[str] | Passage

__all__ = ["evaluate", "score"]


def evaluate(pairs: Sequence[Pair], measures: Sequence[Measure], setting: Setting) -> dict[Measure, Scores]:
    """Score all pairs on all measures, turning the texts into numbers once."""
    if not pairs:
        return {}
    batch = Batch(pairs, setting, by_sentence=any(measure.by_sentence for measure in measures))
    return {measure: measure.evaluate(batch) for measure in measures}


def score(
    summaries: Sequence[Text],
    references: Sequence[Sequence[Text]],
    measures: Sequence[str] = ("rouge-1", "rouge-2", "rouge-su4"),
    setting: Setting | None = None,
) -> dict[str, Scores]:
    """Score summaries against references: references[i] are those of summaries[i].

    >>> scores = score(["The cat sat on the mat."], [["A cat was on the mat."]], ["rouge-1"])
    >>> float(scores["rouge-1"].recall[0])
    0.66667
    """
    if isinstance(summaries, str) or isinstance(references, str):
        raise SettingError("summaries and references are lists, with one entry for each summary")
    if len(summaries) != len(references):
        raise SettingError(f"{len(summaries)} summaries, but references for {len(references)}")
    pairs = []
    for i, (summary, given) in enumerate(zip(summaries, references, strict=True)):
        if isinstance(given, str) or not given:
            raise SettingError(f"references[{i}] must be a list of at least one reference")
        pairs.append(Pair(Passage.of(summary), tuple(Passage.of(reference) for reference in given)))
    parsed = [parse_measure(name) for name in measures]
    found = evaluate(pairs, parsed, setting or Setting())
    return {str(measure): scores for measure, scores in found.items()}
