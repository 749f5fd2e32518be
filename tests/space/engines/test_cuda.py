"""Spaces on CUDA cards: all but the kernel on any machine, the kernel itself where there is a card."""

import random
from functools import partial

import numpy as np
import pytest

import brute_force
import cuda_reading
from sumspace.compute.ledger import Ledger
from sumspace.compute.work import Workers, ordered_map
from sumspace.errors import CardError, SettingError
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Exactly, Reach, Within
from sumspace.space.engines import cuda, engine, tiles
from sumspace.space.engines.exhaustive import exhaustive
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space

NO_CARD = "there is no CUDA card, or no CuPy"
MEASURES, SCORES = ("rouge-1", "rouge-2", "rouge-su4"), ("recall", "precision", "f1")


def random_space(rng, **limits):
    """Make a space that has to be visited, under any budget, measure and score."""
    while True:
        document, references, budget = brute_force.random_case(rng, **limits)
        words, bodies = brute_force.as_words(document), list(map(brute_force.as_words, references))
        scoring = Scoring(cover(parse_measure(rng.choice(MEASURES)), words, bodies), rng.choice(SCORES))
        space = Space(scoring.coverage.lengths, budget)
        if space.size and not space.is_whole:
            return space, scoring


def made_up(sentences, words, alphabet, references, budget, score="recall", seed=0):
    """Make a space of sentences of random words."""
    rng = random.Random(seed)
    document = [[[rng.randrange(alphabet)] for _ in range(rng.randint(1, words))] for _ in range(sentences)]
    bodies = [[[[rng.randrange(alphabet)] for _ in range(60)] for _ in range(2)] for _ in range(references)]
    coverage = cover(parse_measure("rouge-1"), brute_force.as_words(document), list(map(brute_force.as_words, bodies)))
    return Space(coverage.lengths, budget), Scoring(coverage, score)


class Reader(cuda_reading.Reading):
    """Stands for a card on machines without one."""

    most_pairs = 1000
    made = 0

    def __init__(self, number, layout):
        super().__init__(layout)
        Reader.made += 1
        self.number = number


@pytest.fixture
def read(monkeypatch):
    """Let two readings be the cards of this machine."""
    monkeypatch.setattr(cuda, "Card", Reader)
    for module in (cuda, engine):
        monkeypatch.setattr(module, "cards", lambda: ("Reading", "Reading"))
    monkeypatch.setattr(cuda, "_free", lambda _: 10**9)
    monkeypatch.setattr(cuda, "find_spec", lambda _: "there")


@pytest.mark.parametrize("enough_stems", [0, 5, 10**9])
@pytest.mark.usefixtures("read")
def test_cards_count_what_the_cpu_counts(enough_stems, monkeypatch):
    monkeypatch.setattr(tiles, "_ENOUGH_STEMS", enough_stems)
    rng = random.Random(enough_stems)
    for _ in range(60):
        space, scoring = random_space(rng)
        assert cuda.exhaustive_on_cards(space, scoring) == exhaustive(space, scoring)


def test_shards_of_any_size_have_every_tile_once(monkeypatch):
    monkeypatch.setattr(tiles, "_ENOUGH_STEMS", 50)
    layout = tiles.lay_tiles(*made_up(14, 9, 12, 1, Reach(30)))
    for most in (1, 1000, 10**5, 10**12):
        shards = list(layout.shards(most))
        assert [first for first, _ in shards] == [0, *(last for _, last in shards[:-1])]
        assert shards[-1][1] == int(layout.starts[-1])
    assert len(list(layout.shards(10**12))) == 1


def test_pairs_are_all_extracts_where_none_is_cut():
    space, scoring = made_up(16, 9, 12, 2, Within(40, 5))
    layout = tiles.lay_tiles(space, scoring)
    stems = layout.ways[:, 0].astype(object)
    pieces = tiles.ROWS * layout.rows.piece_tiles - layout.rows.piece_pads
    assert sum(stems * pieces) == space.size


@pytest.mark.usefixtures("read")
def test_stems_that_no_row_completes_may_be_more_than_64_bits_can_count():
    space, scoring = made_up(100, 1, 5, 1, Exactly(98))
    counted = engine.explore(space, scoring, "counting").distribution.counts
    assert tuple(cuda.exhaustive_on_cards(space, scoring)) == counted


