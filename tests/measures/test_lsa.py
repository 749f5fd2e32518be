"""The measures by LSA of Steinberger & Ježek 2009: by hand, and with weights by loops and vectors from A Aᵀ."""

from math import floor, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Section, Text
from sumspace.errors import SettingError, SumspaceError
from sumspace.measures import lsa
from sumspace.measures.batch import Batch, Pair
from sumspace.measures.lsa import LsaTerms, LsaTopic
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting, evaluate, score_texts
from sumspace.text.passage import Passage
from sumspace.text.topics import Weighting, topics

# Numbers have no stems and are no stop words; "the" is one.
WORDS = "101 102 103 104 105 the".split()
TEXT = st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), min_size=1, max_size=4)
EXAMPLE = Example("x", (Text((Section(Passage(sentences=("101 102", "103 102", "105 104 103"))),)),))
NAMES = ["lsa-topic", "lsa-topic(lo-en)", "lsa-terms", "lsa-terms(au-gf)"]


def score(name, summary, reference, **options):
    (found,) = score_texts([summary], [[reference]], [name], **options).values()
    assert found.recall[0] == found.precision[0] == found.f1[0]
    return float(found.f1[0])


def score_with_text(name, summary, document):
    (found,) = score_texts([summary], [], [name], documents=[document]).values()
    return float(found.f1[0])


def decompose(sentences):
    """Terms, singular values and left vectors under bi-isf, the vectors as rows."""
    words = [[word for word in sentence.split() if word != "the"] for sentence in sentences]
    terms = sorted({word for sentence in words for word in sentence})
    isf = {term: log(len(words) / sum(term in sentence for sentence in words)) + 1 for term in terms}
    matrix = np.array([[isf[term] * (term in sentence) for sentence in words] for term in terms])
    if not terms:
        return terms, matrix, [], []
    squares, left = np.linalg.eigh(matrix @ matrix.T)
    return terms, matrix, np.sqrt(np.maximum(squares[::-1], 0)), left[:, ::-1].T


def main_topic(sentences):
    terms, matrix, values, left = decompose(sentences)
    topic = sum((u * (u @ matrix.sum(axis=1)) for u, v in zip(left, values, strict=True) if v > values[0] - 1e-8))
    return dict(zip(terms, topic, strict=True)) if terms else {}


def significances(sentences, r):
    terms, _, values, left = decompose(sentences)
    kept = [(u, v) for u, v in zip(left, values, strict=True) if v >= values[min(r, len(values)) - 1] - 1e-8]
    return {term: sqrt(sum((u[i] * v * v) ** 2 for u, v in kept)) for i, term in enumerate(terms)}


def cosine(one, other):
    product = sum(value * other.get(term, 0) for term, value in one.items())
    lengths = [sqrt(sum(value**2 for value in vector.values())) for vector in (one, other)]
    return product / lengths[0] / lengths[1] if all(lengths) else 0


@given(TEXT, TEXT)
def test_equation_9(summary, reference):
    expected = cosine(main_topic(summary), main_topic(reference))
    assert score("lsa-topic", summary, reference) == pytest.approx(expected, abs=1e-7)


@given(TEXT, TEXT)
def test_equations_10_to_13(summary, reference):
    sw, fw = (sum(len(sentence.split()) for sentence in text) for text in (summary, reference))
    r = max(floor(min(sw / fw, 1) * len(reference) + 0.5), 1) if fw else 1
    expected = cosine(significances(summary, r), significances(reference, r))
    assert score("lsa-terms", summary, reference) == pytest.approx(expected, abs=1e-7)


def test_main_topics_by_hand():
    # The document's topic is (101, 102)/√2, that of the summary (102, 103)/√2.
    document, summary = ["101 102", "102 101", "103"], ["102 103"]
    assert score_with_text("lsa-topic(text)", summary, document) == pytest.approx(1 / 2)
    assert score("lsa-topic(bi-nw)", summary, document) == pytest.approx(1 / 2)


