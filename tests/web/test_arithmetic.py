"""What the pages compute of a click is what Python computes: in Chromium, for extracts of random documents."""

import json
import math
import random
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, permutations

import pytest

import brute_force
import texts_of_extracts
from browsing import watched_page
from sumspace.corpus import source
from sumspace.document import Document
from sumspace.errors import NothingToDoError
from sumspace.show.notebook import front_end
from sumspace.space.budget import AtMost, Budget, Exactly, Reach, UpTo, Within
from sumspace.space.distribution import Distribution
from sumspace.space.scoring import Scoring
from sumspace.tasks.space import explore_document
from sumspace.web.view import ViewSettings, numbers_of, view_document
from sumspace.web.worker import encoded

DOCUMENTS = 500
#: So many go to the browser at a time.
BATCH = 100
#: Of so many documents, one is long, and one is explored by sampling.
KINDS = 25
MEASURES = ("rouge-1", "rouge-2", "rouge-3", "rouge-su4", "rouge-s4", "lin-hovy", "lin-hovy(0.5)", "kpia")
WORDS = ("cat", "dog", "sat", "mat", "the", "a", "of", "red", "x", "trees", "tree", "bird", "birds", "green", "sun")

LOAD = """async (source) => {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  window.workbench = await import(address);
  window.written = (answer) => JSON.stringify(answer, (_, value) => (
    typeof value === "bigint" || value === Infinity ? String(value) : value
  ));
}"""
ANSWER = """(documents) => written(JSON.parse(documents).map(({ payload, lists, scores, small }) => ({
  places: scores.map((score) => workbench.rank(payload.distribution, score)),
  extracts: lists.map((taken) => {
    const { evaluate, rank, fitsBudget, bestNext, bestSwap } = workbench;
    const found = evaluate(payload, taken);
    const writable = fitsBudget(payload, taken);
    const others = payload.sentences.map((_, sentence) => sentence).filter((sentence) => !taken.includes(sentence));
    return {
      ...found, seen: [...found.seen], writable, place: rank(payload.distribution, found.score),
      room: others.filter((sentence) => fitsBudget(payload, [...taken, sentence])),
      next: small && writable ? bestNext(payload, taken) : null,
      swap: small && writable ? bestSwap(payload, taken) : null,
    };
  }),
})))"""


@dataclass(frozen=True, eq=False)
class Case:
    """A document as Python knows it, what the page is told of it, and lists of its sentences as they may be taken."""

    seed: int
    payload: dict
    budget: Budget
    lengths: list[int]
    scoring: Scoring
    distribution: Distribution
    lists: list[tuple[int, ...]]
    #: Any scores, of extracts or not.
    scores: list[float]

    @property
    def is_small(self):
        return len(self.lengths) <= 9

    @property
    def is_whole(self):
        return self.budget.cuts and sum(self.lengths) < self.budget.size

    @cached_property
    def space(self):
        """Every extract, as the set of its whole sentences and the last one, if that may be cut."""
        return {(frozenset(chosen), last) for chosen, last, _ in brute_force.extracts(self.lengths, self.budget)}

    def belongs(self, taken):
        if self.budget.cuts and not self.is_whole:
            return bool(taken) and (frozenset(taken[:-1]), taken[-1]) in self.space
        return (frozenset(taken), None) in self.space

    def has_room(self, taken, sentence):
        return has_room(self.budget, self.lengths, taken, sentence)

    def is_writable(self, taken):
        return all(self.has_room(taken[:place], sentence) for place, sentence in enumerate(taken))

    def words(self, taken):
        """So many words of the last sentence are kept; None where all of it is."""
        if not taken or not self.budget.cuts or self.is_whole:
            return None
        left = self.budget.size - self.cost(taken[:-1])
        return left if left < self.lengths[taken[-1]] else None

    def cost(self, taken):
        cost = len(taken) if self.budget.unit == "sentences" else sum(self.lengths[sentence] for sentence in taken)
        return min(cost, self.budget.size) if self.budget.cuts else cost

    def score(self, taken):
        return self.scoring.score_of(taken, self.words(taken))

    def best_next(self, taken):
        others = [sentence for sentence in range(len(self.lengths)) if sentence not in taken]
        longer = [(*taken, sentence) for sentence in others if self.has_room(taken, sentence)]
        return min(longer, key=lambda extract: (-self.score(extract), self.cost(extract), extract), default=None)

    def swaps(self, taken):
        """All lists in which another sentence stands for one of these: in its place, or last where that one is cut."""
        others = [sentence for sentence in range(len(self.lengths)) if sentence not in taken]
        for place in range(len(taken)):
            before, after = taken[:place], taken[place + 1 :]
            for sentence in others:
                yield from ((*before, sentence, *after), (*before, *after, sentence))[: 1 + self.budget.cuts]


