"""The study of oracles (Hirao 2017): worked by hand, and on real texts."""

from dataclasses import dataclass, replace
from statistics import fmean

import pytest

import sumspace
from sumspace.corpus.peers import read_peer
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, parse_budget
from sumspace.tasks import oracle
from sumspace.studies.oracle_averages import middle
from sumspace.studies.oracle_curves import average_curves
from sumspace.studies.oracle_documents import DRAWS, LISTED
from sumspace.studies.oracle_extracts import f_measure, jaccard
from sumspace.studies.oracle_study import StudyOptions, study_oracles
from sumspace.tasks.oracle import OraclePlan, find_in_documents
from sumspace.text.passage import sentences_in

# By both references, of 8 units and with at most 11 words: {0, 1} the cat sat – a dog ran, and {1, 3} a dog ran – the
# in town, have 6 hits, and the greedy algorithm takes the former. By A alone, of 3 units: {0} and {0, 2} have all; no
# other set with a sentence that shares something does. By B alone, of 5: {1, 3} has all.
WORKED = {
    "id": "a", "domain": "news",
    "sentences": ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."],
    "references": [{"id": "A", "text": "The cat sat."}, {"id": "B", "text": "A dog ran in town."}],
    "systems": {"twin": {"extract": [1, 3]}, "copy": "A dog ran. Cats like mats.", "own": "The cat ran in town."},
}  # fmt: skip


def plan(*measures, **settings):
    return OraclePlan(tuple(map(parse_measure, measures or ("rouge-1",))), **{"budget": AtMost(11), **settings})


@pytest.fixture
def study(corpus_file):
    """Study records."""

    def make(*records, chosen=None, peers=(), **options):
        examples = sumspace.read(corpus_file(*records))
        return study_oracles(examples, chosen or plan(), peers, StudyOptions(**options))

    return make


def systems_of(found, choice="all", measure="rouge-1"):
    return {one.system: one for one in found.everything.systems[measure, choice]}


def test_tables_2_to_7_worked_by_hand(study):
    found = study(WORKED).everything.oracles
    multi, single = found["rouge-1", "all"], found["rouge-1", "each"]
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
    found = systems_of(study(WORKED))
    assert set(found) == {"random", "lead", "textrank", "twin", "copy", "own"}
    # Own: the cat ran in town, 5 of 8; copy: a dog ran cat, 4 of 8; lead takes sentences 0 and 1.
    assert {name: found[name].score for name in ("twin", "copy", "own", "lead")} == {
        "twin": 6 / 8, "copy": 4 / 8, "own": 5 / 8, "lead": 6 / 8,
    }  # fmt: skip
    assert found["own"].share == pytest.approx(5 / 6)
    assert (found["own"].words, found["twin"].words) == (5, 11)


def test_f_measures_against_all_oracles_worked_by_hand(study):
    found = study(WORKED)
    by_all = systems_of(found)
    # Twin {1, 3} against {0, 1} and {1, 3}: P and R are (1/2 + 1) / 2. Copy {1, 2}: P and R are 1/2.
    assert by_all["twin"].f_all == pytest.approx(3 / 4)
    assert by_all["copy"].f_all == pytest.approx(1 / 2)
    assert (by_all["own"].f_all, by_all["own"].extracts) == (None, 0)
    # By A {1, 3} has nothing of {0} and {0, 2}; by B it is the oracle.
    assert systems_of(found, "each")["twin"].f_all == pytest.approx(1 / 2)


def test_f_measures_against_one_oracle_vary_between_the_extremes(study):
    found = systems_of(study(WORKED))
    interval = found["twin"].f_drawn  # 1/2 against {0, 1} and 1 against {1, 3}, each drawn half the time
    assert 0.5 < interval.low < interval.mean < interval.high < 1
    assert interval.mean == pytest.approx(3 / 4, abs=0.1)
    assert (found["copy"].f_drawn.low, found["copy"].f_drawn.high) == (0.5, 0.5)


def test_the_same_seed_gives_the_same_draws_with_any_number_of_jobs(study):
    records = [{**WORKED, "id": f"d{i}"} for i in range(4)]

    def drawn(**settings):
        return systems_of(study(*records, chosen=plan(**settings)))["twin"].f_drawn

    assert drawn(jobs=1) == drawn(jobs=3)
    assert drawn(seed=1) != drawn(seed=2)


def test_one_reference_is_its_own_set(study):
    found = study({**WORKED, "references": WORKED["references"][:1]})
    multi, single = (found.everything.chosen("rouge-1", choice)[0] for choice in ("all", "each"))
    assert (multi.reference, single.reference) == ("all", "A")
    assert (multi.score, multi.count, multi.systems) == (single.score, single.count, single.systems)


