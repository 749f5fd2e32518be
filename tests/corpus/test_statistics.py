import pytest

from sumspace.corpus.source import read
from sumspace.corpus.statistics import statistics


def test_by_hand(corpus_file):
    found = statistics(
        read(
            corpus_file(
                {
                    "id": "a",
                    "domain": "x",
                    "sentences": ["One two three.", "Four five six seven."],
                    "references": ["One two"],
                },
                {"id": "b", "domain": "x", "sections": [{"sentences": ["a b c"]}, {"sentences": ["d , e", "f g h"]}]},
                {"id": "c", "text": "Alone."},
            )
        )
    )
    x, nameless = found
    assert (x.domain, x.examples, x.documents, x.words, x.sentences) == ("x", 2, 2, 8.0, 2.5)
    assert (x.references, x.words_per_reference, x.compression) == (1, 2.0, 1 - 2 / 7)
    assert (x.sections, x.words_per_section) == (1.5, 16 / 3)
    assert (nameless.domain, nameless.references, nameless.compression) == ("", 0, None)


# documents, words, sentences, references, words per reference: as the corpora's own description has them
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gum-news", (24, 574, 26.4, 40, 46)),
        ("gum-academic", (18, 781, 31.3, 34, 37)),
        ("scisumm-train", (39, 4615, 203.3, 117, 230)),
        ("scitldr-test", (618, 162, 6.9, 1967, 21)),
        ("bva-train", (94, 1878, 80.3, 105, 213)),
        ("realsumm", (100, 647, 32.3, 100, 49)),
        ("opinosis", (51, 2465, 138.9, 223, 17)),
        ("squality-train", (50, 4902, None, 200, 418)),
    ],
)
def test_real_corpora(name, expected, corpora):
    (found,) = statistics(read(corpora / f"{name}.jsonl.gz"))
    documents, words, sentences, references, reference_words = expected
    assert (found.documents, round(found.words), found.references) == (documents, words, references)
    assert sentences is None or round(found.sentences, 1) == sentences
    assert found.words_per_reference
    assert round(found.words_per_reference) == reference_words
