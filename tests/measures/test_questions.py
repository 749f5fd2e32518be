"""Questions answered from summaries, by the lexical answerer and by others that plug in."""

from itertools import pairwise
from math import log
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Question, Section, Text
from sumspace.corpus.source import read
from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.answerers.answerer import ANSWERERS, Answerer
from sumspace.measures.answerers.lexical import Lexical
from sumspace.measures.batch import Pair
from sumspace.measures.measure import parse_measure
from sumspace.measures.questions import Questions
from sumspace.measures.scoring import Setting, evaluate
from sumspace.text.limit import Limit
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

TEXT = ("The ferry sank near the harbour.", "Forty sailors were saved by a fishing boat.", "The captain blamed fog.")
ASKED = (
    Question("What sank?", ("The boat", "The captain", "The ferry", "The fog"), 2),
    Question("Who saved the sailors?", ("The captain", "A fishing boat", "A diver"), 1),
    Question("What did the captain blame?", ("Fog", "The ferry"), 0),
)
WORD = st.sampled_from("kab lom rif tuz wex".split())
SENTENCE = st.lists(WORD, max_size=5).map(" ".join)


def example(*questions):
    return Example("one", (Text((Section(Passage.of(TEXT)),)),), questions=questions)


def share(summary, questions, name="questions", **settings):
    pair = Pair(Passage.of(summary), (), example(*questions))
    (found,) = evaluate([pair], [parse_measure(name)], Setting(**settings)).values()
    assert found.recall.tolist() == found.precision.tolist() == found.f1.tolist()
    return float(found.f1[0])


def answer(sentences, question, choices, profile=None):
    return choices[Lexical().answer(sentences, question, choices, profile or Profile())]


@pytest.fixture
def plugged(monkeypatch):
    """Plug an answerer in, under the name `mine`, made of a function."""

    def plug(function):
        class Mine(Answerer):
            title, paper = "as the test says", "none"

            def answer(self, sentences, question, choices, profile):
                return function(sentences, question, choices, profile)

        list(ANSWERERS)
        monkeypatch.setitem(ANSWERERS._things, "mine", Mine)

    return plug


def test_the_share_of_right_answers_by_hand():
    assert share(TEXT, ASKED) == 1
    # The captain's sentence alone answers the last question; to the others it gives "The captain".
    assert share(TEXT[2:], ASKED) == 1 / 3
    assert share(TEXT[2:], ASKED[:2]) == 0
    # Without any text: "The boat", "A diver" and "Fog", the first by the alphabet.
    assert share([], ASKED) == 1 / 3


def test_question_and_choice_are_looked_for_in_neighbouring_sentences():
    text = ["The mayor opened a bridge.", "It cost nine crowns.", "The road came later.", "A tunnel cost six crowns."]
    assert answer(text, "What was the price of the bridge?", ["Six crowns", "Nine crowns"]) == "Nine crowns"
    assert answer(text, "What was the price of the tunnel?", ["Six crowns", "Nine crowns"]) == "Six crowns"


def test_a_word_that_few_sentences_have_weighs_more():
    text = ["kab tuz", "kab lom", "kab lom", "kab", "kab"]
    # tuz: log(1 + 5/1); lom: log(1 + 5/2); kab: log(1 + 5/5).
    assert answer(text, "wex", ["lom", "tuz"]) == "tuz"
    assert answer(text, "wex", ["kab", "lom"]) == "lom"


def test_words_are_compared_by_their_stems_and_stop_words_do_not_count():
    assert answer(["She walked to the mill."], "Where?", ["Of the and to", "Walking"]) == "Walking"
    german = Profile("unicode", language="de")
    assert (
        answer(["Die Häuser brannten."], "Was brannte?", ["Ein Baum", "Das Haus", "Die Häuser"], german) == "Die Häuser"
    )


@pytest.mark.parametrize("text", [[], [""], ["..."], ["Nothing of that sort."]])
def test_without_help_from_the_text_it_takes_the_choice_nearest_to_the_question_then_the_first_by_the_alphabet(text):
    assert (
        answer(text, "What did the painter buy?", ["A horse", "Oil for the painter", "Canvas"]) == "Oil for the painter"
    )
    assert answer(text, "What did she buy?", ["Horses", "Canvas", "Oil"]) == "Canvas"


@given(st.lists(SENTENCE, max_size=4), SENTENCE, st.lists(SENTENCE, min_size=1, max_size=5, unique=True), st.randoms())
def test_the_order_of_choices_does_not_matter(text, question, choices, random):
    shuffled = random.sample(choices, len(choices))
    assert answer(text, question, choices) == answer(text, question, shuffled)


@given(st.lists(SENTENCE, max_size=4), SENTENCE, st.lists(SENTENCE, min_size=1, max_size=4, unique=True))
def test_it_is_the_choice_with_the_heaviest_places(text, question, choices):
    def heaviest(choice):
        neighbours = [f"{one} {other}" for one, other in pairwise(text)] or text
        wanted = set(question.split()) | set(choice.split())
        weight = {word: log(1 + len(text) / n) for word in wanted if (n := sum(word in s.split() for s in text))}
        weigh = [[sum(weight[w] for w in wanted & set(p.split())) for p in places] for places in (text, neighbours)]
        return sum(max(weights, default=0) for weights in weigh)

    chosen = answer(text, question, choices)
    assert heaviest(chosen) == pytest.approx(max(map(heaviest, choices)))


