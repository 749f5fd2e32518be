"""Measures beside judgements: tables, correlations at three levels, and what is missing."""

import json
from collections import defaultdict
from statistics import fmean

import numpy as np
import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.errors import NotDefinedError, SettingError, UnknownNameError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting
from sumspace.stats.correlation import compare_correlations
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.meta.plan import MetaPlan
from sumspace.studies.meta.study import MetaStudy
from sumspace.tasks.score import ScorePlan, score_corpus

WORDS = "alpha bravo charlie delta echo foxtrot golf hotel".split()
QUICK = Bootstrap(resamples=20)
ROUGE_1, ROUGE_2 = map(parse_measure, ("rouge-1", "rouge-2"))


def plan(*names, **others):
    return MetaPlan(measures=tuple(map(parse_measure, names)), **{"bootstrap": QUICK, **others})


def document(name, shares, judgements, **others):
    """Make a document whose systems have so many of the eight words of the reference."""
    systems = {system: " ".join(WORDS[:count]) or "nothing" for system, count in shares.items()}
    return {
        "id": name, "sentences": ["Some text."], "references": [" ".join(WORDS)], "systems": systems,
        "judgements": judgements, **others,
    }  # fmt: skip


@pytest.fixture
def examples(tmp_path):
    def read(*records):
        file = tmp_path / "corpus.jsonl"
        file.write_text("".join(json.dumps(record) + "\n" for record in records))
        return list(sumspace.read(file))

    return read


def correlation(study, level, measure="rouge-1", aspect=None):
    results = study.correlations[aspect or study.aspects[0], level]
    (result,) = (result for result in results if str(result.measure) == measure)
    return result.correlation


def two_documents():
    return (
        document("one", {"a": 2, "b": 4, "c": 8}, {"a": {"q": 1}, "b": {"q": 4}, "c": {"q": 5}}),
        document("two", {"a": 3, "b": 1, "c": 6}, {"a": {"q": 2}, "b": {"q": 3}, "c": {"q": 4}}),
    )


def test_scores_and_judgements_stand_in_the_same_places(examples):
    study = MetaStudy.run(examples(*two_documents()), plan("rouge-1"))
    assert (study.documents, study.systems, study.aspects) == (("one", "two"), ("a", "b", "c"), ("q",))
    assert study.scores[ROUGE_1].tolist() == [[2 / 8, 4 / 8, 1], [3 / 8, 1 / 8, 6 / 8]]
    assert study.judgements["q"].tolist() == [[1, 4, 5], [2, 3, 4]]
    assert study.notes() == ()


def test_the_three_levels_are_those_of_the_means_of_each_document_and_of_all_summaries(examples):
    study = MetaStudy.run(examples(*two_documents()), plan("rouge-1"))
    # Means: 2.5, 2.5 and 7 words; 1.5, 3.5 and 4.5.
    assert correlation(study, "system").pearson == pytest.approx(np.corrcoef([2.5, 2.5, 7], [1.5, 3.5, 4.5])[0, 1])
    first, second = np.corrcoef([2, 4, 8], [1, 4, 5])[0, 1], np.corrcoef([3, 1, 6], [2, 3, 4])[0, 1]
    assert correlation(study, "summary").pearson == pytest.approx((first + second) / 2)
    pooled = np.corrcoef([2, 4, 8, 3, 1, 6], [1, 4, 5, 2, 3, 4])[0, 1]
    assert correlation(study, "pooled").pearson == pytest.approx(pooled)
    assert [correlation(study, level).points for level in ("system", "summary", "pooled")] == [3, 2, 6]