def has_room(budget, lengths, taken, sentence):
    length = sum(lengths[other] for other in taken)
    match budget:
        case Reach(size):
            return length < size or sum(lengths) < size
        case AtMost(size):
            return length + lengths[sentence] <= size
        case Within(size, tolerance):
            return length + lengths[sentence] <= size + tolerance
        case Exactly(size) | UpTo(size):
            return len(taken) < size


def random_text(rng, sentences, longest):
    return [" ".join(rng.choice(WORDS) for _ in range(rng.randint(1, longest))) for _ in range(sentences)]


def random_case(seed):
    rng = random.Random(seed)
    while True:
        try:
            return CASES.get(seed % KINDS, small_case)(seed, rng)
        except NothingToDoError:  # there is no extract of this budget, or there are stop words only
            continue


def small_case(seed, rng):
    record = texts_of_extracts.random_record(rng)
    if rng.random() < 0.1:  # a sentence without a word, which costs nothing
        record["sentences"].insert(rng.randint(0, len(record["sentences"])), "")
    budget = None if rng.random() < 0.1 else texts_of_extracts.random_budget(rng, record)
    return case_of(seed, rng, record, budget, rng.choice(MEASURES), 1.0)


def long_case(seed, rng):
    """Sentences so short that the counting engine is done at once with more extracts than 64 bits can count."""
    record = {"id": "1", "sentences": random_text(rng, rng.randint(80, 200), 3), "references": random_references(rng)}
    budget = rng.choice((Reach(60), AtMost(60), Within(60, 3), Exactly(30), UpTo(40)))
    return case_of(seed, rng, record, budget, rng.choice(("rouge-2", "rouge-3", "kpia")), 1.0)


def sampled_case(seed, rng):
    record = {"id": "1", "sentences": random_text(rng, rng.randint(30, 40), 5), "references": random_references(rng)}
    budget = rng.choice((Reach(40), AtMost(60), Within(50, 3), Exactly(15), UpTo(15)))
    return case_of(seed, rng, record, budget, rng.choice(("rouge-1", "rouge-2", "rouge-su4")), 0.001)


CASES = {0: long_case, 1: sampled_case}


def random_references(rng):
    return [{"sentences": random_text(rng, rng.randint(1, 2), 8)} for _ in range(rng.randint(1, 3))]


def case_of(seed, rng, record, budget, measure, seconds):
    settings = ViewSettings(
        measure,
        budget=None if budget is None else str(budget),
        score=rng.choice(("recall", "precision", "f1")) if measure.startswith("rouge") else "recall",
        stem=rng.choice((None, False, True)),
        stopwords=rng.choice((None, False, True)),
        seconds=seconds,
    )
    (example,) = source.read([record])
    payload = view_document(example, settings)
    plan = settings.plan_for(example)
    document = Document(example, plan.profile)
    (references,) = document.references("all")
    budget, lengths = plan.budget_for(references), document.lengths.tolist()
    distribution = explore_document(document, *plan.measures, references, plan).distribution
    near = rng.choice(distribution.scores.tolist())
    return Case(
        seed, payload, budget, lengths,
        plan.scoring(*plan.measures, document, references, range(len(lengths))), distribution,
        list(random_lists(rng, lengths, budget)),
        [near, near - 5e-10, near + 5e-10, near - 2e-9, near + 2e-9, -0.1, 1.5, rng.random(), rng.random()],
    )  # fmt: skip


