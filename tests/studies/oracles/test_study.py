"""The study of oracles (Hirao 2017): worked by hand, and on real texts."""

from dataclasses import replace
from statistics import fmean

import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.errors import SettingError, StoppedEarly
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, parse_budget
from sumspace.studies.oracles.documents import DRAWS, LISTED
from sumspace.studies.oracles.plan import OracleStudyPlan
from sumspace.studies.oracles.study import OracleStudy
from sumspace.tasks import oracle
from sumspace.tasks.oracle import OraclePlan

# By both references, of 8 units and with at most 11 words: {0, 1} the cat sat – a dog ran, and {1, 3} a dog ran – the
# in town, have 6 hits, and the greedy algorithm takes the former. By A alone, of 3 units: {0} and {0, 2} have all; no
# other set with a sentence that shares something does. By B alone, of 5: {1, 3} has all.
WORKED = {
    "id": "a", "domain": "news",
    "sentences": ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."],
    "references": [{"id": "A", "text": "The cat sat."}, {"id": "B", "text": "A dog ran in town."}],
    "systems": {"twin": {"extract": [1, 3]}, "copy": "A dog ran. Cats like mats.", "own": "The cat ran in town."},
}  # fmt: skip
ROUGE_1 = (parse_measure("rouge-1"),)


def plan(*measures, curves=False, **settings):
    search = OraclePlan(tuple(map(parse_measure, measures)) or ROUGE_1, **{"budget": AtMost(11), **settings})
    return OracleStudyPlan(search, curves=curves)


@pytest.fixture
def study(corpus_file):
    """Study records."""

    def make(*records, chosen=None, peer=None):
        return OracleStudy.run(sumspace.read(corpus_file(*records), peer=peer), chosen or plan())

    return make


def systems_of(study, choice="all", objective=ROUGE_1):
    return {average.system: average for average in study.everything.systems[objective, choice]}


def first_result(study, choice="all"):
    return study.everything.results[ROUGE_1, choice][0]


def test_tables_2_to_7_worked_by_hand(study):
    averages = study(WORKED).everything.oracles
    multi, single = averages[ROUGE_1, "all"], averages[ROUGE_1, "each"]
    assert (multi.number, single.number) == (1, 2)
    assert (multi.score, single.score) == (6 / 8, 1.0)
    assert (multi.official, single.official) == (6 / 8, 1.0)
    # Greedy takes {0, 1} by both; {0} by A, and there sentence 2, which fits and takes nothing away; {1, 3} by B.
    assert (multi.greedy, single.greedy) == (6 / 8, 1.0)
    assert multi.jaccard == pytest.approx((1 + 1 / 3) / 2)
    assert (multi.median, multi.several) == (2, 1.0)
    assert (single.median, single.several) == (1.5, 0.5)
    # By both, sets of at most 11 words: 4 single sentences, {0, 1}, {0, 2}, {1, 2}, {1, 3} and {2, 3}. By A: sentences
    # 0, 2, 3, {0, 2} and {2, 3}; by B: sentences 1, 3 and {1, 3}.
    assert (multi.feasible, single.feasible) == (9, 4)


def test_systems_reach_a_share_of_the_oracles(study):
    systems = systems_of(study(WORKED))
    assert set(systems) == {"random", "lead", "textrank", "twin", "copy", "own"}
    # Own: the cat ran in town, 5 of 8; copy: a dog ran cat, 4 of 8; lead takes sentences 0 and 1.
    assert {name: systems[name].score for name in ("twin", "copy", "own", "lead")} == {
        "twin": 6 / 8, "copy": 4 / 8, "own": 5 / 8, "lead": 6 / 8,
    }  # fmt: skip
    assert systems["own"].share == pytest.approx(5 / 6)
    assert (systems["own"].words, systems["twin"].words) == (5, 11)


def test_f_measures_against_all_oracles_worked_by_hand(study):
    result = study(WORKED)
    systems = systems_of(result)
    # Twin {1, 3} against {0, 1} and {1, 3}: P and R are (1/2 + 1) / 2. Copy {1, 2}: P and R are 1/2.
    assert systems["twin"].f_all == pytest.approx(3 / 4)
    assert systems["copy"].f_all == pytest.approx(1 / 2)
    assert (systems["own"].f_all, systems["own"].extracts) == (None, 0)
    # By A {1, 3} has nothing of {0} and {0, 2}; by B it is the oracle.
    assert systems_of(result, "each")["twin"].f_all == pytest.approx(1 / 2)


