"""Where systems stand: in sections as extracts do, over the documents that they have, and as records."""

from itertools import islice
from math import inf, prod

import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.space.average import Average
from sumspace.space.budget import AtMost, Reach
from sumspace.space.distribution import Rank
from sumspace.tasks.rank import RankedDocument, Standings, rank_documents, rank_record
from sumspace.tasks.space import SpacePlan, explore_document
from sumspace.tasks.systems import BASELINES, candidates, score_candidates
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

CATS = ("The cat sat on the mat.", "Cats like a warm mat.", "Mats are flat.")
DOGS = ("A dog ran far away.", "Dogs bark at a cat.")
ROUGE_1 = parse_measure("rouge-1")


def example(*sections, systems=None, name="x"):
    text = Text(tuple(Section(Passage(sentences=section)) for section in sections))
    return Example(name, (text,), (Reference("A", Passage("The cat sat. A dog ran.")),), systems or {})


def plan(**choices):
    return SpacePlan(**{"measures": (ROUGE_1,), "workers": Workers(1), **choices})


def test_systems_score_in_sections_as_extracts_do():
    systems = {
        "taken": Summary(Passage("The cat sat on the mat. Mats A dog ran far away.")),
        "cut": Summary(extract=(0, 3)),
    }
    read = Document(example(CATS, DOGS, systems=systems), Profile())
    (references,) = read.references("all")
    choices = plan(budget=Reach(12), sections="given")
    space = explore_document(read, ROUGE_1, references, choices)
    scored = score_candidates(read, list(candidates(read, space.parts)), space.parts, references, choices)
    score = {one.system: one.score for one in scored}
    # Lead takes 7 words of the first section and 5 of the second: the cat sat | a dog ran.
    assert score["lead"] == 6 / 6
    assert score["taken"] == 6 / 6
    for one in scored:
        assert space.distribution.rank(one.score).equal > 0 or one.system == "cut"


def test_a_system_of_the_corpus_takes_the_place_of_a_baseline_of_its_name():
    read = Document(example(CATS, systems={"lead": Summary(Passage("A dog."))}), Profile())
    (references,) = read.references()
    space = explore_document(read, ROUGE_1, references, plan(budget=AtMost(6)))
    summaries = list(candidates(read, space.parts))
    assert [summary.system for summary in summaries] == ["random", "textrank", "lead"]
    assert set(BASELINES) == {summary.system for summary in summaries}


def test_a_system_is_ranked_over_the_documents_that_it_has():
    one = example(CATS, name="1", systems={"some": Summary(Passage("The cat sat.")), "all": Summary(Passage("A dog."))})
    two = example(CATS, name="2", systems={"all": Summary(Passage("A dog."))})
    documents = [d for d in rank_documents([one, two], plan(budget=Reach(5))) if isinstance(d, RankedDocument)]
    ranks = {rank.system: rank for rank in Standings(documents).systems()}
    assert (ranks["some"].documents, ranks["all"].documents) == (1, 2)
    alone = documents[0].space.distribution
    assert ranks["some"].rank.below == pytest.approx(alone.rank(ranks["some"].score).below)


def test_systems_that_come_and_go_are_ranked_over_their_own_documents():
    """Whatever the order, a system has the rank that it has where only its documents are there."""
    has = {
        "all": "123456",
        "late": "3456",
        "early": "1234",
        "odd": "135",
        "also odd": "135",
        "even": "246",
        "last": "6",
    }
    examples = [
        example(CATS[: 2 + int(name) % 2], DOGS[: 1 + int(name) % 2], name=name, systems=systems)
        for name in "123456"
        if (systems := {s: Summary(Passage(f"A {s} dog ran. {name}")) for s, names in has.items() if name in names})
    ]
    documents = list(rank_documents(examples, plan(budget=Reach(5))))
    standings = Standings(documents)
    for rank in standings.systems():
        own = [document for document in documents if document.space.id in has.get(rank.system, "123456")]
        (alone,) = (found for found in Standings(own).systems() if found.system == rank.system)
        assert rank == alone
        assert rank.documents == len(own)
    assert standings.average.mean == Average.of([d.space.distribution for d in documents]).mean
    assert [rank.system for rank in standings.systems()][:3] == list(BASELINES)


@pytest.fixture(scope="module")
def sample():
    return sumspace.rank("sample", measure=["rouge-1", "rouge-2"], words=40)


def test_headroom_is_the_way_from_the_average_extract_to_the_best_one(sample):
    spaces = [document.space.distribution for document in sample if document.space.measure == ROUGE_1]
    mean, best = (sum(value) / len(spaces) for value in ([s.mean for s in spaces], [s.max for s in spaces]))
    for system in sample.systems():
        if system.measure == ROUGE_1:
            assert system.headroom == pytest.approx((system.score - mean) / (best - mean))


def test_the_rank_over_two_documents_is_that_among_all_pairs_of_extracts():
    documents = [d for d in rank_documents(sumspace.read("sample"), plan(budget=AtMost(12))) if d.space.id[-1] == "1"]
    documents = documents[:2]
    first, second = (document.space.distribution for document in documents)
    for system in Standings(documents).systems():
        below = sum(
            prod(counts)
            for one, m in zip(first.scores, first.counts, strict=True)
            for two, n in zip(second.scores, second.counts, strict=True)
            if (one + two) / 2 < system.score - 1e-12 and (counts := (m, n))
        )
        assert system.rank.below == pytest.approx(below / (first.extracts * second.extracts))


def test_a_stream_gives_the_same_and_keeps_nothing():
    def ranks():
        return sumspace.rank(islice(sumspace.read("sample"), 3), measure=["rouge-1", "rouge-2"], words=20)

    kept = ranks()
    assert list(ranks().table(stream=True).records) == list(kept.table().records)
    for each in (False, True):
        streamed = ranks()
        assert streamed.table(stream=True, each_summary=each).text() == kept.table(each_summary=each).text()
        with pytest.raises(SettingError, match="were streamed"):
            streamed[0]


def test_any_number_of_jobs_gives_the_same(sample):
    again = sumspace.rank("sample", measure=["rouge-1", "rouge-2"], words=40, jobs=1)
    assert again.table().json() == sample.table().json()


def test_above_all_there_are_no_nines():
    def record(nines):
        return rank_record(Rank(0.5, 1.0, 0.0, 0.0, 100.0, nines))

    assert (record(inf)["nines"], record(inf)["above_all"]) == (None, True)
    assert (record(300.0)["nines"], record(300.0)["above_all"]) == (300.0, False)


def test_the_chart_has_every_system_and_both_ends_of_the_way(sample):
    drawn = str(sample.chart("rouge-2").to_dict())
    assert all(name in drawn for name in ("retell", "textrank", "average extract", "best extract", "rouge-2 recall"))
    assert "rouge-1 recall" in str(sample.chart().to_dict())
    with pytest.raises(SettingError, match="rouge-3 was not used; there are: rouge-1, rouge-2"):
        sample.chart("rouge-3")
