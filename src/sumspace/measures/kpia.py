"""KPiA: key phrases of the abstract in a summary, relative to a nearly best extract (Rigouste 2004, section 4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.measures.batch import Batch, Pair
from sumspace.measures.comparison import lack_of_text
from sumspace.measures.measure import MEASURES, Family, Measure, Scores
from sumspace.text import rouge_data
from sumspace.text.encoding import Encoded, encoder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from sumspace.text.profile import Profile

    #: Stems of content words, and −1 in the place of every stop word.
    Stems = tuple[int, ...]
    #: Phrases by their first stem.
    Phrases = Mapping[int, Iterable[Stems]]


_STOP = -1


@MEASURES.register("kpia")
@dataclass(frozen=True, slots=True)
class Kpia(Measure):
    """The key phrases that a summary holds, as a share of those that the nearly best extract of its length holds.

    A key phrase is a run of content words in the reference; it ends at a stop word or with its sentence, and
    punctuation, which tokens do not show, is passed over. It occurs wherever its stems follow each other within a
    sentence. The first occurrence in a text counts 1 and every other one ½. The nearly best extract has the sentences
    of the document with the most occurrences per word, as many as the summary has, the earlier ones on ties. A summary
    can surpass it and is then given 1; where no sentence of the document holds a phrase, every summary is given 0.
    Without stop words there would be no phrases but whole sentences, so it is for English alone.

    Formula A looks for the phrases of all references together; the others take the reference with the best value.
    """

    usage: ClassVar[str] = "kpia"
    title: ClassVar[str] = "key phrases of the references, relative to a nearly best extract"
    paper: ClassVar[str] = "Rigouste 2004"
    family: ClassVar[Family] = "words"
    by_sentence: ClassVar[bool] = True
    has_one_value: ClassVar[bool] = True

    def lacks(self, pair: Pair) -> str:
        if pair.language != "en":
            return f"is in {pair.language!r}, and kpia knows stop words of English ('en') alone"
        return Measure.lacks(self, pair) or lack_of_text(pair)

    def evaluate(self, batch: Batch) -> Scores:
        setting = replace(batch.setting, profile=replace(batch.setting.profile, stopwords=False))
        plain = Batch(batch.pairs, setting)
        with_documents = plain.against_text
        sentences, in_document = _reader(plain), _reader(with_documents)

        @cache
        def phrases(references: tuple[int, ...]) -> Phrases:
            return _phrases(chain.from_iterable(map(sentences, references)))

        @cache
        def occurrences(references: tuple[int, ...], sentence: Stems) -> list[Stems]:
            return list(_occurrences(sentence, phrases(references)))  # many summaries have the same sentences

        @cache
        def ranked(document: int, references: tuple[int, ...]) -> list[Stems]:
            # by occurrences per word, the densest first
            return sorted(in_document(document), key=lambda stems: -len(occurrences(references, stems)) / len(stems))

        @cache
        def nearly_best(document: int, references: tuple[int, ...], n: int) -> float:
            return _score(map(partial(occurrences, references), ranked(document, references)[:n]))

        def value(peer: int, document: int, references: tuple[int, ...]) -> float:
            summary = sentences(peer)
            best = nearly_best(document, references, len(summary))
            return min(1.0, _score(map(partial(occurrences, references), summary)) / best) if best else 0.0

        values = []
        documents, bounds = with_documents.references.tolist(), pairwise(plain.starts.tolist())
        for peer, document, (start, stop) in zip(plain.peers.tolist(), documents, bounds, strict=True):
            references = tuple(plain.references[start:stop].tolist())
            models = [references] if setting.formula == "A" else [(reference,) for reference in references]
            values.append(max(value(peer, document, model) for model in models))
        return Scores.single(np.array(values))


def _reader(batch: Batch) -> Callable[[int], list[Stems]]:
    """Return what gives the sentences of a text, those without a word left out."""
    words, stems = batch.words.texts, batch.stems.texts
    # Stems may be shared with content words, so that stop words are told by the words themselves.
    stops = np.isin(words.tokens, _stop_words(batch.words.setting.profile))
    marked = Encoded(np.where(stops, _STOP, stems.tokens), stems.starts, stems.texts)
    return cache(lambda text: [tuple(tokens.tolist()) for tokens in marked.sentences(text) if len(tokens)])


@cache
def _stop_words(profile: Profile) -> NDArray[np.int32]:
    """Return the numbers of stop words as a profile without stems reads them."""
    listed = [[encoder(profile).bytes_of(word)] for word in rouge_data.stop_words()]
    read, left = encoder(profile).encode(listed), encoder(replace(profile, stopwords=True)).encode(listed)
    # Some that are listed, such as "i.e.", are several tokens or never match one.
    alone = (np.diff(read.starts) == 1) & (np.diff(left.starts) == 0)
    return np.asarray(read.tokens[read.starts[:-1][alone]], dtype=np.int32)


def _phrases(sentences: Iterable[Stems]) -> Phrases:
    """Find the different runs of content words."""
    phrases: dict[int, set[Stems]] = {}
    for sentence in sentences:
        for is_content, run in groupby(sentence, _STOP.__ne__):
            phrase = tuple(run)
            if is_content:
                phrases.setdefault(phrase[0], set()).add(phrase)
    return phrases


def _occurrences(sentence: Stems, phrases: Phrases) -> Iterator[Stems]:
    for i, stem in enumerate(sentence):
        yield from (phrase for phrase in phrases.get(stem, ()) if sentence[i : i + len(phrase)] == phrase)


def _score(occurrences: Iterable[Iterable[Stems]]) -> float:
    """Count the phrases that occur in sentences: each once, and half for every time more."""
    times = Counter(chain.from_iterable(occurrences))
    return sum(1 + (count - 1) / 2 for count in times.values())
