"""The oracle F-measures as measures, against all oracles found by brute force."""

from itertools import combinations
from statistics import fmean

import pytest

import sumspace
from sumspace.errors import SettingError, SumspaceError
from sumspace.measures.measure import conditions_of, parse_measure
from sumspace.measures.scoring import Setting, score_texts
from sumspace.oracle import f_measure
from sumspace.oracle.oracles import find_oracles
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.score import ScorePlan, score_corpus
from sumspace.tasks.space import SpacePlan
from sumspace.text.limit import Limit
from sumspace.text.profile import Profile

DOCUMENT = ["Ann sang loudly.", "Bob ate cake.", "Ann ate cake.", "Bob sang.", "Dogs bark.", "Bob ate.", "Cake sang."]
REFERENCES = [["Bob ate cake and Ann sang."], ["Ann sang.", "Bob ate."]]
PLAIN = Setting(Profile(stem=False))


def words(text):
    return [word.strip(".").lower() for word in text.split()]


def hits(chosen, references):
    """Unigrams in common, as often as both have them, summed over references."""
    taken = [word for i in chosen for word in words(DOCUMENT[i])]
    wanted = [[word for sentence in reference for word in words(sentence)] for reference in references]
    return sum(min(taken.count(word), model.count(word)) for model in wanted for word in set(model))


def oracles(references, most):
    """All best extracts of at most so many words, without sentences that hold nothing of the references."""
    useful = [i for i in range(len(DOCUMENT)) if hits([i], references)]
    allowed = [
        chosen
        for size in range(1, len(useful) + 1)
        for chosen in combinations(useful, size)
        if sum(len(words(DOCUMENT[i])) for i in chosen) <= most
    ]
    best = max(hits(chosen, references) for chosen in allowed)
    return [set(chosen) for chosen in allowed if hits(chosen, references) == best]


def score(name, summary, setting=PLAIN):
    (scores,) = score_texts([summary], [REFERENCES], [name], setting, [DOCUMENT]).values()
    return float(scores.recall[0]), float(scores.precision[0]), float(scores.f1[0])


def f(precision, recall):
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@pytest.mark.parametrize("summary", [[0, 1], [2], [3, 5], [4], [0, 1, 2, 3, 4, 5, 6]])
def test_all_oracles_by_all_references(summary):
    best = oracles(REFERENCES, 7)
    recall = fmean(len(oracle & set(summary)) / len(oracle) for oracle in best)
    precision = fmean(len(oracle & set(summary)) / len(summary) for oracle in best)
    assert len(best) > 1
    assert score("oracle(rouge-1,7)", summary) == pytest.approx((recall, precision, f(precision, recall)))


@pytest.mark.parametrize("summary", [[0, 1], [2], [3, 5]])
def test_oracles_by_each_reference_are_averaged_over_references(summary):
    parts = []
    for reference in REFERENCES:
        best = oracles([reference], 4)
        recall = fmean(len(oracle & set(summary)) / len(oracle) for oracle in best)
        precision = fmean(len(oracle & set(summary)) / len(summary) for oracle in best)
        parts.append((recall, precision, f(precision, recall)))
    expected = tuple(fmean(values) for values in zip(*parts, strict=True))
    assert score("oracle(rouge-1,each,4)", summary) == pytest.approx(expected)


def test_single_oracles_are_drawn_and_their_f_averaged():
    """Every value lies between those of the worst and the best oracle, near the mean over all of them."""
    each = [f(len(oracle & {0, 1}) / 2, len(oracle & {0, 1}) / len(oracle)) for oracle in oracles(REFERENCES, 7)]
    _, _, drawn = score("oracle(rouge-1,one,7)", [0, 1])
    assert min(each) < drawn < max(each)
    assert drawn == pytest.approx(fmean(each), abs=0.1)
    assert score("oracle(rouge-1,one,7)", [0, 1])[2] == drawn


def test_the_length_of_oracles_is_the_limit_or_that_of_the_references():
    assert score("oracle(rouge-1)", [0, 1]) == score("oracle(rouge-1,5)", [0, 1])  # they have 6 and 4 words
    limited = Setting(Profile(stem=False), Limit(3))
    assert score("oracle(rouge-1)", [0, 1], limited) == score("oracle(rouge-1,3)", [0, 1])


