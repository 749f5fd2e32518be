"""What holds for every measure there is."""

import re
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import written_out
from sumspace.corpus.model import Example, Pyramid, Question, Reference, Section, Summary, Text
from sumspace.document import Document
from sumspace.errors import SettingError, SumspaceError, UnknownNameError
from sumspace.measures.batch import Pair
from sumspace.measures.coverage import cover, cover_document
from sumspace.measures.measure import FAMILIES, MEASURES, Measure, f_measure, parse_measure, usual_measures
from sumspace.measures.scoring import Setting, evaluate
from sumspace.space.scoring import Scoring
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

USUAL = {name: (name,) if MEASURES[name].usual is None else MEASURES[name].usual for name in MEASURES}
NAMES = [name for names in USUAL.values() for name in names]
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


@pytest.mark.parametrize("name", list(MEASURES))
def test_a_measure_says_what_it_is(name):
    measure = MEASURES[name]
    assert measure.usage
    assert measure.title
    assert measure.title == measure.title.strip(". ")
    assert measure.paper
    assert measure.name
    assert all(isinstance(parse_measure(usual), measure) for usual in USUAL[name])
    assert measure.main in ("recall", "precision", "f1")
    assert measure.__doc__


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


@pytest.mark.parametrize(
    ("name", "usage"),
    [
        *(
            (name, "rouge")
            for name in ("rouge-0", "rouge", "rouge-s", "rouge-w-", "rouge-1x", "rouge-su-4", "rouge-1(2)")
        ),
        *(
            (name, "ngram(1), ngram(2)")
            for name in ("ngram", "ngram()", "ngram(0)", "ngram(1,0)", "ngram(10)", "ngram-1")
        ),
        *((name, "ngram(1), ngram(2)") for name in ("ngram(1,2,3)", "ngram(1.0)", "ngram([1])", "ngram(True)")),
        *((name, "cosine(text)") for name in ("cosine(texts)", "cosine(against=text)", "cosine('text','text')")),
        *((name, "overlap(stems,text)") for name in ("overlap(words,stems)", "overlap(text,text)", "overlap(3)")),
        *((name, "keywords(20)") for name in ("keywords(1,2)", "keywords(text,text)", "keywords(20.5)")),
        *((name, "(text,lo-en)") for name in ("lsa", "lsa-topic(bi-nw,bi-nw)", "lsa-terms(text,text)")),
        *((name, "co-selection(BETA)") for name in ("co-selection(x)", "coselection", "co-selection(True)")),
        *((name, "relevance(kendall)") for name in ("relevance(rho)", "relevance(kendall,spearman)", "relevances")),
        *((name, "questions(ANSWERER)") for name in ("question", "questions(5)", "questions(a(b))")),
        ("pyramid(cooked)", "pyramid, pyramid(raw)"),
        ("kpia(text)", "kpia"),
        ("", "rouge-1, rouge-2, … rouge-N"),
    ],
)
def test_names_that_are_almost_right_are_answered_with_how_they_are_written(name, usage):
    with pytest.raises(
        UnknownNameError, match=rf"unknown measure {re.escape(repr(name))}; there are: .*{re.escape(usage)}"
    ):
        parse_measure(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cosine(text", "options are written as in cosine"),
        ("lsa-terms(text,)", "options are written as in lsa-terms"),
        ("lsa-topic(bi)", r"'bi' is not a weighting; .*; there are: lsa-topic, .*\(text,lo-en\)$"),
        ("lsa-terms([1])", "is not a weighting; write one of fq, bi, au, lo, a hyphen and one of nw, isf, gf, en"),
        ("keywords(0)", "the number of keywords must be 1 to 999,999, not 0"),
        ("keywords(-3)", "the number of keywords must be 1 to 999,999, not -3"),
        ("co-selection(-1)", "the beta of co-selection must be between 0.01 and 100, not -1"),
        ("questions(nobody)", "unknown answerer 'nobody'; there are: lexical"),
    ],
)
def test_what_is_wrong_with_options_is_said(name, message):
    with pytest.raises(SumspaceError, match=message):
        parse_measure(name)