def test_term_significances_by_hand():
    # σ² = 4 and 1. A summary of two words in five, of three sentences: 6/5 topics, so that the first one counts.
    document = ["101 102", "102 101", "103"]
    assert score_with_text("lsa-terms(text)", ["102 103"], document) == pytest.approx(1 / 2)
    # Four words: 12/5, two topics: (4, 4, √2)/√2 against (1, 1, 0), since the summary has one topic.
    expected = 8 / sqrt(34) / sqrt(2)
    assert score_with_text("lsa-terms(text)", ["101 102", "101 102"], document) == pytest.approx(expected)


def test_equal_topics_of_disjoint_sentences():
    # Neither is the main one, so that half of each is.
    assert score_with_text("lsa-topic(text)", ["101 102"], ["101 102", "103 104"]) == pytest.approx(sqrt(0.5))
    assert score_with_text("lsa-terms(text)", ["101 102"], ["101 102", "103 104"]) == pytest.approx(sqrt(0.5))


def dimensions(summary, reference):
    pair = Pair(Passage(sentences=tuple(summary)), (Passage(sentences=tuple(reference)),))
    return LsaTerms().dimensions(Batch([pair], Setting())).tolist()


def test_the_example_of_the_paper():
    # A tenth of the words of 30 sentences leaves 3 topics.
    assert dimensions(["one two three four five"] * 6, ["one two three four five six seven eight nine ten"] * 30) == [3]


@pytest.mark.parametrize(
    ("words", "expected"), [(0, 1), (1, 1), (4, 1), (5, 1), (6, 2), (9, 2), (10, 3), (13, 3), (14, 4), (99, 5)]
)
def test_topics_are_as_many_as_the_share_of_words_rounded_half_up(words, expected):
    # 20 words, 5 sentences: a sentence for each 4, and a half counts as a whole one.
    assert dimensions(["a " * words], ["a b c d"] * 5) == [expected]


def test_words_are_counted_with_stop_words():
    assert dimensions(["the the the 101"], ["the the the 101"] * 4) == [1]
    assert dimensions(["the the the 101"] * 2, ["101"] * 8) == [8]


@given(name=st.sampled_from(NAMES), text=TEXT)
def test_a_text_scores_1_against_itself(name, text):
    assert score(name, text, text) == (1 if any(word != "the" for word in " ".join(text).split()) else 0)


@given(name=st.sampled_from(NAMES), summary=TEXT, reference=TEXT, random=st.randoms())
def test_scores_have_bounds_and_the_order_of_sentences_does_not_matter(name, summary, reference, random):
    found = score(name, summary, reference)
    assert 0 <= found <= 1
    shuffled = [random.sample(text, len(text)) for text in (summary, reference)]
    assert score(name, *shuffled) == pytest.approx(found, abs=1e-6)