def test_f_measures_against_one_oracle_vary_between_the_extremes(study):
    systems = systems_of(study(WORKED))
    interval = systems["twin"].f_drawn  # 1/2 against {0, 1} and 1 against {1, 3}, each drawn half the time
    assert 0.5 < interval.low < interval.mean < interval.high < 1
    assert interval.mean == pytest.approx(3 / 4, abs=0.1)
    assert (systems["copy"].f_drawn.low, systems["copy"].f_drawn.high) == (0.5, 0.5)


def test_the_same_seed_gives_the_same_draws_with_any_number_of_jobs(study):
    records = [{**WORKED, "id": f"d{i}"} for i in range(4)]

    def drawn(**settings):
        return systems_of(study(*records, chosen=plan(**settings)))["twin"].f_drawn

    assert drawn(workers=Workers(1)) == drawn(workers=Workers(3))
    assert drawn(seed=1) != drawn(seed=2)


def test_one_reference_is_its_own_set(study):
    result = study({**WORKED, "references": WORKED["references"][:1]})
    multi, single = first_result(result, "all"), first_result(result, "each")
    assert (multi.reference, single.reference) == ("all", "A")
    assert (multi.score, multi.count, multi.systems) == (single.score, single.count, single.systems)


@pytest.mark.parametrize(
    ("budget", "hits"),
    [
        ("at_most(11)", 1),  # of 11 words the last is "the"
        ("within(9, 3)", 2),  # up to 12 words
        ("reach(11)", 1),
        ("exactly(2)", 3),  # words are not counted
        ("up_to(2)", 3),
    ],
)
def test_summaries_longer_than_extracts_are_cut_before_they_are_scored(study, budget, hits):
    record = {**WORKED, "systems": {"long": "It rained. It rained. It rained. It rained. It rained the cat sat."}}
    long = systems_of(study(record, chosen=plan(budget=parse_budget(budget))))["long"]
    assert (long.words, long.score) == (13, hits / 8)


def test_mean_scores_are_compared_where_the_mean_decides(study):
    chosen = plan("rouge-1", "rouge-2", mean=True)
    (objective,) = chosen.search.objectives
    mean = systems_of(study(WORKED, chosen=chosen), objective=objective)["own"].score
    alone = study(WORKED, chosen=plan("rouge-1", "rouge-2"))
    assert mean == pytest.approx(fmean(systems_of(alone, objective=(m,))["own"].score for m in objective))


def test_systems_from_other_files_may_be_extracts_too(study, corpus_file):
    twice = {**WORKED, "sentences": [*WORKED["sentences"], "A dog ran."]}
    mine = corpus_file({"id": "a", "extract": [4, 3]}, name="mine.jsonl")
    result = first_result(study(twice, peer={"mine": mine}))
    # Sentence 4 says the same as sentence 1, so there are four oracles: {0, 1}, {0, 4}, {1, 3} and {3, 4}.
    assert result.count == 4
    # {3, 4} against these: 0, 1/2, 1/2 and 1.
    assert result.systems["mine"].f_all == pytest.approx(1 / 2)


def test_too_many_oracles_are_compared_by_random_draws(study):
    """Of 40 equal sentences an oracle has any two: 780 are all compared; of 200 there are too many."""

    def likeness(sentences):
        record = {"id": "many", "sentences": ["A dog ran."] * sentences, "references": ["A dog ran. A dog ran."]}
        return first_result(study(record, chosen=plan(budget=None)))

    few, many = likeness(40), likeness(200)
    assert (few.count, few.drawn) == (780, False)
    # The same two: 1; one of them: 2 · 38 of 780 with 1/3; none of them: 0.
    assert few.jaccard == pytest.approx((1 + 76 / 3) / 780)
    assert many.count == 19900 > LISTED
    assert many.drawn
    assert many.jaccard == pytest.approx((1 + 2 * 198 / 3) / 19900, abs=4 * (2 / 200 / DRAWS) ** 0.5 / 3)
    assert many.shares == pytest.approx([2 / 200] * 200)


