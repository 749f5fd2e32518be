"""What holds for every measure there is."""

from random import Random

import numpy as np
import pytest

from sumspace.corpus.model import Text, Example, Pyramid, Question, Reference, Section, Summary
from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import MEASURES, parse_measure, usual_measures
from sumspace.measures.pair import Pair
from sumspace.measures.scoring import evaluate
from sumspace.measures.setting import Setting
from sumspace.text.passage import Passage

NAMES = [name for family in MEASURES for name in MEASURES[family].usual]
#: Measures of how two rankings agree, which may be turned around.
CORRELATIONS = ("relevance",)

_WORLDS = {
    "farming": (
        "barley clover cattle orchard tractor plough harvest meadow",
        "Farmers sowed {0} beside the {1} in spring.",
        "A {2} crossed the {1} before the {3} was cut.",
        "Neighbours sold {0} and {3} at the market.",
        "Rain spoiled the {2} and the {0}.",
    ),
    "space": (
        "rocket comet orbit telescope shuttle crater satellite lander",
        "Astronomers followed the {0} through a {1} at night.",
        "The {2} reached its {3} after nine days.",
        "Engineers tested the {0} near the {2}.",
        "A {1} was lost behind the {3}.",
    ),
}


def _example(i):
    topic = sorted(_WORLDS)[i % 2]
    words, *patterns = _WORLDS[topic]
    chosen = Random(i).sample(words.split(), 4)
    sentences = tuple(pattern.format(*chosen) for pattern in patterns)
    if i == 5:  # one that ends with what is another topic elsewhere
        sentences = (*sentences[:3], "The farmers sold cattle and barley at the market.")
    others = " ".join(sentences[:2]).replace(chosen[1], "village")
    return Example(
        f"d{i}",
        (Text((Section(Passage(sentences=sentences)),)),),
        references=(Reference("A", Passage(sentences[3] + " " + sentences[0])), Reference("B", Passage(others))),
        systems={"first": Summary(extract=(0, 1)), "last": Summary(extract=(3,)), "odd": Summary(extract=(1, 3))},
        domain=topic,
        title=f"{chosen[0]} and {chosen[2]}",
        extracts={"judge1": (0, 3), "judge2": (0,)},
        utilities={"judge1": (5, 2, 0, 4), "judge2": (3, 1 + i, 0, 5)},
        pyramid=Pyramid(
            {"u": 2, "v": 1, "w": 1}, {"first": ("u",), "last": ("v", "w"), "odd": ()}, {"first": 3, "odd": 2}
        ),
        questions=(
            Question(f"What was beside or behind the {chosen[1]}?", (chosen[0], "a piano", "a dentist"), 0),
            Question("What spoiled or reached something?", ("nobody", "the rain", f"the {chosen[2]}"), 2),
        ),
        topics=(topic,),
    )


#: Documents of which everything is known, with three systems each.
PAIRS = [
    Pair(example.summary(system), tuple(r.body for r in example.references), example, system, summary.extract)
    for example in map(_example, range(6))
    for system, summary in example.systems.items()
]


def own_pair(summary, text):
    """A summary of a text about which nothing but itself is known."""
    return Pair(summary, (text,), Example("d", (Text((Section(text),)),)))


def scores(measure, pairs):
    """Return recall, precision and F of the pairs that the measure is defined for."""
    (found,) = evaluate(pairs, [measure], Setting()).values()
    parts = np.array([found.recall, found.precision, found.f1])
    defined = np.array([not measure.lacks(pair) for pair in pairs])
    assert np.isnan(parts[:, ~defined]).all()
    return parts[:, defined]


def of_single_texts(measure):
    return measure.of_any_text and not measure.of_whole_corpus


TEXT = Passage("Rivers flooded valleys quickly. Farmers repaired bridges.")
OTHER = Passage("Alpha beta gamma delta. Epsilon zeta.")
#: Those that need nothing but a summary, a reference and a document.
OF_TEXTS = [str(m) for m in usual_measures() if of_single_texts(m) and not m.lacks(own_pair(OTHER, TEXT))]


def test_there_are_measures():
    assert len(NAMES) > 8
    assert len(set(map(parse_measure, NAMES))) == len(NAMES)


@pytest.mark.parametrize("family", list(MEASURES))
def test_a_family_says_what_it_is(family):
    found = MEASURES[family]
    assert found.usage
    assert found.title
    assert found.title == found.title.strip(". ")
    assert found.paper
    assert all(isinstance(parse_measure(name), found) for name in found.usual)
    assert found.main in ("recall", "precision", "f1")
    assert found.__doc__


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_prints_as_it_parses_and_compares_by_value(name):
    measure = parse_measure(name)
    assert str(measure) == name
    assert parse_measure(f" {name.upper()} ") == measure
    assert hash(parse_measure(name.upper())) == hash(measure)
    assert all(parse_measure(other) != measure for other in NAMES if other != name)


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_says_what_it_lacks(name):
    measure = parse_measure(name)
    reason = measure.lacks(Pair(TEXT))
    assert reason
    assert reason == reason.strip(". ")
    assert not any(measure.lacks(pair) for pair in PAIRS)


@pytest.mark.parametrize("name", NAMES)
def test_a_corpus_of_which_everything_is_known_has_every_score(name):
    measure = parse_measure(name)
    found = scores(measure, PAIRS)
    assert np.isfinite(found).all()
    assert found.min() >= (-1 if name.startswith(CORRELATIONS) else 0)
    assert found.max() <= 1
    assert not measure.has_one_value or (found == found[0]).all()
    assert len(np.unique(found.round(9))) > 1


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_the_pairs_does_not_matter(name):
    measure = parse_measure(name)
    order = Random(name).sample(range(len(PAIRS)), len(PAIRS))
    assert scores(measure, [PAIRS[i] for i in order]) == pytest.approx(scores(measure, PAIRS)[:, order], abs=1e-9)


@pytest.mark.parametrize("name", [str(m) for m in usual_measures() if not m.of_whole_corpus])
def test_other_pairs_do_not_matter(name):
    measure = parse_measure(name)
    alone = np.hstack([scores(measure, [pair]) for pair in PAIRS])
    assert alone == pytest.approx(scores(measure, PAIRS), abs=1e-9)


@pytest.mark.parametrize("name", OF_TEXTS)
def test_identical_texts_score_one_and_foreign_ones_zero(name):
    own, foreign = scores(parse_measure(name), [own_pair(TEXT, TEXT), own_pair(OTHER, TEXT)]).T
    # ROUGE-W weights lengths twice, so that even a text itself has less than the most that it could.
    assert own == pytest.approx(1) or (name.startswith("rouge-w") and (own > 0.5).all())
    assert not foreign.any()


@pytest.mark.parametrize("name", OF_TEXTS)
@pytest.mark.parametrize("empty", ["", " ", "...", "é"])
def test_texts_without_tokens_score_zero(name, empty):
    nothing = Passage(empty)
    pairs = [own_pair(nothing, TEXT), own_pair(TEXT, nothing), own_pair(nothing, nothing)]
    assert not scores(parse_measure(name), pairs).any()


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
