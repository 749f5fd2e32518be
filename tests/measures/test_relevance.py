"""Relevance correlation, against BM25 written out and scipy's correlations."""

from collections import Counter
from dataclasses import replace
from math import isnan, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Section, Text
from sumspace.errors import SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.measure import parse_measure
from sumspace.measures.relevance import Relevance
from sumspace.measures.scoring import Setting, evaluate
from sumspace.text.limit import Limit
from sumspace.text.passage import Passage

KINDS = ("pearson", "spearman", "kendall")
WORD = st.sampled_from("kab lom rif tuz wex".split())
TEXT = st.lists(WORD, max_size=8).map(" ".join)
ENTRY = st.tuples(TEXT, TEXT, st.lists(WORD, min_size=1, max_size=3).map(" ".join))
CORPUS = st.lists(ENTRY, min_size=3, max_size=7)


def document(name, text, query="", title=""):
    return Example(name, (Text((Section(Passage.of([text])),)),), query=query, title=title)


def pairs_of(entries, system="one"):
    return [
        Pair(Passage(summary), (), document(str(i), text, query), system)
        for i, (text, summary, query) in enumerate(entries)
    ]


def values(pairs, kind="pearson", **others):
    (found,) = evaluate(pairs, [Relevance(kind)], Setting(**others)).values()
    assert np.array_equal(found.recall, found.f1, equal_nan=True)
    assert np.array_equal(found.precision, found.f1, equal_nan=True)
    return found.f1


def bm25(texts, query):
    """Robertson's formula with Lucene's idf, k1 = 1.5 and b = 0.75, one word of the query after the other."""
    bodies = [text.split() for text in texts]
    mean = sum(map(len, bodies)) / len(bodies)
    scores = []
    for body in bodies:
        score, counts = 0, Counter(body)
        for word in query.split():
            df = sum(word in other for other in bodies)
            if counts[word]:
                idf = log(1 + (len(bodies) - df + 0.5) / (df + 0.5))
                score += idf * counts[word] / (counts[word] + 1.5 * (1 - 0.75 + 0.75 * len(body) / mean))
        scores.append(round(score, 10))
    return scores


def expected(entries, kind):
    from scipy import stats

    correlate = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[kind]
    texts, summaries, queries = zip(*entries, strict=True)
    for query in queries:
        full, short = bm25(texts, query), bm25(summaries, query)
        if len(set(full)) == 1:
            yield np.nan
        else:
            yield 0.0 if len(set(short)) == 1 else float(correlate(full, short).statistic)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30)
@given(CORPUS)
def test_it_is_the_correlation_of_the_scores_of_bm25(kind, entries):
    found = values(pairs_of(entries), kind)
    assert found == pytest.approx(list(expected(entries, kind)), abs=1e-6, nan_ok=True)
    assert not (np.abs(found) > 1).any()


def test_by_hand():
    # All texts have one length: a score is 0 or the same. 1 0 0 and 1 0 1; 0 1 0 and 1 0 0; 1 1 0 and 0 1 0.
    entries = [("kab rif", "kab lom", "kab"), ("lom rif", "rif tuz", "lom"), ("tuz wex", "wex kab", "rif")]
    assert values(pairs_of(entries)).tolist() == pytest.approx([0.5, -0.5, 0.5])


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30)
@given(CORPUS)
def test_the_full_text_has_exactly_one(kind, entries):
    found = values(pairs_of([(text, text, query) for text, _, query in entries]), kind)
    assert all(value == 1 or isnan(value) for value in found)


@settings(max_examples=30)
@given(CORPUS, st.randoms())
def test_the_order_of_pairs_does_not_matter(entries, random):
    pairs = pairs_of(entries)
    order = random.sample(range(len(pairs)), len(pairs))
    assert values([pairs[i] for i in order]) == pytest.approx(values(pairs)[order], nan_ok=True)


@settings(max_examples=30)
@given(CORPUS, st.lists(TEXT, min_size=7, max_size=7))
def test_systems_do_not_matter_to_each_other(entries, summaries):
    # The other has fewer documents, and both stand in turns.
    one = pairs_of(entries)
    other = [replace(pair, peer=Passage(text), system="other") for pair, text in zip(one, summaries, strict=False)][1:]
    mixed = [pair for i in range(len(one)) for pair in (one[i], *other[i : i + 1])]
    found = values(mixed)
    assert found[[pair.system == "one" for pair in mixed]] == pytest.approx(values(one), nan_ok=True)
    rest = found[[pair.system == "other" for pair in mixed]]
    if len(other) < 3:
        assert np.isnan(rest).all()
    else:
        assert rest == pytest.approx(values(other), nan_ok=True)


