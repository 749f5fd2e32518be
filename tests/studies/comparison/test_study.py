"""What a comparison finds, beside the scores and places of other commands."""

from dataclasses import replace
from itertools import combinations, islice, pairwise

import numpy as np
import pytest

import sumspace
from sumspace.corpus.model import Summary
from sumspace.document import Document
from sumspace.errors import CorpusError, NothingToDoError, SettingError, UnknownNameError
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Reach
from sumspace.stats.multiplicity import corrected
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.comparison.plan import ComparisonPlan
from sumspace.studies.comparison.study import ComparisonStudy
from sumspace.tasks.summarize import random_summaries
from sumspace.tasks.systems import ORDERS

from .conftest import ODD, SENTENCES, plan_of


def test_means_are_those_of_score(records):
    scores = sumspace.score("sample", measure=["rouge-1", "rouge-2"])
    values = {measure: scores[measure].f1 for measure in ("rouge-1", "rouge-2")}
    for row in records["many"]["systems"]:
        if row["domain"] is None and row["measure"] in values and not row["baseline"]:
            own = [v for key, v in zip(scores.keys, values[row["measure"]], strict=False) if key[1] == row["system"]]
            assert row["mean"] == pytest.approx(np.mean(own), abs=1e-12)
            assert row["mean_interval"][0] < row["mean"] < row["mean_interval"][1]


def test_the_baseline_has_room_for_the_budget(few):
    assert few.baselines == ("lead",)
    assert few.systems == ("skim", "retell", "lead")
    assert few.words["lead"] == 20


def test_the_baseline_is_as_long_as_the_references(many):
    lengths = [
        [sum(len(sentence.split()) for sentence in reference.body.split("en")) for reference in example.references]
        for example in sumspace.read("sample")
    ]
    words = [np.mean(own) for own in lengths]
    assert many.words["lead"] == pytest.approx(np.mean(words), abs=0.5)


@pytest.mark.parametrize("correction", ["holm", "bh", "none"])
def test_pairs_are_corrected_for_all_of_a_measure_on_the_same_documents(many, correction):
    plan = replace(many.plan, correction=correction)
    for contest in ComparisonStudy.run(sumspace.read("sample"), plan).contests:
        own = corrected([pair.result.p for pair in contest.pairs], correction)
        assert [pair.corrected for pair in contest.pairs] == pytest.approx(own.tolist(), nan_ok=True)
        assert [pair.is_significant for pair in contest.pairs] == [bool(p < 0.05) for p in own]


def test_every_pair_is_there_once(many):
    for contest in many.contests:
        names = [ranked.system for ranked in contest.ranking]
        pairs = {frozenset((pair.first, pair.second)) for pair in contest.pairs}
        assert pairs == {frozenset(pair) for pair in combinations(names, 2)}
        assert len(pairs) == len(contest.pairs)


def test_many_pairs_have_more_permutations():
    plan = ComparisonPlan()
    assert plan.permutations(3) == 10_000
    assert plan.permutations(780) == 31_200  # or else no corrected p could lie below 0.05


def test_named_systems_stand_as_they_are_named(few):
    assert [(p.first, p.second) for p in few.overall[0].pairs] == [
        ("skim", "retell"),
        ("skim", "lead"),
        ("retell", "lead"),
    ]


def test_domains_are_compared_on_their_own(many):
    domains = [contest.domain for contest in many.contests if str(contest.measure) == "rouge-1"]
    assert domains == [None, "newswire", "literary", "scientific", "legal"]
    assert [c.documents for c in many.contests if str(c.measure) == "rouge-1"] == [20, 5, 5, 5, 5]


def test_a_measure_without_a_value_for_the_baseline_compares_the_others(many):
    contest = many.contest(parse_measure("pyramid"))
    assert "lead" not in [ranked.system for ranked in contest.ranking]
    assert "pyramid has no value for lead" in many.remarks


def test_systems_with_gaps_are_compared_on_shared_documents(gaps):
    (contest,) = gaps.contests
    assert not contest.complete
    assert {pair.result.documents for pair in contest.pairs if "rare" in (pair.first, pair.second)} == {2}
    assert any("rare has summaries of 2 of the 9 documents" in note for note in gaps.notes())


def test_places_are_those_of_rank(few):
    ranks = sumspace.rank("sample", measure="rouge-2", score="f1", words=20)
    theirs = {rank.system: rank for rank in ranks.systems()}
    (places,) = [places for places in few.places if places.domain is None]
    assert {place.system for place in places.systems} == {"skim", "retell", "lead"}
    for place in places.systems:
        assert place.score.mean == pytest.approx(theirs[place.system].score)
        assert places.ranks[place.system].nines == pytest.approx(theirs[place.system].rank.nines)
        assert place.reached.mean == pytest.approx(theirs[place.system].reached)
        assert place.reached.low < place.reached.mean < place.reached.high
    below = [d.space.rank(s.score).below for d in ranks for s in d.scores if s.system == "skim"]
    skim = next(place for place in places.systems if place.system == "skim")
    assert skim.places.mean.share == pytest.approx(np.mean(below))


