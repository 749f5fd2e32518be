"""The measure of Lin & Hovy 2002 as Rigouste 2004 uses it, by hand and against plain counting."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumspace
import written_out
from content import H1, H2, TEXT, score_of, words
from sumspace.errors import SettingError
from sumspace.measures.lin_hovy import LinHovy
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Exactly
from sumspace.tasks.space import SpacePlan, explore_documents


def found_in(text, model, weight):
    """The measure as it is printed: N stems of the model and its N − 1 bigrams, those of the text taken away."""
    own, sought = ([word for word in words(side) if word not in ("the", "of")] for side in (text, model))
    shares = []
    for length in (1, 2):
        grams = [sought[i : i + length] for i in range(len(sought) - length + 1)]
        left = [own[i : i + length] for i in range(len(own) - length + 1)]
        hits = 0
        for gram in grams:
            if gram in left:
                left.remove(gram)
                hits += 1
        shares.append(Fraction(hits, len(grams)) if grams else None)
    unigrams, bigrams = shares
    if bigrams is None:
        return unigrams or 0
    return weight * unigrams + (1 - weight) * bigrams


def test_the_headlines_by_hand():
    # Visit, president, Czech, republ, Slovakia against Czech, president, visit, Slovakia: no two follow each other.
    recall, precision, f1 = score_of("lin-hovy", H2, [H1])
    assert (recall, precision) == pytest.approx((4 / 15, 1 / 3))
    assert f1 == pytest.approx(2 * recall * precision / (recall + precision))


def test_stop_words_and_sentences_do_not_part_bigrams():
    # Czech president, president visit, visit Slovakia are all there.
    assert score_of("lin-hovy", ["A Czech was the president.", "He visits us in Slovakia."], [H2]) == (1, 1, 1)
    # Two of the three bigrams once the order is another.
    assert score_of("lin-hovy", "President visits Slovakia, Czech", [H2])[0] == pytest.approx(1 / 3 + 2 / 3 * 2 / 3)


@given(TEXT, TEXT, st.sampled_from([None, 0, 0.2, 0.5, 1]))
def test_it_is_what_counting_finds(summary, reference, weight):
    name, share = ("lin-hovy", Fraction(1, 3)) if weight is None else (f"lin-hovy({weight})", Fraction(weight))
    recall, precision, f1 = score_of(name, summary, [reference])
    assert recall == pytest.approx(float(found_in(summary, reference, share)))
    assert precision == pytest.approx(float(found_in(reference, summary, share)))
    assert f1 == pytest.approx(2 * recall * precision / (recall + precision) if recall + precision else 0)
    assert 0 <= f1 <= 1


def test_a_single_stem_has_no_bigrams_and_the_whole_weight():
    assert score_of("lin-hovy", "cat dog", ["cat"]) == pytest.approx((1, 1 / 6, 2 / 7))
    assert score_of("lin-hovy(0.2)", "cat", ["cat dog"])[1] == 1


def test_several_references_are_pooled_or_chosen_from():
    references, summary = ["cat dog sun sky", "cat"], "cat dog sky"
    # Unigrams 3 of 4 and 1 of 1, bigrams 1 of 3 and none; of the summary's, 3 and 1 of 3, 1 and none of 2.
    expected = (4 / 5 / 3 + 2 / 3 * 1 / 3, 4 / 6 / 3 + 2 / 3 * 1 / 4)
    assert score_of("lin-hovy", summary, references, formula="A")[:2] == pytest.approx(expected)
    assert score_of("lin-hovy", summary, references, formula="B")[:2] == pytest.approx((1, 1 / 9))
    assert score_of("lin-hovy", summary, references, formula="F")[:2] == pytest.approx((1 / 4 + 2 / 9, 1 / 3 + 1 / 3))


def test_the_document_stands_in_for_references():
    document = ["The visit was short.", "The president went to Slovakia."]
    assert score_of("lin-hovy(text)", H2, [H1], document) == score_of("lin-hovy", H2, [document])


@pytest.mark.parametrize(
    ("name", "measure", "printed"),
    [
        ("lin-hovy", LinHovy(1 / 3), "lin-hovy"),
        ("lin-hovy( 0.50 )", LinHovy(0.5), "lin-hovy(0.5)"),
        ("lin-hovy(0.25, text)", LinHovy(0.25, "text"), "lin-hovy(text,0.25)"),
        ("lin-hovy(0)", LinHovy(0), "lin-hovy(0)"),
        ("lin-hovy(1.0)", LinHovy(1), "lin-hovy(1)"),
        ("lin-hovy(0.00001)", LinHovy(1e-5), "lin-hovy(0.00001)"),
        ("lin-hovy(0.1234567890123456)", LinHovy(0.1234567890123456), "lin-hovy(0.1234567890123456)"),
    ],
)
def test_names_parse_and_print(name, measure, printed):
    assert parse_measure(name) == measure
    assert str(measure) == printed
    assert parse_measure(printed) == measure


def test_a_weight_above_1_is_refused():
    with pytest.raises(SettingError, match="weight of unigrams in lin-hovy must be between 0 and 1, not 2"):
        parse_measure("lin-hovy(2)")


def within_sentences(case, weight=Fraction(1, 3)):
    """Return what scores extracts by pooled references, bigrams within sentences alone."""
    stems = {"cat": "cat", "cats": "cat", "dog": "dog", "sun": "sun", "sky": "sky"}

    def grams(sentences):
        texts = [[stems[word] for word in sentence.split() if word in stems] for sentence in sentences]
        return [Counter(tuple(text[i : i + n]) for text in texts for i in range(len(text) + 1 - n)) for n in (1, 2)]

    models = [grams(reference.body.sentences) for reference in case.example.references]

    def score(_extract, written):
        unigrams, bigrams = (
            (sum((model[n] & own).total() for model in models), sum(model[n].total() for model in models))
            for n, own in enumerate(grams(written))
        )
        if not bigrams[1]:
            return Fraction(unigrams[0], max(unigrams[1], 1))
        return weight * Fraction(*unigrams) + (1 - weight) * Fraction(*bigrams)

    return score


@pytest.mark.parametrize("seed", range(25))
def test_all_extracts_are_counted(seed):
    case = written_out.random_case(seed)
    written_out.assert_counted(case, "lin-hovy", within_sentences(case))
    for weight in ("0.25", "0", "1"):
        written_out.assert_counted(case, f"lin-hovy({weight})", within_sentences(case, Fraction(weight)))


@pytest.mark.parametrize("few", [50_000, -1])
@pytest.mark.parametrize("seed", range(25))
def test_oracles_are_the_best_of_all_extracts(seed, few, monkeypatch):
    monkeypatch.setattr("sumspace.oracle.objectives._FEW", few)
    case = written_out.random_case(seed)
    written_out.assert_best(case, "lin-hovy", within_sentences(case))


def test_what_cannot_be_counted_in_whole_numbers_is_drawn():
    assert LinHovy(0.125).has_coverage
    assert not LinHovy(0.1234567890123456).has_coverage
    assert not LinHovy(1 / 3, "text").has_coverage
    with pytest.raises(SettingError, match="a weight that is a simple fraction"):
        sumspace.oracles("sample", measure="lin-hovy(0.00001)")
    with pytest.raises(SettingError, match="lin-hovy is a recall, and extracts have no f1 on it"):
        sumspace.explore("sample", measure="lin-hovy", score="f1")


def test_references_that_are_too_long_to_be_counted_by():
    long = " ".join(f"w{i}" for i in range(2600))
    example = written_out.example_of(["w1 w2.", "w3."], [[long]])
    (left_out,) = explore_documents([example], SpacePlan((LinHovy(),), budget=Exactly(1)))
    assert left_out.reason == "has references of 2,600 content words, too many for lin-hovy"
