"""Measures set against each other on documents, and over a corpus."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import sumspace
from sumspace.compute.work import Workers
from sumspace.errors import NothingToDoError, SettingError
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Reach
from sumspace.space.engines.engine import Allowance
from sumspace.stats.paired import resampled_means, widened
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.against import Contrasts
from sumspace.tasks.contrast import AgainstPlan, contrast_documents
from sumspace.tasks.space import SpacePlan

SENTENCES = ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."]
RECORD = {"id": "a", "sentences": SENTENCES, "references": ["The cat sat. A dog ran in town."]}
MEASURES = tuple(map(parse_measure, ("rouge-1", "rouge-2", "rouge-su4")))


def plan(measures=MEASURES[:2], **choices):
    return AgainstPlan(SpacePlan(measures, workers=Workers(1), **choices))


def test_a_document_by_hand():
    """Of 8 unigrams and 6 bigrams: the cat, cat sat | a dog, dog ran, ran in, in town."""
    contrast = sumspace.against(RECORD, budget="exactly(2)").only
    # The sentences {0,1}, {0,2}, {0,3}, {1,2}, {1,3} and {2,3}.
    pairs = [(6, 4), (3, 2), (5, 2), (4, 2), (6, 2), (4, 0)]
    joint = contrast.joint
    assert (joint.first.total, joint.second.total) == (8, 6)
    assert sorted(
        pair for pair, n in zip(map(tuple, joint.hits.tolist()), joint.counts, strict=True) for _ in range(n)
    ) == sorted(pairs)
    assert joint.pearson == pytest.approx(stats.pearsonr(*zip(*pairs, strict=True)).statistic)
    on_first, on_second = joint.stands
    assert (on_first.count, on_first.best, on_first.mean, on_first.worst) == (2, 4 / 6, 3 / 6, 2 / 6)
    assert (on_first.best_rank.below, on_first.worst_rank.below) == (5 / 6, 1 / 6)
    assert on_first.mean_rank.below == 3 / 6  # no extract scores the mean, and 5 of 6 are below it
    assert on_first.loss == pytest.approx(1 / 6)
    assert on_first.way == pytest.approx((3 - 2) / (4 - 2))
    assert (on_second.count, on_second.mean, on_second.way) == (1, 6 / 8, 1.0)
    assert joint.best_on_both == 1


def test_all_pairs_of_measures_by_all_references_or_each():
    example = next(example for example in sumspace.read("sample") if len(example.references) == 3)
    results = sumspace.against(example, measure=["rouge-1", "rouge-2", "rouge-su4"], budget="exactly(2)")
    pairs = [("rouge-1", "rouge-2"), ("rouge-1", "rouge-su4"), ("rouge-2", "rouge-su4")]
    assert [(str(c.first), str(c.second)) for c in results] == pairs
    each = sumspace.against(example, "each", budget="exactly(2)")
    assert [c.reference for c in each] == [reference.id for reference in example.references]
    assert [agreement.documents for agreement in each.agreements()] == [1]
    (agreement,) = each.agreements()
    assert agreement.pearson.mean == pytest.approx(np.mean([c.joint.pearson for c in each]))


def test_means_over_documents_and_their_intervals():
    results = sumspace.against("sample", budget="up_to(2)", resamples=200, confidence=90, seed=5)
    (agreement,) = results.agreements()
    values = np.array([contrast.joint.kendall for contrast in results])
    assert (agreement.documents, agreement.single, agreement.exact, agreement.constant) == (20, 0, 20, 0)
    assert agreement.kendall == widened(
        pytest.approx(values.mean()), resampled_means(values[:, np.newaxis], Bootstrap(200, 90, 5))[:, 0], 90, 20
    )
    assert agreement.kendall.low < values.mean() < agreement.kendall.high
    ways = [contrast.joint.stands[1].way for contrast in results]
    assert agreement.second_way.mean == pytest.approx(np.mean(ways))
    assert agreement.first_loss.mean == pytest.approx(np.mean([c.joint.stands[0].loss for c in results]))
    assert agreement.shared_best == np.mean([contrast.joint.best_on_both > 0 for contrast in results])
    last = results.table().records[-1]
    assert (last["id"], last["kendall"], last["exact_documents"]) == (None, agreement.kendall.mean, 20)
    assert last["kendall_interval"] == [agreement.kendall.low, agreement.kendall.high]


def test_estimates_are_marked_and_counted():
    examples = list(sumspace.read("sample"))[:2]
    results = sumspace.against(examples, words=40, engine="sampling", time=0.05)
    assert results.agreements()[0].exact == 0
    assert results.agreements()[0].shared_best is None
    record = results.table().records[0]
    assert (record["exact"], record["engine"], record["best_on_both"]) == (False, "sampling", None)
    assert record["pearson_interval"][0] < record["pearson"] < record["pearson_interval"][1]
    assert f"~{record['pearson']:.3f}" in str(results)


def test_where_all_extracts_score_the_same_there_is_no_correlation():
    flat = {"id": "flat", "sentences": ["A cat.", "A dog."], "references": ["Nothing at all here."]}
    results = sumspace.against([RECORD, flat], budget="exactly(1)")
    assert results[1].joint.coefficients == {"pearson": None, "spearman": None, "kendall": None}
    assert results[1].joint.stands[0].way is None
    assert results.agreements()[0].constant == 1
    assert results.agreements()[0].pearson.mean == results[0].joint.pearson
    results.table()
    assert results.notes() == ["1 correlation undefined: all extracts of a document score the same on a measure"]
    (agreement,) = sumspace.against(flat, budget="exactly(1)").agreements()
    assert (agreement.pearson, agreement.first_way) == (None, None)


def test_documents_that_have_one_extract_are_in_no_mean():
    short = {"id": "short", "sentences": ["A cat.", "A dog."], "references": ["A cat sat."]}
    alone, both = sumspace.against(RECORD, words=9), sumspace.against([RECORD, short, short | {"id": "b"}], words=9)
    (one,), (other,) = alone.agreements(), both.agreements()
    assert (other.documents, other.single, other.exact, other.constant) == (1, 2, 1, 0)
    assert [other[name].mean for name in ("pearson", "first_loss", "second_way")] == [
        one[name].mean for name in ("pearson", "first_loss", "second_way")
    ]
    assert other.shared_best == one.shared_best
    last = both.table().records[-1]
    assert (last["documents"], last["single_documents"]) == (1, 2)
    (note,) = both.notes()
    assert note.startswith("2 documents have only one extract, being shorter than the budget: excluded from")
    (nothing,) = sumspace.against(short, words=9).agreements()
    assert (nothing.documents, nothing.single, nothing.shared_best, nothing.first_loss) == (0, 1, None, None)
    with pytest.raises(NothingToDoError, match="every document has only one extract"):
        sumspace.against(short, words=9).table()


def test_one_document_has_means_without_intervals():
    example = next(example for example in sumspace.read("sample") if len(example.references) == 3)
    results = sumspace.against(example, "each", budget="exactly(2)")
    record = results.table().records[-1]
    assert (record["documents"], record["pearson_interval"], record["first_way_interval"]) == (1, None, None)
    assert record["pearson"] == pytest.approx(np.mean([contrast.joint.pearson for contrast in results]))
    assert "NaN" not in results.chart().to_json()


def test_what_cannot_be_set_against_each_other_is_refused():
    for measures, reason in (
        (MEASURES[:1], "name two different ones, not rouge-1 alone"),
        ((MEASURES[0], parse_measure("rouge-l")), "rouge-l counts no units"),
        ((MEASURES[0], parse_measure("pyramid")), "pyramid is not in proportion to what it counts"),
    ):
        with pytest.raises(SettingError, match=reason):
            plan(measures)
    for score in ("f1", "precision"):
        with pytest.raises(
            SettingError, match=f"by recall, which hits alone decide, not by {score}; use --score recall"
        ):
            plan(score=score)


def test_documents_that_cannot_be_explored_are_left_out_with_the_reason():
    short = {"id": "short", "sentences": ["A cat."], "references": ["A cat."]}
    bare = {"id": "bare", "sentences": ["A cat."]}
    results = sumspace.against([short, RECORD, bare], budget="exactly(2)")
    assert [contrast.id for contrast in results] == ["a"]
    reasons = {left.id: left.reason for left in results.left_out}
    assert reasons == {
        "short": "allows no extract of exactly(2)", "bare": "has no references to score extracts against",
    }  # fmt: skip
    with pytest.raises(NothingToDoError, match="'short' allows no extract"):
        len(sumspace.against(short, budget="exactly(2)"))


def test_a_document_without_time_is_drawn_and_one_without_memory_is_left_out():
    example = next(sumspace.read("sample"))
    choices = {"budget": Reach(160)}
    quick = plan(allowance=Allowance(0.01, 1.0), **choices)
    assert not next(iter(contrast_documents([example], quick))).joint.exact
    tiny = plan(allowance=Allowance(5.0, 1e-6), **choices)
    assert "GB for all pairs of scores; allow more memory" in next(iter(contrast_documents([example], tiny))).reason
    small = plan(engine="counting", allowance=Allowance(5.0, 2e-3), **choices)
    assert "needs more than 0.002 GB to be counted" in next(iter(contrast_documents([example], small))).reason


def test_what_decides_the_results_of_documents_is_in_the_key_and_how_sure_means_are_is_not():
    one = plan()
    assert replace(one, bootstrap=Bootstrap(10)).decides == one.decides
    assert str(replace(one, bootstrap=Bootstrap(10))) != str(one)
    assert plan(MEASURES[::2]).decides != one.decides


def test_charts_show_the_space_of_a_document_and_the_correlations_of_all():
    results = sumspace.against("sample", budget="up_to(2)", measure=["rouge-1", "rouge-2", "rouge-su4"])
    document = results.chart(1).to_dict()
    assert document["title"]["text"] == "newswire-1: rouge-1 against rouge-su4 on 406 extracts"
    assert "pearson" in document["title"]["subtitle"]
    corpus = results.chart().to_dict()
    assert len(corpus["vconcat"]) == 3
    scales = [layer["encoding"]["x"]["scale"] for panel in corpus["vconcat"] for layer in panel["layer"]]
    assert all(scale["domain"][1] == 1.0 for scale in scales)
    assert len({tuple(scale["domain"]) for scale in scales}) == 1


def test_results_of_a_stream_are_the_same():
    made = list(contrast_documents(sumspace.read("sample"), plan(budget=Reach(9))))
    tables = [Contrasts(plan(), made).table(stream=stream).json() for stream in (True, False)]
    assert tables[0] == tables[1]
