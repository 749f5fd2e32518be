"""The pyramid (Nenkova & Passonneau 2004): by hand, against trying all sets of units, and by people's figures."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import written_out
from sumspace.corpus.model import Example, Pyramid, Reference, Section, Summary, Text
from sumspace.corpus.source import read
from sumspace.measures.batch import Pair
from sumspace.measures.measure import parse_measure
from sumspace.measures.pyramid import PyramidScore, RawPyramid
from sumspace.measures.scoring import Setting, evaluate
from sumspace.oracle.oracles import find_by_branch_and_bound, find_by_ilp
from sumspace.space.budget import Exactly, Reach
from sumspace.tasks.rank import rank_documents
from sumspace.tasks.space import SpacePlan, explore_documents
from sumspace.tasks.task import LeftOut
from sumspace.text.limit import Limit
from sumspace.text.passage import Passage

#: Two units that all four people express, three of two, two of one: 16 contributors, 4 units a person.
WEIGHTS = {"a": 4, "b": 4, "c": 2, "d": 2, "e": 2, "f": 1, "g": 1}
ANY_WEIGHTS = st.lists(st.integers(1, 5), min_size=1, max_size=7)


def pair(weights, matches, count=None, references=4, system="s", models=0):
    pyramid = Pyramid(weights, {"s": tuple(matches)}, {} if count is None else {"s": count}, models)
    people = tuple(Reference(str(i), Passage("Text.")) for i in range(references))
    document = Text((Section(Passage("Text.")),))
    return Pair(Passage("Text."), example=Example("d", (document,), people, pyramid=pyramid), system=system)


def scores(*given, name="pyramid", alpha=0.5, **more):
    (found,) = evaluate([pair(*given, **more)], [parse_measure(name)], Setting(alpha=alpha)).values()
    return float(found.recall[0]), float(found.precision[0]), float(found.f1[0])


def test_by_hand():
    # a, c and f weigh 7. The best four units weigh 4 + 4 + 2 + 2; the best five, as many as the summary has, 14.
    assert scores(WEIGHTS, "acf", 5) == pytest.approx((7 / 12, 7 / 14, 2 * (7 / 12) * (1 / 2) / (13 / 12)))


def test_a_unit_counts_once():
    assert scores(WEIGHTS, "aaaccf", 5) == scores(WEIGHTS, "acf", 5)


def test_without_a_count_the_units_that_match_are_all_there_are():
    assert scores(WEIGHTS, "acf")[1] == 7 / 10


def test_a_count_that_is_too_low_is_not_believed():
    assert scores(WEIGHTS, "acf", 1)[1] == 7 / 10


def test_a_summary_with_more_units_than_the_pyramid_is_measured_by_all_of_it():
    assert scores(WEIGHTS, "ab", 50)[1] == 8 / 16


def test_no_match_is_0():
    assert scores(WEIGHTS, "", 3) == scores(WEIGHTS, "", 0) == scores(WEIGHTS, "") == (0, 0, 0)


def test_a_summary_that_is_longer_than_the_models_gets_no_more_than_1():
    assert scores(WEIGHTS, "abcdefg")[:2] == (1, 1)


def test_the_average_number_of_units_is_rounded_to_the_nearest_halves_up():
    three = {"a": 2, "b": 2, "c": 1}  # 5 over 2 people: 2.5, so 3 units, all of them
    assert scores(three, "a", references=2)[0] == 2 / 5
    four = {"a": 3, "b": 3, "c": 1}  # 7 over 3 people: 2.33, so 2 units
    assert scores(four, "a", references=3)[0] == 3 / 6


@pytest.mark.parametrize("references", [0, 1, 3])
def test_there_are_at_least_as_many_models_as_the_highest_weight_says(references):
    assert scores(WEIGHTS, "a", references=references)[0] == scores(WEIGHTS, "a", references=4)[0] == 4 / 12


@pytest.mark.parametrize(("models", "best"), [(0, 12), (4, 12), (5, 10), (8, 8), (3, 12)])
def test_a_pyramid_may_say_how_many_people_it_was_made_of(models, best):
    # 16 contributors: 4, 4, 3 and 2 units a person; three people cannot give a weight of 4.
    assert scores(WEIGHTS, "a", models=models)[0] == 4 / best


def test_an_average_below_one_unit_is_one():
    assert scores({"a": 1}, "a", references=9)[0] == 1


def test_f_follows_alpha():
    recall, precision, _ = scores(WEIGHTS, "acf", 5)
    assert scores(WEIGHTS, "acf", 5, alpha=0.0)[2] == recall
    assert scores(WEIGHTS, "acf", 5, alpha=1.0)[2] == precision


@given(ANY_WEIGHTS, st.data())
def test_the_best_is_what_trying_all_sets_of_units_finds(values, data):
    weights = {f"u{i}": weight for i, weight in enumerate(values)}
    matches = data.draw(st.lists(st.sampled_from(sorted(weights)), unique=True))
    count = data.draw(st.integers(len(matches), 10))
    models = max(*values, data.draw(st.integers(1, 5)))
    recall, precision, _ = scores(weights, matches, count, references=models)
    weight = sum(weights[unit] for unit in matches)

    def best(size):
        return max(sum(chosen) for chosen in combinations(values, min(size, len(values))))

    assert precision == (weight / best(count) if weight else 0)
    typical = int(sum(values) / models + 0.5) or 1
    assert recall == min(1, weight / best(typical))
    assert scores(weights, matches, name="pyramid(raw)")[0] == weight


@given(ANY_WEIGHTS, st.data())
def test_one_more_unit_never_lowers_the_modified_score(values, data):
    weights = {f"u{i}": weight for i, weight in enumerate(values)}
    units = data.draw(st.lists(st.sampled_from(sorted(weights)), min_size=1, unique=True))
    assert scores(weights, units[1:])[0] <= scores(weights, units)[0] <= 1


def test_the_raw_score_is_the_sum_of_the_weights():
    assert scores(WEIGHTS, "acf", 5, name="pyramid(raw)") == (7, 7, 7)


@pytest.mark.parametrize("measure", [PyramidScore(), RawPyramid()])
def test_why_it_is_not_defined(measure):
    bare = pair(WEIGHTS, "a")
    assert measure.lacks(bare) == ""
    assert measure.lacks(Pair(Passage("Text."))) == "has no pyramid"
    assert measure.lacks(Pair(Passage("Text."), example=next(read("sample")), system="nobody")) == (
        "has no content units annotated for nobody"
    )
    assert measure.lacks(pair(WEIGHTS, "a", system="")) == "has no content units annotated for this summary"
    assert measure.lacks(pair({}, "")) == "has a pyramid without positive weights"
    assert measure.lacks(pair({"a": 0}, "a")) == "has a pyramid without positive weights"
    assert not measure.of_any_text


def test_a_summary_that_was_counted_is_annotated_even_if_nothing_matched():
    counted = pair(WEIGHTS, "a", system="other")
    counted.example.pyramid.counts["other"] = 4
    assert PyramidScore().lacks(counted) == ""
    (found,) = evaluate([counted], [PyramidScore()], Setting()).values()
    assert found.recall[0] == found.precision[0] == 0


def test_names_parse_and_print():
    assert parse_measure("Pyramid") == PyramidScore()
    assert parse_measure("pyramid( raw )") == RawPyramid()
    assert [str(PyramidScore()), str(RawPyramid())] == ["pyramid", "pyramid(raw)"]


def test_of_one_model_and_equal_weights_it_is_the_share_of_units_that_people_counted(corpora):
    found, expected = [], []
    for example in read(corpora / "realsumm.jsonl.gz"):
        pairs = [Pair(example.summary(system), example=example, system=system) for system in example.systems]
        found += evaluate(pairs, [PyramidScore()], Setting())[PyramidScore()].recall.tolist()
        expected += [example.judgements[system]["litepyramid_recall"] for system in example.systems]
    assert len(found) == 2500
    assert np.allclose(found, expected, rtol=0, atol=5e-5)  # they are given with four decimals


def random_pyramid(rng, document):
    """Units that several sentences express, one of them or none, with weights of any kind."""
    weights = {f"u{i}": rng.choice((0, 0.5, 1, 1, 2, 3)) for i in range(rng.randint(1, 7))}
    weights["u0"] = rng.choice((0.25, 1, 4))
    places = range(len(document))
    located = {unit: tuple(rng.sample(places, rng.randint(0, min(len(document), 3)))) for unit in weights}
    return Pyramid(weights, {}, {}, rng.choice((0, 3)), located)


def by_definition(case):
    """Return what scores extracts: the units of whole sentences, over the most of as many as people have."""
    pyramid = case.example.pyramid
    weights = {unit: Fraction(weight) for unit, weight in pyramid.weights.items()}
    models = max(pyramid.models or len(case.example.references), *weights.values())
    many = max(1, floor(sum(weights.values()) / models + Fraction(1, 2)))
    most = sum(sorted(weights.values())[::-1][:many])

    def score(extract, _written):
        whole = extract.sentences if extract.words is None else extract.sentences[:-1]
        units = (unit for unit, places in pyramid.sentences.items() if set(places) & set(whole))
        return min(Fraction(1), sum((weights[unit] for unit in units), Fraction(0)) / most)

    return score


@pytest.mark.parametrize("seed", range(40))
def test_all_extracts_are_counted_by_the_units_of_their_sentences(seed):
    case = written_out.random_case(seed, pyramid=random_pyramid)
    written_out.assert_counted(case, "pyramid", by_definition(case))


@pytest.mark.parametrize("seed", range(20))
def test_extracts_score_what_the_measure_gives_them(seed):
    case, measure = written_out.random_case(seed, pyramid=random_pyramid), PyramidScore()
    extracts = list(case.extracts())
    pairs = [Pair(Passage(sentences=tuple(w)), (), case.example, "", e.sentences) for e, w in extracts]
    score = by_definition(case)
    expected = [float(score(*pair)) for pair in extracts]
    if pairs:
        assert evaluate(pairs, [measure], Setting())[measure].recall == pytest.approx(expected)


@pytest.mark.parametrize("few", [50_000, -1])
@pytest.mark.parametrize("seed", range(40))
def test_oracles_are_the_best_of_all_extracts_those_beyond_1_too(seed, few, monkeypatch):
    monkeypatch.setattr("sumspace.oracle.objectives._FEW", few)
    case = written_out.random_case(seed, pyramid=random_pyramid)
    written_out.assert_best(case, "pyramid", by_definition(case))


@pytest.mark.parametrize("find", [find_by_branch_and_bound, find_by_ilp])
@pytest.mark.parametrize("seed", range(20))
def test_published_methods_find_them_too(seed, find):
    case = written_out.random_case(seed, pyramid=random_pyramid)
    written_out.assert_best(case, "pyramid", by_definition(case), find)


SENTENCES = ("One two three.", "Four five -", "Six.", "Seven eight nine ten.")
LOCATED = Pyramid({"a": 3.0, "b": 2.0, "c": 1.0, "d": 1.0}, {"told": ("a", "c")}, {}, 3, {
    "a": (1,), "b": (0, 2), "c": (3,), "d": ()
})  # fmt: skip
EXAMPLE = written_out.example_of(SENTENCES, [["Text."]], LOCATED)


def recalls(limit=None, **extracts):
    pairs = [
        Pair(Passage(sentences=tuple(SENTENCES[i] for i in numbers)), (), EXAMPLE, system, numbers)
        for system, numbers in extracts.items()
    ]
    scores = evaluate(pairs, [PyramidScore()], Setting(limit=limit))[PyramidScore()]
    return scores.recall.tolist()


def test_an_extract_expresses_the_units_of_its_whole_sentences():
    # The two units with the most weight are what people express on average: 5.
    assert recalls(x=(0, 2), y=(1, 3), z=(1, 0), none=()) == pytest.approx([2 / 5, 4 / 5, 1, 0])
    # "-" is a word of the second sentence, and its third; what is not there makes the sentence a part.
    assert recalls(Limit(6), z=(0, 1)) == [1]
    assert recalls(Limit(5), z=(0, 1)) == pytest.approx([2 / 5])


def test_what_people_annotated_comes_before_what_sentences_say():
    assert recalls(told=(0, 2)) == pytest.approx([4 / 5])


def test_a_text_of_sentences_of_the_document_is_an_extract():
    pairs = [Pair(Passage("Six. One two three."), (), EXAMPLE, "x"), Pair(Passage("Six. Two."), (), EXAMPLE, "y")]
    values = evaluate(pairs, [PyramidScore(), RawPyramid()], Setting())
    assert values[PyramidScore()].recall == pytest.approx([2 / 5, np.nan], nan_ok=True)
    assert values[RawPyramid()].f1 == pytest.approx([2, np.nan], nan_ok=True)


def plan(**changes):
    return SpacePlan((PyramidScore(),), **{"budget": Exactly(2), **changes})


def test_systems_are_ranked_by_located_units_or_by_annotations():
    summaries = {
        "numbers": Summary(extract=(1, 3)),
        "told": Summary(Passage("Something else.")),
        "unknown": Summary(Passage("Nobody knows.")),
    }
    (ranked,) = rank_documents([replace(EXAMPLE, systems=summaries)], plan())
    scores = {score.system: (score.score, score.official) for score in ranked.scores}
    assert scores["numbers"] == pytest.approx((4 / 5, 4 / 5))
    assert scores["told"] == pytest.approx((4 / 5, 4 / 5))
    assert scores["lead"] == (1, 1)
    assert "unknown" not in scores
    assert ranked.space.distribution.counts == (0, 0, 1, 2, 1, 2)


def test_a_sentence_that_a_budget_cuts_expresses_nothing():
    (ranked,) = rank_documents([EXAMPLE], plan(budget=Reach(5)))
    scores = {score.system: (score.score, score.official) for score in ranked.scores}
    assert scores["lead"] == pytest.approx((2 / 5, 2 / 5))


@pytest.mark.parametrize(
    ("pyramid", "reason"),
    [
        (None, "has no pyramid"),
        (replace(LOCATED, sentences={}), "has a pyramid whose content units are not all located in sentences"),
        (replace(LOCATED, weights={**LOCATED.weights, "a": -1.0}), "has a pyramid with a negative weight, so"),
        (replace(LOCATED, weights={**LOCATED.weights, "a": 1e300}), "has a pyramid whose weights are more than 1,0"),
    ],
)
def test_documents_whose_units_are_not_located_are_left_out(pyramid, reason):
    (left_out,) = explore_documents([replace(EXAMPLE, pyramid=pyramid)], plan())
    assert isinstance(left_out, LeftOut)
    assert left_out.reason.startswith(reason)
