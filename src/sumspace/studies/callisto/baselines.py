"""What versions of CALLISTO are compared with: configurations without learning, other summarizers, the best extract."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import ordered_map
from sumspace.document import Document
from sumspace.measures.batch import Pair
from sumspace.measures.coverage import cover_document
from sumspace.measures.scoring import Setting, evaluate
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import AtMost, Exactly
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.studies.callisto.cross_validation import folds
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.studies.callisto.plan import CallistoPlan
    from sumspace.summarizers.callisto.configuration import Size

    Kind = Literal["random", "fixed", "lead", "summarizer", "oracle"]


RANDOM, FIXED, LEAD, ORACLE = "random configuration", "best fixed configuration", "lead", "best extract (oracle)"
#: The baseline of the paper (section 5.4), the same as the lead where lengths are given.
LEAD_MEAN = "lead, mean of all lengths"


@dataclass(frozen=True, eq=False)
class Baseline:
    """A system that learns nothing about texts, and how it scores."""

    kind: Kind
    name: str
    #: The mean score, and the mean share of the best configuration's, over all documents; shares may exceed 1.
    score: float
    share: float
    #: That share for each document.
    shares: Floats
    #: The configuration in each group: [document, group]; None where it is no configuration.
    configurations: Integers | None = None
    #: The number of the length of its summary of each document; None where there are summaries of all lengths.
    sizes: Integers | None = None
    #: Of the best extracts: how many are proven to be the best, and how many there are.
    proven: int = 0
    searched: int = 0

    @classmethod
    def of(
        cls, kind: Kind, name: str, scores: Floats, best: Floats, configurations: Integers | None = None
    ) -> Baseline:
        """Average scores [document, group], and what they reach of the best of each group."""
        shares = (scores / best).mean(axis=1)
        return cls(kind, name, float(scores.mean()), float(shares.mean()), shares, configurations)


def find_baselines(plan: CallistoPlan, scores: Floats, best: Floats, by_summarizer: Floats) -> list[Baseline]:
    """Return the baselines, from the scores of configurations [document, configuration] and of the best of each group.

    Those of summarizers are [document, summarizer, length]. What has to be chosen, a configuration for all texts or, if
    lengths are free, the length of a summarizer, is chosen on the training folds.
    """
    groups, parts = plan.groups, folds(len(scores), plan.folds, plan.generation.seed)
    means = np.column_stack([scores[:, group].mean(axis=1) for group in groups])
    fixed = np.column_stack(
        [group[chosen_on_folds(scores[:, group] / best[:, [g]], parts)] for g, group in enumerate(groups)]
    )
    baselines = [
        Baseline.of("random", RANDOM, means, best),
        Baseline.of("fixed", FIXED, np.take_along_axis(scores, fixed, axis=1), best, fixed),
    ]
    for place, name in enumerate(plan.generation.baselines):
        own, sizes = by_summarizer[:, place], None
        if plan.lengths == "free" and own.shape[1] > 1:
            sizes = chosen_on_folds(own / best, parts)
            own = np.take_along_axis(own, sizes[:, None], axis=1)
        baseline = Baseline.of("lead" if name == LEAD else "summarizer", name, own, best)
        baselines.append(replace(baseline, sizes=sizes))
    return baselines


def chosen_on_folds(shares: Floats, parts: Sequence[Integers]) -> Integers:
    """Return for each document the column with the highest mean share on the other folds, the first of equals."""
    chosen = np.empty(len(shares), np.int64)
    for fold in parts:
        seen = np.setdiff1d(np.arange(len(shares)), fold)
        chosen[fold] = shares[seen].mean(axis=0).argmax()
    return chosen


@dataclass(frozen=True, slots=True)
class BestExtracts:
    """The best extract of a text at each length: its score, and whether it is proven that there is none better."""

    scores: tuple[float, ...]
    proven: tuple[bool, ...]


def oracle_measure(plan: CallistoPlan) -> Measure | None:
    """Return the measure by whose recall extracts are best: that of the study if it counts units, or that of ranks."""
    judge = plan.judged_by
    return judge if judge.has_coverage and judge.of_any_text else plan.ranked_by


def find_best_extracts(examples: Iterable[Example], plan: CallistoPlan, measure: Measure) -> Iterator[BestExtracts]:
    """Find the best extract of every text at each length, by recall, and score it as the study does."""
    generation = plan.generation
    how = str(measure), str(plan.judged_by), plan.seconds, str(generation.sizes), str(generation.profile)
    settings = digest("callisto oracles", how, *generation.profile.libraries(by_sentence=True))
    work = partial(_find_best, plan, measure)
    return ordered_map(
        work, examples, generation.workers, ahead=8, key=lambda example: digest(settings, example.content)
    )


def _find_best(plan: CallistoPlan, measure: Measure, example: Example) -> BestExtracts:
    document = Document(example, plan.generation.profile)
    (references,) = document.references("all")
    scoring = Scoring(cover_document(measure, document, references.sentences))
    extracts, proven = [], []
    for size in plan.generation.sizes:
        found = find_oracles(_space(document, size), scoring, plan.seconds, every=False)
        extracts.append(tuple(sorted(found.best.sentences)) if found and found.best else ())
        proven.append(bool(found and found.optimal))
    bodies, language = tuple(reference.body for reference in example.references), plan.generation.profile.language
    pairs = [
        Pair(Passage(sentences=document.write(extract)), bodies, example, given_extract=extract, language=language)
        for extract in extracts
    ]
    scores = evaluate(pairs, [plan.judged_by], Setting(plan.generation.profile))[plan.judged_by].f1
    return BestExtracts(tuple(np.nan_to_num(scores).tolist()), tuple(proven))


def _space(document: Document, size: Size) -> Space:
    """Return all extracts of a length; a text that is not longer has one, itself."""
    if size.unit == "words":
        return Space(document.lengths, AtMost(size.count))
    return Space(document.lengths, Exactly(min(size.count, len(document.sentences))))


def oracle_baseline(found: Sequence[BestExtracts], best: Floats, lengths: Literal["given", "free"]) -> Baseline:
    """Return the best extracts as a baseline: of each length or, where lengths are free, of the length that is best."""
    scores = np.array([extracts.scores for extracts in found])
    proven = np.array([extracts.proven for extracts in found])
    if lengths == "free":
        chosen = scores.argmax(axis=1)[:, None]
        scores, proven = np.take_along_axis(scores, chosen, axis=1), np.take_along_axis(proven, chosen, axis=1)
    return replace(Baseline.of("oracle", ORACLE, scores, best), proven=int(proven.sum()), searched=proven.size)
