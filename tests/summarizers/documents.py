"""Small documents for tests of summarizers, also as sumy sees them, and pieces of published algorithms."""

from collections import Counter
from fractions import Fraction
from itertools import chain

from hypothesis import strategies as st
from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence

SENTENCES = st.lists(st.lists(st.integers(-4, 5), max_size=6), max_size=9)
#: What sumy, which knows sentences by their text, can tell apart.
DIFFERENT = st.lists(
    st.lists(st.integers(0, 9), min_size=1, max_size=6), min_size=1, max_size=6, unique_by=lambda s: tuple(sorted(s))
)
#: Values nearer than this are ties.
NEAR = 1e-9


class Numbers:
    """Words for sumy that are numbers already."""

    def to_words(self, text):
        return tuple(text.split())


def sumys(sentences):
    """A document of sumy with these sentences, of numbers."""
    return ObjectDocumentModel([Paragraph(Sentence(" ".join(map(str, s)), Numbers()) for s in sentences)])


def sumys_order(summarizer, sentences):
    """The order in which a summarizer of sumy would take sentences: it asks us how many of the best to keep."""
    order = []
    summarizer(sumys(sentences), lambda best: order.extend(sentence.order for sentence in best) or best)
    return order


def first_best(values):
    """The first key whose value is the highest, or nearly so."""
    return next(i for i in values if values[i] >= max(values.values()) - NEAR)


def probabilities(sentences):
    """The share that each word has of all words, exactly."""
    words = Counter(chain.from_iterable(sentences))
    return {word: Fraction(times, words.total()) for word, times in words.items()}
