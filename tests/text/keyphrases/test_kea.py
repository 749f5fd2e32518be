"""Kea: its phrases, its intervals, its probabilities and its ranking, each against the formulas written otherwise."""

import json
import pickle
from bisect import bisect_left
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from math import exp, log2

import pytest
import Stemmer
import wordfreq
from hypothesis import assume, given
from hypothesis import strategies as st

import sumspace
from sumspace.errors import SettingError
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.keyphrases.kea import Feature, Kea, KeaModel, cut_points, kea_candidates, shipped
from sumspace.text.word_frequencies import phrase_frequency
from sumspace.text.words import read_words

TEXTS = st.lists(st.sampled_from("bank banks rate the of 7 3.5 , - Rome rising".split()), max_size=25).map(" ".join)
MODEL = KeaModel(
    Feature((0.1,), (1, 4), (20, 2)), Feature((0.25, 0.5), (3, 1, 1), (4, 8, 10)), 7, (("bank", 6), ("bank rate", 2))
)
ENGLISH = replace(MODEL, words=400.0)


def spans(text):
    """Every phrase as it is defined: all stretches of all runs, and those thrown out that break a rule."""
    for first, last in text.runs:
        for begin in range(first, last):
            for end in range(begin + 1, last + 1):
                is_number = [not any(sign.isalpha() for sign in word) for word in text.words[begin:end]]
                if end - begin <= 3 and not any(is_number) and not (text.stops[begin] or text.stops[end - 1]):
                    yield begin, end


@given(TEXTS)
def test_candidates_are_the_short_stretches_without_numbers_that_neither_begin_nor_end_with_a_stop_word(sentence):
    text = read_words([sentence])
    expected = {}
    for begin, end in spans(text):
        expected.setdefault(text.stems[begin:end], []).append(begin)
    found = {phrase.stems: (phrase.count, phrase.first) for phrase in kea_candidates(text)}
    assert found == {stems: (len(places), places[0]) for stems, places in expected.items()}


def test_a_stop_word_may_stand_inside_a_phrase_and_punctuation_may_not():
    found = {phrase.text for phrase in kea_candidates(read_words(["Bank of England, rates"]))}
    assert found == {"bank", "england", "bank of england", "rates"}


def test_the_most_frequent_form_stands_for_a_phrase():
    assert [phrase.text for phrase in Kea().extract(read_words(["Rate.", "Rates.", "rates."]))] == ["rates"]


def entropy(classes):
    shares = [classes.count(one) / len(classes) for one in set(classes)]
    return -sum(share * log2(share) for share in shares)


def intervals(pairs):
    """Fayyad & Irani's intervals of sorted pairs of value and class, by trying every cut."""
    classes = [one for _, one in pairs]
    whole, size = entropy(classes), len(pairs)
    options = []
    for i in range(1, size):
        if pairs[i - 1][0] < pairs[i][0]:
            left, right = classes[:i], classes[i:]
            options.append(((i * entropy(left) + (size - i) * entropy(right)) / size, i))
    if not options or whole == 0:
        return [pairs]
    least = min(after for after, _ in options)
    i = min(i for after, i in options if after <= least + 1e-12)
    left, right = classes[:i], classes[i:]
    number = [len(set(part)) for part in (classes, left, right)]
    delta = log2(3 ** number[0] - 2) - (number[0] * whole - number[1] * entropy(left) - number[2] * entropy(right))
    surplus = whole - least - (log2(size - 1) + delta) / size
    assume(abs(surplus) > 1e-9)
    return intervals(pairs[:i]) + intervals(pairs[i:]) if surplus > 0 else [pairs]


@given(st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=1, max_size=40))
def test_intervals_are_those_of_fayyad_and_irani(pairs):
    cuts = cut_points(*map(list, zip(*pairs, strict=True)))
    expected = [{value for value, _ in part} for part in intervals(sorted(pairs))]
    found = {}
    for value, _ in pairs:
        found.setdefault(bisect_left(cuts, value), set()).add(value)
    assert [found[i] for i in sorted(found)] == expected
    assert len(cuts) == len(expected) - 1


