"""KPiA, by hand, by the paper's own example, and against a search in strings."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import written_out
from content import H1, H2, TEXT, value_of
from sumspace.errors import SettingError
from sumspace.measures.scoring import Setting, score_texts
from sumspace.oracle.oracles import find_by_ilp, find_oracles
from sumspace.text.limit import Limit
from sumspace.text.profile import Profile

DOCUMENT = [f"{H2}.", "The Czech Republic is in Europe.", "It rained."]
MODEL = TEXT.filter(any)


def kpia(summary, references, document):
    """Phrases as strings, looked for in strings; sentences are chosen one by one."""
    phrases = {run.strip() for text in references for line in text for run in re.split(r"\b(?:the|of)\b", line)} - {""}

    def times(phrase, line):
        return len(re.findall(rf"(?<!\S)(?={phrase}(?!\S))", line))

    def score(lines):
        found = [sum(times(phrase, line) for line in lines) for phrase in phrases]
        return sum(1.0 + 0.5 * (many - 1) for many in found if many)

    left, best = [line for line in document if line], []
    for _ in filter(None, summary):
        if left:
            density = [sum(times(phrase, line) for phrase in phrases) / len(line.split()) for line in left]
            best.append(left.pop(density.index(max(density))))
    return min(1.0, score(summary) / score(best)) if score(best) else 0.0


def test_the_headlines_by_hand():
    # The phrases of H1: visit, president, Czech Republic, Slovakia. The densest sentence is H2, with three of them.
    assert value_of("kpia", [H2], [H1], DOCUMENT) == 1
    assert value_of("kpia", ["The Czech Republic is in Europe."], [H1], DOCUMENT) == 1 / 3
    # Two sentences can have all four.
    assert value_of("kpia", [H2, "It rained."], [H1], DOCUMENT) == 3 / 4


def test_further_occurrences_count_half():
    assert value_of("kpia", ["Slovakia, Slovakia: the president!"], [H1], DOCUMENT) == (1 + 0.5 + 1) / 3
    assert value_of("kpia", ["Slovakia of Slovakia", "In Slovakia"], [H1], DOCUMENT) == (1 + 0.5 + 0.5) / 4


def test_a_phrase_is_found_as_a_whole_and_within_a_sentence():
    document = ["Czech Republic."]
    assert value_of("kpia", ["The Czech in a republic"], [H1], document) == 0
    assert value_of("kpia", ["A Czech", "Republic"], [H1], document) == 0
    assert value_of("kpia", ["Free Czech republics"], [H1], document) == 1


def test_stop_words_are_told_before_stemming():
    # "Even" is a stop word and "evening" is not, though they have one stem.
    assert value_of("kpia", ["The evenings"], ["An evening"], ["One evening"]) == 1
    assert value_of("kpia", ["Even so"], ["An evening"], ["One evening"]) == 0


def test_phrases_end_with_their_sentence():
    document = ["cat dog", "cat", "dog"]
    assert value_of("kpia", ["cat dog"], [["cat dog"]], document) == 1
    assert value_of("kpia", ["dog"], [["cat", "dog"]], document) == 1 / 2
    assert value_of("kpia", ["dog"], [["cat dog"]], document) == 0


def test_the_example_of_the_paper():
    # Ten times the same phrase in each of three sentences makes 15.5; eight different ones in each of two make 16.
    many = [f"k{i}" for i in range(16)]
    document = [" ".join(["cat"] * 10)] * 3 + [" of ".join(many[:8]), " of ".join(many[8:])]
    reference = [" of ".join([*many, "cat"])]
    assert value_of("kpia", [*document[3:4], "sky", "sky"], [reference], document) == 8 / 15.5
    assert value_of("kpia", ["cat", "sky", "sky"], [reference], document) == 1 / 15.5
    assert value_of("kpia", [*document[3:], "sky"], [reference], document) == 1  # and not 16 / 15.5


@given(MODEL, st.lists(MODEL, min_size=1, max_size=3), MODEL)
def test_it_is_what_a_search_in_strings_finds(summary, references, document):
    together = value_of("kpia", summary, references, document, formula="A")
    assert together == pytest.approx(kpia(summary, references, document))
    best = max(kpia(summary, [reference], document) for reference in references)
    assert value_of("kpia", summary, references, document, formula="B") == pytest.approx(best)
    assert value_of("kpia", summary, references, document, formula="F") == pytest.approx(best)


@pytest.mark.parametrize("name", ["rouge155(nostem)", "rouge155(stopwords)", "rouge-score", "unicode"])
def test_it_is_the_same_under_profiles_that_read_words_alike(name):
    profile = Profile.parse(name)
    assert value_of("kpia", ["The Czech Republic."], [H1], DOCUMENT, profile=profile) == 1 / 3


def test_a_limit_cuts_the_summary_and_never_the_document():
    document = ["a b c d e", "cat dog", "sun"]
    summary = ["cat", "sun"]
    assert value_of("kpia", summary, ["cat of sun"], document, limit=Limit(1, references=False)) == 1
    assert value_of("kpia", ["sky", "sun"], ["cat of sun"], document, limit=Limit(1, references=False)) == 0


def test_raw_texts_are_split_into_sentences():
    assert value_of("kpia", "It rained. A cat sat.", ["A dog. A cat."], "A cat. A dog. Rain.") == 1 / 2


def test_it_needs_a_document_and_references():
    with pytest.raises(SettingError, match="kpia is not defined for any summary: the first has no document"):
        score_texts(["cat"], [["cat"]], ["kpia"])
    with pytest.raises(SettingError, match="the first has no references"):
        score_texts(["cat"], [], ["kpia"], documents=["cat"])


def by_evaluation(case):
    """Return what scores extracts by the measure itself, all references together."""
    bodies = [reference.body for reference in case.example.references]

    def score(_extract, written):
        if not written:
            return Fraction(0)
        setting = Setting(formula="A")
        scores = score_texts([written], [bodies], ["kpia"], setting, documents=[case.example])
        return Fraction(float(scores["kpia"].f1[0])).limit_denominator(1000)

    return score


@pytest.mark.parametrize("seed", range(25))
def test_all_extracts_are_counted(seed):
    case = written_out.random_case(seed, sentences=5)
    written_out.assert_counted(case, "kpia", by_evaluation(case))


@pytest.mark.parametrize("few", [50_000, -1])
@pytest.mark.parametrize("seed", range(25))
def test_oracles_are_the_best_of_all_extracts(seed, few, monkeypatch):
    monkeypatch.setattr("sumspace.oracle.objectives._FEW", few)
    case = written_out.random_case(seed, sentences=5)
    written_out.assert_best(case, "kpia", by_evaluation(case))


@pytest.mark.parametrize("seed", range(25))
def test_without_time_the_bound_holds(seed, monkeypatch):
    monkeypatch.setattr("sumspace.oracle.objectives._FEW", -1)
    case = written_out.random_case(seed, sentences=5)
    result = find_oracles(*written_out.stated(case, "kpia"), seconds=0)
    scores = [float(by_evaluation(case)(*extract)) for extract in case.extracts()]
    assert (result is None) == (not scores)
    if scores:
        assert result.score <= max(scores) + 1e-12 <= result.bound + 2e-12
        assert result.optimal == (result.score == result.bound)


def test_published_methods_do_not_know_it():
    case = written_out.random_case(0)
    with pytest.raises(SettingError, match="only the search finds the oracles"):
        find_by_ilp(*written_out.stated(case, "kpia"))


def test_an_extract_of_more_sentences_than_the_document_has_is_a_summary_too():
    assert value_of("kpia", ["Visit", "Slovakia", "It rained", "A visit"], [H1], DOCUMENT) == (1 + 0.5 + 1) / 4