def test_curves_pass_through_the_oracles(study):
    long = {**WORKED, "references": ["The cat sat on a mat all day long in the town and a dog ran to it."]}
    result = study(long, chosen=plan(budget=AtMost(14), curves=True))
    (curve,) = result.everything.curves.values()
    assert curve.at(14) == result.everything.oracles[ROUGE_1, "all"].score
    assert result.documents[0].curves[ROUGE_1[0]].optimal
    assert curve.words[-1][0] == result.documents[0].words == 20
    assert not study(long).everything.curves


def test_domains_are_averaged_by_themselves(study):
    law = {**WORKED, "id": "b", "domain": "law", "references": ["A dog ran."]}
    groups = study(WORKED, law).groups
    scores = {domain: group.oracles[ROUGE_1, "all"].score for domain, group in groups.items()}
    assert scores == {None: (0.75 + 1) / 2, "news": 0.75, "law": 1}
    assert list(study(WORKED).groups) == [None]


def test_a_reference_that_shares_nothing_counts_as_nothing(study):
    nothing = {**WORKED, "id": "b", "references": ["Xylophones."]}
    average = study(WORKED, nothing).everything.oracles[ROUGE_1, "all"]
    assert (average.score, average.greedy) == (0.375, 0.375)
    assert (average.median, average.several) == (1, 0.5)
    assert (average.compared, average.counted) == (1, 2)


def test_documents_that_cannot_be_studied_are_left_out(study):
    result = study(WORKED, {**WORKED, "id": "b", "references": ["..."]}, {"id": "c", "sentences": ["A."]})
    assert [document.id for document in result.documents] == ["a"]
    assert [left_out.id for left_out in result.left_out] == ["b", "c"]
    with pytest.raises(SettingError, match="there is no document to study: 'c' has no references"):
        study({"id": "c", "sentences": ["A."]})


def test_an_error_keeps_what_is_finished(study):
    with pytest.warns(StoppedEarly):
        result = study(WORKED, b'{"id": "b"}')
    assert [document.id for document in result.documents] == ["a"]
    assert result.stopped is not None


def test_time_that_runs_out_is_counted_and_noted(study, monkeypatch):
    def in_no_time(space, scorings, seconds):
        oracles = oracle.find_oracles(space, scorings, seconds)
        return replace(oracles, optimal=False, bound=oracles.score + 0.1, sets=None)

    assert list(study(WORKED).notes()) == []
    monkeypatch.setitem(oracle.METHODS, "search", in_no_time)
    result = study(WORKED)
    assert result.unproven == 3
    assert list(result.notes()) == ["3 searches ran out of time; they show the best extract found"]
    average = result.everything.oracles[ROUGE_1, "all"]
    assert (average.unproven, average.counted, average.median, average.jaccard) == (1, 0, None, None)
    assert systems_of(result)["twin"].f_all is None
    assert systems_of(result)["twin"].extracts == 1


def test_real_texts_are_all_proven_and_extracts_stay_below(sample_study):
    assert sample_study.unproven == 0
    assert sample_study.systems[:2] == ["retell", "skim"]
    for group in sample_study.groups.values():
        for key, systems in group.systems.items():
            best = group.oracles[key]
            assert best.greedy <= best.score
            for system in systems:
                if system.extracts:
                    assert system.score <= best.score
                    assert 0 <= system.f_all <= 1


def test_summaries_that_a_measure_does_not_know_are_left_out(study):
    units = [{"id": "sale", "weight": 2, "sentences": [0]}, {"id": "price", "sentences": [1]}]
    record = {
        "id": "mill",
        "sentences": ["The mill was sold.", "It cost a million.", "Nobody was surprised."],
        "references": ["The mill was sold for a million."],
        "pyramid": {"units": units, "matches": {"told": ["price"]}},
        "systems": {"mine": {"extract": [1, 2]}, "told": "A million.", "unknown": "Who knows?"},
    }
    result = study(record, chosen=plan("pyramid", budget=parse_budget("exactly(2)")))
    systems = systems_of(result, objective=(parse_measure("pyramid"),))
    assert {"lead", "mine", "told"} <= set(systems)
    assert "unknown" not in systems
    assert [systems[name].score for name in ("lead", "mine", "told")] == pytest.approx([1, 1 / 3, 1 / 3])
    assert result.everything.oracles[(parse_measure("pyramid"),), "all"].score == 1