def random_lists(rng, lengths, budget):
    """List all orders of all sets of a few sentences; of more, some that have room and some that may not."""
    everything = range(len(lengths))
    if len(lengths) <= 3:
        yield from chain.from_iterable(permutations(everything, count) for count in range(len(lengths) + 1))
        return
    yield ()
    for _ in range(10):
        yield tuple(rng.sample(everything, rng.randint(1, len(lengths))))
    for stop in [len(lengths)] * 5 + [rng.randint(1, 4) for _ in range(5)]:
        taken = ()
        for sentence in rng.sample(everything, len(lengths)):
            if len(taken) < stop and has_room(budget, lengths, taken, sentence):
                taken += (sentence,)
        yield taken


@pytest.fixture(scope="module")
def module(browser):
    """A page with the module; numbers of any size, and infinity, are written out."""
    with watched_page(browser) as page:
        page.evaluate(LOAD, front_end()[0])
        yield page


@pytest.fixture(scope="module")
def cases(browser):  # noqa: ARG001 - nothing is made where it is not compared
    return [random_case(seed) for seed in range(DOCUMENTS)]


@pytest.fixture(scope="module")
def answers(module, cases):
    """Every case with what the browser has made of it."""
    told = []
    for first in range(0, len(cases), BATCH):
        documents = [
            {"payload": case.payload, "lists": case.lists, "scores": case.scores, "small": case.is_small}
            for case in cases[first : first + BATCH]
        ]
        told += json.loads(module.evaluate(ANSWER, encoded(documents).decode()))
    return list(zip(cases, told, strict=True))


@pytest.fixture(scope="module")
def extracts(answers):
    """Every list of sentences with its case and with what the browser has made of it."""
    return [(case, *pair) for case, told in answers for pair in zip(case.lists, told["extracts"], strict=True)]


def writable(extracts):
    return [(case, taken, found) for case, taken, found in extracts if case.is_writable(taken)]


class Differences:
    """What differs, each with the case that shows it."""

    def __init__(self):
        self.lines = []

    def compare(self, got, expected, *where):
        if got != expected:
            self.lines.append(f"{got}, but in Python {expected}: {', '.join(map(str, where))}")

    def compare_places(self, got, rank, *where):
        names = ("belowCount", "equalCount", "aboveCount")
        counts = tuple(None if got[name] is None else int(got[name]) for name in names)
        self.compare(counts, (rank.below_count, rank.equal_count, rank.above_count), *where)
        shares, expected = (got["below"], got["equal"], got["above"]), (rank.below, rank.equal, rank.above)
        nines, near = float(got["nines"]), 0.0
        if rank.equal_count is None and shares == pytest.approx(expected, rel=1e-12, abs=1e-14):
            shares, near = expected, 1e-12  # NumPy adds them in another order
        if math.isclose(nines, rank.nines, rel_tol=1e-12, abs_tol=near):
            nines = rank.nines
        self.compare((*shares, nines), (*expected, rank.nines), *where)
        self.compare(got["interval"], None if rank.interval is None else list(rank.interval), *where)

    def check(self):
        assert not self.lines, f"{len(self.lines)} differences:\n" + "\n".join(self.lines[:5])


def where(case, taken=None):
    record = {name: case.payload[name] for name in ("sentences", "references", "settings")}
    return f"document {case.seed}", taken, record