def test_domains_have_places_without_nines(few, records):
    within = [row for row in records["few"]["places"] if row["domain"] is not None]
    assert len(within) == 4 * 3
    assert {(row["nines"], row["above_all"]) for row in within} == {(None, None)}
    for places in few.places:
        assert places.average < places.best
        assert all(0 <= place.places.mean.share <= 1 for place in places.systems)


def test_a_difference_as_a_share_of_the_distance_is_that_of_the_two_shares(few):
    for places in few.places:
        reached = {place.system: place.reached.mean for place in places.systems}
        for pair in places.pairs:
            assert pair.reached.mean == pytest.approx(reached[pair.first] - reached[pair.second])
            assert pair.difference.mean == pytest.approx(pair.reached.mean * (places.best - places.average))


def test_references_one_by_one_are_averaged_first():
    study = ComparisonStudy.run(sumspace.read("sample"), plan_of("rouge-2", references="each", baselines=()))
    scores = sumspace.score("sample", "each", measure="rouge-2")
    rows = [(key, v) for key, v in zip(scores.keys, scores["rouge-2"].f1, strict=True) if key[1] == "skim"]
    by_document = {}
    for (id_, _, _), value in rows:
        by_document.setdefault(id_, []).append(value)
    skim = next(ranked for ranked in study.overall[0].ranking if ranked.system == "skim")
    assert skim.documents == len(by_document) == 20
    assert skim.mean.mean == pytest.approx(np.mean([np.mean(values) for values in by_document.values()]))


def test_the_same_seed_gives_the_same_with_any_number_of_jobs(few):
    from sumspace.compute.work import Workers

    again = ComparisonStudy.run(sumspace.read("sample"), replace(few.plan, workers=Workers(3)))
    assert list(again.render("json")) == list(few.render("json"))


def test_power_is_shown_of_neighbours_where_there_are_many(few, many):
    assert len(few.powers) == 2 * 3
    ranking = [ranked.system for ranked in many.overall[0].ranking]
    own = [(power.first, power.second) for power in many.powers if power.measure == many.overall[0].measure]
    assert own == list(pairwise(ranking))


def test_a_measure_that_compares_nothing_is_left_out_where_another_does():
    plan = plan_of("rouge-1", "oracle(rouge-1)", systems=("skim", "retell"))
    study = ComparisonStudy.run(sumspace.read("sample"), plan)
    assert [str(contest.measure) for contest in study.overall] == ["rouge-1"]
    assert any("oracle(rouge-1) has values for one system only" in note for note in study.notes())


def test_recall_of_summaries_of_other_lengths_has_a_note():
    record = {"sentences": ["A cat sat here.", "It slept."], "references": ["A cat slept."]}
    examples = [
        {"id": f"{i}", **record, "systems": {"a": "A cat sat and slept here.", "b": "A cat."}} for i in range(3)
    ]
    options = {"measure": "rouge-1", "space": False, "resamples": 20}
    for score, favoured in {"recall": "long", "precision": "short"}.items():
        notes = sumspace.compare(examples, score=score, **options).notes()
        assert any(f"{score} favours {favoured} summaries: a has 6 words on average, b 2" in note for note in notes)
    assert not any("favours" in note for note in sumspace.compare(examples, **options).notes())
    assert not any("favours" in note for note in sumspace.compare(examples, score="recall", words=2, **options).notes())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"systems": ("nobody",)}, "no summaries by 'nobody'; there are: closing"),
        ({"systems": ("skim",), "baselines": ()}, "nothing to compare 'skim' with"),
    ],
)
def test_there_must_be_two_systems(changes, message):
    with pytest.raises(SettingError, match=message):
        ComparisonStudy.run(sumspace.read("sample"), plan_of("rouge-1", **changes))


def test_one_document_is_not_enough():
    with pytest.raises(NothingToDoError, match=r"have 1 document in common.* needs 2 documents"):
        ComparisonStudy.run([next(iter(sumspace.read("sample")))], plan_of("rouge-1"))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"measures": ()}, SettingError, "at least one measure"),
        ({"bootstrap": Bootstrap(confidence=100)}, SettingError, "between 0 and 100"),
        ({"correction": "most"}, SettingError, "a correction is holm, bh, none"),
        ({"baselines": ("leed",)}, UnknownNameError, "unknown summarizer 'leed'"),
    ],
)
def test_a_plan_refuses_what_makes_no_sense(options, error, message):
    with pytest.raises(error, match=message):
        ComparisonPlan(**options)


def test_random_is_the_mean_over_its_orders():
    """Each order is scored here as a system of its own, and among all extracts random stands as in rank."""
    examples = list(islice(sumspace.read("sample"), 3))
    plan = plan_of("rouge-2", baselines=("random",), systems=("skim",), space=True, budget=Reach(20), part="recall")
    study = ComparisonStudy.run(examples, plan)
    (mean,) = (one.mean.mean for one in study.contests[0].ranking if one.system == "random")
    scores = []
    for example in examples:
        made = random_summaries(Document(example, plan.setting.profile), Reach(20), ORDERS)
        assert len(made) == ORDERS
        for summary in made:
            alone = replace(example, systems={"one": summary.as_system})
            scores.append(sumspace.score([alone], measure="rouge-2")["rouge-2"].recall[0])
    assert mean == pytest.approx(np.mean(scores), rel=1e-12)
    ranks = sumspace.rank(examples, measure="rouge-2", words=20, profile=plan.setting.profile).systems()
    (place,) = (place for place in study.places[0].systems if place.system == "random")
    assert place.score.mean == pytest.approx(next(rank.score for rank in ranks if rank.system == "random"), rel=1e-12)