def test_summaries_longer_than_extracts_are_cut_before_they_are_scored(study):
    long = {**WORKED, "systems": {"long": "It rained. It rained. It rained. It rained. It rained the cat sat."}}
    found = systems_of(study(long))["long"]
    assert found.words == 13
    assert found.score == 1 / 8  # of 11 words the last is "the"
    found = systems_of(study(long, chosen=plan(budget=parse_budget("exactly(2)"))))["long"]
    assert found.score == 3 / 8


def test_mean_scores_are_compared_where_the_mean_decides(study):
    chosen = plan("rouge-1", "rouge-2", mean=True)
    found = study(WORKED, chosen=chosen)
    alone = study(WORKED, chosen=plan("rouge-1", "rouge-2"))
    both = [systems_of(alone, measure=measure)["own"].score for measure in ("rouge-1", "rouge-2")]
    assert systems_of(found, measure="mean(rouge-1,rouge-2)")["own"].score == pytest.approx(fmean(both))


def test_peers_may_be_extracts_too(study, corpus_file):
    twice = {**WORKED, "sentences": [*WORKED["sentences"], "A dog ran."]}
    peer = read_peer("mine", corpus_file({"id": "a", "extract": [4, 3]}, name="mine.jsonl"))
    found = study(twice, peers=[peer]).everything.chosen("rouge-1", "all")[0]
    # Sentence 4 says the same as sentence 1, so there are four oracles: {0, 1}, {0, 4}, {1, 3} and {3, 4}.
    assert found.count == 4
    # {3, 4} against these: 0, 1/2, 1/2 and 1.
    assert found.systems["mine"].f_all == pytest.approx(1 / 2)


@pytest.mark.parametrize(
    ("summary", "sentences"),
    [
        (["It rained."], [0]),
        (["it rained"], [0]),
        (["It rained. A dog ran."], [0, 1]),
        (["It", "rained", "It rained a dog ran!"], [0, 1, 2]),
        (["It rained.", "It rained.", "It rained."], [0, 2]),  # there are only two
        (["A dog."], None),
        (["It rained. A cat ran."], None),
        (["…"], None),
        ([], None),
        (["A dog ran home.", "A dog ran."], [1, 3]),
        (["a dog ran home it rained"], [0, 3]),
    ],
)
def test_which_sentences_a_summary_is_made_of(summary, sentences):
    found = sentences_in(["It rained.", "A dog ran.", "It rained.", "A dog ran home.", "…"], summary)
    assert (found is None) == (sentences is None)
    assert sorted(found or []) == (sentences or [])


def test_likeness_of_sets():
    assert jaccard({1, 2}, {2, 3}) == pytest.approx(1 / 3)
    assert jaccard((), ()) == 1
    # The paper's example (section 6.2.3).
    assert f_measure({1, 2, 3, 4}, {1, 2, 5, 6}) == 0.5
    assert f_measure({1, 2, 3, 4}, {1, 2, 3}) == pytest.approx(0.857, abs=5e-4)
    assert f_measure((), {1}) == 0


def test_too_many_oracles_are_compared_by_random_draws(study):
    """Of 40 equal sentences an oracle has any two: 780 are all compared; of 200 there are too many."""

    def likeness(sentences):
        record = {"id": "many", "sentences": ["A dog ran."] * sentences, "references": ["A dog ran. A dog ran."]}
        return study(record, chosen=plan(budget=None)).everything.chosen("rouge-1", "all")[0]

    few, many = likeness(40), likeness(200)
    assert (few.count, few.drawn) == (780, False)
    # The same two: 1; one of them: 2 · 38 of 780 with 1/3; none of them: 0.
    assert few.jaccard == pytest.approx((1 + 76 / 3) / 780)
    assert many.count == 19900 > LISTED
    assert many.drawn
    assert many.jaccard == pytest.approx((1 + 2 * 198 / 3) / 19900, abs=4 * (2 / 200 / DRAWS) ** 0.5 / 3)
    assert many.shares == pytest.approx([2 / 200] * 200)


def test_medians_of_whole_numbers_are_exact():
    assert [middle(values) for values in ([], [3], [4, 1], [1, 3], [5, 1, 2])] == [None, 3, 2.5, 2, 2]
    huge = 10**400
    assert middle([huge, huge + 2]) == huge + 1
    assert middle([huge, huge + 1]) == huge


@dataclass
class Given:
    """A curve."""

    lengths: list
    scores: list
    optimal: bool = True


