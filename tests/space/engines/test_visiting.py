"""Spaces of extracts that are texts, against every extract written out and scored by the official rules."""

import random
from collections import Counter

import numpy as np
import pytest

import official
import sumspace
import texts_of_extracts
from sumspace.document import Document
from sumspace.errors import SettingError, TooLargeError
from sumspace.measures.measure import parse_measure
from sumspace.measures.official import count_officially, counts_texts
from sumspace.space.budget import AtMost, Reach
from sumspace.space.engines.engine import Allowance
from sumspace.space.engines.visiting import explore_texts, visit_best, visiting_seconds
from sumspace.space.scoring import OfficialScoring
from sumspace.space.space import Space
from sumspace.text.profile import Profile

MEASURES = ("rouge-l", "rouge-lsent", "rouge-2", "rouge-3", "rouge-4", "rouge-su4", "rouge-s1", "rouge-s*", "rouge-su*")
#: What rounding to five decimals, twice for F1, leaves open.
ROUNDING = {"recall": 0.50001e-5, "precision": 0.50001e-5, "f1": 2.1e-5}


def scoring_of(document, name, budget, score="recall"):
    (references,) = document.references("all")
    sentences = references.sentences
    counts = count_officially(parse_measure(name), document.words, sentences, document.profile, cuts=budget.cuts)
    return OfficialScoring(counts, score)


def cases(seeds):
    for seed in seeds:
        rng = random.Random(seed)
        record = texts_of_extracts.random_record(rng)
        yield texts_of_extracts.document_of(record), texts_of_extracts.random_budget(rng, record)


@pytest.mark.parametrize("score", ["recall", "precision", "f1"])
@pytest.mark.parametrize("name", MEASURES)
def test_every_extract_scores_what_its_text_does(name, score):
    """Counts of all extracts, and the best of them, for every budget: repeated words, empty and one-token sentences."""
    compared = 0
    for document, budget in cases(range(60)):
        scoring, space = scoring_of(document, name, budget, score), Space(document.lengths, budget)
        extracts = texts_of_extracts.extracts(document, budget)
        assert len(extracts) == space.size
        official_scores = texts_of_extracts.scores(document, extracts, name, score)
        own = [scoring.score_of(extract.sentences, extract.words) for extract in extracts]
        assert np.abs(np.array(own) - np.array(official_scores)).max(initial=0) <= ROUNDING[score]
        distribution = explore_texts(space, scoring, "auto", Allowance()).distribution
        found = zip(distribution.scores.tolist(), distribution.counts, strict=True)
        assert {value: count for value, count in found if count} == Counter(own)
        if extracts and not space.is_whole:
            best = visit_best(space, scoring)
            assert (best.score, best.count) == (max(own), own.count(max(own)))
            tops = [extract for extract, value in zip(extracts, own, strict=True) if value == max(own)]
            assert sorted(map(repr, best.extracts)) == sorted(map(repr, tops))
            having = Counter((len(top.sentences), sentence) for top in tops for sentence in top.sentences)
            expected = np.zeros_like(best.shares)
            for place, count in having.items():
                expected[place] = count / len(tops)
            assert best.shares.tolist() == expected.tolist()
        compared += len(extracts)
    assert compared > 1000


def test_the_official_script_says_the_same(official_folder):
    rng = random.Random(3)
    tasks, expected = [], {}
    for number in range(8):
        record = texts_of_extracts.random_record(rng)
        document = texts_of_extracts.document_of(record)
        budget = Reach(max(int(document.lengths.sum()) - 3, 1))
        bodies = [reference["sentences"] for reference in record["references"]]
        for place, extract in enumerate(texts_of_extracts.extracts(document, budget)[:5]):
            tasks.append((str(number), f"s{place}", document.write(extract.sentences, extract.words), bodies))
            for name in ("rouge-l", "rouge-2", "rouge-su4"):
                scoring = scoring_of(document, name, budget)
                expected[name, f"{number}.s{place}"] = scoring.score_of(extract.sentences, extract.words)
    scores, _ = official.run(official_folder, tasks, ["-m", "-n", 2, "-2", 4, "-u", "-f", "A"])
    assert len(expected) > 60
    for key, value in expected.items():
        assert scores[key][0] == f"{value:.5f}", key


@pytest.mark.parametrize("name", ["rouge-l", "rouge-2"])
def test_any_number_of_jobs_finds_the_same(name):
    document = Document(next(iter(sumspace.read("sample"))), Profile())
    space = Space(document.lengths, AtMost(50))
    scoring = scoring_of(document, name, AtMost(50), "f1")
    one, three = (explore_texts(space, scoring, "auto", Allowance(), workers=jobs).distribution for jobs in (1, 3))
    assert (one.counts, one.scores.tolist()) == (three.counts, three.scores.tolist())
    best = [visit_best(space, scoring, jobs) for jobs in (1, 3)]
    assert best[0].extracts == best[1].extracts


