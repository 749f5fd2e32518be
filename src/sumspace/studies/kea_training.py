"""Training of Kea on a corpus, whose references tell the key phrases of its documents."""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING

from sumspace.studies.trained_on import documents_in_words
from sumspace.text.keyphrases.kea import LONGEST, KeaModel
from sumspace.text.words import read_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.corpus.model import Example
    from sumspace.text.words import TextWords

    #: The stems of a phrase.
    Stems = tuple[str, ...]

__all__ = ["key_phrases", "train_kea"]


def train_kea(examples: Iterable[Example], language: str = "en") -> KeaModel:
    """Train Kea on documents whose references hold their key phrases; others count for document frequencies alone."""
    documents, domains = [], []
    for example in examples:
        references = [read_words(reference.body.split(language), language) for reference in example.references]
        keys = frozenset(chain.from_iterable(map(key_phrases, references)))
        documents.append((read_words(example.sentences(language), language), keys))
        domains.append(example.domain)
    return KeaModel.train(documents, documents_in_words(domains))


def key_phrases(reference: TextWords) -> frozenset[Stems]:
    """Return the key phrases of a reference: all phrases of up to three words in a row that are no stop words.

    Rigouste 2004 takes the words between stop words or punctuation for one phrase (sections 2.1 and 4). Most of these
    are longer than a phrase of the document, so that their parts count as well.

    >>> from sumspace.text.keyphrases.wording import read
    >>> sorted(" ".join(stems) for stems in key_phrases(read(["The interest rates of banks."])))
    ['bank', 'interest', 'interest rate', 'rate']
    """
    found: set[Stems] = set()
    for first, last in reference.runs:
        for is_stop, group in groupby(range(first, last), reference.stops.__getitem__):
            places = list(group)
            end = places[-1] + 1
            if not is_stop:
                found.update(
                    reference.stems[i:j] for i in places for j in range(i + 1, min(i + LONGEST, end) + 1)
                )  # fmt: skip
    return frozenset(found)
