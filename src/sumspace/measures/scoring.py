"""Score summaries from Python, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.corpus.model import Text, Example, Section
from sumspace.errors import SettingError
from sumspace.measures.batch import Batch
from sumspace.measures.measure import Measure, Scores, parse_measure
from sumspace.measures.pair import Pair
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
    by_sentence = any(measure.by_sentence for measure in measures)
    whole = Batch(pairs, setting, by_sentence=by_sentence)
    found = {}
    for measure in measures:
        defined = np.array([not measure.lacks(pair) for pair in pairs])
        if defined.all():
            found[measure] = measure.evaluate(whole)
        elif defined.any():
            some = [pair for pair, there in zip(pairs, defined, strict=True) if there]
            found[measure] = measure.evaluate(Batch(some, setting, by_sentence=by_sentence)).spread(defined)
        else:
            found[measure] = Scores.single(np.full(len(pairs), np.nan))
    return found


def score(
    summaries: Sequence[Text | Sequence[int]],
    references: Sequence[Sequence[Text]],
    measures: Sequence[str] = ("rouge-1", "rouge-2", "rouge-su4"),
    setting: Setting | None = None,
    documents: Sequence[Text | Example] | None = None,
    systems: Sequence[str] | None = None,
) -> dict[str, Scores]:
    """Score summaries against references: references[i] are those of summaries[i].

    Some measures look at the document, or at what an example says of it: documents[i]. With documents, references may
    be an empty list, and a summary may be the numbers of the sentences that it took. systems[i] is the name under which
    people have annotated a summary.

    >>> scores = score(["The cat sat on the mat."], [["A cat was on the mat."]], ["rouge-1"])
    >>> float(scores["rouge-1"].recall[0])
    0.66667
    """
    if isinstance(summaries, str) or isinstance(references, str) or isinstance(documents, str):
        raise SettingError("summaries, references and documents are lists, with one entry for each summary")
    given = [()] * len(summaries) if documents is not None and not references else references
    if len(summaries) != len(given):
        raise SettingError(f"{len(summaries)} summaries, but references for {len(given)}")
    for kind, beside in (("documents", documents), ("systems", systems)):
        if beside is not None and len(beside) != len(summaries):
            raise SettingError(f"{len(summaries)} summaries, but {kind} for {len(beside)}")
    setting = setting or Setting()
    examples = [None] * len(summaries) if documents is None else [_example(one) for one in documents]
    pairs = []
    for i, (summary, bodies, example) in enumerate(zip(summaries, given, examples, strict=True)):
        if isinstance(bodies, str) or not (bodies or example):
            raise SettingError(f"references[{i}] must be a list of at least one reference")
        body, extract = _summary(summary, example, i, setting.profile.language)
        system = "" if systems is None else systems[i]
        passages = tuple(Passage.of(reference) for reference in bodies)
        pairs.append(Pair(body, passages, example, system, extract, setting.profile.language))
    parsed = [parse_measure(name) for name in measures]
    for measure in parsed:
        reasons = [measure.lacks(pair) for pair in pairs]
        if all(reasons) and reasons:
            raise SettingError(f"{measure} is not defined for any summary: the first {reasons[0]}")
    found = evaluate(pairs, parsed, setting)
    return {str(measure): scores for measure, scores in found.items()}


def _example(document: Text | Example) -> Example:
    if isinstance(document, Example):
        return document
    return Example("", (Text((Section(Passage.of(document)),)),))


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
        raise SettingError(f"summaries[{place}] has the numbers of sentences: give documents to take them from")
    there = example.sentences(language)
    chosen = tuple(int(index) for index in summary if isinstance(index, int | np.integer))
    if len(chosen) < len(summary) or not all(0 <= index < len(there) for index in chosen):
        raise SettingError(f"summaries[{place}]: the document's sentences are numbered from 0 to {len(there) - 1}")
    return Passage.of([there[index] for index in chosen]), chosen