def test_there_are_documents_of_all_kinds(cases):
    settings = [case.payload["settings"] for case in cases]
    assert {one["measure"] for one in settings} == {*MEASURES}
    assert {one["score"] for one in settings} == {"recall", "precision", "f1"}
    assert len({(one["stem"], one["stopwords"]) for one in settings}) == 4
    assert {type(case.budget) for case in cases} == {Reach, AtMost, Within, Exactly, UpTo}
    assert {len(case.payload["references"]) for case in cases} == {1, 2, 3}
    assert {case.payload["distribution"]["engine"] for case in cases} == {"exhaustive", "counting", "sampling"}
    few = DOCUMENTS // KINDS // 2
    assert sum(not case.distribution.exact for case in cases) >= few
    assert sum(case.distribution.exact and case.distribution.extracts > 2**64 for case in cases) >= few
    assert sum(case.is_whole for case in cases) >= few
    assert sum(0 in case.lengths for case in cases) >= few
    assert sum(case.payload["coverage"]["denominators"] is not None for case in cases) >= few
    assert sum(case.words(taken) is not None for case in cases for taken in case.lists) >= 100


def test_hits_units_and_scores_are_the_same_to_the_last_bit(extracts):
    differences = Differences()
    for case, taken, found in writable(extracts):
        words = case.words(taken)
        expected = {
            "cost": case.cost(taken),
            "words": words,
            "hits": case.scoring.coverage.hits(taken, words),
            "units": case.scoring.coverage.size(taken, words),
            "score": case.score(taken),
        }
        differences.compare({name: found[name] for name in expected}, expected, *where(case, taken))
    differences.check()


def test_units_are_counted(extracts):
    differences = Differences()
    for case, taken, found in writable(extracts):
        coverage, words = case.scoring.coverage, case.words(taken)
        units = Counter()
        for place, sentence in enumerate(taken, 1):
            units.update(coverage.occurrences(sentence, words if place == len(taken) else None))
        differences.compare(
            found["seen"], [units[unit] for unit in range(len(coverage.gain_starts) - 1)], *where(case, taken)
        )
    differences.check()


def test_extracts_have_the_same_place_among_all(extracts):
    differences = Differences()
    for case, taken, found in writable(extracts):
        differences.compare_places(found["place"], case.distribution.rank(case.score(taken)), *where(case, taken))
    differences.check()


def test_scores_that_no_extract_has_have_the_same_place(answers):
    differences = Differences()
    for case, told in answers:
        for score, place in zip(case.scores, told["places"], strict=True):
            differences.compare_places(place, case.distribution.rank(score), score, *where(case))
    differences.check()


def test_the_extracts_of_the_space_are_the_complete_ones(extracts):
    differences = Differences()
    for case, taken, found in extracts:
        is_writable = case.is_writable(taken)
        differences.compare(found["writable"], is_writable, *where(case, taken))
        if case.is_small:
            is_complete = found["complete"] and (is_writable or not case.budget.cuts)
            differences.compare(is_complete, case.belongs(taken), *where(case, taken))
    differences.check()


def test_a_sentence_has_room_where_the_budget_leaves_it(extracts):
    differences = Differences()
    for case, taken, found in writable(extracts):
        others = [sentence for sentence in range(len(case.lengths)) if sentence not in taken]
        expected = [sentence for sentence in others if case.has_room(taken, sentence)]
        differences.compare(found["room"], expected, *where(case, taken))
    differences.check()


def test_the_best_next_sentence_is_the_best_of_all_that_have_room(extracts):
    differences = Differences()
    for case, taken, found in writable(extracts):
        if case.is_small:
            next_one = None if found["next"] is None else tuple(found["next"])
            differences.compare(next_one, case.best_next(taken), *where(case, taken))
    differences.check()


def test_the_best_swap_is_the_best_of_all_that_have_room_score_more_and_keep_an_extract_whole(extracts):
    differences = Differences()
    for case, taken, found in writable(extracts):
        if case.is_small:
            sound = [swap for swap in case.swaps(taken) if case.is_writable(swap)]
            if case.belongs(taken):
                sound = [swap for swap in sound if case.belongs(swap)]
            worth = {swap: (-case.score(swap), case.cost(swap)) for swap in sound}
            better = {swap: value for swap, value in worth.items() if -value[0] > case.score(taken)}
            swap = None if found["swap"] is None else tuple(found["swap"])
            expected = min(better.values(), default=None)
            got = better.get(swap, "no such swap") if swap else None
            differences.compare(got, expected, swap, [s for s in better if better[s] == expected], *where(case, taken))
    differences.check()