def test_the_sample_gives_what_plain_means_give():
    corpus = list(sumspace.read("sample"))
    study = MetaStudy.run(corpus, plan("rouge-2", "cosine(text)", levels=("system",)))
    scores = score_corpus(corpus, ScorePlan(study.measures, Setting(), QUICK))
    by_system = defaultdict(list)
    for measure in study.measures:
        for (_, system, _), recall in zip(scores.keys, scores[measure].recall, strict=True):
            by_system[measure, system].append(recall)
    assert study.aspects == (
        "responsiveness", "grammaticality", "non-redundancy", "reference clarity", "coherence",
    )  # fmt: skip
    for aspect in study.aspects:
        judged = [fmean(e.judgements[system][aspect] for e in corpus) for system in study.systems]
        for measure in study.measures:
            means = [fmean(by_system[measure, system]) for system in study.systems]
            expected = np.corrcoef(means, judged)[0, 1]
            assert correlation(study, "system", str(measure), aspect).pearson == pytest.approx(expected, abs=1e-9)
            pair = study.means(measure, aspect)
            assert [values.tolist() for values in pair] == [pytest.approx(means), pytest.approx(judged)]


def test_measures_are_tested_against_each_other_on_the_same_points():
    study = MetaStudy.run(sumspace.read("sample"), plan("rouge-1", "rouge-2", aspects=("coherence",)))
    assert list(study.p_values) == [("coherence", "system"), ("coherence", "pooled")]
    judged = study.judgements["coherence"]
    for p_values, points in zip(study.p_values.values(), (lambda t: t.mean(axis=0), np.ravel), strict=True):
        p = compare_correlations(points(study.scores[ROUGE_1]), points(study.scores[ROUGE_2]), points(judged)).p
        assert p_values == {(ROUGE_1, ROUGE_2): pytest.approx(p), (ROUGE_2, ROUGE_1): pytest.approx(1 - p)}
    (pair,) = study.pairs
    means = [study.scores[measure].mean(axis=0) for measure in (ROUGE_1, ROUGE_2)]
    assert pair.correlation.pearson == pytest.approx(np.corrcoef(*means)[0, 1])


def test_the_part_that_counts_can_be_chosen(examples):
    corpus = examples(*two_documents())
    for part, expected in (("main", 2 / 8), ("recall", 2 / 8), ("precision", 1), ("f1", 0.4)):
        assert MetaStudy.run(corpus, plan("rouge-1", part=part)).scores[ROUGE_1][0, 0] == expected


def test_by_each_reference_scores_are_averaged(examples):
    one, two = two_documents()
    corpus = examples({**one, "references": [" ".join(WORDS), " ".join(WORDS[:4])]}, two)
    study = MetaStudy.run(corpus, plan("rouge-1", references="each"))
    assert study.scores[ROUGE_1][0, 0] == (2 / 8 + 2 / 4) / 2


def test_summaries_without_a_judgement_are_left_out_and_noted(examples):
    one, two = two_documents()
    del two["judgements"]["b"]
    study = MetaStudy.run(examples(one, two), plan("rouge-1"))
    assert study.notes() == ("'q' is missing for 1 of 6 summaries",)
    # Without the other one, b has 4 words and a judgement of 4.
    assert correlation(study, "system").pearson == pytest.approx(np.corrcoef([2.5, 4, 7], [1.5, 4, 4.5])[0, 1])
    assert correlation(study, "summary").points == 1
    assert correlation(study, "pooled").points == 5


def test_judgements_without_a_summary_count_nowhere_and_are_noted(examples):
    one, two = two_documents()
    del two["systems"]["b"]
    study = MetaStudy.run(examples(one, two), plan("rouge-1"))
    assert study.notes() == ("'q' is judged for 1 summary not here", "'q' is missing for 1 of 6 summaries")
    assert np.isnan(study.judgements["q"][1, 1])
    assert correlation(study, "pooled").points == 5


def test_systems_without_judgements_and_judgements_without_summaries_are_noted(examples):
    one, two = two_documents()
    one["systems"]["new"] = "alpha"
    two["judgements"]["ghost"] = {"q": 3, "other": 1}
    two["judgements"]["a"]["other"] = 2
    study = MetaStudy.run(examples(one, two), plan("rouge-1"))
    assert study.systems == ("a", "b", "c")
    assert study.notes() == (
        "the judgements of 'ghost' are left out: it has no summaries",
        "'new' is left out: nobody judged it",
        "'other' is not judged for 'b', 'c', left out there",
        "'other' is missing for 1 of 2 summaries",
    )