def test_a_system_of_the_corpus_takes_the_place_of_the_baseline():
    record = {"sentences": ["A cat sat here.", "It slept."], "references": ["A cat slept."]}
    examples = [{"id": f"{i}", **record, "systems": {"mine": "A cat.", "lead": "It slept."}} for i in range(3)]
    study = sumspace.compare(examples, measure="rouge-1", system="mine", space=False, resamples=20)
    assert study.systems == ("mine", "lead")
    assert study.words["lead"] == 2


def test_odd_names_are_kept_in_records(records):
    assert f"{ODD}\x07" in {row["system"] for row in records["gaps"]["systems"]}


@pytest.fixture
def without_texts():
    """The sample with summaries as texts, and no documents."""
    examples = []
    for example in sumspace.read("sample"):
        systems = {name: Summary(example.summary(name)) for name in ("skim", "retell")}
        examples.append(replace(example, texts=(), systems=systems))
    return examples


def test_without_texts_there_is_no_baseline_and_no_space(without_texts, few):
    plan = replace(few.plan, baselines=("lead", "textrank"))
    study = ComparisonStudy.run(without_texts, plan)
    assert study.systems == ("skim", "retell")
    assert study.baselines == study.places == ()
    assert list(study.notes()) == [
        "lead, textrank: no document has a text to extract from",
        "no document has a text, so there are no extracts to compare with",
    ]
    (pair,) = study.overall[0].pairs
    same = next(p for p in few.overall[0].pairs if {p.first, p.second} == {"skim", "retell"})
    assert (pair.result.p, pair.result.wins, pair.result.order) == (same.result.p, same.result.wins, same.result.order)
    assert pair.result.difference.low == pytest.approx(same.result.difference.low)
    assert "places" not in study.figures()


def test_an_interrupt_while_exploring_leaves_what_was_compared(few, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("sumspace.studies.comparison.explored.rank_documents", interrupted)
    study = ComparisonStudy.run(sumspace.read("sample"), few.plan)
    assert isinstance(study.stopped, KeyboardInterrupt)
    assert not study.places
    assert [contest.pairs for contest in study.contests] == [contest.pairs for contest in few.contests]


def test_documents_of_several_files_that_share_an_id_are_refused():
    corpus = [replace(example, file=name) for name in ("a", "b") for example in sumspace.read("sample")]
    with pytest.raises(CorpusError, match=r"^b:1: id: 'newswire-1' is the id of another document too"):
        ComparisonStudy.run(corpus, plan_of("rouge-2"))


def test_spaces_are_kept_whatever_other_programs_say_of_the_systems(tmp_path, monkeypatch):
    corpus = [{"id": f"{i}", "sentences": SENTENCES, "references": [SENTENCES[i]]} for i in range(4)]
    corpus = [{**record, "systems": {"x": SENTENCES[0], "y": SENTENCES[1]}} for record in corpus]
    rows = [{"id": f"{i}", "system": name, "m": i} for i in range(4) for name in "xy"]
    options = {"measure": "rouge-1", "budget": "exactly(2)", "resamples": 50, "keep": tmp_path}
    before = sumspace.compare(corpus, **options)
    monkeypatch.delattr("sumspace.tasks.rank.rank_document")
    after = sumspace.compare(corpus, scores=rows, **options)
    assert after.frame("places").equals(before.frame("places"))
    assert [str(contest.measure) for contest in after.contests] == ["rouge-1", "given(m)"]
    assert "| rouge-1,given(m) |" in str(after.plan)


@pytest.mark.parametrize("texts", [1, 0])
def test_one_space_has_a_place_and_no_interval(texts):
    # Of the first document all extracts score the same where there is but one sentence.
    sentences = [SENTENCES[:3], SENTENCES[:1]][1 - texts]
    record = {"references": [SENTENCES[0]], "systems": {"x": SENTENCES[0], "y": SENTENCES[1]}}
    corpus = [{"id": "1", "sentences": sentences, **record}, {"id": "2", **record}, {"id": "3", **record}]
    study = sumspace.compare(corpus, measure="rouge-1", budget="exactly(1)", baseline="none", resamples=50)
    said = [text for text in study.findings() if "average extract" in text]
    assert len(said) == texts
    assert not any("nan" in text for text in study.findings())
    assert ("places" in study.figures()) == bool(texts)


def test_what_spaces_cost_is_said_from_five_seconds_on(few):
    assert not any("exploring all extracts took" in note for note in replace(few, seconds=4.9).notes())
    assert "exploring all extracts took 5 s of this run; --no-space skips them" in replace(few, seconds=5.0).notes()