@pytest.mark.usefixtures("read")
def test_progress_goes_to_one():
    space, scoring = made_up(12, 6, 8, 1, Reach(20))
    shares = []
    cuda.exhaustive_on_cards(space, scoring, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.usefixtures("read")
def test_a_result_says_which_device_found_it():
    space, scoring = made_up(10, 6, 8, 1, Reach(20))
    on_card = engine.explore(space, scoring, "exhaustive", device="cuda")
    on_cpu = engine.explore(space, scoring, "exhaustive", device="cpu")
    assert (on_card.device, on_cpu.device) == ("Reading", "cpu")
    assert on_card.distribution.counts == on_cpu.distribution.counts


@pytest.mark.usefixtures("read")
def test_small_spaces_stay_on_the_cpu():
    space, scoring = made_up(10, 6, 8, 1, Reach(20))
    assert engine.explore(space, scoring, "exhaustive").device == "cpu"


@pytest.mark.parametrize(
    ("limit", "value", "reason"),
    [("_MOST_EXTRACTS", 1, "extracts"), ("_MOST_VALUES", 1, "values"), ("MOST_LEVELS", 0, "levels of a unit")],
)
@pytest.mark.usefixtures("read")
def test_what_a_card_cannot_serve_goes_to_the_cpu_with_the_reason(limit, value, reason, monkeypatch):
    monkeypatch.setattr(cuda, limit, value)
    result = engine.explore(*made_up(10, 6, 8, 1, Reach(20)), "exhaustive", device="cuda")
    assert result.device == "cpu"
    assert reason in result.reason


@pytest.mark.usefixtures("read")
def test_a_card_that_is_too_small_says_what_is_needed(monkeypatch):
    monkeypatch.setattr(cuda, "_free", lambda _: 1000)
    result = engine.explore(*made_up(10, 6, 8, 1, Reach(20)), "exhaustive", device="cuda")
    assert result.device == "cpu"
    assert "GB" in result.reason


@pytest.mark.usefixtures("read")
def test_a_card_that_fails_is_not_trusted(monkeypatch):
    error = type("OutOfMemoryError", (MemoryError,), {"__module__": "cupy.cuda.memory"})

    def fail(*_):
        raise error("out of memory\nin some place")

    monkeypatch.setattr(Reader, "count", fail)
    monkeypatch.setattr(engine, "WORTHWHILE", 1)
    space, scoring = made_up(10, 6, 8, 1, Reach(20))
    result = engine.explore(space, scoring, "exhaustive")
    assert (result.device, list(result.distribution.counts)) == ("cpu", exhaustive(space, scoring))
    assert result.reason.endswith("the card failed (out of memory)")
    with pytest.raises(CardError, match=r"the card failed \(out of memory\)$"):
        engine.explore(space, scoring, "exhaustive", device="cuda")


@pytest.mark.usefixtures("read")
def test_parts_of_a_large_space_are_not_counted_again(tmp_path, monkeypatch):
    monkeypatch.setattr(cuda, "_WRITTEN_DOWN", 5000)
    space, scoring = made_up(12, 6, 8, 1, Reach(20))
    counted = []

    def count(self, first, last):
        counted.append((first, last))
        return cuda_reading.Reading.count(self, first, last)

    monkeypatch.setattr(Reader, "count", count)

    def visit():
        with Ledger(tmp_path / "ledger") as ledger:
            work = partial(cuda.exhaustive_on_cards, space, scoring, None)
            (counts,) = ordered_map(lambda _: work(lambda: "space"), [0], Workers(1, ledger=ledger))
        return counts

    assert visit() == exhaustive(space, scoring)
    assert len(counted) > 3
    counted.clear()
    assert visit() == exhaustive(space, scoring)
    assert not counted


def test_small_cards_get_shorter_rows():
    space, scoring = made_up(60, 12, 30, 1, Reach(60))
    assert tiles.lay_tiles(space, scoring, 1 << 20).bytes < tiles.lay_tiles(space, scoring).bytes / 4


def test_without_cupy_cuda_is_refused(monkeypatch):
    monkeypatch.setattr(cuda, "find_spec", lambda _: None)
    with pytest.raises(SettingError, match=r"needs CuPy: install sumspace\[gpu\]"):
        cuda.check_cards()


def test_without_a_card_cuda_is_refused(monkeypatch):
    monkeypatch.setattr(cuda, "find_spec", lambda _: "there")
    monkeypatch.setattr(cuda, "cards", lambda: ())
    with pytest.raises(SettingError, match="finds no CUDA card"):
        cuda.check_cards()


@pytest.mark.cuda
@pytest.mark.skipif(not cuda.cards(), reason=NO_CARD)
@pytest.mark.parametrize("enough_stems", [0, 20, 10**9])
def test_the_kernel_counts_what_the_cpu_counts(enough_stems, monkeypatch):
    monkeypatch.setattr(tiles, "_ENOUGH_STEMS", enough_stems)
    rng = random.Random(enough_stems)
    for _ in range(120):
        space, scoring = random_space(rng, sentences=12)
        assert cuda.exhaustive_on_cards(space, scoring) == exhaustive(space, scoring)


@pytest.mark.cuda
@pytest.mark.skipif(not cuda.cards(), reason=NO_CARD)
@pytest.mark.parametrize("budget", [Reach(60), AtMost(50), Within(50, 3), Exactly(5)], ids=str)
@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("references", [1, 4])
def test_the_kernel_counts_larger_spaces(budget, score, references):
    space, scoring = made_up(36, 20, 40, references, budget, score)
    assert cuda.exhaustive_on_cards(space, scoring) == exhaustive(space, scoring, None)


@pytest.mark.cuda
@pytest.mark.skipif(not cuda.cards(), reason=NO_CARD)
@pytest.mark.parametrize("tensor", [True, False])
@pytest.mark.parametrize("alphabet", [200, 3000])
def test_the_kernel_takes_wide_masks_with_and_without_tensor_cores(alphabet, tensor, monkeypatch):
    rng = np.random.default_rng(alphabet)
    document = [[[int(token)] for token in rng.integers(alphabet, size=30)] for _ in range(24)]
    body = [[[token] for token in range(alphabet)]]
    coverage = cover(parse_measure("rouge-1"), brute_force.as_words(document), [brute_force.as_words(body)])
    space, scoring = Space(coverage.lengths, Reach(130)), Scoring(coverage)
    if not tensor:
        compiled = cuda._module
        old = "-DTENSOR=1"
        monkeypatch.setattr(
            cuda, "_module", lambda card, options: compiled(card, tuple(o.replace(old, "-DTENSOR=0") for o in options))
        )
    assert cuda.exhaustive_on_cards(space, scoring) == exhaustive(space, scoring, None)
