"""Categorization: corpora whose topics can be told by hand, and scikit-learn put together differently."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Section, Text
from sumspace.errors import SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.categorization import Categorization, _deal
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting, evaluate
from sumspace.text.limit import Limit
from sumspace.text.passage import Passage

WORDS = {
    "sea": "kelp gull tide reef".split(),
    "law": "writ jury plea oath".split(),
    "sky": "nova moon mars halo".split(),
}
ALL = [word for words in WORDS.values() for word in words]


def document(name, text, *topics):
    return Example(name, (Text((Section(Passage.of([text])),)),), topics=topics)


def corpus(size, topics=("sea", "law", "sky")):
    """Documents of which each has some words of its topic, and one of its own."""
    pick = Random(1)
    return [
        document(f"{topic}-{i}", " ".join([*pick.choices(WORDS[topic], k=9), f"own{topic}{i}"]), topic)
        for topic in topics
        for i in range(size)
    ]


def judge(examples, summaries=None, **settings):
    """Return recall, precision and F, one row for each example; its summary is its text if nothing else is said."""
    texts = [Passage.of(example.sentences()) for example in examples] if summaries is None else map(Passage, summaries)
    pairs = [Pair(text, (), example) for text, example in zip(texts, examples, strict=True)]
    (found,) = evaluate(pairs, [Categorization()], Setting(**settings)).values()
    return np.array([found.recall, found.precision, found.f1]).T


def test_full_documents_of_topics_with_words_of_their_own_are_all_recognized():
    assert judge(corpus(6)).tolist() == [[1, 1, 1]] * 18


def test_a_summary_that_keeps_a_word_of_the_topic_is_recognized_and_one_that_does_not_is_not():
    examples = corpus(6)
    kept = [WORDS[example.topics[0]][0] for example in examples]
    assert judge(examples, kept).tolist() == [[1, 1, 1]] * 18
    own = [example.sentences()[0].split()[-1] for example in examples]
    assert judge(examples, own).tolist() == [[0, 0, 0]] * 18
    misleading = [WORDS["law" if example.topics[0] == "sea" else "sea"][0] for example in examples]
    assert judge(examples, misleading).tolist() == [[0, 0, 0]] * 18


def test_a_text_without_words_is_assigned_nothing():
    examples = corpus(3)
    assert not judge(examples, ["", " ... ", "the of and"] * 3).any()
    empty = [document(str(i), "." * i, topic) for i, topic in enumerate("xxyy")]
    assert not judge(empty).any()


def test_words_are_compared_by_their_stems_and_stop_words_teach_nothing():
    common = [replace(example, texts=_with(example, "the the of of")) for example in corpus(3)]
    stems = [f"{WORDS[example.topics[0]][1]}s" for example in common]
    assert judge(common, stems).tolist() == [[1, 1, 1]] * 9
    assert not judge(common, ["The of."] * 9).any()


@pytest.mark.parametrize("copies", [1, 3])
def test_a_document_is_not_judged_by_what_was_learned_from_itself_nor_from_a_copy(copies):
    # Words that occur in one document alone: whoever has read it knows its topic, and nobody else can.
    examples = [
        document(f"{i}-{copy}", f"alpha{i} beta{i} gamma{i}", "sea" if i % 2 else "law")
        for i in range(12)
        for copy in range(copies)
    ]
    assert judge(examples).tolist() == [[0, 0, 0]] * 12 * copies


def test_a_document_that_looks_like_another_topic_is_taken_for_it_even_with_its_own_words():
    examples = [*corpus(5, ("sea", "law")), document("odd", "kelp gull tide odda oddb oddc oddd", "law")]
    assert judge(examples)[-1].tolist() == [0, 0, 0]


def test_it_is_what_leaving_one_out_gives():
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import LinearSVC

    random = Random(7)
    topics = "sea sea sea sea sea sea law law sky sky".split()
    texts = [" ".join(random.choices([*WORDS[topic], *ALL], k=20)) for topic in topics]
    examples = [document(str(i), text, topic) for i, (text, topic) in enumerate(zip(texts, topics, strict=True))]
    summaries = [[" ".join(random.choices(text.split(), k=2)) for _ in range(9)] for text in texts]
    expected = []
    for i, topic in enumerate(topics):
        machine = OneVsRestClassifier(LinearSVC(class_weight="balanced", random_state=0))
        classifier = make_pipeline(TfidfVectorizer(sublinear_tf=True), machine)
        classifier.fit(texts[:i] + texts[i + 1 :], topics[:i] + topics[i + 1 :])
        expected.extend(float(found == topic) for found in classifier.predict(summaries[i]))
    found = judge([example for example in examples for _ in range(9)], [one for its in summaries for one in its])
    assert found[:, 2].tolist() == expected
    assert 20 < sum(expected) < 70  # neither trivial nor hopeless


def test_of_several_topics_precision_and_recall_are_shares():
    both = [document(f"both-{i}", " ".join(WORDS["sea"] + WORDS["law"]), "sea", "law", "sea") for i in range(4)]
    examples = [*corpus(6), *(replace(one, id=f"{i}", texts=_with(one, f"only{i}")) for i, one in enumerate(both))]
    assert judge(examples).tolist() == [[1, 1, 1]] * len(examples)
    half = [" ".join(WORDS[example.topics[0]]) for example in examples]
    assert judge(examples, half)[-1] == pytest.approx([1 / 2, 1, 2 / 3])
    assert judge(examples, half, alpha=1)[-1] == pytest.approx([1 / 2, 1, 1])
    more = [" ".join(WORDS["sea"] + WORDS["law"])] * len(examples)
    assert judge(examples, more)[0] == pytest.approx([1, 1 / 2, 2 / 3])


def _with(example, more):
    return (Text((Section(Passage.of([f"{example.sentences()[0]} {more}"])),)),)


def test_every_text_with_known_words_gets_a_topic_where_documents_have_several():
    examples = [*corpus(4), document("two", "kelp writ jury gull", "sea", "law")]
    faint = [example.sentences()[0] for example in examples[:-1]] + ["kelp writ nova"]
    assert judge(examples, faint)[:, 1].min() > 0
    assert judge(examples, faint)[-1, 1] in (1 / 3, 1 / 2, 1)


def test_a_topic_that_all_documents_have_is_always_assigned():
    examples = [replace(example, topics=(*example.topics, "english")) for example in corpus(4)]
    assert judge(examples, ["kelp"] * 12)[4] == pytest.approx([1 / 2, 1 / 2, 1 / 2])


def test_documents_that_alone_have_their_topic_have_no_value():
    found = judge([*corpus(3), document("odd", "kelp gull", "rare"), document("part", "writ jury", "law", "rarer")])
    assert np.isnan(found).all(axis=1).tolist() == [False] * 9 + [True, False]
    assert found[-1, 0] == 1 / 2


@pytest.mark.parametrize("size", [3, 9])
def test_the_order_of_pairs_does_not_matter_and_a_second_run_gives_the_same(size):
    random = Random(3)
    examples = [document(str(i), " ".join(random.choices(ALL, k=8)), random.choice("abc")) for i in range(4 * size)]
    summaries = [" ".join(random.choices(ALL, k=2)) for _ in examples]
    found = judge(examples, summaries)
    assert 0 < np.nanmean(found) < 1
    assert np.array_equal(judge(examples, summaries), found, equal_nan=True)
    order = random.sample(range(len(examples)), len(examples))
    shuffled = judge([examples[i] for i in order], [summaries[i] for i in order])
    assert np.array_equal(shuffled, found[order], equal_nan=True)


def test_what_else_is_judged_does_not_matter():
    examples = corpus(4)
    pairs = [Pair(Passage("kelp"), (), example, "one") for example in examples]
    more = [Pair(Passage("halo writ"), (), example, "other") for example in examples]
    alone, together = (evaluate(some, [Categorization()], Setting()) for some in (pairs, [*pairs, *more]))
    assert together[Categorization()].f1[:12].tolist() == alone[Categorization()].f1.tolist() == [1] * 4 + [0] * 8


def test_a_limit_cuts_summaries_and_not_the_documents_that_are_learned_from():
    examples = [document(f"{topic}-{i}", f"same {topic}", topic) for topic in WORDS for i in range(2)]
    examples = [replace(e, texts=(Text((Section(Passage.of([*e.sentences(), f"n{e.id}"])),)),)) for e in examples]
    summaries = [f"{example.topics[0]} more" for example in examples]
    assert judge(examples, summaries, limit=Limit(1)).tolist() == [[1, 1, 1]] * 6
    assert judge(examples, ["filler " + summary for summary in summaries], limit=Limit(1)).sum() == 0


@given(st.lists(st.sampled_from("abcde"), min_size=2, max_size=60))
def test_the_documents_of_a_topic_are_dealt_out_evenly(labels):
    topics = [frozenset(label) for label in labels]
    folds = _deal(topics, Counter(labels))
    assert set(folds) == set(range(min(10, len(labels))))
    for label in set(labels):
        held = Counter(fold for fold, its in zip(folds, topics, strict=True) if label in its)
        assert max(held.values()) - min(held[fold] for fold in set(folds)) <= 1


@pytest.mark.parametrize(
    ("topics", "message"),
    [
        ([["news"]] * 4, "at least two topics; all documents here are about 'news'$"),
        ([["b", "a"], ["a", "b"]], "at least two topics; all documents here are about 'a' and 'b'$"),
        ([["a"], ["b"], ["c"]], "two topics with at least two documents each; none has as many here$"),
        ([["a"], ["b"], ["a"]], "two topics with at least two documents each; only 'a' has as many here$"),
    ],
)
def test_corpora_in_which_there_is_nothing_to_tell_apart_are_refused(topics, message):
    with pytest.raises(SettingError, match=f"^categorization needs .*{message}"):
        judge([document(str(i), f"kelp gull n{i}", *its) for i, its in enumerate(topics)])


def test_documents_without_topics_have_no_value_and_teach_nothing():
    found = judge([*corpus(3), document("none", "kelp gull")])
    assert np.isnan(found[-1]).all()
    assert (found[:-1] == 1).all()
    assert Categorization().lacks(Pair(Passage("kelp"))) == "has no topics"
    assert Categorization().lacks(Pair(Passage("kelp"), (), document("none", "kelp"))) == "has no topics"
    assert not Categorization().lacks(Pair(Passage("kelp"), (), document("some", "kelp", "sea")))


def test_its_name():
    assert parse_measure(" Categorization ") == Categorization()
    assert str(Categorization()) == "categorization"