def test_a_text_that_is_an_extract_is_recognized_and_another_one_is_not():
    assert score("oracle(rouge-1,5)", "ann sang loudly; Bob ate cake") == score("oracle(rouge-1,5)", [0, 1])
    with pytest.raises(SettingError, match="not an extract"):
        score("oracle(rouge-1,5)", "Ann sang something new.")


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("oracle( rouge-2 , one , each )", "oracle(rouge-2,each,one)"),
        ("oracle(ngram(1),100)", "oracle(ngram(1,1),100)"),
        ("ORACLE(ROUGE-SU4)", "oracle(rouge-su4)"),
        ("oracle(rouge-2,seconds=10)", "oracle(rouge-2)"),
        ("oracle(rouge-2, seconds=2.50, 100, one)", "oracle(rouge-2,one,100,seconds=2.5)"),
    ],
)
def test_names_are_read_in_any_order_and_printed_in_one(name, same):
    assert str(parse_measure(name)) == same
    assert parse_measure(same) == parse_measure(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("oracle(rouge-l)", "rouge-l does not count units"),
        ("oracle(rouge-2,some)", "has the options each, one, a number of words and seconds=NUMBER, not 'some'"),
        ("oracle(rouge-2,words=7)", "has the options each, one, a number of words and seconds=NUMBER, not 'words'"),
        ("oracle(rouge-2,seconds=0)", r"oracle\(rouge-2\): seconds is a number above 0, at most 999,999, not '0'"),
        ("oracle(rouge-2,seconds=soon)", "seconds is a number above 0, at most 999,999, not 'soon'"),
        ("oracle(rouge-2,seconds=true)", "seconds is a number above 0, at most 999,999, not 'true'"),
        ("oracle(rogue-2)", "unknown measure 'rogue-2'"),
        ("oracle", r"unknown measure 'oracle'; there are: oracle\(rouge-2\)"),
    ],
)
def test_names_that_cannot_be_read(name, message):
    with pytest.raises(SumspaceError, match=message):
        parse_measure(name)


def test_the_time_limit_is_a_condition_of_the_values_and_part_of_the_signature():
    measures = tuple(
        map(parse_measure, ("rouge-1", "oracle(rouge-1)", "oracle(rouge-2,one)", "oracle(rouge-2,seconds=3)"))
    )
    assert conditions_of(measures) == ["oracle:10s", "oracle:3s"]
    assert " | oracle:10s | oracle:3s | profile:" in str(ScorePlan(measures, PLAIN, Bootstrap()))
    assert "oracle:" not in str(ScorePlan(measures[:1], PLAIN, Bootstrap()))
    assert " | oracle:10s | oracle:3s | recall | " in str(SpacePlan(measures))


def test_what_ran_out_of_time_is_counted_apart_from_what_shares_nothing_and_from_what_is_no_extract(
    corpus_file, monkeypatch
):
    def find(space, scoring, seconds):
        return find_oracles(space, scoring, 1e-9 if len(space.lengths) == len(DOCUMENT) else seconds)

    monkeypatch.setattr(f_measure, "find_oracles", find)
    plain = {"sentences": DOCUMENT, "references": ["Bob ate cake and Ann sang."]}
    records = [
        {"id": "short", "sentences": ["Bob ate."], "references": ["Bob ate cake."], "systems": {"s": "Bob ate."}},
        {"id": "none", "sentences": DOCUMENT, "references": ["Zebras."], "systems": {"s": DOCUMENT[0], "t": "New."}},
        {"id": "late", **plain, "systems": {"s": DOCUMENT[0], "t": DOCUMENT[1]}},
        {"id": "later", **plain, "systems": {"s": DOCUMENT[0]}},
    ]
    plan = ScorePlan((parse_measure("oracle(rouge-1,seconds=7)"),), PLAIN, Bootstrap(resamples=1))
    found = score_corpus(sumspace.read(str(corpus_file(*records))), plan).undefined
    assert sorted((case.summaries, case.of, case.example, case.reason) for case in found) == [
        (1, 6, "none", "has a summary that is not an extract"),
        (1, 6, "none", "has no sentence that shares anything with a reference"),
        (3, 6, "late", "has oracles that were not all found in 7 s (seconds=NUMBER gives more time)"),
    ]


@pytest.mark.parametrize("option", ["", ",each"])
def test_with_time_enough_a_longer_limit_changes_nothing(option):
    assert score(f"oracle(rouge-1{option},7)", [0, 1]) == score(f"oracle(rouge-1{option},7,seconds=60)", [0, 1])
