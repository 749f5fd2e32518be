"""What holds for every measure there is."""

import pytest

from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.batch import Pair
from sumspace.measures.measure import MEASURES, parse_measure
from sumspace.measures.scoring import evaluate
from sumspace.measures.setting import Setting
from sumspace.text.passage import Passage

NAMES = [name.strip() for family in MEASURES for name in MEASURES[family].usage.split(",") if "…" not in name]


def test_there_are_measures():
    assert len(NAMES) > 8


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_prints_as_it_parses_and_compares_by_value(name):
    measure = parse_measure(name)
    assert parse_measure(str(measure)) == measure
    assert hash(parse_measure(name.upper())) == hash(measure)
    assert measure.title
    assert measure.paper


@pytest.mark.parametrize("name", NAMES)
def test_identical_texts_score_one_and_foreign_ones_zero(name):
    text, other = Passage("One two three four. Five six seven."), Passage("Alpha beta gamma delta. Epsilon zeta.")
    scores = evaluate([Pair(text, (text,)), Pair(other, (text,))], [parse_measure(name)], Setting())
    (score,) = scores.values()
    # ROUGE-W weights lengths twice, so that even a text itself has less than the most that it could.
    assert score.recall[0] == 1 or name.startswith("rouge-w")
    assert score.precision[0] == 1 or name.startswith("rouge-w")
    assert score.recall[1] == score.precision[1] == score.f1[1] == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("empty", ["", " ", "...", "é"])
def test_texts_without_tokens_score_zero(name, empty):
    nothing, text = Passage(empty), Passage("Some words here.")
    scores = evaluate(
        [Pair(nothing, (text,)), Pair(text, (nothing,)), Pair(nothing, (nothing,))], [parse_measure(name)], Setting()
    )
    (score,) = scores.values()
    assert not score.recall.any()
    assert not score.precision.any()
    assert not score.f1.any()


@pytest.mark.parametrize("name", ["rouge-w-0", "rouge-w-0.0", "rouge-w-1000"])
def test_a_weight_that_cannot_be_used(name):
    with pytest.raises(SettingError, match="weight of rouge-w"):
        parse_measure(name)


def test_an_unknown_measure_is_answered_with_those_there_are():
    with pytest.raises(UnknownNameError, match=r"unknown measure 'rogue-1'; there are: .*rouge-su4"):
        parse_measure("rogue-1")


@pytest.mark.parametrize("name", ["rouge-0", "rouge", "rouge-s", "rouge-w-", "rouge-1x", "rouge-su-4", ""])
def test_names_that_are_almost_right_are_unknown(name):
    with pytest.raises(UnknownNameError):
        parse_measure(name)
