"""What tests of content-based measures share: the paper's example, small texts, and one score at a time."""

from hypothesis import strategies as st

from sumspace.measures.scoring import Setting, score_texts
from sumspace.text.profile import Profile

#: Two headlines that carry the same meaning (Steinberger & Ježek 2009, section 3.3).
H1 = "The visit of the president of the Czech Republic to Slovakia"
H2 = "The Czech president visited Slovakia"

PLAIN = Profile(stem=False)
#: Sentences of content words that are their own stems, and stop words.
SENTENCE = st.lists(st.sampled_from("cat dog sun the of".split()), max_size=7).map(" ".join)
TEXT = st.lists(SENTENCE, max_size=4)


def score_of(name, summary, references, document=None, profile=PLAIN, **settings):
    """Return recall, precision and F of one summary."""
    documents = None if document is None else [document]
    found = score_texts([summary], [references], [name], Setting(profile, **settings), documents)
    (score,) = found.values()
    return float(score.recall[0]), float(score.precision[0]), float(score.f1[0])


def value_of(name, summary, references, document=None, **settings):
    """Return the score of one summary on a measure that has one value, which stands in every place."""
    recall, precision, f1 = score_of(name, summary, references, document, **settings)
    assert recall == precision == f1
    return recall


def words(text):
    return " ".join(text).split()
