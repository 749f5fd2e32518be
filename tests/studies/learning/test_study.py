"""The study of the learned summarizer, beside what other commands say of the same documents, and beside plain sums."""

from collections import Counter
from statistics import fmean

import numpy as np
import pytest

import sumspace
from sumspace.errors import NothingToDoError, SettingError, UnknownNameError
from sumspace.stats.multiplicity import corrected
from sumspace.studies.learning import cross_validation
from sumspace.studies.learning.cross_validation import Taught, rounds_of, stratified_folds
from sumspace.studies.learning.lessons import TrainingPlan
from sumspace.studies.learning.plan import LEARNED, NEW_GENRE, LearningPlan

from .conftest import QUICK


@pytest.fixture(scope="module")
def rows(study):
    return {(row["group"], row["system"]): row for row in study.table("systems").records}


def test_folds_divide_all_documents_and_every_genre_evenly():
    domains = [*["law"] * 7, *["news"] * 11, "opinion"]
    folds = stratified_folds(domains, 4, 0)
    assert sorted(np.concatenate(folds).tolist()) == list(range(19))
    for genre, count in Counter(domains).items():
        sizes = [sum(domains[document] == genre for document in fold) for fold in folds]
        assert max(sizes) - min(sizes) <= 1, (genre, count)
    assert max(map(len, folds)) - min(map(len, folds)) <= 1
    assert [fold.tolist() for fold in folds] == [fold.tolist() for fold in stratified_folds(domains, 4, 0)]
    assert [fold.tolist() for fold in folds] != [fold.tolist() for fold in stratified_folds(domains, 4, 1)]
    assert [len(fold) for fold in stratified_folds(["a"] * 3, 10, 0)] == [1, 1, 1]


def test_every_document_is_held_out_once_and_every_genre_as_a_whole():
    domains = ["law", "news", "law", "news", "law"]
    rounds = rounds_of(domains, LearningPlan(folds=2))
    for system in (LEARNED, NEW_GENRE):
        held_out = np.concatenate([own.held_out for own in rounds if own.system == system])
        assert sorted(held_out.tolist()) == [0, 1, 2, 3, 4]
    assert {own.label: own.held_out.tolist() for own in rounds if own.system == NEW_GENRE} == {
        "law": [0, 2, 4],
        "news": [1, 3],
    }
    assert {own.system for own in rounds_of(["law"] * 4, LearningPlan())} == {LEARNED}
    assert {own.system for own in rounds_of(domains, LearningPlan(genres=False))} == {LEARNED}


def test_no_model_has_seen_what_it_summarizes_and_documents_are_read_once(files, monkeypatch):
    learn, read_lesson = cross_validation.learn, cross_validation.read_lesson
    trained, read, models = [], [], []

    def learning(lessons, plan):
        """Note what is learned from; the first model does for all rounds."""
        trained.append({lesson.id for lesson in lessons})
        models.extend([] if models else [learn(lessons, plan)])
        return models[0]

    def reading(document, plan):
        read.append(document.id)
        return read_lesson(document, plan)

    monkeypatch.setattr(cross_validation, "learn", learning)
    monkeypatch.setattr(cross_validation, "read_lesson", reading)
    study = sumspace.learning(list(files), **QUICK, space=False, jobs=1)
    ids = [document.id for document in study.documents]
    assert sorted(read) == sorted(ids)
    assert len(trained) == len(study.rounds) == 3 + 2
    for seen, own in zip(trained, study.rounds, strict=True):
        assert seen == {name for row, name in enumerate(ids) if row not in own.held_out}


def test_scores_are_those_of_summarize_and_score(files, rows):
    corpus = list(sumspace.read(list(files)))
    for system in ("lead", "lexrank"):
        summaries = sumspace.summarize(corpus, system, words=25, min_words=0)
        texts = {summary.id: str(summary) for summary in summaries}
        records = [{**e.record, "systems": {system: {"text": texts[e.id]}}} for e in corpus]
        scores = sumspace.score(records, measure=["rouge-1", "rouge-2"])
        for measure in ("rouge-1", "rouge-2"):
            for part in ("recall", "f1"):
                own = [
                    v for key, v in zip(scores.keys, getattr(scores[measure], part), strict=False) if key[1] == system
                ]
                assert rows["all", system][f"{measure}_{part}"] == pytest.approx(fmean(own), abs=1e-12)