def test_a_clean_cut_of_four_and_four_pays_and_a_mixture_is_left_whole():
    """The cut gains 1 bit and costs (log₂ 7 + log₂ 7 − 2) / 8 = 0.45."""
    assert cut_points([1, 2, 3, 4, 11, 12, 13, 14], [False] * 4 + [True] * 4) == [8.0]
    assert cut_points([1, 2, 3, 4], [False, True, False, True]) == []
    assert cut_points([], []) == []
    assert cut_points([5, 5, 5], [True, False, True]) == []


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_cut_parts_any_two_values_however_near(one, other):
    assume(one != other)
    low, high = sorted((one, other))
    (cut,) = cut_points([low] * 9 + [high] * 9, [False] * 9 + [True] * 9)
    assert low <= cut < high


def bayes(model, tfidf, distance):
    """P[yes] / (P[yes] + P[no]) as a fraction, all counts one more."""
    chances = []
    for yes in (True, False):
        counts = [feature.yes if yes else feature.no for feature in (model.tfidf, model.distance)]
        total, every = sum(counts[0]), sum(model.tfidf.yes) + sum(model.tfidf.no)
        chance = Fraction(total + 1, every + 2)
        for count, feature, value in zip(counts, (model.tfidf, model.distance), (tfidf, distance), strict=True):
            chance *= Fraction(count[sum(cut < value for cut in feature.cuts)] + 1, total + len(count))
        chances.append(chance)
    return chances[0] / sum(chances)


def test_a_probability_worked_by_hand():
    """Prior 6/29 and 23/29; TF×IDF above its cut 5/7 and 3/24; distance in the middle 2/8 and 9/25."""
    yes, no = Fraction(6, 29) * Fraction(5, 7) * Fraction(2, 8), Fraction(23, 29) * Fraction(3, 24) * Fraction(9, 25)
    assert bayes(MODEL, 0.2, 0.3) == yes / (yes + no)
    assert MODEL.probability(0.2, 0.3) == pytest.approx(float(yes / (yes + no)))


@pytest.mark.parametrize("tfidf", [0.0, 0.1, 0.11])
@pytest.mark.parametrize("distance", [0.0, 0.25, 0.3, 0.5, 0.99])
def test_probabilities_are_those_of_naive_bayes_and_a_value_on_a_cut_lies_below_it(tfidf, distance):
    assert MODEL.probability(tfidf, distance) == pytest.approx(float(bayes(MODEL, tfidf, distance)))


def english_share(stems, words):
    """The probability that a text of so many words has a phrase, from the words of the list that have its stems."""
    listed, stem = wordfreq.get_frequency_dict("en", wordlist="small"), Stemmer.Stemmer("english").stemWord
    parts = [max(sum(listed[word] for word in listed if stem(word) == part), 1e-6) for part in stems]
    return 1 - exp(-words / sum(1 / part for part in parts))


@pytest.mark.parametrize("phrase", ["previous", "interest rate", "bank of england", "tarnside"])
def test_rarity_counts_a_hundred_documents_of_general_english_beside_its_own(phrase):
    stems, known = read_words([phrase]).stems, dict(ENGLISH.frequencies)
    share = (known.get(" ".join(stems), 0) + 1 + 100 * english_share(stems, 400)) / (7 + 1 + 100)
    assert ENGLISH.rarity(stems) == pytest.approx(-log2(share))


def test_words_that_no_training_document_has_are_common_if_they_are_in_english():
    assert ENGLISH.rarity(("previous",)) < ENGLISH.rarity(("spreadsheet",)) < ENGLISH.rarity(("tarnsid",))
    assert MODEL.rarity(("previous",)) == MODEL.rarity(("tarnsid",)) == 3


def test_in_other_languages_no_word_is_common():
    assert ENGLISH.rarity(("die",), "de") == ENGLISH.rarity(("haus",), "de") == ENGLISH.rarity(("tarnsid",))
    german = [(read_words(["Die Bank, die Bank, der Fluss."], "de"), frozenset({("bank",)}))]
    assert KeaModel.train(german, "").words == 0


def test_common_words_are_no_key_phrases_of_a_text_that_repeats_them():
    phrases = Kea().extract(read_words(["Previous, additional, turbines.", *["Others"] * 40] * 3))
    assert [phrase.text for phrase in phrases] == ["turbines", "previous", "additional"]


