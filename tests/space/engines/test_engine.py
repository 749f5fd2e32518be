"""The engines against brute force, against closed forms where numbers are huge, and against each other."""

import random
import threading
from collections import Counter
from fractions import Fraction
from itertools import chain
from math import comb, isclose, log
from typing import NamedTuple, get_args

import numpy as np
import pytest
from scipy.stats import binom, chisquare

import brute_force
import sumspace
from sumspace.corpus.source import SAMPLE
from sumspace.document import tokenize
from sumspace.errors import NothingToDoError, SettingError, TooLargeError
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Exactly, Reach, Within
from sumspace.space.engines import engine as engine_module
from sumspace.space.engines import exhaustive as exhaustive_module
from sumspace.space.engines import sampling as sampling_module
from sumspace.space.engines.engine import Allowance, Engine
from sumspace.space.engines.sampling import Sampler, survey
from sumspace.space.kernels.counting import States, Step, accumulate, order
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.text.profile import Profile

EXACT = ("exhaustive", "counting")
ENGINES = get_args(Engine)


class Case(NamedTuple):
    """A space and how its extracts are scored."""

    space: Space
    scoring: Scoring


def case_of(coverage, budget, score="recall"):
    return Case(Space(coverage.lengths, budget), Scoring(coverage, score))


def explore(case, *arguments, **options):
    return engine_module.explore(*case, *arguments, **options)


def sampling(case, *arguments, **options):
    return sampling_module.sampling(*case, *arguments, **options)


def spaced(document, references, budget, measure="rouge-1", score="recall"):
    """Make a space of texts that are lists of sentences, those of words, those of tokens."""
    bodies = [brute_force.as_words(body) for body in references]
    return case_of(cover(parse_measure(measure), brute_force.as_words(document), bodies), budget, score)


def sentences(*texts):
    """Make a text of sentences written as strings, with one letter a word."""
    return [[[letter] for letter in text] for text in texts]


def expected(case, measure, score="recall"):
    """Return how many extracts have which score, in fractions, without any engine."""
    references = case[1]
    total = sum(len(brute_force.units(measure, list(chain.from_iterable(s)))) for body in references for s in body)
    found = Counter()
    for (hits, units), count in brute_force.counts(*case, measure).items():
        held = len(references) * units
        below = {"recall": Fraction(total), "precision": Fraction(held), "f1": Fraction(total + held, 2)}[score]
        found[Fraction(hits) / below if below else Fraction(0)] += count
    return found


def counted(distribution):
    return {s: c for s, c in zip(distribution.scores.tolist(), distribution.counts, strict=True) if c}


def by_hits(distribution):
    return {hits: count for hits, count in enumerate(distribution.counts) if count}


def as_floats(counts):
    return {float(score): count for score, count in counts.items()}


def joined(examples, budget, measure="rouge-2"):
    """Take several documents of the sample as one, with the references of the first."""
    profile = Profile()
    document = tokenize([sentence for example in examples for sentence in example.sentences()], profile)
    references = [tokenize(reference.body.split(), profile) for reference in examples[0].references]
    return case_of(cover(parse_measure(measure), document, references), budget)


def outside(estimate, exact):
    """Tell whether the exact tail leaves the band of an estimate anywhere."""
    pairs = counted(exact)
    tails = np.array([sum(c for s, c in pairs.items() if s >= score) / exact.extracts for score in estimate.scores])
    rounding = 1 + 1e-9
    return bool(np.any((tails * rounding < estimate.band.low) | (tails > estimate.band.high * rounding)))


@pytest.mark.parametrize("score", ["recall", "precision", "f1"])
@pytest.mark.parametrize("measure", ["rouge-1", "rouge-2", "rouge-su4"])
def test_exact_engines_are_brute_force(measure, score, monkeypatch):
    rng = random.Random(f"{measure} {score}")
    budgets = Counter()
    for _ in range(600):
        # Rows of single sentences, and of sets of few or many.
        monkeypatch.setattr(exhaustive_module, "_FEW", rng.choice((1, 10**9)))
        monkeypatch.setattr(exhaustive_module, "_SETS", rng.choice((2, 5, 1000)))
        case = brute_force.random_case(rng)
        wanted = expected(case, measure, score)
        space = spaced(*case, measure, score)
        assert space.space.size == wanted.total()
        budgets[case[2].name] += len(wanted) > 1
        for engine in EXACT:
            found = explore(space, engine).distribution
            assert (found.extracts, counted(found)) == (wanted.total(), as_floats(wanted))
    assert len(budgets) == 5
    assert min(budgets.values()) >= 20