@settings(max_examples=30)
@given(CORPUS)
def test_a_summary_that_stands_in_several_pairs_counts_once(entries):
    pairs = pairs_of(entries)
    twice = [*pairs, *(replace(pair, references=(Passage("wex"),)) for pair in pairs[::2])]
    found = values(twice)
    assert found[: len(pairs)] == pytest.approx(values(pairs), nan_ok=True)
    assert found[len(pairs) :] == pytest.approx(values(pairs)[::2], nan_ok=True)


def test_second_summaries_make_a_collection_of_their_own():
    entries = [("kab rif", "kab", "kab"), ("lom rif", "lom", "lom"), ("tuz wex", "tuz", "tuz")]
    worse = [(text, "wex", query) for text, _, query in entries]
    both = values([*pairs_of(entries), *pairs_of(worse)])
    assert both.tolist() == [*values(pairs_of(entries)), *values(pairs_of(worse))] == pytest.approx([1, 1, 1, 0, 0, 0])
    some = values([*pairs_of(entries), *pairs_of(worse)[:2]])
    assert some[:3].tolist() == both[:3].tolist()
    assert np.isnan(some[3:]).all()


def test_a_query_that_says_nothing_has_no_value_and_summaries_that_say_nothing_have_0():
    entries = [("kab rif", "kab", "wex"), ("lom rif", "lom", "rif"), ("tuz lom", "tuz", "the of")]
    assert values(pairs_of(entries)).tolist() == pytest.approx([np.nan, 0, np.nan], nan_ok=True)
    empty = [(text, "", "rif") for text, *_ in entries]
    assert values(pairs_of(empty)).tolist() == [0, 0, 0]
    assert np.isnan(values(pairs_of([("", "rif", "rif")] * 3))).all()


def test_the_title_is_asked_for_where_there_is_no_query():
    entries = [("kab rif", "kab", "kab"), ("lom rif", "rif", "rif"), ("tuz wex", "tuz lom", "lom")]
    pairs = pairs_of(entries)
    titled = [
        Pair(pair.peer, (), document(pair.example.id, text, " " if i else query, query if i else "wex"), "one")
        for i, (pair, (text, _, query)) in enumerate(zip(pairs, entries, strict=True))
    ]
    assert values(titled).tolist() == values(pairs).tolist()


def test_a_limit_cuts_summaries_and_neither_documents_nor_queries():
    entries = [("kab rif", "kab tuz", "wex kab"), ("lom rif", "lom kab", "wex lom"), ("tuz wex", "tuz kab", "wex tuz")]
    short = [(text, summary.split()[0], query) for text, summary, query in entries]
    assert values(pairs_of(entries), limit=Limit(1)) == pytest.approx(list(expected(short, "pearson")))
    assert values(pairs_of(entries)) == pytest.approx(list(expected(entries, "pearson")))


def test_words_are_compared_by_their_stems_and_stop_words_are_not_looked_for():
    entries = [("walking", "the walks", "the walker walked"), ("tuz", "tuz", "tuz"), ("wex", "the wex", "wex")]
    assert values(pairs_of(entries)).tolist() == pytest.approx([1, 1, 1])


def test_nothing_is_printed_or_logged(capfd, caplog):
    values(pairs_of([("kab rif", "kab", "kab"), ("lom rif", "lom", "lom"), ("tuz wex", "tuz", "tuz")]))
    assert capfd.readouterr() == ("", "")
    assert not caplog.records


@pytest.mark.parametrize("kind", KINDS)
def test_two_documents_are_too_few(kind):
    pairs = pairs_of([("kab", "kab", "kab"), ("lom", "lom", "lom")])
    line = rf"^relevance(\({kind}\))? is a correlation over documents and needs at least three with summaries$"
    for few in (pairs, pairs * 3, pairs[:1]):
        with pytest.raises(SettingError, match=line):
            values(few, kind)


def test_documents_without_query_and_title_have_no_value_and_are_not_searched():
    pairs = pairs_of([("kab rif", "kab", "kab"), ("lom rif", "rif", "lom"), ("tuz wex", "tuz lom", "tuz")])
    silent = Pair(Passage("kab"), (), document("silent", "kab lom", " ", "\n"), "one")
    assert Relevance().lacks(silent) == Relevance().lacks(Pair(Passage("kab"))) == "has no query and no title"
    found = values([silent, *pairs])
    assert isnan(found[0])
    assert found[1:].tolist() == values(pairs).tolist()


@pytest.mark.parametrize(
    ("name", "kind"),
    [("relevance", "pearson"), ("Relevance( pearson )", "pearson"), ("relevance(KENDALL)", "kendall")],
)
def test_names_parse_and_print(name, kind):
    assert parse_measure(name) == Relevance(kind)
    assert parse_measure(str(Relevance(kind))) == Relevance(kind)
    assert str(Relevance()) == "relevance"