def ranking(model, text):
    """Kea's ranking, step by step, with its features from the words themselves."""
    places = {}
    for begin, end in spans(text):
        places.setdefault(text.stems[begin:end], []).append(begin)
    known, listed = dict(model.frequencies), []
    for stems, begins in places.items():
        count, documents = known.get(" ".join(stems), 0) + 1, model.documents + 1
        if model.words:
            expected = 1 - exp(-phrase_frequency(stems) * model.words)
            count, documents = count + 100 * expected, documents + 100
        tfidf = len(begins) / len(text) * -log2(count / documents)
        chance = float(bayes(model, tfidf, begins[0] / len(text)))
        # Equal values may differ in their last digits when they are computed in another order.
        listed.append(((len(begins) == 1, -round(chance, 9), -round(tfidf, 12), begins[0], -len(stems)), stems))
    listed.sort()
    names = [f" {' '.join(stems)} " for _, stems in listed]
    return [stems for i, (_, stems) in enumerate(listed) if not any(names[i] in better for better in names[:i])]


@pytest.mark.parametrize("number", [0, 5, 10, 15])
def test_the_ranking_is_that_of_the_formulas_on_real_texts(number):
    text = read_words(list(sumspace.read("sample"))[number].sentences())
    found = [phrase.stems for phrase in Kea().extract(text)]
    assert len(found) > 50
    assert found == ranking(shipped(), text)


@given(TEXTS)
def test_the_ranking_is_that_of_the_formulas_on_small_texts(sentence):
    text = read_words([sentence])
    assert [phrase.stems for phrase in Kea(MODEL).extract(text)] == ranking(MODEL, text)


@given(TEXTS)
def test_scores_fall_and_no_phrase_comes_twice(sentence):
    phrases = Kea(MODEL).extract(read_words([sentence]))
    scores = [phrase.score for phrase in phrases]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)
    assert len({phrase.stems for phrase in phrases}) == len(phrases)


def test_phrases_that_stand_once_come_last():
    text = read_words(["Dawn.", *["Filler words."] * 9, "Rates rise.", "Rates rise."])
    assert [phrase.text for phrase in Kea(MODEL).extract(text)] == ["filler words", "rates rise", "dawn"]


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ([], []),
        ([""], []),
        (["The of and."], []),
        (["7, 3.5 and 12."], []),
        (["Bank"], ["bank"]),
        (["Cats purr loudly"], ["cats purr loudly"]),
        (["Rome"], ["rome"]),
    ],
)
def test_texts_with_hardly_any_words_have_defined_phrases(sentences, expected):
    assert [phrase.text for phrase in Kea().extract(read_words(sentences))] == expected


def test_training_counts_key_phrases_by_their_two_features():
    """Of two texts, bank is in both: its TF×IDF is 0; that of the others is log₂ 2 times their share of the words."""
    lines = ["Bank, gold, gold, gold."], ["Bank, silver, silver, dust."]
    texts = [read_words(line, "a language without frequencies") for line in lines]
    model = KeaModel.train(
        ((text, frozenset({(key,)})) for text, key in zip(texts, ("gold", "silver"), strict=True)), "two"
    )
    assert model.documents == 2
    assert model.frequencies == (("bank", 2),)
    assert (sum(model.tfidf.yes), sum(model.tfidf.no)) == (2, 3)
    # Values of TF×IDF: key phrases 3/4 and 2/4, others 0, 0 and 1/4; the least cut that parts them is 3/8.
    assert (model.tfidf.cuts, model.tfidf.yes, model.tfidf.no) == ((0.4,), (0, 2), (3, 0))
    # Distances: key phrases 1/4 and 1/4, others 0, 0 and 3/4: too few to pay for a cut.
    assert (model.distance.cuts, model.distance.yes, model.distance.no) == ((), (2,), (3,))


def test_training_knows_how_long_english_texts_are():
    texts = [read_words(["Bank, gold, gold, gold."]), read_words(["Bank of gold and of dust."])]
    assert KeaModel.train(((text, frozenset({("gold",)})) for text in texts), "two").words == 5


def test_training_does_not_depend_on_the_order_of_texts():
    documents = [
        (read_words([text]), frozenset({("bank",)}))
        for text in ("The bank rate rises.", "A bank falls, a river rises.", "Rivers and banks, banks and rates.")
    ]
    assert KeaModel.train(documents, "") == KeaModel.train(documents[::-1], "")


def test_a_text_without_key_phrases_counts_for_frequencies_alone():
    with_keys = (read_words(["The bank rate rises."]), frozenset({("bank",)}))
    without = (read_words(["A river rises."]), frozenset())
    model = KeaModel.train([with_keys, without], "")
    assert (model.documents, model.frequencies) == (2, (("rise", 2),))
    assert sum(model.tfidf.yes) + sum(model.tfidf.no) == len(kea_candidates(with_keys[0]))


