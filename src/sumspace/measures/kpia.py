"""KPiA: key phrases of the abstract in a summary, relative to a nearly best extract (Rigouste 2004, section 4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.document import tokenize
from sumspace.errors import NotDefinedError
from sumspace.measures.batch import Batch, Pair
from sumspace.measures.comparison import lack_of_text
from sumspace.measures.coverage import state
from sumspace.measures.measure import MEASURES, Family, Measure, Scores
from sumspace.text import rouge_data
from sumspace.text.encoding import Encoded, encoder
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sumspace.document import Sentence
    from sumspace.measures.coverage import Coverage, Pool
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
    title: ClassVar[str] = "key phrases of the references, relative to a near-best extract"
    paper: ClassVar[str] = "Rigouste 2004"
    family: ClassVar[Family] = "words"
    by_sentence: ClassVar[bool] = True
    has_one_value: ClassVar[bool] = True
    proportional: ClassVar[bool] = False

    def lacks(self, pair: Pair) -> str:
        if pair.language != "en":
            return f"is in {pair.language!r}; kpia supports English ('en') only"
        return Measure.lacks(self, pair) or lack_of_text(pair)

    def cover(self, pool: Pool) -> Coverage:
        """State the value in halves: a phrase gives 2, then 1, and units are the sentences that have any word.

        What it is divided by depends on their number. Phrases are those of all references together.
        """
        language, example = pool.profile.language, pool.example
        lack = self.lacks(Pair(Passage(), (Passage(),), example, language=language))
        if lack or example is None:
            raise NotDefinedError(lack)
        plain = replace(pool.profile, stopwords=False)
        phrases = _phrases(stems for body in pool.references for stems in _marked(body, plain))
        sentences = pool.read(plain).sentences
        occurrences = [sorted(_ends(stems, phrases)) for stems in _marked(pool.sentences, plain)]
        document = tokenize(example.sentences(language), plain)
        best = _nearly_best([stems for stems in _marked(document, plain) if stems], phrases)
        return state(
            sentences,
            occurrences,
            {phrase for in_sentence in occurrences for _, phrase in in_sentence},
            lambda _, times: [2] + [1] * (times - 1),
            total=best[-1],
            sizes=np.array([end > 0 for sentence in sentences for end in sentence.ends], dtype=np.int64),
            denominators=np.array(best, dtype=np.int64),
            capped=True,
        )

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
        def nearly_best(document: int, references: tuple[int, ...]) -> list[int]:
            return _nearly_best(in_document(document), phrases(references))

        def value(peer: int, document: int, references: tuple[int, ...]) -> float:
            summary, by_number = sentences(peer), nearly_best(document, references)
            best = by_number[min(len(summary), len(by_number) - 1)]
            return min(1.0, _halves(map(partial(occurrences, references), summary)) / best) if best else 0.0

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
    return (phrase for _, phrase in _ends(sentence, phrases))


def _halves(occurrences: Iterable[Iterable[Stems]]) -> int:
    """Count the phrases that occur in sentences, in halves: two for each, and one for every time more."""
    times = Counter(chain.from_iterable(occurrences))
    return sum(1 + count for count in times.values())


def _nearly_best(document: Sequence[Stems], phrases: Phrases) -> list[int]:
    """Return what the nearly best extracts of 0, 1, … sentences hold, in halves: those with the most phrases a word."""
    held = [list(_occurrences(stems, phrases)) for stems in document]
    ranked = sorted(range(len(document)), key=lambda i: -len(held[i]) / len(document[i]))
    seen: set[Stems] = set()
    best = [0]
    for i in ranked:
        best.append(best[-1] + len(held[i]) + len(set(held[i]) - seen))
        seen.update(held[i])
    return best


def _marked(sentences: Sequence[Sentence], profile: Profile) -> Iterator[Stems]:
    """Yield the stems of sentences, those of stop words marked, whatever profile they were read under."""
    texts = [sentence.text for sentence in sentences]
    words, stems = (tokenize(texts, replace(profile, stem=stem)) for stem in (False, True))
    stops = frozenset(_stop_words(replace(profile, stem=False)).tolist())
    for plain, stemmed in zip(words, stems, strict=True):
        pairs = zip(plain.tokens, stemmed.tokens, strict=True)
        yield tuple(_STOP if word in stops else stem for word, stem in pairs)


def _ends(sentence: Stems, phrases: Phrases) -> Iterator[tuple[int, Stems]]:
    """Yield the phrases that occur in a sentence, each with the number of tokens after which it is complete."""
    for i, stem in enumerate(sentence):
        yield from ((i + len(p), p) for p in phrases.get(stem, ()) if sentence[i : i + len(p)] == p)