def test_full_texts_of_the_sample_answer_far_more_than_guessing():
    from scipy.stats import binomtest

    examples = [one for one in read("sample") if one.questions]
    full = [Pair(Passage(sentences=one.sentences()), (), one) for one in examples]
    nothing = [Pair(Passage(sentences=()), (), one) for one in examples]
    found = evaluate([*full, *nothing], [Questions()], Setting())[Questions()].f1
    asked = np.array([len(one.questions) for one in examples])
    assert {len(question.choices) for one in examples for question in one.questions} == {4}
    right, guessed = (round(float(part @ asked)) for part in np.split(found, 2))
    assert binomtest(right, int(asked.sum()), 0.25, alternative="greater").pvalue < 1e-5
    assert binomtest(guessed, int(asked.sum()), 0.25).pvalue > 0.1


def test_an_answerer_that_plugs_in_sees_the_summary_and_not_the_answers(plugged):
    seen = []

    def second(*given):
        seen.append(given)
        return 1

    plugged(second)
    assert share("One here. Two there.", ASKED, "questions(mine)") == 1 / 3
    assert seen == [(("One here.", "Two there."), q.text, q.choices, Profile()) for q in ASKED]
    assert parse_measure("Questions( MINE )") == Questions("mine")
    assert str(Questions("mine")) == "questions(mine)"


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ({}, ("Two words.", "Three more words.")),
        ({"limit": Limit(3)}, ("Two words.", "Three")),
        ({"limit": Limit(3, references=False)}, ("Two words.", "Three")),
        ({"limit": Limit(13, "bytes")}, ("Two words.", "Thr")),
        ({"limit": Limit(50)}, ("Two words.", "Three more words.")),
        ({"profile": Profile(split="lines")}, ("Two words. Three more words.",)),
        ({"profile": Profile("unicode"), "limit": Limit(1)}, ("Two",)),
    ],
)
def test_the_summary_is_cut_to_the_limit(plugged, settings, kept):
    seen = []
    plugged(lambda sentences, *_: seen.append(sentences) or 0)
    share("Two words. Three more words.", ASKED[:1], "questions(mine)", **settings)
    assert seen == [kept]


def test_a_letter_that_a_limit_cuts_in_two_is_left_out(plugged):
    seen = []
    plugged(lambda sentences, *_: seen.append(sentences) or 0)
    share(["čč"], ASKED[:1], "questions(mine)", limit=Limit(3, "bytes"))
    assert seen == [("č",)]


def test_one_value_for_every_pair_each_with_its_own_questions(plugged):
    random = Random(2)
    rights = [[random.randrange(2) for _ in range(size)] for size in (1, 4, 7)]
    plugged(lambda *_: 1)
    examples = [example(*(Question("?", ("no", "yes"), right) for right in its)) for its in rights]
    pairs = [Pair(Passage("Text."), (), one) for one in examples]
    (found,) = evaluate(pairs, [Questions("mine")], Setting()).values()
    assert found.f1.tolist() == [sum(its) / len(its) for its in rights]


@pytest.mark.parametrize("given", [4, -1, None, "A diver"])
def test_an_answer_that_is_none_of_the_choices_is_refused(plugged, given):
    plugged(lambda *_: given)
    with pytest.raises(
        SettingError, match=r"the answerer 'mine' answered .* to a question with 4 choices, which are counted"
    ):
        share(TEXT, ASKED, "questions(mine)")


def test_documents_without_questions_have_no_value():
    pairs = [Pair(Passage.of(TEXT), (), example(*ASKED)), Pair(Passage.of(TEXT), (), example()), Pair(Passage.of(TEXT))]
    assert [Questions().lacks(pair) for pair in pairs] == ["", "has no questions", "has no questions"]
    (found,) = evaluate(pairs, [Questions()], Setting()).values()
    assert np.isnan(found.f1).tolist() == [False, True, True]


def test_an_unknown_answerer_is_answered_with_those_there_are():
    with pytest.raises(UnknownNameError, match="unknown answerer 'oracle'; there are: lexical"):
        parse_measure("questions(oracle)")
    with pytest.raises(UnknownNameError, match="unknown answerer"):
        Questions("")


def test_the_usual_answerer_has_no_name():
    assert parse_measure("questions(lexical)") == Questions() == parse_measure("questions")
    assert str(Questions()) == "questions"


@pytest.mark.parametrize("name", list(ANSWERERS))
def test_every_answerer_there_is_says_what_it_is_and_picks_one_of_the_choices(name):
    assert ANSWERERS[name].title
    assert ANSWERERS[name].paper
    for sentences in ((), TEXT, ("",)):
        assert ANSWERERS[name]().answer(sentences, "What sank?", ("The ferry", "", "..."), Profile()) in range(3)