@pytest.mark.parametrize("stems", [1, 7])
def test_shards_of_any_size_add_up(stems, monkeypatch):
    monkeypatch.setattr(exhaustive_module, "_STEMS", stems)
    monkeypatch.setattr(exhaustive_module, "_FEW", stems)
    rng = random.Random(stems)
    for _ in range(100):
        case = brute_force.random_case(rng)
        assert counted(explore(spaced(*case), "exhaustive").distribution) == as_floats(expected(case, "rouge-1"))


@pytest.mark.parametrize(
    ("words", "tokens", "copies"),
    [
        pytest.param(12, 900, 1, id="over 64 units"),
        pytest.param(25, 900, 1, id="over 128 units"),
        pytest.param(60, 900, 1, id="over 300 units"),
        pytest.param(40, 3, 4, id="units more than 64 times in a reference"),
        pytest.param(40, 40, 6, id="several levels in several words"),
    ],
)
@pytest.mark.parametrize("budget", [Reach, AtMost, Within, Exactly])
def test_many_units_and_many_levels(words, tokens, copies, budget):
    rng = random.Random(words * tokens)
    text = [[[rng.randrange(tokens)] for _ in range(words - i)] for i in range(7)]
    references = [text[:6] * copies, text[3:] * (copies - 1), [[[rng.randrange(tokens)] for _ in range(90)]]]
    size = 3 if budget is Exactly else 3 * words - 5
    for measure, score in (("rouge-1", "recall"), ("rouge-2", "recall"), ("rouge-1", "f1"))[: 2 if words == 60 else 3]:
        case = text, references, budget(size)
        wanted = as_floats(expected(case, measure, score))
        assert len(wanted) > 3
        for engine in EXACT:
            assert counted(explore(spaced(*case, measure, score), engine).distribution) == wanted


def test_references_with_different_multiplicities_weigh_from_one_to_five():
    rng = random.Random(5)
    seen = set()
    for _ in range(60):
        document, _, budget = brute_force.random_case(rng, sentences=6)
        references = [[[[token] for token in range(8) for _ in range(rng.randint(0, 4))]] for _ in range(5)]
        case = document, references, budget
        space = spaced(*case)
        seen |= set(space.scoring.coverage.gains.tolist())
        wanted = as_floats(expected(case, "rouge-1"))
        for engine in EXACT:
            assert counted(explore(space, engine).distribution) == wanted
    assert seen == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("n", [70, 140])
@pytest.mark.parametrize("engine", EXACT)
def test_more_sentences_than_a_word_has_bits(engine, n):
    same, distinct = [[[0]]] * n, [[[i]] for i in range(n)]
    assert by_hits(explore(spaced(same, [same[:2]], AtMost(3)), engine).distribution) == {
        1: n, 2: comb(n, 2) + comb(n, 3)
    }  # fmt: skip
    assert by_hits(explore(spaced(distinct, [distinct], Exactly(3)), engine).distribution) == {3: comb(n, 3)}
    assert by_hits(explore(spaced(distinct, [[[[0], [n - 1]]]], Reach(3)), engine).distribution) == {
        0: comb(n - 2, 2) * (n - 4), 1: 2 * 3 * comb(n - 2, 2), 2: 3 * (n - 2)
    }  # fmt: skip


def test_the_size_of_a_space_is_exact_beyond_64_bits():
    words = [[[0]]] * 400
    assert spaced(words, [[]], Exactly(200)).space.size == comb(400, 200)
    assert spaced(words, [[]], AtMost(400)).space.size == 2**400 - 1
    assert spaced(words, [[]], Within(200, 3)).space.size == sum(comb(400, k) for k in range(197, 204))
    assert spaced(words, [[]], Reach(150)).space.size == comb(400, 149) * 251


