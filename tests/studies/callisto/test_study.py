"""The study of CALLISTO: shares, baseline, wins and significance, by plain loops over the same summaries."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import spearmanr

import sumspace
from sumspace.compute.spool import RowSpool, Spool
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import score_texts
from sumspace.studies.callisto import study as callisto_study
from sumspace.studies.callisto.generate import generate
from sumspace.studies.callisto.plan import CallistoPlan, GenerationPlan, Version
from sumspace.studies.callisto.study import CallistoStudy
from sumspace.summarizers.callisto.configuration import grid
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import Passage

SAMPLE = list(sumspace.read("sample"))
SOME = SAMPLE[::3]
GRID = grid(
    ["none", "c99", "texttiling"], ["rake", "extractor"], phrases=[5], thresholds=[1], sentences=[4, 1], kind="paper"
)
LIN_HOVY, KPIA = parse_measure("lin-hovy"), parse_measure("kpia")


def make_plan(**others):
    generation = GenerationPlan(GRID, workers=Workers(others.pop("jobs", 1)))
    learners = tuple(map(parse_learner, others.pop("learners", ("naive-bayes", "fixed"))))
    usual = {"classes": (2, 5), "folds": 3, "ranked_by": None, "lengths": "given"}
    usual |= {"selections": ("random", "paper"), "targets": ("score",)}
    return CallistoPlan(generation, learners, **usual | others)


PLAN = make_plan()


@pytest.fixture(scope="module")
def study():
    return CallistoStudy.run(SOME, PLAN)


@pytest.fixture(scope="module")
def free():
    return CallistoStudy.run(SOME, replace(PLAN, lengths="free"))


@pytest.fixture(scope="module")
def scores():
    """The F-score of every configuration on every document."""
    return [
        [float(one.scores[LIN_HOVY].f1[place]) for place in one.by_configuration]
        for one in generate(SOME, PLAN.generation)
    ]


def lead_scores(length):
    summaries = [example.sentences()[:length] for example in SOME]
    references = [[reference.body for reference in example.references] for example in SOME]
    return score_texts(summaries, references, ["lin-hovy"])["lin-hovy"].f1.tolist()


def best_of(row, length=None):
    return max(score for score, one in zip(row, GRID, strict=True) if length in (None, one.sentences))


def test_a_share_is_the_score_over_the_best_of_its_length(study, scores):
    assert len(study.results) == 2 * 2 * 2 + 2
    for result in study.results:
        for place, row in enumerate(scores):
            chosen = result.configurations[place].tolist()
            parts = [row[one] / best_of(row, GRID[one].sentences) for one in chosen]
            assert result.shares[place] == pytest.approx(sum(parts) / 2)
            assert 0 <= result.shares[place] <= 1
        assert result.share == pytest.approx(sum(result.shares) / len(SOME))
        reached = [row[one] for row, chosen in zip(scores, result.configurations, strict=True) for one in chosen]
        assert result.score == pytest.approx(sum(reached) / len(reached))


def test_a_share_is_the_score_over_the_best_of_all_where_lengths_are_free(free, scores):
    for result in free.results:
        for place, row in enumerate(scores):
            (chosen,) = result.configurations[place].tolist()
            assert result.shares[place] == pytest.approx(row[chosen] / best_of(row))
    assert free.best == pytest.approx(sum(map(best_of, scores)) / len(SOME))
    assert any(result.share < 1 for result in free.results)


def test_the_best_is_the_mean_over_documents_and_lengths(study, scores):
    assert study.best == pytest.approx(np.mean([[best_of(row, n) for n in (1, 4)] for row in scores]))


def test_the_lead_by_length_and_on_average(study, scores):
    one, four, both = study.lead_scores
    assert (str(one.size), str(four.size), both.size) == ("1 sentence", "4 sentences", None)
    for baseline, length in ((one, 1), (four, 4)):
        lead = lead_scores(length)
        assert baseline.score == pytest.approx(sum(lead) / len(lead))
        shares = [score / best_of(row, length) for score, row in zip(lead, scores, strict=True)]
        assert baseline.share == pytest.approx(sum(shares) / len(shares))
    assert both.score == pytest.approx((one.score + four.score) / 2)
    assert both.share == pytest.approx((one.share + four.share) / 2)
    assert study.lead_score is both


def test_the_lead_is_divided_by_the_best_of_all_where_lengths_are_free(free, scores):
    for baseline, length in zip(free.lead_scores, (1, 4), strict=False):
        shares = [score / best_of(row) for score, row in zip(lead_scores(length), scores, strict=True)]
        assert baseline.share == pytest.approx(sum(shares) / len(shares))
    assert free.lead_score.share == pytest.approx((free.lead_scores[0].share + free.lead_scores[1].share) / 2)


def test_wins_are_counted_by_text_and_ties_are_shared(study, scores):
    alone, shared = Counter(), Counter()
    for row in scores:
        best = best_of(row)
        winners = {(c.segmenter, c.extractor) for c, score in zip(GRID, row, strict=True) if score == best}
        for winner in winners:
            alone[winner] += len(winners) == 1
            shared[winner] += 1 / len(winners)
    found = {(wins.segmenter, wins.extractor): wins for wins in study.wins}
    assert set(found) == {(c.segmenter, c.extractor) for c in GRID}
    for combination, wins in found.items():
        assert wins.alone == alone[combination]
        assert wins.shared == pytest.approx(shared[combination])
    assert sum(wins.shared for wins in study.wins) == pytest.approx(len(SOME))
    assert 0 < sum(wins.alone for wins in study.wins) < len(SOME), "some texts have ties, others have none"
    assert [wins.shared for wins in study.wins] == sorted((wins.shared for wins in study.wins), reverse=True)


def test_how_many_summaries_there_are_and_how_recall_and_f_agree(study):
    documents = list(generate(SOME, PLAN.generation))
    assert study.summaries == len(SOME) * len(GRID)
    assert study.different == sum(len({one.summaries[place] for place in one.by_configuration}) for one in documents)
    recall = [float(one.scores[LIN_HOVY].recall[place]) for one in documents for place in one.by_configuration]
    f = [float(one.scores[LIN_HOVY].f1[place]) for one in documents for place in one.by_configuration]
    assert study.recall_and_f == pytest.approx(spearmanr(recall, f).statistic)


def test_the_analysis_is_of_all_versions_and_last_of_the_lead(study, scores):
    means = [*(result.share for result in study.results), study.lead_score.share]
    assert study.analysis.means == pytest.approx(means)
    leads = np.mean([lead_scores(n) / np.array([best_of(row, n) for row in scores]) for n in (1, 4)], axis=0)
    table = [[*(float(result.shares[i]) for result in study.results), leads[i]] for i in range(len(SOME))]
    n, k = len(SOME), len(means)
    rows = [sum(row) / k for row in table]
    mean = sum(rows) / n
    error = sum((table[i][j] - rows[i] - means[j] + mean) ** 2 for i in range(n) for j in range(k))
    assert study.analysis.error.degrees == (n - 1) * (k - 1)
    assert study.analysis.error.sum_of_squares == pytest.approx(error)
    assert study.analysis.methods.sum_of_squares == pytest.approx(n * sum((one - mean) ** 2 for one in means))


def test_judged_by_another_measure_than_trained_on():
    found = CallistoStudy.run(SOME[:4], make_plan(learners=["fixed"], trained_on=(LIN_HOVY,), judged_by=KPIA))
    (result,) = found.results
    assert result.version == Version(parse_learner("fixed"), LIN_HOVY, "value")
    documents = list(generate(SOME[:4], PLAN.generation))
    expected = [
        float(one.scores[KPIA].f1[one.by_configuration[configuration]])
        for one, chosen in zip(documents, result.configurations, strict=True)
        for configuration in chosen
    ]
    assert result.score == pytest.approx(sum(expected) / len(expected))
    # One value stands for recall and F.
    assert found.recall_and_f == pytest.approx(1)


def test_the_number_of_jobs_changes_nothing(study):
    again = CallistoStudy.run(SOME, make_plan(jobs=3))
    assert [result.shares.tolist() for result in again.results] == [result.shares.tolist() for result in study.results]
    assert again.lead_scores == study.lead_scores
    assert again.wins == study.wins
    assert again.analysis == study.analysis


def document(name, sentences, *references):
    bodies = (Reference("", Passage.of([text])) for text in references)
    return Example(name, (Text((Section(Passage(sentences=tuple(sentences))),)),), references=tuple(bodies))


HOUSE = ["Old houses burn.", "Firemen saved two cats.", "Nobody was hurt.", "The mayor thanked all firemen."]


def test_documents_on_which_nothing_scores_are_left_out_with_a_note():
    nothing = document("nothing", HOUSE, "Completely different matter.")
    # One of its sentences has a word of the reference, and no extractor wants that one first.
    late = document(
        "late",
        ["Solar panels, solar panels.", "Solar panels.", "Solar panels.", "So it was of the, and is, rain."],
        "Rain.",
    )
    found = CallistoStudy.run([*SOME[:3], nothing, late], PLAN)
    assert found.documents == tuple(example.id for example in SOME[:3])
    assert found.left_out == (
        LeftOut("nothing", "has no summary of 1 sentence with a score above 0"),
        LeftOut("late", "has no summary of 1 sentence with a score above 0"),
    )
    free = CallistoStudy.run([*SOME[:3], nothing, late], replace(PLAN, lengths="free"))
    assert free.documents == (*found.documents, "late")
    assert free.left_out == (LeftOut("nothing", "has no summary with a score above 0"),)


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        ([], "there is no document to study"),
        (SOME[:1], "needs at least 2 documents with scores above 0, not 1$"),
        (
            [SOME[0], replace(SOME[1], references=())],
            "not 1: 'newswire-4' has no references to score extracts against$",
        ),
        (
            [SOME[0], document("x", HOUSE, "Other matter.")],
            "not 1: 'x' has no summary of 1 sentence with a score above 0$",
        ),
        ([replace(SOME[0], references=())], "there is no document to study: 'newswire-1' has no references"),
    ],
)
def test_too_few_documents(examples, message):
    with pytest.raises(SettingError, match=message):
        CallistoStudy.run(examples, PLAN)


def test_two_documents_are_enough_and_what_cannot_be_said_of_them_is_none():
    found = CallistoStudy.run(
        [document("a", ["Cats sleep."], "Cats sleep."), document("b", ["Dogs bark."], "Dogs bark.")],
        make_plan(folds=10, classes=(2, 20)),
    )
    assert {result.share for result in found.results} == {1.0}
    assert found.recall_and_f is None
    assert (found.analysis.least_difference, found.analysis.reason) == (None, "the scores are constant")
    assert (found.summaries, found.different) == (2 * len(GRID), 2)


def test_what_ends_the_stream_ends_the_study():
    def broken():
        yield from SOME[:3]
        raise SettingError("the disk is full")

    with pytest.raises(SettingError, match="the disk is full"):
        CallistoStudy.run(broken(), PLAN)


def test_what_waits_on_disk_changes_nothing(monkeypatch):
    plan = replace(PLAN, ranked_by=parse_measure("rouge-2"))
    before = list(CallistoStudy.run(SOME, plan).render("json"))
    monkeypatch.setattr(RowSpool, "room", 0)
    monkeypatch.setattr(callisto_study, "Spool", lambda _: Spool(1))
    found = CallistoStudy.run(SOME, plan)
    assert list(found.render("json")) == before
    assert list(found.render("json")) == before  # as often as one likes


def test_each_summary_is_ranked_in_its_own_document():
    """Documents that are left out in between do not shift the others."""
    plan = make_plan(jobs=3, ranked_by=parse_measure("rouge-2"))
    empty = replace(SOME[0], id="empty", references=())
    examples = [empty, SOME[0], empty, empty, *SOME[1:4], empty]
    among, alone = CallistoStudy.run(examples, plan), CallistoStudy.run(SOME[:4], plan)
    assert [[one.id for one in summaries][:1] for summaries in among.ranked_summaries] == [[e.id] for e in SOME[:4]]
    assert list(among.ranked_summaries) == list(alone.ranked_summaries)
