"""The rows of a corpus have the numbers of the api, and whatever is left out has a reason."""

import random

import numpy as np
import pytest

import sumspace
from asking import jsonl
from sumspace.corpus.model import to_record
from sumspace.errors import SumspaceError, TooLargeError
from sumspace.web.table import corpus_table
from sumspace.web.view import ViewSettings

RECORD = {"sentences": ["A cat sat.", "It slept.", "Dogs bark.", "A cat slept."], "references": ["A cat slept."]}


@pytest.fixture
def table(tmp_path):
    """A function that makes the table of some records."""

    def make(records, progress=lambda *_: None, **settings):
        file = tmp_path / "corpus.jsonl"
        file.write_bytes(jsonl(*records))
        return corpus_table(file, ViewSettings(**settings), progress)

    return make


def some(*names):
    return [example for example in sumspace.read("sample") if example.id in names]


@pytest.mark.parametrize(
    "settings", [{"measure": "rouge-1"}, {"measure": "rouge-2", "words": 60, "score": "f1"}, {"score": "precision"}]
)
def test_rows_have_the_numbers_of_the_api(table, settings):
    examples = some("newswire-1", "newswire-2", "legal-3")
    made = table(map(to_record, examples), **settings)
    assert made["left_out"] == []
    options = {"measure": "rouge-1"} | settings
    spaces = sumspace.explore(examples, **options)
    ranked = list(sumspace.rank(examples, **options).table(each_summary=True).records)
    for row, space, example in zip(made["documents"], spaces, examples, strict=True):
        distribution = space.distribution
        assert (row["id"], row["domain"], row["title"]) == (example.id, example.domain, example.title)
        assert (row["sentences"], row["references"]) == (len(example.sentences()), len(example.references))
        assert (int(row["extracts"]), row["exact"]) == (distribution.extracts, distribution.exact)
        assert (row["mean"], row["max"], row["proven"]) == (distribution.mean, distribution.max, True)
        assert int(row["oracles"]) == distribution.rank(distribution.max).equal_count >= 1
        expected = {own["system"]: own for own in ranked if own["id"] == example.id}
        assert set(row["systems"]) == set(expected)
        for system, own in row["systems"].items():
            assert own["score"] == pytest.approx(expected[system]["score"])
            rank = distribution.rank(own["score"])
            assert own["percentile"] == 100 * rank.below
            assert own["nines"] == rank.nines
            assert own["room"] == distribution.max - own["score"]
            if system != "random":
                assert own["percentile"] == pytest.approx(100 * expected[system]["below"])


@pytest.mark.parametrize("budget", ["exactly(2)", "at_most(6)", "reach(5)", "up_to(3)", "within(6, 6)"])
def test_the_number_of_oracles_is_that_of_the_search(table, budget):
    padding = ["Dogs bark.", "A cat.", "They howl."]  # at most some words: what only pads an oracle makes no other one
    records = [{"id": "1", **RECORD}, *({"id": f"{n}", **RECORD, "sentences": padding[: n + 1] * 2} for n in (2, 3))]
    rows = table(records, budget=budget)["documents"]
    for row, found in zip(rows, sumspace.oracles(records, measure="rouge-1", budget=budget), strict=True):
        assert int(row["oracles"]) == found.oracles.count


def test_what_is_not_proven_is_not_called_proven(table):
    rng = np.random.default_rng(1)
    sentences = [" ".join(f"w{word}" for word in rng.integers(60, size=5)) for _ in range(40)]
    record = {"id": "1", "sentences": sentences, "references": [" ".join(f"w{word}" for word in range(60))]}
    made = table([record, {"id": "2", **RECORD}], score="precision", words=60, seconds=0.1)
    assert [row["proven"] for row in made["documents"]] == [False, True]
    assert made["domains"][0]["proven"] is False
    assert table([{"id": "2", **RECORD}])["domains"][0]["proven"] is True


def test_the_signature_says_how_the_numbers_are_made_again(table):
    settings = table([{"id": "1", **RECORD}], measure="rouge-2", budget="exactly(2)")["settings"]
    (signature,) = settings["signatures"]
    assert signature == sumspace.explore([{"id": "1", **RECORD}], measure="rouge-2", budget="exactly(2)").signature


def test_domains_have_the_mean_of_their_documents(table):
    examples = some("newswire-1", "newswire-2", "legal-3")
    made = table(map(to_record, examples))
    assert [domain["domain"] for domain in made["domains"]] == ["newswire", "legal"]
    newswire = made["domains"][0]
    rows = made["documents"][:2]
    assert newswire["documents"] == 2
    assert newswire["mean"] == pytest.approx(np.mean([row["mean"] for row in rows]))
    assert newswire["oracle"] == pytest.approx(np.mean([row["max"] for row in rows]))
    assert newswire["systems"]["lead"] == pytest.approx(np.mean([row["systems"]["lead"]["score"] for row in rows]))
    assert made["systems"] == [
        "random",
        "lead",
        "textrank",
        "skim",
        "retell",
        "opening",
        "closing",
        "scatter",
        "frequent",
    ]
    places, heights = np.array(newswire["bins"]).T
    width = places[1] - places[0]
    assert heights.sum() * width == pytest.approx(1)
    assert (heights * width * places).sum() == pytest.approx(newswire["mean"], abs=width)
    assert places[-1] + width / 2 == pytest.approx(max(row["max"] for row in rows))