# Numbers of any size


def random_distribution(rng, least):
    """A space in which the best extracts are one in more than `least` powers of ten, or none at all."""
    counts = [rng.randrange(10 ** rng.randint(0, 20)) for _ in range(rng.randint(3, 12))]
    counts[rng.randrange(2)] += rng.randint(1, 9) * 10 ** (least + rng.randint(0, 400))
    if rng.random() < 0.3:
        return Distribution.by_score({5 * rng.random(): count for count in counts})
    return Distribution.by_hits(counts, rng.randint(len(counts) // 2, len(counts) + 5))


@pytest.mark.parametrize("least", [20, 300, 320, 3500])
def test_shares_may_be_too_small_to_be_written(module, least):
    differences = Differences()
    rng = random.Random(least)
    distributions = [random_distribution(rng, least) for _ in range(50)]
    near = (0, 0.9e-9, 1.1e-9, 0.01)
    asked = [
        (numbers_of(one), [score + d * max(1, score) for score in one.scores for d in near]) for one in distributions
    ]
    rank = "(all) => written(JSON.parse(all).map(([one, scores]) => scores.map((score) => workbench.rank(one, score))))"
    told = json.loads(module.evaluate(rank, json.dumps(asked)))
    for distribution, (_, scores), places in zip(distributions, asked, told, strict=True):
        for score, place in zip(scores, places, strict=True):
            differences.compare_places(place, distribution.rank(score), score, distribution.scores, distribution.counts)
    nines = [float(place["nines"]) for places in told for place in places]
    assert max(one for one in nines if one < math.inf) > least - 20
    assert math.inf in nines
    differences.check()


def ordinary(rng):
    digits = rng.randint(1, 1500)
    return rng.getrandbits(digits) | 1 << digits - 1, rng.getrandbits(rng.randint(1, digits + 1000)) + 1


def near_the_middle_of_two(rng):
    factor, shift = rng.getrandbits(rng.randint(1, 300)) + 1, rng.randint(54, 1000)
    return (2 * (2**52 + rng.getrandbits(52)) + 1) * factor + rng.choice((-1, 0, 0, 1)), factor << shift


def tiny(rng):
    """A quotient below 2^-1022, where doubles have fewer digits."""
    below = rng.getrandbits(1500) + 1
    return below // rng.randint(2**59, 2**60) >> rng.randint(963, 1020), below


def tiny_and_near_the_middle_of_two(rng):
    factor = rng.getrandbits(300) + 1
    return (2 * rng.getrandbits(rng.randint(1, 52)) + 1) * factor + rng.choice((-1, 0, 0, 1)), factor << 1075


@pytest.mark.parametrize("kind", [ordinary, near_the_middle_of_two, tiny, tiny_and_near_the_middle_of_two])
def test_quotients_of_whole_numbers_are_rounded_once(module, kind):
    rng = random.Random(1)
    pairs = [(above, below) for above, below in (kind(rng) for _ in range(2000)) if above < below << 1000]
    assert len(pairs) > 1000
    told = module.evaluate(
        "(pairs) => JSON.stringify(JSON.parse(pairs).map(([a, b]) => workbench.ratio(BigInt(a), BigInt(b))))",
        json.dumps([(hex(above), hex(below)) for above, below in pairs]),
    )
    differences = Differences()
    for (above, below), quotient in zip(pairs, json.loads(told), strict=True):
        assert "tiny" not in kind.__name__ or above / below < 2.0**-1022
        differences.compare(float(quotient), above / below, f"{above} / {below}")
    differences.check()
