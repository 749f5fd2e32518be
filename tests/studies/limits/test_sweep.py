"""Several lengths: each is a space of its own, with the systems in it."""

from dataclasses import replace

import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.document import Document
from sumspace.errors import TooLargeError
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.average import Average
from sumspace.space.budget import Reach
from sumspace.space.engines.engine import explore
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.studies.limits import sweep
from sumspace.studies.limits.sweep import SweepPoint, sweep_document
from sumspace.tasks.space import SpacePlan
from sumspace.text.profile import Profile

ROUGE_1, ROUGE_2 = parse_measure("rouge-1"), parse_measure("rouge-2")
PLAN = SpacePlan((ROUGE_1, ROUGE_2), sections="auto", workers=Workers(1))


@pytest.fixture(scope="module")
def document():
    return Document(next(sumspace.read("sample")), Profile())


def test_every_ratio_has_its_space_with_its_best_extract_and_systems(document):
    swept = list(sweep_document(document, PLAN, (0.05, 0.1)))
    assert [(ratio, result.space.measure) for ratio, result in swept] == [
        (ratio, measure) for ratio in (0.05, 0.1) for measure in PLAN.measures
    ]
    (references,) = document.references("all")
    words = int(document.lengths.sum())
    for ratio, result in swept:
        scoring = Scoring(cover(result.space.measure, document.words, references.sentences))
        exact = explore(Space(document.lengths, Reach(round(words * ratio))), scoring).distribution
        assert result.space.distribution.counts == exact.counts
        assert {"random", "lead", "textrank"} <= {score.system for score in result.scores}


def test_a_sampled_ratio_has_the_best_extract_there_is(document):
    exact = list(sweep_document(document, PLAN, (0.1,)))
    drawn = list(sweep_document(document, replace(PLAN, engine="sampling"), (0.1,)))
    for (_, truth), (_, result) in zip(exact, drawn, strict=True):
        assert not result.space.distribution.exact
        assert result.space.distribution.max <= truth.space.distribution.max <= result.space.max_bound
        if result.space.max_proven:
            assert result.space.distribution.max == truth.space.distribution.max


def test_a_system_is_ranked_among_extracts_as_long_as_its_summaries(document):
    length = {
        name: sum(len(sentence.split()) for sentence in document.split(summary.body))
        for name, summary in document.systems.items()
    }
    words = int(document.lengths.sum())
    ratio = (sorted(length.values())[2] + 0.4) / words  # two or three summaries are too short
    (_, result), *_ = sweep_document(document, PLAN, (ratio,))
    kept = {score.system for score in result.scores} - {"random", "lead", "textrank"}
    assert kept == {name for name, own in length.items() if own >= round(ratio * words)}
    assert len(kept) < len(length)


def test_a_ratio_that_is_too_large_is_left_out(document, monkeypatch):
    def refuse(document, plan, progress):
        if plan.budget.size > 50:
            raise TooLargeError("too large")
        return rank(document, plan, progress)

    rank = sweep.rank_document
    monkeypatch.setattr(sweep, "rank_document", refuse)
    assert {ratio for ratio, _ in sweep_document(document, PLAN, (0.05, 0.3))} == {0.05}


def test_documents_of_a_point_are_averaged(document):
    other = Document(list(sumspace.read("sample"))[1], Profile())
    results = [next(sweep_document(each, PLAN, (0.05,)))[1] for each in (document, other)]
    point = SweepPoint(ROUGE_1, 0.05)
    for result in results:
        point.add(result)
    assert (point.documents, point.exact, point.proven) == (2, 2, 2)
    expected = Average.of([result.space.distribution for result in results])
    assert (point.average.mean, point.average.max) == (expected.mean, expected.max)
    lead = next(system for system in point.systems if system.system == "lead")
    scores = [next(score.score for score in result.scores if score.system == "lead") for result in results]
    below = [result.space.distribution.rank(score).below for result, score in zip(results, scores, strict=True)]
    assert lead.score == sum(scores) / 2
    assert lead.places.mean.share == pytest.approx(sum(below) / 2)
