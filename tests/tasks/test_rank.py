"""Where systems stand: in sections as extracts do, over the documents that they have, and as records."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, permutations
from math import inf, isnan, log10, prod

import numpy as np
import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.average import Average
from sumspace.space.budget import AtMost, Reach, Within
from sumspace.space.distribution import Rank
from sumspace.space.scoring import Scoring
from sumspace.space.space import Part
from sumspace.studies.comparison.contests import compete_on
from sumspace.studies.comparison.plan import ComparisonPlan
from sumspace.tasks.rank import RankedDocument, Ranks, rank_documents
from sumspace.tasks.rank_tables import rank_record
from sumspace.tasks.space import SpacePlan, explore_document
from sumspace.tasks.standings import Standings, error_reduction
from sumspace.tasks.systems import BASELINES, ORDERS, candidates, score_candidates
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
        for score in [one.score] if one.runs is None else one.runs[0]:
            assert space.distribution.rank(score).equal > 0 or one.system == "cut"


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
        assert replace(rank, group=None, error_reduction={}) == replace(alone, group=None, error_reduction={})
        assert rank.documents == len(own)
    assert standings.average.mean == Average.of([d.space.distribution for d in documents]).mean
    assert [rank.system for rank in standings.systems()][:3] == list(BASELINES)


@pytest.mark.parametrize(
    ("measures", "choices"),
    [
        (["rouge-1", "rouge-2", "rouge-l"], {"budget": Reach(40)}),
        (["rouge-1"], {"budget": Reach(40), "score": "f1"}),
        (["rouge-1", "rouge-2"], {"budget": AtMost(120), "sections": "given"}),
        (["rouge-1"], {"budget": AtMost(120), "sections": "given", "score": "precision"}),
    ],
)
def test_random_scores_what_its_orders_score_on_average(measures, choices):
    """Each order is scored on its own here: as one summary, and sentence by sentence in the space."""
    profile = Profile(stem=True)
    read = Document(next(islice(sumspace.read("sample"), 7, None)), profile)
    (references,) = read.references()
    choices = plan(measures=tuple(map(parse_measure, measures)), profile=profile, **choices)
    parts = explore_document(read, ROUGE_1, references, choices).parts
    assert len(parts) == (1 if choices.budget.cuts else 4)
    (summary,) = (one for one in candidates(read, parts, seed=5) if one.system == "random")
    assert len(summary.runs) == ORDERS
    assert len(set(summary.runs)) > ORDERS / 2
    shares = [read.lengths[part.slice].sum() / read.lengths.sum() for part in parts]
    weights = shares if choices.score == "precision" else [1.0] * len(parts)
    for scored in score_candidates(read, [summary], parts, references, choices):
        alone = replace(choices, measures=(scored.measure,))
        singles = [
            own
            for run in summary.runs
            for own in score_candidates(read, [replace(summary, runs=(run,))], parts, references, alone)
        ]
        assert all(single.runs is None for single in singles)
        assert scored.runs.tolist() == [[one.score for one in singles], [one.official for one in singles]]
        assert (scored.score, scored.official) == tuple(scored.runs.mean(axis=1))
        if scored.measure.has_coverage:
            words = [read.words[part.slice] for part in parts]
            scorings = [Scoring(cover(scored.measure, own, references.sentences), choices.score) for own in words]
            one_by_one = [
                [
                    scoring.score_of(extract.sentences, extract.words)
                    for scoring, extract in zip(scorings, run, strict=True)
                ]
                for run in summary.runs
            ]
            assert scored.runs[0] == pytest.approx(np.array(one_by_one) @ weights, rel=1e-14)


def test_random_comes_close_to_the_mean_over_all_orders():
    read = Document(example((*CATS, *DOGS)), Profile())
    (references,) = read.references()
    choices = plan(budget=Reach(9))
    part = Part(0, 5, Reach(9))
    scoring = Scoring(cover(ROUGE_1, read.words, references.sentences))
    extracts = [part.budget.fill(order, read.lengths) for order in permutations(range(5))]
    scores = np.array([scoring.score_of(extract.sentences, extract.words) for extract in extracts])
    means = []
    for seed in range(20):
        (random, *_) = score_candidates(read, list(candidates(read, [part], seed)), [part], references, choices)
        assert abs(random.score - scores.mean()) < 4 * scores.std() / ORDERS**0.5
        means.append(random.score)
    assert abs(np.mean(means) - scores.mean()) < 4 * scores.std() / (20 * ORDERS) ** 0.5
    assert len(set(means)) > 10


def test_orders_that_give_no_extract_leave_their_place_to_others():
    lengths = [len(sentence.split()) for sentence in (*CATS, *DOGS)]
    read = Document(example((*CATS, *DOGS)), Profile())
    runs = next(candidates(read, [Part(0, 5, Within(8, 0))])).runs
    assert len(runs) == ORDERS
    assert all(sum(lengths[sentence] for sentence in extract.sentences) == 8 for (extract,) in runs)
    assert [one.system for one in candidates(read, [Part(0, 5, Within(2, 0))])] == []


def test_the_interval_is_that_of_the_means_of_single_orders(sample, ranks):
    documents = [document for document in sample if document.space.measure == ROUGE_1]
    runs = np.mean([one.runs for d in documents for one in d.scores if one.system == "random"], axis=0)
    low, high = np.quantile(runs[0], [0.025, 0.975])
    assert ranks["random"].score_interval == pytest.approx((low, high))
    assert ranks["random"].official_interval == pytest.approx(np.quantile(runs[1], [0.025, 0.975]))
    assert low < ranks["random"].score < high
    assert ranks["random"].score == pytest.approx(runs[0].mean())
    assert ranks["random"].rank.below == pytest.approx(
        Average.of([d.space.distribution for d in documents]).rank(ranks["random"].score).below
    )
    assert all(rank.score_interval is None for name, rank in ranks.items() if name != "random")


def test_a_system_of_the_corpus_called_random_has_no_interval():
    systems = {"random": Summary(Passage("A dog ran."))}
    documents = list(rank_documents([example(CATS, DOGS, systems=systems)], plan(budget=Reach(5))))
    (rank,) = (rank for rank in Standings(documents).systems() if rank.system == "random")
    assert (rank.score, rank.score_interval) == (0.5, None)


def test_groups_are_those_of_a_comparison_of_the_same_scores(sample, ranks):
    documents = [document for document in sample if document.space.measure == ROUGE_1]
    ranked = sorted(ranks.values(), key=lambda rank: -rank.score)
    names = [rank.system for rank in ranked]
    by_system = [{score.system: score.score for score in document.scores} for document in documents]
    table = np.array([[own[name] for name in names] for own in by_system])
    contest = compete_on(ComparisonPlan(measures=(ROUGE_1,)), ROUGE_1, names, None, table)
    assert [one.system for one in contest.ranking] == names
    assert [one.letters for one in contest.ranking] == [rank.group for rank in ranked]
    assert len({rank.group for rank in ranked}) > 2


def test_scores_by_several_references_count_once_a_document():
    two = (Reference("A", Passage("The cat sat. A dog ran.")), Reference("B", Passage("Mats are flat.")))
    examples = [
        replace(example(CATS, name=name, systems={"s": Summary(Passage(text))}), references=two)
        for name, text in [("1", "The cat sat."), ("2", "Mats are flat.")]
    ]
    standings = Standings(rank_documents(examples, plan(budget=Reach(5), references="each")))
    assert standings.scores(["s"]).ravel() == pytest.approx([(3 / 6 + 0) / 2, (0 + 3 / 3) / 2])
    assert next(rank for rank in standings.systems() if rank.system == "s").documents == 4


def test_too_few_documents_have_no_groups():
    examples = [example(CATS, DOGS, name=name) for name in "1234"]
    assert {rank.group for rank in Standings(rank_documents(examples, plan(budget=Reach(5)))).systems()} == {None}


def test_domains_are_ranked_as_if_each_were_alone():
    """And then all together, as a corpus without domains is."""
    examples = list(islice(sumspace.read("sample"), 3, 8))
    domains = list(dict.fromkeys(example.domain for example in examples))

    def ranked(*given):
        return sumspace.rank(given, measure="rouge-2", words=20).table().records

    records = [record for record in ranked(*examples) if record["id"] is None]
    assert list(dict.fromkeys(record["domain"] for record in records)) == [*domains, None]
    assert len(domains) == 2
    for domain in [*domains, None]:
        alone = ranked(*(replace(one, domain="") for one in examples if domain in (None, one.domain)))
        expected = [{**record, "domain": domain} for record in alone if record["id"] is None]
        assert [record for record in records if record["domain"] == domain] == expected


def test_a_row_is_marked_only_where_its_own_documents_were_sampled():
    examples = [replace(example(CATS, DOGS, name=name), domain=name) for name in "12"]
    plans = plan(budget=Reach(9)), plan(budget=Reach(9), engine="sampling")
    documents = [d for one, own in zip(examples, plans, strict=True) for d in rank_documents([one], own)]
    table = Ranks(plans[0], documents).table()
    exact = {(record["domain"], record["exact"]) for record in table.records if record["id"] is None}
    assert exact == {("1", True), ("2", False), (None, False)}
    assert "~: an estimate" in table.text()


def test_error_reduction_is_that_of_the_ranks(ranks):
    """Of percentile ranks as the paper's table 4 prints them: what is left of a baseline's way to 100 %."""

    def reduction(system, baseline):
        return error_reduction(-log10(1 - system / 100), -log10(1 - baseline / 100))

    assert reduction(99.87, 42.30) == pytest.approx(1 - 0.13 / 57.70)  # TextRank and Random, scientific, ROUGE-1
    assert reduction(94.34, 54.32) == pytest.approx(0.8761, abs=5e-5)  # TextRank and Lead, literary, ROUGE-2
    assert reduction(16.19, 79.47) == pytest.approx(-3.0823, abs=5e-5)  # Lead and Random, legal, ROUGE-1
    assert reduction(62.89, 62.89) == 0
    assert (error_reduction(inf, 3.0), error_reduction(3.0, inf), error_reduction(400.0, 399.0)) == (1, None, 0.9)
    assert error_reduction(1.0, 900.0) < -1e299
    left = {name: rank.rank.equal + rank.rank.above for name, rank in ranks.items()}
    for name, rank in ranks.items():
        for baseline in ("random", "lead"):
            expected = None if name == baseline else pytest.approx(1 - left[name] / left[baseline], rel=1e-6)
            assert rank.error_reduction[baseline] == expected


@pytest.fixture(scope="module")
def sample():
    return sumspace.rank("sample", measure=["rouge-1", "rouge-2"], words=40)


@pytest.fixture(scope="module")
def ranks(sample):
    return {rank.system: rank for rank in sample.systems() if rank.measure == ROUGE_1}


def test_reached_is_the_part_of_the_distance_from_the_average_extract_to_the_best_one(sample, ranks):
    spaces = [document.space.distribution for document in sample if document.space.measure == ROUGE_1]
    mean, best = (sum(value) / len(spaces) for value in ([s.mean for s in spaces], [s.max for s in spaces]))
    for system in ranks.values():
        assert (system.average, system.best) == (pytest.approx(mean), pytest.approx(best))
        assert system.reached == pytest.approx((system.score - mean) / (best - mean))
        assert system.room == pytest.approx(best - system.score)


def all_scores(document, budget=5):
    """Score every extract by hand: all sets of sentences and a last one that is cut, as reach(5) has them."""
    sentences = [sentence.rstrip(".").lower().split() for sentence in document]
    reference = Counter("the cat sat a dog ran".split())
    scores = []
    for size in range(len(sentences)):
        for chosen in combinations(range(len(sentences)), size):
            words = sum(len(sentences[i]) for i in chosen)
            if words >= budget:
                continue
            for last in set(range(len(sentences))) - set(chosen):
                if words + len(sentences[last]) >= budget:
                    taken = [word for i in chosen for word in sentences[i]] + sentences[last][: budget - words]
                    scores.append(sum((Counter(taken) & reference).values()) / 6)
    return scores


def test_places_are_those_among_all_extracts_listed_one_by_one():
    """Three documents whose extracts are listed here; a summary beats those that score lower, and no ties."""
    texts = {"1": (*CATS, *DOGS), "2": CATS, "3": (*DOGS, "The cat sat.", "It rained all day long.")}
    summaries = {"1": "The cat sat a dog", "2": "The cat on a mat", "3": "It rained and poured again"}
    examples = [
        example(text, name=name, systems={"s": Summary(Passage(summaries[name]))}) for name, text in texts.items()
    ]
    documents = list(rank_documents(examples, plan(budget=Reach(5), profile=Profile(stem=False))))
    listed = {name: np.array(all_scores(text)) for name, text in texts.items()}
    assert [document.space.distribution.extracts for document in documents] == [len(own) for own in listed.values()]
    own = {"1": 5 / 6, "2": 3 / 6, "3": 0.0}
    below = [float((listed[name] < score - 1e-9).mean()) for name, score in own.items()]
    ties = [float((abs(listed[name] - score) < 1e-9).mean()) for name, score in own.items()]
    assert (below[0] > 0.9, 0 < below[1] < 1, below[2]) == (True, True, 0.0)
    ranks = {rank.system: rank for rank in Standings(documents).systems()}
    places = ranks["s"].places
    assert places.mean.share == pytest.approx(np.mean(below))
    assert places.median.share == pytest.approx(np.median(below), abs=1e-6)
    assert places.low.share == pytest.approx(np.quantile(below, 0.25), abs=1e-6)
    assert places.high.share == pytest.approx(np.quantile(below, 0.75), abs=1e-6)
    assert places.over_99 == np.mean([share >= 0.99 for share in below])
    assert places.ties == pytest.approx(np.mean(ties))
    assert (places.mean.nines, places.constant) == (pytest.approx(-log10(1 - np.mean(below))), 0)
    records = [r for r in Ranks(plan(), documents).table().records if r["system"] == "s"]
    assert [r["place"] for r in records] == pytest.approx([*below, np.mean(below)])
    (random,) = (one.runs[0] for one in documents[0].scores if one.system == "random")
    expected = np.mean([(listed["1"] < score - 1e-9).mean() for score in random])
    only = {rank.system: rank for rank in Standings(documents[:1]).systems()}
    assert only["random"].places.mean.share == pytest.approx(expected)


def test_places_do_not_grow_with_the_number_of_documents_but_nines_do(sample):
    documents = [document for document in sample if document.space.measure == ROUGE_1][:4]
    copies = [replace(d, space=replace(d.space, id=f"{d.space.id}-{n}")) for n in range(5) for d in documents]
    once, often = ({rank.system: rank for rank in Standings(own).systems()} for own in (documents, copies))
    for name in once:
        assert often[name].places.mean.share == pytest.approx(once[name].places.mean.share)
        assert often[name].places.over_99 == once[name].places.over_99
    assert often["retell"].rank.nines > 3 * once["retell"].rank.nines


def test_a_place_by_several_references_is_the_mean_over_them():
    two = (Reference("A", Passage("The cat sat. A dog ran.")), Reference("B", Passage("Mats are flat.")))
    systems = {"s": Summary(Passage("The cat sat."))}
    (one,) = [replace(example(CATS, DOGS, systems=systems), references=two)]
    documents = list(rank_documents([one], plan(budget=Reach(5), references="each")))
    below = [d.space.rank(score.score).below for d in documents for score in d.scores if score.system == "s"]
    places = next(rank for rank in Standings(documents).systems() if rank.system == "s").places
    assert len(below) == 2
    assert places.median.share == pytest.approx(np.mean(below), abs=1e-6) == places.mean.share


def test_where_all_extracts_score_the_same_there_is_nothing_to_beat():
    """A document that is shorter than the budget has one extract."""
    documents = list(rank_documents([example(CATS[:1])], plan(budget=Reach(50))))
    rank = Standings(documents).systems()[0]
    assert (rank.places.defined, rank.places.ties, rank.places.constant, rank.reached) == (False, 1.0, 1, None)
    table = Ranks(plan(), documents).table()
    assert "1 document has only one extract under this budget: there are no places." in table.text()
    records = table.records
    assert all(record["place"] is None for record in records)
    assert {record["over_99"] for record in records if record["id"] is None} == {None}
    lead = next(line.split() for line in table.text().splitlines() if line.split()[:1] == ["lead"])
    assert "-" in lead
    assert "0.00%" not in lead


@pytest.mark.parametrize("profile", ["rouge155", "rouge-score", "unicode"])
def test_cut_summaries_have_the_score_that_score_gives_them_uncut(profile):
    measures = ["rouge-1", "rouge-2", "rouge-l"]
    examples = list(islice(sumspace.read("sample"), 3))
    ranks = sumspace.rank(examples, measure=measures, words=20, score="f1", profile=profile, time=0.1)
    scored = sumspace.score(examples, measure=measures, profile=profile)
    theirs = {(own.system, own.measure): own.f1.mean for own in scored.averages}
    of_corpus = [rank for rank in ranks.systems() if rank.system not in BASELINES]
    assert len(of_corpus) == len(theirs)
    for rank in of_corpus:
        assert rank.uncut == pytest.approx(theirs[rank.system, rank.measure], abs=1e-12)
        assert rank.cut == 3
        assert rank.official != rank.uncut
    assert {(rank.cut, rank.uncut) for rank in ranks.systems() if rank.system in BASELINES} == {(0, None)}
    text = ranks.table().text()
    assert "18 of 18 summaries" in text
    assert " uncut " in text


def test_what_was_not_cut_has_one_score():
    """A summary that is exactly as long as the extracts is whole."""
    systems = {"s": Summary(Passage("The cat   sat on mats."))}
    ranks = Ranks(plan(), rank_documents([example(CATS, DOGS, systems=systems)], plan(budget=Reach(5))))
    (rank,) = (rank for rank in ranks.systems() if rank.system == "s")
    assert (rank.cut, rank.uncut) == (0, rank.official)
    assert "uncut" not in ranks.table().text()


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


def test_any_number_of_jobs_gives_the_same():
    examples = list(sumspace.read("sample"))[::5]
    one, several = (sumspace.rank(examples, measure=["rouge-1", "rouge-2"], words=30, jobs=jobs) for jobs in (1, 3))
    assert one.table().json() == several.table().json()


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


def test_the_papers_bins_are_made_only_where_they_are_asked_for():
    """The percentile rank is read from them; all other numbers are the same."""
    examples = islice(sumspace.read("sample"), 2)
    documents = list(rank_documents(examples, plan(budget=Reach(20))))
    with_bins, without = Standings(documents, binned=True).systems(), Standings(documents).systems()
    assert all(0 <= rank.rank.percentile <= 100 for rank in with_bins)
    assert all(isnan(rank.rank.percentile) for rank in without)
    assert [rank.rank.nines for rank in with_bins] == [rank.rank.nines for rank in without]
    with pytest.raises(SettingError, match="without bins"):
        _ = Standings(documents).average.histogram