def test_of_models_that_are_trained_apart_one_has_not_seen_a_text():
    texts = [
        read_words([f"Banks of {name} rise, and banks fall."]) for name in ("Rome", "Bern", "Oslo", "Riga", "Kiev")
    ]
    documents = [(text, frozenset({("bank",)})) for text in texts]
    whole, *parts = KeaModel.train_apart(documents, "five", 3)
    assert whole == KeaModel.train(documents, "five")
    assert [part.documents for part in parts] == [3, 3, 4]
    for i, text in enumerate(texts):
        assert [part.has_seen(text) for part in parts] == [i % 3 != part for part in range(3)]
        assert parts[i % 3] == KeaModel.train([d for j, d in enumerate(documents) if j % 3 != i % 3], "five")
    assert not whole.has_seen(read_words(["Banks of Bonn rise, and banks fall."]))
    assert KeaModel.from_json(whole.as_json()).has_seen(texts[0])


def test_a_part_without_key_phrases_makes_no_model():
    documents = [(read_words([text]), frozenset({("bank",)})) for text in ("A bank.", "A river.")]
    whole, part = KeaModel.train_apart(documents, "")
    assert (whole.documents, part.documents, part.has_seen(documents[0][0])) == (2, 1, True)


@pytest.mark.parametrize("documents", [[], [(read_words(["A bank."]), frozenset({("river",)}))]])
def test_training_without_any_key_phrase_is_refused(documents):
    with pytest.raises(SettingError, match="no document contains a key phrase"):
        KeaModel.train(documents, "")


@pytest.mark.parametrize("model", [MODEL, ENGLISH, shipped()])
def test_a_model_comes_back_from_json_and_from_a_pickle(model):
    again = KeaModel.from_json(json.loads(json.dumps(model.as_json())))
    assert again == model
    assert hash(again) == hash(model)
    assert pickle.loads(pickle.dumps(model)) == model  # noqa: S301


def damaged(**changes):
    record = deepcopy(MODEL.as_json())
    for name, value in changes.items():
        *outer, last = name.split("__")
        place = record
        for part in outer:
            place = place[part]
        place[last] = value
    return record


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (None, "not a Kea model"),
        ([1, 2], "not a Kea model"),
        ({"kind": "other"}, "not a Kea model"),
        (damaged(version=1), "version 1"),
        (damaged(documents=0), "documents must be"),
        (damaged(documents=True), "documents must be"),
        (damaged(words=-1.0), "words must be"),
        (damaged(words="many"), "words must be"),
        (damaged(words=float("nan")), "words must be"),
        (damaged(trained_on=None), "trained_on must be"),
        (damaged(texts=None), "texts must be"),
        (damaged(texts=[1 << 32]), "texts must be"),
        (damaged(frequencies=[]), "frequencies must be"),
        (damaged(frequencies={"bank": 8}), "frequencies must be"),
        (damaged(frequencies={"bank": 2.0}), "frequencies must be"),
        (damaged(tfidf=None), "tfidf.cuts must be"),
        (damaged(tfidf__cuts=[float("nan")]), "tfidf.cuts must be"),
        (damaged(tfidf__cuts=[10**400]), "tfidf.cuts must be"),
        (damaged(distance__cuts=[0.5, 0.25]), "distance.cuts must be"),
        (damaged(distance__yes=[3, 1]), "distance.yes must be a list of 3"),
        (damaged(distance__no=[3, 1, -1]), "distance.no must be"),
        (damaged(distance__no=[4, 8, 11]), "distance must be counted over the same phrases"),
    ],
)
def test_a_foreign_or_damaged_model_is_refused_in_one_line(record, message):
    with pytest.raises(SettingError) as caught:
        KeaModel.from_json(record)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_extractors_compare_by_their_models():
    assert Kea() == Kea()
    assert Kea(MODEL) != Kea(shipped())
    assert len({Kea(), Kea(), Kea(MODEL), Kea(KeaModel.from_json(MODEL.as_json()))}) == 2


def test_without_a_model_the_shipped_one_is_used():
    text = read_words(next(iter(sumspace.read("sample"))).sentences())
    assert EXTRACTORS["kea"]().extract(text) == Kea(shipped()).extract(text) != Kea(MODEL).extract(text)