def test_counts_beyond_64_and_128_bits_are_exact():
    n, cap = 300, 40
    text = [[[0]]] * n
    found = by_hits(explore(spaced(text, [[[[0]] * cap]], AtMost(n)), "counting").distribution)
    wanted = {k: comb(n, k) for k in range(1, cap)}
    assert found == {**wanted, cap: 2**n - 1 - sum(wanted.values())}
    assert wanted[10] < 2**64 < wanted[25] < 2**128 < found[cap]


def test_sums_carry_through_words_that_are_full():
    """2¹²⁸ − 1 and 1 meet in one state, which no document is likely to bring about."""
    boxes, one_box = np.zeros((2, 4), dtype=np.int64), np.zeros((1, 4), dtype=np.int64)
    counts = np.array([[2**64 - 1, 1], [2**64 - 1, 0], [0, 0]], dtype=np.uint64)
    empty, bits = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint64)
    leave = Step(
        cost_starts=np.array([0, 1]), costs=np.array([0]), values=np.array([0]), cuts=np.array([False]),
        words=empty, shifts=bits, masks=bits, starts=np.array([0]),
        after=np.zeros((1, 0), dtype=np.uint64), gains=np.zeros((1, 0), dtype=np.int64),
    )  # fmt: skip
    states = States(boxes, np.arange(3), counts)
    joined = States(one_box, np.arange(2), np.zeros((3, 1), dtype=np.uint64))
    nowhere = np.zeros((2, 1), dtype=np.int64)
    accumulate(states, joined, nowhere, nowhere, leave, 0, 0, 2)
    assert joined.counts.ravel().tolist() == [0, 0, 1]


def test_huge_counts_of_two_units_with_two_references():
    a, b, length = 150, 50, 100
    text = [[[0]]] * a + [[[1]]] * b
    references = [[[[0], [0], [1]]], [[[0]]]]

    def hits(i, j):
        return min(i, 2) + min(j, 1) + min(i, 1)

    wanted = Counter()
    for i in range(length + 1):
        wanted[hits(i, length - i)] += comb(a, i) * comb(b, length - i)
    found = explore(spaced(text, references, Exactly(length)), "counting").distribution
    assert by_hits(found) == {h: count for h, count in wanted.items() if count}
    # With reach, each of the sentences may be the last, and none is cut short.
    found = explore(spaced(text, references, Reach(length)), "counting").distribution
    assert by_hits(found) == {h: length * count for h, count in wanted.items() if count}
    assert max(wanted.values()) > 2**128


def test_sentences_without_words_double_the_space_or_not():
    text = sentences("", "ab", "", "cd")
    for engine in EXACT:
        assert by_hits(explore(spaced(text, [sentences("ab")], AtMost(2)), engine).distribution) == {0: 3 + 4, 2: 4}
        # A sentence without words never is the last one.
        assert by_hits(explore(spaced(text, [sentences("ab")], Reach(2)), engine).distribution) == {0: 4, 2: 4}
        assert by_hits(explore(spaced(text, [sentences("ab")], Exactly(2)), engine).distribution) == {0: 3, 2: 3}
    nothing = spaced(sentences("", ""), [sentences("ab")], AtMost(5))
    assert by_hits(explore(nothing).distribution) == {0: 3}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_document_shorter_than_reach_is_its_own_extract(engine):
    space = spaced(sentences("ab", "bc"), [sentences("abbd")], Reach(5))
    found = explore(space, engine)
    assert (space.space.size, by_hits(found.distribution)) == (1, {3: 1})
    assert "shorter than the budget" in found.reason
    precise = explore(case_of(space.scoring.coverage, space.space.budget, "precision"), engine).distribution
    assert counted(precise) == {0.75: 1}
    assert by_hits(explore(case_of(space.scoring.coverage, Reach(4)), "exhaustive").distribution) == {3: 2}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("budget", [AtMost(1), Within(3, 0), Exactly(3)])
def test_a_space_without_extracts_is_empty(engine, budget):
    found = explore(spaced(sentences("ab", "cd"), [sentences("ab")], budget), engine)
    assert (found.distribution.extracts, found.distribution.max) == (0, None)
    assert "no extract" in found.reason


