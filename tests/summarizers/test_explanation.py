"""Explanations: every summarizer gives one, in the order that it ranks in, and parts sum to what they explain."""

import json

import numpy as np
import pytest

from sumspace.corpus.source import read
from sumspace.document import Article, Document
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.summarizer import Configured
from sumspace.summarizers.edmundson import Edmundson
from sumspace.summarizers.explanation import Alternative, ExplainedSentence, Explanation, Reason
from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer
from sumspace.text.profile import Profile

ARTICLE = Document(next(iter(read("sample"))), Profile()).article()


@pytest.mark.parametrize("name", list(SUMMARIZERS))
def test_every_summarizer_explains_its_order(name):
    summarizer = SUMMARIZERS[name]()
    explained = summarizer.explain(ARTICLE, 100, "words", 3)
    order = summarizer.fit(ARTICLE, 100, "words", 3).rank(ARTICLE, 3)
    assert [sentence.number for sentence in explained.sentences] == order
    assert [sentence.place for sentence in explained.sentences] == list(range(1, len(order) + 1))
    for sentence in explained.sentences:
        if sentence.parts:
            assert sum(part.amount for part in sentence.parts) == pytest.approx(sentence.score, abs=1e-9)
    if explained.reasons:
        assert sum(reason.amount for reason in explained.reasons) == pytest.approx(explained.value, abs=1e-9)
    if isinstance(summarizer, SentenceScorer):
        scores = summarizer.score(ARTICLE)
        assert [sentence.score for sentence in explained.sentences] == scores[order].tolist()
    assert json.loads(json.dumps(explained.record)) == explained.record
    nothing = summarizer.explain(Article([]), 100, "words")
    assert nothing.sentences == ()


def test_the_parts_of_edmundson_by_hand():
    article = Article([[1, 2], [3], [1]], ["We show cats and dogs.", "Perhaps it rains.", "Cats."], title=[1, 9])
    explained = Edmundson(title_words=2.0).explain(article, 1, "sentences")
    assert explained.sentences == (
        ExplainedSentence(0, 1, 5.0, (Reason("cue words", 1.0), Reason("position", 2.0), Reason("title words", 2.0))),
        ExplainedSentence(2, 2, 4.0, (Reason("position", 2.0), Reason("title words", 2.0))),
        ExplainedSentence(1, 3, 0.0, (Reason("cue words", -1.0), Reason("position", 1.0))),
    )


def test_callisto_explains_sentences_by_the_key_phrases_in_them():
    texts = ["It rained.", "Solar panels need sun.", "Solar panels are cheap, and solar panels last."]
    article = Article([[0], [1, 2, 3, 4], [1, 2, 5, 1, 2, 6]], texts)
    explained = Configured(Configuration("none", "extractor", phrases=1)).explain(article, 1, "sentences")
    (phrase,) = explained.phrases
    assert phrase.text == "solar panels"
    assert [(one.number, one.score) for one in explained.sentences] == [(2, 2.0), (1, 1.0), (0, 0.0)]
    assert explained.sentences[0].parts == (Reason("solar panels", 2.0),)
    (segment,) = explained.segments
    assert (segment.first, segment.sentences, segment.words, segment.phrases) == (0, 3, 14, 3)


def test_segments_cover_the_text():
    explained = Configured(Configuration("texttiling", "rake", phrases=20)).explain(ARTICLE, 100, "words")
    starts = [segment.first for segment in explained.segments]
    assert len(starts) > 1
    assert np.diff([*starts, len(ARTICLE)]).tolist() == [segment.sentences for segment in explained.segments]
    assert sum(segment.phrases for segment in explained.segments) == sum(one.score for one in explained.sentences)
    assert explained.configuration == str(Configuration("texttiling", "rake", phrases=20))


def test_a_record_says_what_there_is_and_nothing_else():
    sentence = ExplainedSentence(4, 1)
    assert Explanation((sentence,)).record == {"sentences": [{"number": 4, "place": 1, "taken": False}]}
    chosen = Explanation((), configuration="c", value=2.0, value_is="expected score", reasons=(Reason("mean", 2.0),),
                         next_best=Alternative("d", 1.0))  # fmt: skip
    assert chosen.record == {
        "configuration": "c", "value": 2.0, "value_is": "expected score",
        "next_best": {"configuration": "d", "value": 1.0}, "best_fixed": None,
        "reasons": [{"what": "mean", "amount": 2.0}], "rules": [], "sentences": [],
    }  # fmt: skip