def test_curves_are_averaged_and_shorter_documents_stay_at_their_full_text():
    one, two = Given([10, 11, 12], [0.1, 0.2, 0.3]), Given([10, 11], [0.2, 0.4], optimal=False)
    found = average_curves([one, two, Given([], [])])
    assert (found.documents, found.unproven) == (2, 1)
    assert found.words == ((10, pytest.approx(0.15)), (11, pytest.approx(0.3)), (12, pytest.approx(0.35)))
    assert (found.at(11), found.at(100), found.full) == (pytest.approx(0.3), pytest.approx(0.35), pytest.approx(0.35))
    # 91 % of 11 words are 10, and of 12 words too.
    assert found.shares[0] == (0.91, pytest.approx(0.15))
    assert found.shares[-1] == (1.0, pytest.approx(0.35))
    assert average_curves([Given([], [])]) is None


def test_a_curve_of_a_long_document_has_few_points_and_both_ends():
    found = average_curves([Given(list(range(10, 9001)), [n / 9000 for n in range(10, 9001)])])
    assert len(found.words) < 500
    assert (found.words[0], found.words[-1]) == ((10, 10 / 9000), (9000, 1.0))
    assert found.at(100) == 100 / 9000


def test_curves_pass_through_the_oracles(study):
    long = {**WORKED, "references": ["The cat sat on a mat all day long in the town and a dog ran to it."]}
    found = study(long, chosen=plan(budget=AtMost(14)), curves=True)
    (curve,) = found.everything.curves.values()
    assert curve.at(14) == found.everything.oracles["rouge-1", "all"].score
    assert found.documents[0].curves["rouge-1"].optimal
    assert curve.words[-1][0] == found.documents[0].words == 20
    assert not study(long).everything.curves


def test_domains_are_averaged_by_themselves(study):
    law = {**WORKED, "id": "b", "domain": "law", "references": ["A dog ran."]}
    found = study(WORKED, law)
    scores = {name: group.oracles["rouge-1", "all"].score for name, group in found.groups.items()}
    assert scores == {None: (0.75 + 1) / 2, "news": 0.75, "law": 1}
    assert list(study(WORKED).groups) == [None]


def test_a_reference_that_shares_nothing_counts_as_nothing(study):
    nothing = {**WORKED, "id": "b", "references": ["Xylophones."]}
    found = study(WORKED, nothing).everything.oracles["rouge-1", "all"]
    assert (found.score, found.greedy) == (0.375, 0.375)
    assert (found.median, found.several) == (1, 0.5)
    assert (found.compared, found.counted) == (1, 2)


def test_documents_that_cannot_be_studied_are_left_out(study):
    found = study(WORKED, {**WORKED, "id": "b", "references": ["..."]}, {"id": "c", "sentences": ["A."]})
    assert [document.id for document in found.documents] == ["a"]
    assert {one.id for one in found.left_out} == {"b", "c"}
    with pytest.raises(SettingError, match="there is no document to study: 'c' has no references"):
        study({"id": "c", "sentences": ["A."]})


def test_an_error_keeps_what_is_finished(study):
    found = study(WORKED, b'{"id": "b"}')
    assert [document.id for document in found.documents] == ["a"]
    assert found.stopped is not None


def test_time_that_runs_out_is_counted(study, monkeypatch):
    def in_no_time(spaces, seconds):
        found = oracle.find_oracles(spaces, seconds)
        return replace(found, optimal=False, bound=found.score + 0.1, sets=None)

    monkeypatch.setitem(oracle.METHODS, "search", in_no_time)
    found = study(WORKED)
    assert found.unproven == 3
    average = found.everything.oracles["rouge-1", "all"]
    assert (average.unproven, average.counted, average.median, average.jaccard) == (1, 0, None, None)
    assert systems_of(found)["twin"].f_all is None
    assert systems_of(found)["twin"].extracts == 1


def test_the_sample_is_all_proven_and_systems_stay_below():
    found = study_oracles(sumspace.read("sample"), plan("rouge-1", "rouge-2", budget=None))
    assert found.unproven == 0
    assert found.systems[:2] == ["retell", "skim"]
    for group in found.groups.values():
        for key, systems in group.systems.items():
            oracle = group.oracles[key]
            assert oracle.greedy <= oracle.score
            for one in systems:
                if one.extracts:
                    assert one.score <= oracle.score
                    assert 0 <= one.f_all <= 1


def test_extracts_of_real_systems_are_recognized(corpora):
    found = study_oracles(sumspace.read(corpora / "realsumm.jsonl.gz"), plan("rouge-2", budget=None))
    extracts = {one.system: one.extracts for one in found.everything.systems["rouge-2", "all"]}
    for system in ("ext_banditsumm_out", "ext_neusumm_out", "ext_matchsumm_out", "ext_pnbert_out_bert_tf_pn"):
        assert extracts[system] >= 98
    assert extracts["abs_semsim_out"] == 0


def test_every_oracle_of_a_real_corpus_is_proven(corpora):
    documents = find_in_documents(sumspace.read(corpora / "gum-news.jsonl.gz"), plan("rouge-1", "rouge-2", budget=None))
    assert all(document.found.optimal for document in documents)