HEADS = st.sampled_from(sorted({name.partition("(")[0] for name in NAMES} | {"oracle", "no-measure"}))
PIECES = st.sampled_from(
    [*"(),=' 0129.-", "text", "words", "stems", "each", "one", "rouge-1", "ngram(1)", "bi-nw", "[1]"]
)


@given(HEADS, st.lists(PIECES, max_size=6).map("".join), st.booleans())
def test_whatever_is_written_is_a_measure_or_said_to_be_none(head, options, closed):
    try:
        measure = parse_measure(f"{head}({options}{')' * closed}")
    except SumspaceError:
        return
    assert parse_measure(str(measure)) == measure


def test_measures_say_what_they_compare():
    families = {
        "n-grams": {"ngram", "rouge-n", "rouge-s"},
        "subsequences": {"lcs", "rouge-l", "rouge-w"},
        "words": {"cosine", "keywords", "kpia", "lin-hovy", "overlap"},
        "LSA": {"lsa-terms", "lsa-topic"},
        "sentences": {"co-selection", "oracle", "relative-utility"},
        "pyramids": {"pyramid", "pyramid(raw)"},
        "tasks": {"categorization", "questions", "relevance"},
    }
    assert {family: {name for name in MEASURES if MEASURES[name].family == family} for family in families} == families
    assert {MEASURES[name].family for name in MEASURES} <= set(FAMILIES)
    assert Measure.family == "others"


def test_measures_say_what_they_compare_with():
    of_text = {name for name in NAMES if parse_measure(name).against == "text"}
    assert of_text == {name for name in NAMES if name.endswith(("(text)", ",text)"))}


def test_only_some_measures_have_a_coverage():
    names = {name for name in NAMES if parse_measure(name).has_coverage}
    by_units = {"ngram(1,1)", "rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-s4", "rouge-su4"}
    assert names == by_units | {"kpia", "lin-hovy", "pyramid"}
    for measure in usual_measures():
        if not measure.has_coverage:
            with pytest.raises(SettingError, match=r"units|references"):
                cover(measure, [], [])


@pytest.mark.parametrize("name", [name for name in NAMES if parse_measure(name).has_coverage])
def test_a_coverage_scores_single_sentences_as_the_measure_does(name):
    sentences = ["The mill was sold, and sold again.", "Its owner sold the old mill.", "It rained.", "- -"]
    pyramid = Pyramid({"a": 2.0, "b": 1.0, "c": 1.0}, {}, {}, 2, {"a": (0, 1), "b": (1,), "c": ()})
    bodies = [["The owner of the old mill sold it again."], ["Its owner sold the old mill again and again."]]
    example = written_out.example_of(sentences, bodies, pyramid)
    document, measure = Document(example, Profile()), parse_measure(name)
    (references,) = document.references("all")
    scoring = Scoring(cover_document(measure, document, references.sentences))
    pairs = [Pair(Passage(sentences=(s,)), references.bodies, example, "", (i,)) for i, s in enumerate(sentences)]
    expected = evaluate(pairs, [measure], Setting())[measure].recall.tolist()
    assert expected[1] > 0 == expected[3]
    assert [scoring.score_of([i]) for i in range(len(sentences))] == pytest.approx(expected, abs=1e-5)


def test_f_leans_to_precision_as_alpha_grows():
    precision, recall = np.array([0.5, 0.0, 1.0, 0.0]), np.array([0.25, 0.0, 0.0, 0.5])
    assert f_measure(precision, recall).tolist() == [1 / 3, 0, 0, 0]
    assert f_measure(precision[:1], recall[:1], 1.0).tolist() == [0.5]
    assert f_measure(precision[:1], recall[:1], 0.0).tolist() == [0.25]
    assert f_measure(0.0, 0.0) == 0.0


@given(st.floats(0, 1), st.floats(0, 1))
def test_f_of_numbers_is_that_of_arrays(precision, recall):
    assert f_measure(precision, recall) == f_measure(np.array([precision]), np.array([recall]))[0]