def test_the_share_of_the_best_is_a_ratio_of_sums_and_the_best_that_of_the_oracle(files, study, rows):
    frame = sumspace.oracles(list(files), measure="rouge-2", words=25).frame()
    best = dict(zip(frame["id"], frame["score"], strict=True))
    assert {document.id: document.best for document in study.documents} == pytest.approx(best)
    assert all(document.proven for document in study.documents)
    ranks = sumspace.rank(
        [{**e.record, "systems": {}} for e in sumspace.read(list(files))], measure="rouge-2", budget="at_most(25)"
    )
    lead = [score.score for document in ranks for score in document.scores if score.system == "lead"]
    assert rows["all", "lead"]["rouge-2_share"] == pytest.approx(sum(lead) / sum(best.values()))
    beaten = [
        document.space.distribution.rank(score.score).below
        for document in ranks
        for score in document.scores
        if score.system == "lead"
    ]
    assert 1 - rows["all", "lead"]["rouge-2_not_beaten"] == pytest.approx(fmean(beaten))


def test_groups_are_genres_and_the_corpora_that_are_no_genre(study):
    groups = {(scores.group.kind, scores.group.label): len(scores.group.rows) for scores in study.groups}
    assert groups == {
        ("all", "all"): 10, ("genre", "newswire"): 5, ("genre", "legal"): 5,
        ("corpus", "news"): 4, ("corpus", "law"): 6,
    }  # fmt: skip


def test_every_test_is_corrected_together_with_all_others_of_its_version_and_measure(study):
    families = {(test.version, test.measure) for test in study.tests}
    assert len(families) == 2 * 2
    for version, measure in families:
        own = [test for test in study.tests if (test.version, test.measure) == (version, measure)]
        assert [test.corrected for test in own] == pytest.approx(corrected([test.result.p for test in own]).tolist())
        assert all(test.is_significant == (test.corrected < 0.05) for test in own)


def test_the_best_other_summarizer_has_the_highest_mean_of_the_group(study, rows):
    for test in (test for test in study.tests if test.is_best):
        means = {name: rows[test.group.label, name][f"{test.measure}_recall"] for name in ("lead", "lexrank")}
        assert means[test.other] == max(means.values())
        assert test.result.second == pytest.approx(means[test.other])


def test_too_few_documents_are_said_to_be_too_few(study):
    verdicts = {test.group.label: test.verdict for test in study.tests_of(LEARNED)}
    assert verdicts["news"] == verdicts["newswire"] == "too few documents"
    assert verdicts["all"] != "too few documents"


def test_the_same_results_with_any_number_of_jobs(files, study):
    other = sumspace.learning(list(files), **QUICK, jobs=3)
    for table in study.tables():
        assert other.table(table.name).json() == table.json()


def test_what_is_finished_is_not_done_again(files, study, tmp_path, monkeypatch):
    def unexpected(*_, **__):
        raise AssertionError

    sumspace.learning(list(files), **QUICK, keep=tmp_path)
    for name in ("learn", "read_lesson", "make_summary"):
        monkeypatch.setattr(cross_validation, name, unexpected)
    again = sumspace.learning(list(files), **QUICK, keep=tmp_path)
    assert again.table("systems").json() == study.table("systems").json()


def test_without_its_fallback_a_version_differs_only_where_a_text_is_new(files, study):
    taught = Taught.of(sumspace.read(list(files)), study.plan.training)
    new = 0
    for own in cross_validation.cross_validate(taught, study.plan):
        for made, plain, newness in zip(own.summaries, own.plain, own.newness, strict=True):
            assert 0 <= newness <= 1
            assert newness or made.extract == plain.extract
            new += newness > 0
    assert sum(study.overall.fallbacks[version].new for version in study.versions) == new


def test_documents_without_references_are_skipped_and_too_few_are_refused(files):
    corpus = list(sumspace.read(list(files)))
    bare = {"id": "bare", "text": "One sentence. Another one."}
    taught = Taught.of(sumspace.read([*(e.record for e in corpus[:3]), bare]), TrainingPlan())
    assert len(taught) == 3
    assert [(own.id, own.reason) for own in taught.left_out] == [
        ("bare", "has no references to score extracts against")
    ]
    with pytest.raises(NothingToDoError, match="there is no document to learn from: 'bare' has no references"):
        sumspace.learning([bare])
    with pytest.raises(NothingToDoError, match="needs at least 2 documents to learn from, not 1: 'bare'"):
        sumspace.learning([corpus[0].record, bare])


def test_plans_that_make_no_sense_are_refused():
    with pytest.raises(SettingError, match="at least 2 folds, not 1"):
        sumspace.learning("sample", folds=1)
    with pytest.raises(UnknownNameError, match="unknown summarizer 'nobody'"):
        sumspace.learning("sample", summarizer="nobody")
    with pytest.raises(SettingError, match="measures that count units, such as rouge-2, not cosine"):
        sumspace.learning("sample", measure="cosine")