def test_what_takes_too_long_is_drawn_without_bias():
    document = Document(next(iter(sumspace.read("sample"))), Profile())
    space, scoring = Space(document.lengths, Reach(40)), scoring_of(document, "rouge-l", Reach(40))
    exact = explore_texts(space, scoring, "exhaustive", Allowance()).distribution
    drawn = explore_texts(space, scoring, "auto", Allowance(time=1e-6))
    assert visiting_seconds(space, scoring) > 1e-6
    assert (drawn.engine, drawn.drawn, drawn.distribution.exact) == ("sampling", True, False)
    assert drawn.reason.startswith("visiting all takes 0.0")
    assert drawn.reason.endswith(" s; 1,000 extracts drawn and scored")
    assert abs(drawn.distribution.mean - exact.mean) < 5 * exact.std / 1000**0.5
    middle = exact.quantile(0.5)
    low, high = drawn.distribution.rank(middle).interval
    assert low <= 1 - exact.rank(middle).below <= high
    with pytest.raises(TooLargeError, match="cannot be counted without visiting"):
        explore_texts(space, scoring, "counting", Allowance())


@pytest.mark.parametrize("name", ["rouge-2", "rouge-su4", "rouge-l"])
def test_systems_are_scored_as_extracts_are(name):
    """With official units a system's score is its official one, up to the rounding of that."""
    ranks = sumspace.rank("sample", measure=name, words=30, units="official")
    for document in ranks:
        assert document.space.distribution.exact
        for score in document.scores:
            assert score.score == pytest.approx(score.official, abs=ROUNDING["recall"])
            assert document.space.rank(score.score).above_count >= 0
    lead = next(score for score in ranks[0].scores if score.system == "lead")
    assert ranks[0].space.rank(lead.score).equal_count > 0
    assert all(system.reached is not None for system in ranks.systems())
    assert "units:official" in ranks.signature


def test_the_best_of_what_is_drawn_is_the_programs():
    """Of ROUGE-L the best extract is known though few are drawn; of crossing units it is not."""
    example = next(iter(sumspace.read("sample")))
    exact = sumspace.explore(example, measure="rouge-l", words=60).only
    drawn = sumspace.explore(example, measure="rouge-l", words=60, engine="sampling", time=30).only
    assert (exact.max_proven, exact.distribution.exact) == (True, True)
    assert (drawn.max_proven, drawn.distribution.exact) == (True, False)
    assert drawn.distribution.max == pytest.approx(exact.distribution.max, abs=1e-12)
    ranks = sumspace.rank(example, measure="rouge-l", words=60, engine="sampling", time=30)
    assert all(system.reached is not None for system in ranks.systems())
    crossing = sumspace.rank(example, measure="rouge-2", words=60, engine="sampling", units="official", time=1)
    assert crossing[0].space.max_bound is None
    assert all(system.reached is None for system in crossing.systems())


def test_words_cross_no_boundary():
    """Single words are the same in both ways of counting, and so are n-grams that never cross."""
    assert not counts_texts(parse_measure("rouge-2"), "sentence")
    assert not counts_texts(parse_measure("rouge-1"), "official")
    assert not counts_texts(parse_measure("ngram(2,2)"), "official")
    both = [sumspace.explore("sample", measure="rouge-1", words=20, units=units) for units in ("sentence", "official")]
    assert both[0][0].distribution.counts == both[1][0].distribution.counts
    assert "units" not in both[0].signature


def test_units_cross_where_sentences_meet():
    record = {"id": "1", "sentences": ["A cat.", "Sat.", "Down."], "references": ["Cats sat down."]}
    by_sentence = sumspace.explore(record, measure="rouge-2", budget="exactly(2)", stem=False)
    record["references"] = ["Cat sat down."]
    crossing = sumspace.explore(record, measure="rouge-2", budget="exactly(2)", units="official")
    assert by_sentence.only.distribution.counts == (3,)
    assert crossing.only.distribution.counts == (1, 2, 0)  # "cat sat" and "sat down", but not "cat down"


@pytest.mark.parametrize("sections", ["given", "segment"])
def test_a_text_is_no_sum_of_its_sections(sections):
    with pytest.raises(SettingError, match="rouge-2 does not add up over sections with official units"):
        sumspace.explore("sample", measure="rouge-2", sections=sections, units="official")


def test_units_are_one_of_two():
    with pytest.raises(SettingError, match="units is one of sentence, official, not 'words'"):
        sumspace.explore("sample", units="words")


def test_the_best_of_several_references_is_not_pooled():
    """rouge-score judges by one of several references: extracts are then drawn and scored one by one."""
    record = {"id": "1", "sentences": ["A cat sat.", "It slept."], "references": ["A cat slept.", "It sat."]}
    spaces = sumspace.explore(record, measure="rouge-lsum", budget="at_most(5)", profile="rouge-score")
    assert spaces.only.engine == "sampling"
    each = sumspace.explore(record, "each", measure="rouge-lsum", budget="at_most(5)", profile="rouge-score")
    assert [space.engine for space in each] == ["exhaustive", "exhaustive"]