def test_a_density_has_no_gaps_between_the_scores_that_are_possible(table):
    """Of 30 words of references there are 31 scores of recall, and 100 bins."""
    rng = random.Random(3)
    sentences = [" ".join(rng.choices("abcdefghij", k=6)) for _ in range(20)]
    reference = " ".join(rng.choices("abcdefghij", k=30))
    (domain,) = table([{"id": "1", "sentences": sentences, "references": [reference]}], words=30)["domains"]
    heights = np.array([height for _, height in domain["bins"]])
    bulk = np.flatnonzero(heights > heights.max() / 100)
    assert len(bulk) == bulk[-1] - bulk[0] + 1


def test_the_mean_of_a_system_is_of_all_documents_or_not_shown(table):
    everywhere = {"id": "1", **RECORD, "systems": {"a": "A cat.", "b": "A cat."}}
    made = table([everywhere, {"id": "2", **RECORD, "systems": {"a": "A dog."}}])
    assert "b" in made["systems"]
    assert set(made["domains"][0]["systems"]) == {"random", "lead", "textrank", "a"}


@pytest.mark.parametrize(
    ("record", "settings", "reason"),
    [
        ({"sentences": ["A cat."]}, {}, "has no references to score extracts against"),
        ({"references": ["A cat."]}, {}, "has no sentences"),
        (RECORD, {"budget": "exactly(3)"}, "has no extract of exactly(3)"),
        (RECORD | {"sentences": ["A cat."] * 3}, {"measure": "pyramid"}, "has no pyramid"),
        (
            {"text": "A cat. A dog.", "references": ["A cat."], "systems": {"a": {"extract": [5]}}},
            {},
            "systems.a.extract: sentence 5 is not there: the document has 2, counted from 0",
        ),
    ],
)
def test_what_is_left_out_has_a_reason_and_the_others_are_there(table, record, settings, reason):
    whole = {"id": "2", **RECORD, "pyramid": {"units": [{"id": "u", "sentences": [0]}]}, "sentences": ["A cat."] * 3}
    record = dict(record)
    if "budget" in settings:
        record["sentences"] = ["A cat."]
    made = table([{"id": "1", **record}, whole], **settings)
    assert made["left_out"] == [{"id": "1", "reason": reason}]
    assert [row["id"] for row in made["documents"]] == ["2"]


def test_a_reason_names_no_option_of_the_command_line(table, monkeypatch):
    def explore(*_):
        raise TooLargeError("needs more memory; use a larger --memory")

    monkeypatch.setattr("sumspace.web.table.explore_document", explore)
    made = table([{"id": "1", **RECORD}])
    assert made["left_out"] == [{"id": "1", "reason": "needs more memory; use a larger memory"}]


def test_where_all_is_left_out_there_is_no_domain(table):
    made = table([{"id": "1", "sentences": ["A cat."]}])
    assert (made["documents"], made["domains"], made["systems"]) == ([], [], [])


@pytest.mark.parametrize(
    "settings", [{"measure": "nonsense"}, {"measure": "cosine"}, {"budget": "x"}, {"profile": "x"}]
)
def test_settings_that_suit_no_document_are_an_error(table, settings):
    with pytest.raises(SumspaceError):
        table([{"id": "1", **RECORD}], **settings)


def test_progress_is_told_of_every_document(table):
    told = []
    table([{"id": "1", **RECORD}, {"id": "2", **RECORD}], lambda *progress: told.append(progress))
    assert told == [("documents: 0 of 2", 0, 2), ("documents: 1 of 2", 1, 2)]


def test_an_estimated_space_says_so(table):
    rng = np.random.default_rng(0)
    words = [f"w{number}" for number in range(300)]
    sentences = [" ".join(rng.choice(words, 12)) for _ in range(100)]
    record = {"id": "1", "sentences": sentences, "references": [" ".join(rng.choice(words, 200))]}
    made = table([record, {"id": "2", "domain": "short", **RECORD}], measure="rouge-su4", seconds=0.1)
    row = made["documents"][0]
    assert (row["exact"], row["oracles"]) == (False, None)
    assert [domain["exact"] for domain in made["domains"]] == [False, True]
    assert row["max"] is None or row["max"] >= row["mean"]


def test_what_no_sampled_extract_reaches_has_bounds(table):
    """Also where it is the best extract that a search has found, whose share is not estimated."""
    rng = random.Random(1)
    sentences = [" ".join(f"w{rng.randrange(60)}" for _ in range(5)) for _ in range(100)]
    record = {"id": "1", "sentences": sentences, "references": [" ".join(f"w{word}" for word in range(60))]}
    settings = {"budget": "exactly(12)", "score": "f1"}
    best = sumspace.oracles([record], measure="rouge-1", **settings).only.oracles.best
    systems = {"best": {"extract": list(best.sentences)}, "words": " ".join(f"w{word}" for word in range(60))}
    (row,) = table([record | {"systems": systems}], seconds=1.0, **settings)["documents"]
    assert not row["exact"]
    assert row["systems"]["lead"]["least"] is None
    for system in systems:
        least = row["systems"][system]["least"]
        assert 2 < least["nines"] < 10
        assert 100 - least["percentile"] == pytest.approx(100 * 10 ** -least["nines"])


def test_a_summary_longer_or_shorter_than_any_extract_is_told_apart(table):
    systems = {"short": "A cat slept.", "long": "A cat slept on a mat."}
    expected = {
        ("at_most(4)", "recall"): {"long": "longer"}, ("reach(4)", "recall"): {},
        ("reach(4)", "f1"): {"short": "shorter"}, ("reach(3)", "f1"): {},
    }  # fmt: skip
    for (budget, score), unequal in expected.items():
        (row,) = table([{"id": "1", **RECORD, "systems": systems}], budget=budget, score=score)["documents"]
        assert {name: own["unequal"] for name, own in row["systems"].items() if own["unequal"]} == unequal