def test_a_system_that_a_measure_hardly_ever_scores_is_left_out_for_it(examples):
    """Of the three summaries of c, only one is an extract, which co-selection looks at."""
    sentences = [f"Word {word} here." for word in WORDS]
    records = []
    for number, name in enumerate(("x", "y", "z")):
        systems = {"a": {"extract": [0, 1]}, "b": {"extract": [number]}, "c": "Words of its own."}
        if not number:
            systems["c"] = {"extract": [2]}
        marks = {system: {"q": mark} for mark, system in enumerate("abc")}
        records.append(
            {"id": name, "sentences": sentences, "extracts": {"judge": [0, 1]}, "systems": systems, "judgements": marks}
        )
    study = MetaStudy.run(examples(*records), plan("co-selection"))
    assert np.isnan(study.scores[parse_measure("co-selection")][:, 2]).all()
    assert study.notes()[-1] == "c left out where fewer than half of the judged summaries have a value: co-selection"


def test_two_systems_have_no_correlation_and_that_is_said(examples):
    records = [document(n, {"a": 2, "b": i}, {"a": {"q": 1}, "b": {"q": i}}) for i, n in enumerate(("x", "y", "z"))]
    study = MetaStudy.run(examples(*records), plan("rouge-1"))
    assert study.notes() == ("to compare systems takes 3 of them, and only 'a', 'b' can be",)
    assert [correlation(study, level).reason for level in ("system", "summary")] == [
        "only 2 systems", "no document has 3 systems",
    ]  # fmt: skip
    expected = np.corrcoef([2, 0, 2, 1, 2, 2], [1, 0, 1, 1, 1, 2])[0, 1]
    assert correlation(study, "pooled").pearson == pytest.approx(expected)


def test_measures_that_the_corpus_does_not_allow_are_left_out_unless_named(examples):
    corpus = examples(*two_documents())
    study = MetaStudy.run(corpus, MetaPlan(bootstrap=QUICK, levels=("system",)))
    names = set(map(str, study.measures))
    assert {"rouge-1", "cosine", "lsa-topic(text)"} <= names
    assert not {"pyramid", "co-selection", "questions"} & names
    assert "pyramid is left out: 'one' has no pyramid" in study.notes()
    with pytest.raises(
        NotDefinedError, match=r"corpus.jsonl:1: pyramid is not defined for any summary: 'one' has no pyr"
    ):
        MetaStudy.run(corpus, plan("rouge-1", "pyramid"))


@pytest.mark.parametrize("name", ["[mine]", "[full text]"])
def test_a_system_in_brackets_is_a_system(examples, name):
    records = json.loads(json.dumps(two_documents()).replace('"a"', json.dumps(name)))
    study = MetaStudy.run(examples(*records), plan("rouge-1"))
    assert study.scores[ROUGE_1].tolist() == [[2 / 8, 4 / 8, 1], [3 / 8, 1 / 8, 6 / 8]]
    assert correlation(study, "system").points == 3


def test_systems_and_aspects_can_be_chosen(examples):
    one, two = two_documents()
    one["judgements"]["a"]["other"] = 2
    study = MetaStudy.run(examples(one, two), plan("rouge-1", systems=("c", "a"), aspects=("q",)))
    assert (study.systems, study.aspects) == (("a", "c"), ("q",))


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"aspects": ("other",)}, "unknown aspect 'other'; there are: q"),
        ({"systems": ("nobody",)}, "unknown judged system 'nobody'; there are: a, b, c"),
    ],
)
def test_names_that_are_not_there_are_refused(examples, choice, message):
    with pytest.raises(UnknownNameError, match=message):
        MetaStudy.run(examples(*two_documents()), plan("rouge-1", **choice))


def test_a_corpus_without_judgements_is_refused(examples):
    with pytest.raises(SettingError, match="there are no judgements in this corpus"):
        MetaStudy.run(examples(document("one", {"a": 2}, {})), plan("rouge-1"))


def test_judgements_of_systems_without_summaries_alone_are_refused(examples):
    with pytest.raises(SettingError, match="none of the systems that were judged has summaries here"):
        MetaStudy.run(examples(document("one", {"a": 2}, {"b": {"q": 1}})), plan("rouge-1"))


