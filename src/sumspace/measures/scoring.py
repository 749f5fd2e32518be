"""Scores of many summaries on many measures, and everything besides the measures that they depend on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.corpus import model
from sumspace.corpus.model import Example, Section
from sumspace.errors import SettingError
from sumspace.measures.batch import Batch, Pair
from sumspace.measures.measure import Measure, Scores, parse_measure
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.text.limit import Limit

    #: A text: raw, or as a list of sentences.
    Text = str | Sequence[str] | Passage


Formula = Literal["A", "B", "F"]


@dataclass(frozen=True, slots=True)
class Setting:
    """How texts are read and several references become one score.

    Formulas: `A` pools the references (micro average), `B` takes the one with the best recall, as ROUGE's `-f`;
    `F` takes the one with the best F, as rouge-score does.
    """

    profile: Profile = field(default_factory=Profile)
    limit: Limit | None = None
    formula: Formula | Literal[""] = ""
    #: F = PR / ((1−α)P + αR); 1 gives precision, 0 recall.
    alpha: float = 0.5

    def __post_init__(self) -> None:
        if not self.formula:
            object.__setattr__(self, "formula", self.profile.program.formula)
        if self.formula not in ("A", "B", "F"):
            raise SettingError(f"the formula must be A, B or F, not {self.formula!r}")
        if not 0 <= self.alpha <= 1:
            raise SettingError(f"alpha must lie between 0 and 1, not {self.alpha}")

    def __str__(self) -> str:
        parts = [self.profile.signature, f"formula:{self.formula}", f"alpha:{self.alpha:g}"]
        if self.limit:
            parts.insert(1, f"limit:{self.limit}")
        return " | ".join(parts)


def evaluate(pairs: Sequence[Pair], measures: Sequence[Measure], setting: Setting) -> dict[Measure, Scores]:
    """Score all pairs on all measures, turning the texts into numbers once."""
    if not pairs:
        return {}
    by_sentence = any(measure.by_sentence for measure in measures)
    whole = Batch(pairs, setting, by_sentence=by_sentence)
    results = {}
    for measure in measures:
        defined = np.array([not measure.lacks(pair) for pair in pairs])
        if defined.all():
            results[measure] = measure.evaluate(whole)
        elif defined.any():
            scorable = [pair for pair, is_defined in zip(pairs, defined, strict=True) if is_defined]
            results[measure] = measure.evaluate(Batch(scorable, setting, by_sentence=by_sentence)).spread(defined)
        else:
            results[measure] = Scores.single(np.full(len(pairs), np.nan))
    return results


def score_texts(
    summaries: Sequence[Text | Sequence[int]],
    references: Sequence[Sequence[Text]],
    measures: Sequence[str | Measure] = ("rouge-1", "rouge-2", "rouge-su4"),
    setting: Setting | None = None,
    documents: Sequence[Text | Example] | None = None,
    systems: Sequence[str] | None = None,
) -> dict[str, Scores]:
    """Score summaries against references: references[i] are those of summaries[i].

    Some measures look at the document, or at what an example says of it: documents[i]. With documents, references may
    be an empty list, and a summary may be the numbers of the sentences that it took. systems[i] is the name under which
    people have annotated a summary.

    >>> scores = score_texts(["The cat sat on the mat."], [["A cat was on the mat."]], ["rouge-1"])
    >>> float(scores["rouge-1"].recall[0])
    0.66667
    """
    if isinstance(summaries, str) or isinstance(references, str) or isinstance(documents, str):
        raise SettingError("summaries, references and documents must be lists with one entry for each summary")
    if documents is not None and not references:
        references = [()] * len(summaries)
    for kind, values in (("references", references), ("documents", documents), ("systems", systems)):
        if values is not None and len(values) != len(summaries):
            raise SettingError(f"{len(summaries)} summaries, but {kind} for {len(values)}")
    setting = setting or Setting()
    examples = [None] * len(summaries) if documents is None else [_example(document) for document in documents]
    pairs = []
    for i, (summary, bodies, example) in enumerate(zip(summaries, references, examples, strict=True)):
        if isinstance(bodies, str) or not (bodies or example):
            raise SettingError(f"references[{i}] must be a list of at least one reference")
        body, extract = _summary(summary, example, i, setting.profile.language)
        system = "" if systems is None else systems[i]
        passages = tuple(Passage.of(reference) for reference in bodies)
        pairs.append(Pair(body, passages, example, system, extract, setting.profile.language))
    parsed = [parse_measure(measure) if isinstance(measure, str) else measure for measure in measures]
    for measure in parsed:
        reasons = [measure.lacks(pair) for pair in pairs]
        if all(reasons) and reasons:
            raise SettingError(f"{measure} is not defined for any summary: the first {reasons[0]}")
    return {str(measure): scores for measure, scores in evaluate(pairs, parsed, setting).items()}


def _example(document: Text | Example) -> Example:
    if isinstance(document, Example):
        return document
    return Example("", (model.Text((Section(Passage.of(document)),)),))


def _summary(
    summary: Text | Sequence[int], example: Example | None, place: int, language: str
) -> tuple[Passage, tuple[int, ...] | None]:
    """Return a summary as text and, where its sentences are given by their numbers, these."""
    if isinstance(summary, str | Passage):
        return Passage.of(summary), None
    sentences = [sentence for sentence in summary if isinstance(sentence, str)]
    if len(sentences) == len(summary):
        return Passage.of(sentences), None
    if example is None:
        raise SettingError(f"summaries[{place}] has sentence numbers: pass the documents as well")
    document = example.sentences(language)
    extract = tuple(int(index) for index in summary if isinstance(index, int | np.integer))
    if len(extract) < len(summary) or not all(0 <= index < len(document) for index in extract):
        raise SettingError(f"summaries[{place}]: the document's sentences are numbered from 0 to {len(document) - 1}")
    return Passage.of([document[index] for index in extract]), extract