@pytest.mark.parametrize("engine", ENGINES)
def test_one_sentence_or_none(engine):
    reference = [sentences("abx")]
    for budget in (Reach(2), AtMost(4), Within(4, 0), Exactly(1)):
        found = explore(spaced(sentences("abca"), reference, budget), engine).distribution
        assert (found.extracts, found.min, found.max) == (1, 2 / 3, 2 / 3)
    found = explore(spaced([], reference, Within(3, 3)), engine).distribution
    assert (found.extracts, found.max) == (1, 0.0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_budget_beyond_all_documents_costs_nothing(engine):
    space = spaced(sentences("ab", "bc", "cd"), [sentences("ab")], AtMost(10**9))
    assert (space.space.size, explore(space, engine).distribution.extracts) == (7, 7)
    assert explore(case_of(space.scoring.coverage, Reach(10**9), "f1"), engine).distribution.extracts == 1
    assert explore(case_of(space.scoring.coverage, Exactly(10**9)), engine).distribution.extracts == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_without_anything_to_hit_all_extracts_score_nothing(engine):
    found = explore(spaced(sentences("ab", "bc"), [[], [[]]], AtMost(4)), engine).distribution
    assert (found.extracts, found.min, found.max) == (3, 0.0, 0.0)


@pytest.mark.parametrize("score", ["recall", "f1"])
def test_the_number_of_jobs_changes_nothing(score, monkeypatch):
    monkeypatch.setattr(exhaustive_module, "_STEMS", 50)
    rng = random.Random(2)
    document = [[[rng.randrange(9)] for _ in range(rng.randint(1, 5))] for _ in range(14)]
    space = spaced(document, [document[:2], document[5:8]], Reach(12), "rouge-1", score)
    one = explore(space, "exhaustive", workers=1).distribution
    two = explore(space, "exhaustive", workers=2).distribution
    assert counted(one) == counted(two)
    drawn = [sampling(space, 20_000, seed, jobs) for seed, jobs in ((7, 1), (7, 2), (7, 3), (8, 1))]
    for other in drawn[1:3]:
        for name in ("scores", "shares"):
            assert np.array_equal(getattr(drawn[0], name), getattr(other, name))
        assert np.array_equal(drawn[0].band.low, other.band.low)
        assert np.array_equal(drawn[0].band.high, other.band.high)
    assert drawn[0].mean != drawn[3].mean


@pytest.mark.parametrize("budget", [Reach(5), AtMost(6), Within(6, 1), Within(2, 2), Exactly(3)])
def test_uniform_draws_are_uniform(budget):
    """The chi-square statistic of all extracts; it would be this large by chance once in ten thousand runs."""
    lengths = [3, 2, 0, 4, 1, 2]
    document = [[[i] for _ in range(length)] for i, length in enumerate(lengths)]
    space = spaced(document, [document[:2]], budget)
    extracts = {(frozenset(chosen), last, words) for chosen, last, words in brute_force.extracts(lengths, budget)}
    draws = Sampler(space.space, seed=3).uniform(500 * len(extracts))
    found = Counter()
    for row, words in zip(draws.chosen.tolist(), draws.words.tolist(), strict=True):
        chosen = [s for s in row if s >= 0]
        cut = words >= 0
        found[frozenset(chosen[:-1] if cut else chosen), chosen[-1] if cut else None, words if cut else 0] += 1
    assert set(found) == extracts
    assert chisquare(list(found.values())).pvalue > 1e-4


def test_uniform_draws_from_a_space_beyond_128_bits_are_uniform():
    """Exactly 100 of 200 sentences: every one is in half of the draws."""
    space = spaced([[[0]]] * 200, [[[[0]]]], Exactly(100))
    assert space.space.size > 2**128
    draws = Sampler(space.space, seed=4).uniform(4000)
    assert {len(set(row)) for row in draws.chosen.tolist()} == {100}
    counts = np.bincount(draws.chosen.ravel(), minlength=200)
    # Counts of sentences without replacement vary less than those with it, by (n − k)/(n − 1).
    statistic = float(((counts - 2000) ** 2 / (2000 * 100 / 199)).sum())
    assert chisquare(counts).statistic < statistic < 199 + 4 * np.sqrt(2 * 199)


def test_no_draw_of_the_empty_set_counts_where_it_is_no_extract():
    space = spaced(sentences("ab", "bx", "a"), [sentences("abx")], AtMost(3))
    found = sampling(space, 1000)
    assert len(survey(space.space, space.scoring.coverage, 1000).draws) > 1
    assert (found.min, found.shares[0]) == (1 / 3, 0.0)


@pytest.mark.parametrize("score", ["recall", "f1"])
def test_the_band_holds_as_often_as_it_says(score):
    """Of 200 bands that each hold with 95 %, more than the bound below fail only once in a thousand such tests."""
    rng = random.Random(f"band {score}")
    cases, failed = 200, 0
    for seed in range(cases):
        while True:
            document, references, budget = brute_force.random_case(rng)
            space = spaced(document, references, budget, "rouge-1", score)
            if space.space.size > 1 and not space.space.is_whole and space.scoring.coverage.most > 0:
                break
        failed += outside(sampling(space, 1000, seed), explore(space, "exhaustive").distribution)
    assert failed <= binom.ppf(0.999, cases, 0.05)


@pytest.fixture(scope="module")
def sample():
    return list(sumspace.read(SAMPLE))


def test_a_tail_of_one_in_a_billion_is_within_its_band(sample):
    space = joined(sample[:5], AtMost(150))
    assert space.space.size > 10**11
    exact = explore(space, "counting").distribution
    entry = int(np.argmin(np.abs(np.log(np.maximum(exact.upper, 1e-99)) - log(1e-9))))
    assert 1e-10 < exact.upper[entry] < 1e-8
    for seed in range(3):
        found = sampling(space, 100_000, seed)
        assert found.band.low[entry] < exact.upper[entry] < found.band.high[entry]
        assert isclose(found.upper[entry], exact.upper[entry], rel_tol=0.5)
        assert found.band.high[entry] / found.band.low[entry] < 10


def test_an_engine_is_chosen_by_what_it_takes(sample):
    few = explore(joined(sample[:1], AtMost(50)))
    assert (few.engine, few.distribution.exact) == ("exhaustive", True)
    assert "all visited" in few.reason
    many = explore(joined(sample[:5], AtMost(150)))
    assert (many.engine, many.distribution.exact) == ("counting", True)
    assert "states" in many.reason
    hopeless = explore(joined(sample[:5], AtMost(150), "rouge-1"), allowance=Allowance(time=0.02))
    assert (hopeless.engine, hopeless.distribution.exact) == ("sampling", False)
    assert "visiting all takes" in hopeless.reason
    assert hopeless.distribution.extracts == many.distribution.extracts


def test_an_engine_can_be_told(sample):
    space = joined(sample[:1], AtMost(40))
    found = {engine: explore(space, engine) for engine in ENGINES[1:]}
    assert [explored.engine for explored in found.values()] == list(ENGINES[1:])
    assert found["exhaustive"].distribution.counts == found["counting"].distribution.counts
    assert "asked for" in found["sampling"].reason
    assert found["sampling"].distribution.extracts == found["exhaustive"].distribution.extracts == space.space.size
    assert not found["sampling"].distribution.exact


def test_counting_beyond_memory_is_refused(sample):
    with pytest.raises(TooLargeError, match=r"needs more than 0\.001 GB to be counted"):
        explore(joined(sample[:5], AtMost(150), "rouge-1"), "counting", Allowance(memory=0.001))


@pytest.mark.parametrize("allowance", [{"time": 0}, {"memory": -1}, {"time": float("nan")}, {"memory": float("inf")}])
def test_an_allowance_of_nothing_is_refused(allowance):
    with pytest.raises(SettingError, match="more than nothing"):
        Allowance(**allowance)


@pytest.mark.parametrize(("engine", "jobs"), [("exhaustive", 1), ("exhaustive", 2), ("counting", 1)])
def test_progress_ends_at_the_whole(engine, jobs, monkeypatch):
    monkeypatch.setattr(exhaustive_module, "_STEMS", 100)
    told = []
    space = spaced([[[i % 3], [i]] for i in range(14)], [[[[0], [1], [1]]]], Exactly(6))
    explore(space, engine, workers=jobs, progress=told.append)
    assert len(told) > 5
    assert told == sorted(told)
    assert isclose(told[-1], 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_no_threads_behind(jobs, monkeypatch):
    monkeypatch.setattr(exhaustive_module, "_STEMS", 100)
    space = spaced([[[i]] for i in range(18)], [[[[0]]]], Exactly(9))
    before = set(threading.enumerate())
    calls = []

    def interrupt(share):
        calls.append(share)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explore(space, "exhaustive", workers=jobs, progress=interrupt)
    assert len(calls) == 1
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("measure", ["rouge-1", "rouge-2"])
@pytest.mark.parametrize("name", ["gum-news", "gum-academic", "opinosis", "realsumm"])
def test_engines_agree_on_real_documents(corpora, name, measure):
    file = corpora / f"{name}.jsonl.gz"
    if not file.exists():
        pytest.skip(f"no {file.name} there")
    profile = Profile()
    for example, _ in zip(sumspace.read(file), range(3), strict=False):
        document = tokenize(example.sentences()[:25], profile)
        references = [tokenize(reference.body.split(), profile) for reference in example.references]
        space = case_of(cover(parse_measure(measure), document, references), Reach(45))
        visited = explore(space, "exhaustive", workers=None).distribution
        assert visited.extracts > 100
        assert counted(explore(space, "counting", Allowance(memory=4)).distribution) == counted(visited)
        estimate = sampling(space, 20_000, seed=1, confidence=99.99)
        assert not outside(estimate, visited)
        assert isclose(estimate.mean, visited.mean, abs_tol=6 * visited.std / np.sqrt(20_000))


def test_the_band_holds_where_weighted_draws_bound_the_tail(sample):
    """Of 100 bands that each hold with 95 %, more than 13 fail once in a thousand such tests."""
    space = joined(sample[:1], Reach(60), "rouge-1")
    exact = explore(space, "exhaustive").distribution
    failed = 0
    for seed in range(100):
        band = sampling(space, 1000, seed).band
        failed += bool(((exact.upper < band.low) | (exact.upper > band.high)).any())
    assert failed <= 13


def test_the_order_of_a_plan_is_the_greedy_one():
    rng = random.Random(0)
    for case in range(40):
        held = [rng.sample(range(6), rng.randint(1, 4)) for _ in range(rng.randint(2, 9))]
        bits, noise = np.array([1.0, 1.0, 1.6, 2.0, 1.0, 1.6]), np.array([rng.random() / 50 for _ in held])
        begin, left = case % len(held), Counter(chain.from_iterable(held))
        opened, waiting, expected_order = set(), set(range(len(held))), []

        def cost(s, left=left, opened=opened, held=held, bits=bits, noise=noise):
            closing = sum(bits[u] for u in held[s] if left[u] == 1 and u in opened)
            return noise[s] - closing + sum(bits[u] for u in held[s] if left[u] > 1 and u not in opened)

        while waiting:
            best = min(sorted(waiting), key=cost) if expected_order else begin
            expected_order.append(best)
            waiting.remove(best)
            left.subtract(held[best])
            opened.update(u for u in held[best] if left[u])
            opened.difference_update(u for u in held[best] if not left[u])
        starts, units = np.cumsum([0, *map(len, held)]), np.array(list(chain.from_iterable(held)))
        assert order(starts, units, bits, begin, noise).tolist() == expected_order


def long_document(sentences, seed=0):
    """A document of sentences of 5 to 20 words, a few of them frequent, and a reference of 30 of its words."""
    rng = random.Random(seed)
    words = [f"w{int(rng.paretovariate(0.8))}" for _ in range(20 * sentences)]
    texts = [" ".join(words[20 * s : 20 * s + rng.randint(5, 20)]) for s in range(sentences)]
    return {"id": "long", "sentences": texts, "references": [" ".join(rng.choices(words, k=30))]}


def test_a_document_of_20_000_sentences_is_sampled_within_its_allowance():
    ranks = sumspace.rank([long_document(20_000)], measure="rouge-1", words=30, time=1, memory=0.3)
    (ranked,) = ranks
    assert ranked.space.engine == "sampling"
    assert "counting more than 1 s or 0.3 GB" in ranked.space.reason
    assert [score.system for score in ranked.scores] == ["random", "lead", "textrank"]


def test_a_document_that_cannot_be_sampled_in_the_allowed_memory_is_left_out():
    spaces = sumspace.explore([long_document(20_000)], measure="rouge-1", words=500, time=1, memory=0.3)
    message = (
        r"0\.3 GB would do for some .* of its 20,000 sentences; allow more memory \(--memory\), or a smaller budget"
    )
    with pytest.raises(NothingToDoError, match=message):
        len(spaces)
