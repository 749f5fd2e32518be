"""Find the key phrases of documents: the best of each, with their scores and where they occur, by any extractor."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from sumspace.compute.work import Workers
from sumspace.errors import SettingError, check_size
from sumspace.show.table import Column, Table
from sumspace.spec import build, parse_spec, signature
from sumspace.summarizers.callisto.pipeline import occurrences
from sumspace.tasks.task import LeftOut, Result, Results, over_documents
from sumspace.text import tags, word_frequencies
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.keyphrases.kea import Kea
from sumspace.text.profile import Profile
from sumspace.text.words import read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.text.keyphrases.extractor import KeyphraseExtractor, Phrase

#: How many key phrases are found, unless told otherwise.
PHRASES = 10
#: So many of the sentences that have a phrase are shown.
_SHOWN = 8


def parse_extractor(text: str) -> KeyphraseExtractor:
    """Return the key phrase extractor of this name, which may have options.

    >>> parse_extractor("rake(longest=3)").longest
    3
    """
    spec = parse_spec(text)
    if spec.name == "kea" and (spec.arguments or spec.options):
        raise SettingError(f"kea is a key phrase extractor without options: write kea, not {text}")
    return build("key phrase extractor", EXTRACTORS[spec.name], spec)


@dataclass(frozen=True, slots=True)
class KeyphrasePlan:
    """Which extractors look for how many key phrases, by the names that are shown."""

    extractors: Mapping[str, KeyphraseExtractor]
    phrases: int = PHRASES
    profile: Profile = field(default_factory=Profile)
    workers: Workers = field(default_factory=Workers)

    def __post_init__(self) -> None:
        if not self.extractors:
            raise SettingError("name at least one key phrase extractor")
        if self.phrases < 1:
            raise SettingError(f"--phrases must be 1 or more, not {self.phrases}")
        check_size("--phrases", self.phrases)

    def __str__(self) -> str:
        names, libraries = ",".join(self.extractors), self.profile.libraries(by_sentence=True)
        kinds = self.extractors.values()
        knows_words = self.profile.language == "en" and any(isinstance(kind, Kea) for kind in kinds)
        own = (
            word_frequencies.source() if knows_words else None,
            f"textblob {version('textblob')}" if any(kind.needs_tags for kind in kinds) and tags.available() else None,
        )
        return signature(names, f"phrases:{self.phrases}", self.profile.signature, *libraries, *own)


@dataclass(frozen=True, slots=True)
class DocumentKeyphrases(Result):
    """The key phrases of a document, the best first, and the numbers of the sentences that have each."""

    id: str
    extractor: str
    phrases: tuple[Phrase, ...]
    #: A sentence stands there as often as it has the phrase.
    places: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.phrases)

    def table(self) -> Table:
        return Table("keyphrases", "", _COLUMNS, tuple(_rows(_record(self))))


def find_keyphrases(examples: Iterable[Example], plan: KeyphrasePlan) -> Iterator[DocumentKeyphrases | LeftOut]:
    """Find the key phrases of every document with every extractor."""

    def work(document: Document) -> list[DocumentKeyphrases]:
        text = read_words(document.sentences, document.profile.language)
        found = []
        for name, extractor in plan.extractors.items():
            phrases = tuple(extractor.extract(text)[: plan.phrases])
            places = [tuple(row.nonzero()[0].repeat(row[row > 0]).tolist()) for row in occurrences(text, phrases)]
            found.append(DocumentKeyphrases(document.id, name, phrases, tuple(places)))
        return found

    for result in over_documents(examples, plan, work, "key phrases", needs_references=False):
        yield from [result] if isinstance(result, LeftOut) else result


class Keyphrases(Results[DocumentKeyphrases]):
    """The key phrases of a corpus: a `DocumentKeyphrases` for each document and extractor."""

    plan: KeyphrasePlan

    def table(self, *, stream: bool = False) -> Table:
        results = self.stream() if stream else self.complete()
        records = map(_record, results)
        return Table(
            "keyphrases",
            records=records if stream else tuple(records),
            fields=("id", "extractor", "phrases"),
            line=lambda record: {**record, "phrases": "; ".join(one["phrase"] for one in record["phrases"])},
            views=self._views,
        )

    def _views(self, records: Iterable[dict[str, Any]]) -> Iterator[Table]:
        several = (Column("extractor", about="what found the phrase"),) if len(self.plan.extractors) > 1 else ()
        rows = tuple(
            {"id": record["id"], "extractor": record["extractor"], **row} for record in records for row in _rows(record)
        )
        yield Table("keyphrases", "", (Column("id"), *several, *_COLUMNS), rows, blocks=True)


def _record(result: DocumentKeyphrases) -> dict[str, Any]:
    phrases = [
        {"phrase": phrase.text, "score": phrase.score, "times": len(places), "sentences": sorted(set(places))}
        for phrase, places in zip(result.phrases, result.places, strict=True)
    ]
    return {"id": result.id, "extractor": result.extractor, "phrases": phrases}


def _rows(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for place, phrase in enumerate(record["phrases"], 1):
        yield {"place": place, **phrase}


def _sentences(row: dict[str, Any]) -> str:
    numbers = row["sentences"]
    return " ".join(map(str, numbers[:_SHOWN])) + (" …" if len(numbers) > _SHOWN else "")


_COLUMNS = (
    Column("place", kind="number", about="1 is the best"),
    Column("phrase", about="in its most frequent form"),
    Column("score", kind="number", write=".4g", about="what the extractor rates it at; scales of extractors differ"),
    Column("times", kind="number", about="how often it occurs, in any form"),
    Column("in", "sentences", write=_sentences, about="the sentences that have it, counted from 0"),
)
