"""Kea: phrases that look like the key phrases of other texts, by how often and how early they stand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar

from sumspace.text.keyphrases.candidates import without_parts
from sumspace.text.keyphrases.extractor import EXTRACTORS, KeyphraseExtractor, Phrase
from sumspace.text.keyphrases.kea_candidates import kea_candidates
from sumspace.text.keyphrases.kea_model import KeaModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.text.keyphrases.candidates import Candidate
    from sumspace.text.keyphrases.wording import Wording

    #: Whether a phrase stands once, minus its probability, minus its TF×IDF, its place, minus its length; the phrase.
    Standing = tuple[bool, float, float, int, int, Candidate]

__all__ = ["Kea", "shipped"]


@EXTRACTORS.register("kea")
@dataclass(frozen=True, slots=True)
class Kea(KeyphraseExtractor):
    """Rank phrases by how probably they are key phrases, from two features (Witten et al. 1999; Frank et al. 1999).

    TF×IDF is the phrase's share of the words times −log₂ of the share of documents that hold it, each count one more
    for the text itself; distance is the share of the words before the phrase first appears. Ties go to the higher
    TF×IDF, then to the earlier phrase, then to the longer one. A phrase inside a better one is left out.

    Three things are not as published. Names that stand alone are kept, since summaries are about them. So are phrases
    that stand once, which the published program leaves out, and with them all that some short texts have: they are
    learned from, and in a new text they come behind all that are repeated, with scores scaled to fit. And what a single
    training document holds is forgotten: in a new text it counts as unseen.
    """

    title: ClassVar[str] = "phrases that stand as often and as early as the key phrases of other texts"
    paper: ClassVar[str] = "Witten, Paynter, Frank, Gutwin & Nevill-Manning 1999"

    #: What it has learned; None stands for the model that comes with the package.
    model: KeaModel | None = None

    def extract(self, text: Wording) -> list[Phrase]:
        model = shipped() if self.model is None else self.model
        ranked = sorted(_standings(model, text), key=itemgetter(slice(5)))
        least = min((-standing[1] for standing in ranked if not standing[0]), default=1.0)
        return without_parts(
            [
                Phrase(phrase.text, phrase.stems, -minus_probability * (least if is_single else 1.0))
                for is_single, minus_probability, _, _, _, phrase in ranked
            ]
        )


def _standings(model: KeaModel, text: Wording) -> Iterator[Standing]:
    """Say of each phrase where it stands, the least first."""
    for phrase in kea_candidates(text):
        tfidf = phrase.count / len(text) * model.rarity.get(phrase.stems, model.unseen_rarity)
        probability = model.probability(tfidf, phrase.first / len(text))
        yield phrase.count == 1, -probability, -tfidf, phrase.first, -len(phrase.stems), phrase


@cache
def shipped() -> KeaModel:
    """Return the model that comes with the package, which was trained on the built-in corpus."""
    text = (files("sumspace.text.keyphrases") / "sample.kea.json").read_text(encoding="utf-8")
    return KeaModel.from_json(json.loads(text))
