"""Every document summarized with every configuration, and every summary scored (Rigouste 2004, section 5.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from sumspace import __version__
from sumspace.compute.threads import check_seed
from sumspace.errors import NotDefinedError, SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.kpia import Kpia
from sumspace.measures.lin_hovy import LinHovy
from sumspace.measures.scoring import Setting, evaluate
from sumspace.space.engines.drawing import check_drawable
from sumspace.studies.signature import libraries
from sumspace.summarizers.callisto.configuration import grid
from sumspace.summarizers.callisto.features import features_of
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.tasks.task import LeftOut, over_documents
from sumspace.text import tags
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.measures.measure import Measure, Scores
    from sumspace.summarizers.callisto.configuration import Configuration
    from sumspace.text.keyphrases.kea import KeaModel

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["MEASURES", "Generated", "GenerationPlan", "generate", "measures_for"]

#: What the paper scores summaries by: the F-score of section 5.2, and key phrases in the abstract.
MEASURES: tuple[Measure, ...] = (LinHovy(), Kpia())


def measures_for(language: str) -> tuple[Measure, ...]:
    """Return those of the paper that are defined for a language: KPiA is for English alone."""
    return MEASURES if language == "en" else MEASURES[:1]


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """Which summaries to make, and what to score them by."""

    configurations: tuple[Configuration, ...] = field(default_factory=grid)
    measures: tuple[Measure, ...] = MEASURES
    profile: Profile = field(default_factory=Profile)
    #: What Kea has learned; None stands for the model that comes with the package.
    kea: KeaModel | None = None
    seed: int = 0
    jobs: int | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if not self.configurations:
            raise SettingError("there is no configuration to summarize with")
        for measure in self.measures:
            check_drawable(measure)

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many sentences summaries have."""
        return tuple(sorted({configuration.sentences for configuration in self.configurations}))

    @property
    def _is_tagged(self) -> bool:
        return any(EXTRACTORS[one.extractor].needs_tags for one in self.configurations) and tags.available()

    def __str__(self) -> str:
        axes = {
            name: ",".join(dict.fromkeys(str(getattr(one, name)) for one in self.configurations))
            for name in ("segmenter", "extractor", "phrases", "threshold", "match", "sentences")
        }
        parts = [
            f"sumspace {__version__}", *(f"{name}:{values}" for name, values in axes.items()),
            ",".join(map(str, self.measures)), f"profile:{self.profile}", f"seed:{self.seed}",
            *([f"kea:{self.kea.trained_on}"] if self.kea else []), *libraries(self.profile, by_sentence=True),
            *([f"textblob {version('textblob')}"] if self._is_tagged else []),
        ]  # fmt: skip
        return " | ".join(parts)


@dataclass(frozen=True, eq=False)
class Generated:
    """A document with everything that was made of it; what several configurations make is there once."""

    example: Example
    features: Floats
    #: The different summaries, as the numbers of their sentences in the document's order.
    summaries: tuple[tuple[int, ...], ...]
    #: Which of them each configuration has made, and which is the lead of each length.
    made: Integers
    leads: Integers
    #: What the different summaries score, by measure.
    scores: dict[str, Scores]

    @property
    def domain(self) -> str:
        """What the document is about."""
        return self.example.domain


def generate(examples: Iterable[Example], plan: GenerationPlan) -> Iterator[Generated | LeftOut]:
    """Summarize every document with every configuration and score the summaries, in the documents' order."""

    def work(prepared: Document, _: int) -> Generated:
        return _generate(prepared, plan)

    return over_documents(examples, plan, work)


def _generate(prepared: Document, plan: GenerationPlan) -> Generated:
    article = prepared.article()
    pipeline = Pipeline(article, plan.kea)
    # The length has no part in the ranking, of which a summary is the beginning.
    rankings: dict[tuple[str | int, ...], list[int]] = {}
    summaries: dict[tuple[int, ...], int] = {}
    made = []
    for configuration in plan.configurations:
        key = configuration.without_length
        if key not in rankings:
            rankings[key] = pipeline.rank(configuration)
        summary = tuple(sorted(rankings[key][: configuration.sentences]))
        made.append(summaries.setdefault(summary, len(summaries)))
    leads = [summaries.setdefault(tuple(range(min(length, len(article)))), len(summaries)) for length in plan.lengths]
    scores = _score(prepared, tuple(summaries), plan)
    return Generated(
        prepared.example,
        features_of(article, pipeline.wording),
        tuple(summaries),
        np.array(made),
        np.array(leads),
        scores,
    )


def _score(prepared: Document, summaries: tuple[tuple[int, ...], ...], plan: GenerationPlan) -> dict[str, Scores]:
    """Score summaries by all references together."""
    bodies = tuple(reference.body for reference in prepared.example.references)
    pairs = [
        Pair(
            Passage(sentences=tuple(prepared.sentences[i] for i in summary)), bodies, prepared.example,
            given_extract=summary, language=plan.profile.language,
        )
        for summary in summaries
    ]  # fmt: skip
    for measure in plan.measures:
        if lack := measure.lacks(pairs[0]):
            raise NotDefinedError(lack)
    found = evaluate(pairs, plan.measures, Setting(plan.profile))
    for measure, scores in found.items():
        if np.isnan(scores.f1).any():
            raise NotDefinedError(f"has no value on {measure}")
    return {str(measure): scores for measure, scores in found.items()}