def test_the_number_of_jobs_changes_nothing():
    alone, together = (
        MetaStudy.run(sumspace.read("sample"), plan("rouge-1", "cosine", "relevance", workers=Workers(jobs)))
        for jobs in (1, 3)
    )
    assert alone.correlations == together.correlations
    assert alone.p_values == together.p_values
    assert alone.notes() == together.notes()
    for measure, table in alone.scores.items():
        np.testing.assert_array_equal(table, together.scores[measure])


def test_progress_goes_from_nothing_to_all(examples):
    told = defaultdict(list)
    MetaStudy.run(
        examples(*two_documents()), plan("rouge-1", "rouge-2"), lambda task, share: told[task].append(share)
    )  # fmt: skip
    assert told == {"scoring": [0, 1 / 2, 1], "correlating": [0, 1 / 3, 2 / 3, 1]}


def test_raters_are_those_of_the_systems_that_are_compared(examples):
    one, two = two_documents()
    one["judgement_raters"] = {"a": {"q": [1, 1]}, "b": {"q": [4, 4]}, "ghost": {"q": [1, 9]}}
    agreement = MetaStudy.run(examples(one, two), plan("rouge-1")).raters["q"]
    assert (agreement.units, agreement.marks, agreement.interval) == (2, 4, 1)


def test_sweeps_go_through_all_settings(study):
    by_sweep = defaultdict(list)
    for result in study.sweeps:
        if result.aspect == study.aspects[0]:
            by_sweep[result.sweep.figure, result.sweep.name, result.sweep.against].append(result)
    assert {key: len(results) for key, results in by_sweep.items()} == {
        (figure, name, against): 16
        for figure, against in (("4", "references"), ("5", "text"))
        for name in ("lsa-topic", "lsa-terms")
    } | {("6", "keywords", "references"): 15, ("6", "keywords", "text"): 15}
    assert [result.setting for result in by_sweep["6", "keywords", "text"]] == [
        *"5 10 15 20 25 30 35 40 45 50 60 70 80 90 100".split()
    ]
    (thirty,) = (result for result in by_sweep["6", "keywords", "references"] if result.setting == "30")
    assert thirty.correlation == correlation(study, "system", "keywords")


def test_rouge_beside_oracles_is_seen_on_the_summaries_that_are_extracts(study):
    """One system writes texts of its own: it has no score by oracles, and ROUGE is correlated without it."""
    seen = study.correlate_where(ROUGE_1, parse_measure("oracle(rouge-1)"), "responsiveness")
    kept = [i for i, name in enumerate(study.systems) if name != "retell"]
    scores, judgements = (
        table[:, kept].mean(axis=0) for table in (study.scores[ROUGE_1], study.judgements["responsiveness"])
    )
    assert seen.points == 5
    assert seen.pearson == pytest.approx(np.corrcoef(scores, judgements)[0, 1])


def test_the_best_measure_is_told_from_others_by_the_test(study):
    for place, p_values in study.p_values.items():
        best = study.best_measures(*place)[0]
        assert best.measure == study.correlations[place][0].measure
        p = {second: value for (first, second), value in p_values.items() if first == best.measure}
        assert set(best.surely_higher_than) == {name for name, value in p.items() if value is not None and value < 0.05}
        assert {*best.surely_higher_than, *best.not_surely_higher_than, *best.untested} == set(p)


def test_where_people_annotate_for_the_best_the_best_of_the_others_is_named_too(study):
    pyramid, rouge = study.best_measures("responsiveness", "pooled")
    assert (str(pyramid.measure), str(rouge.measure), rouge.is_second) == ("pyramid", "rouge-1", True)
    assert len(study.best_measures("responsiveness", "system")) == 1
    assert study.best_measures("responsiveness", "summary") == []


def test_rouge_2_recall_on_realsumm_is_as_close_to_people_as_others_found(corpora):
    study = MetaStudy.run(sumspace.read(corpora / "realsumm.jsonl.gz"), plan("rouge-2", levels=("system",)))
    result = correlation(study, "system", "rouge-2", "litepyramid_recall")
    assert 0.95 < result.pearson < 0.97
    assert result.points == 25