@given(name=st.sampled_from(NAMES), text=TEXT, times=st.integers(2, 3))
def test_a_repeated_sentence_is_the_same_sentence(name, text, times):
    assert score(name, [text[0]], [text[0]] * times) == pytest.approx(score(name, [text[0]], [text[0]]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("nothing", ["the", "", "Of the and to."])
def test_texts_without_content_words_score_0(name, nothing):
    assert score(name, nothing, "Some words here.") == 0
    assert score(name, "Some words here.", nothing) == 0
    assert score_with_text(name.split("(")[0] + "(text)", "Some words here.", nothing) == 0


@pytest.mark.parametrize("name", NAMES)
def test_words_with_the_same_stem_are_one_term(name):
    assert score(name, "The cats were running.", "A cat runs!") == pytest.approx(1)
    assert score(name, "The cats were running.", "A dog sleeps.") == 0


def test_several_references_give_a_mean_or_the_best():
    references = ["101 102", "101 103", "104"]
    (found,) = score_texts(["101"], [references], ["lsa-topic"]).values()
    assert found.f1[0] == pytest.approx(2 * sqrt(0.5) / 3)
    (found,) = score_texts(["101"], [references], ["lsa-topic"], Setting(formula="B")).values()
    assert found.f1[0] == pytest.approx(sqrt(0.5))


def test_a_document_is_decomposed_once_for_all_its_summaries(monkeypatch):
    decomposed = []
    monkeypatch.setattr(
        lsa, "topics", lambda sentences, weighting: decomposed.append(1) or topics(sentences, weighting)
    )
    summaries = ["101 102", "101", "102 103 104 105 101"]
    pairs = [Pair(Passage(summary), (), EXAMPLE) for summary in summaries]
    (found,) = evaluate(pairs, [LsaTerms("text")], Setting()).values()
    assert len(decomposed) == 4
    for summary, value in zip(summaries, found.f1, strict=True):
        assert score_with_text("lsa-terms(text)", summary, EXAMPLE) == value


@pytest.mark.parametrize(
    ("name", "measure", "printed"),
    [
        ("lsa-topic", LsaTopic("references", Weighting("bi", "isf")), "lsa-topic"),
        ("LSA-Topic( BI-ISF )", LsaTopic(), "lsa-topic"),
        ("lsa-topic(text)", LsaTopic("text", Weighting("bi", "nw")), "lsa-topic(text)"),
        ("lsa-topic(text,bi-nw)", LsaTopic("text"), "lsa-topic(text)"),
        ("lsa-topic(bi-nw)", LsaTopic(weighting=Weighting("bi", "nw")), "lsa-topic(bi-nw)"),
        ("lsa-terms( text , bi-isf )", LsaTerms("text", Weighting("bi", "isf")), "lsa-terms(text,bi-isf)"),
        ("lsa-terms(bi-isf,text)", LsaTerms("text", Weighting("bi", "isf")), "lsa-terms(text,bi-isf)"),
        ("lsa-terms(lo-en)", LsaTerms("references", Weighting("lo", "en")), "lsa-terms(lo-en)"),
        ("lsa-terms(text,weighting=lo-en)", LsaTerms("text", Weighting("lo", "en")), "lsa-terms(text,lo-en)"),
        ("lsa-topic(weighting=bi-isf)", LsaTopic(), "lsa-topic"),
    ],
)
def test_names_parse_and_print(name, measure, printed):
    assert parse_measure(name) == measure
    assert str(measure) == printed
    assert parse_measure(printed) == measure


@pytest.mark.parametrize("name", ["lsa-topic(xx-nw)", "lsa-topic(text,bi)", "lsa-terms(weighting=3)", "lsa-terms(txt)"])
def test_a_weighting_that_there_is_not_is_answered_with_those_there_are(name):
    line = "is not a weighting; write one of fq, bi, au, lo, a hyphen and one of nw, isf, gf, en, .*; there are: lsa-"
    with pytest.raises(SettingError, match=line):
        parse_measure(name)


@pytest.mark.parametrize(
    "name", ["lsa-topic(weight=bi-nw)", "lsa-topic(bi-nw,weighting=bi-nw)", "lsa-topic(bi-nw,bi-isf)"]
)
def test_options_that_there_are_not_or_twice(name):
    with pytest.raises(SumspaceError):
        parse_measure(name)


def test_without_a_document_there_is_nothing_to_compare_with():
    with pytest.raises(SettingError, match="has no document"):
        score("lsa-topic(text)", "101", "101")


@given(st.integers(0, 1000))
def test_cosines_do_not_depend_on_the_numbers_of_terms(seed):
    random = np.random.default_rng(seed)
    vectors = [(random.permutation(40)[:25], random.random(25)) for _ in range(4)]
    numbers = random.permutation(40)
    renumbered = [(numbers[terms], values) for terms, values in vectors]
    pairs = np.array([0, 1, 2, 3, 0]), np.array([1, 2, 3, 0, 0])
    found = lsa._cosines(vectors, *pairs)
    assert found.tolist() == lsa._cosines(renumbered, *pairs).tolist()
    assert found[-1] == 1.0
    assert found[0] == pytest.approx(cosine(*(dict(zip(*vector, strict=True)) for vector in vectors[:2])))
