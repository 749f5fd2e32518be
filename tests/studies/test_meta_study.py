"""Measures beside judgements: tables, correlations at three levels, and what is missing."""

import json
from collections import defaultdict
from statistics import fmean

import numpy as np
import pytest

import sumspace
from sumspace.corpus.peers import read_peer
from sumspace.errors import NotDefinedError, SettingError, UnknownNameError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting
from sumspace.stats.correlation import compare_correlations
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.meta import study_meta
from sumspace.studies.meta_plan import MetaPlan
from sumspace.tasks.score import ScorePlan, score_corpus

WORDS = "alpha bravo charlie delta echo foxtrot golf hotel".split()
QUICK = Bootstrap(resamples=20)


def measures(*names):
    return tuple(map(parse_measure, names))


def plan(*names, **others):
    return MetaPlan(measures=measures(*names), **{"bootstrap": QUICK, **others})


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


def found(study, level, measure="rouge-1", aspect=None):
    (one,) = (
        c
        for c in study.correlated
        if (str(c.measure), c.level, c.aspect) == (measure, level, aspect or study.aspects[0])
    )
    return one.correlation


def two_documents():
    return (
        document("one", {"a": 2, "b": 4, "c": 8}, {"a": {"q": 1}, "b": {"q": 4}, "c": {"q": 5}}),
        document("two", {"a": 3, "b": 1, "c": 6}, {"a": {"q": 2}, "b": {"q": 3}, "c": {"q": 4}}),
    )


def test_scores_and_judgements_stand_in_the_same_places(examples):
    study = study_meta(examples(*two_documents()), plan("rouge-1"))
    assert (study.documents, study.systems, study.aspects) == (("one", "two"), ("a", "b", "c"), ("q",))
    assert study.scores["rouge-1"].tolist() == [[2 / 8, 4 / 8, 1], [3 / 8, 1 / 8, 6 / 8]]
    assert study.judgements["q"].tolist() == [[1, 4, 5], [2, 3, 4]]
    assert study.notes == ()


def test_the_three_levels_are_those_of_the_means_of_each_document_and_of_all_summaries(examples):
    study = study_meta(examples(*two_documents()), plan("rouge-1"))
    # Means: 2.5, 2.5 and 7 words; 1.5, 3.5 and 4.5.
    assert found(study, "system").pearson == pytest.approx(np.corrcoef([2.5, 2.5, 7], [1.5, 3.5, 4.5])[0, 1])
    one, two = np.corrcoef([2, 4, 8], [1, 4, 5])[0, 1], np.corrcoef([3, 1, 6], [2, 3, 4])[0, 1]
    assert found(study, "summary").pearson == pytest.approx((one + two) / 2)
    pooled = np.corrcoef([2, 4, 8, 3, 1, 6], [1, 4, 5, 2, 3, 4])[0, 1]
    assert found(study, "pooled").pearson == pytest.approx(pooled)
    assert [found(study, level).points for level in ("system", "summary", "pooled")] == [3, 2, 6]


def test_the_sample_gives_what_plain_means_give():
    names = ("rouge-2", "cosine(text)")
    corpus = list(sumspace.read("sample"))
    study = study_meta(corpus, plan(*names, levels=("system",)))
    scores = defaultdict(list)
    for row in score_corpus(corpus, ScorePlan(measures(*names), Setting(), QUICK)).rows():
        scores[row.measure, row.system].append(row.recall)
    assert study.aspects == (
        "responsiveness", "grammaticality", "non-redundancy", "reference clarity", "coherence",
    )  # fmt: skip
    for aspect in study.aspects:
        judged = [fmean(e.judgements[system][aspect] for e in corpus) for system in study.systems]
        for name in names:
            means = [fmean(scores[name, system]) for system in study.systems]
            expected = np.corrcoef(means, judged)[0, 1]
            assert found(study, "system", name, aspect).pearson == pytest.approx(expected, abs=1e-9)
            pair = study.means(name, aspect)
            assert [values.tolist() for values in pair] == [pytest.approx(means), pytest.approx(judged)]


def test_measures_are_tested_against_each_other_on_the_same_points():
    study = study_meta(sumspace.read("sample"), plan("rouge-1", "rouge-2", aspects=("coherence",)))
    assert [one.level for one in study.comparisons] == ["system", "pooled"]
    judged = study.judgements["coherence"]
    for comparison, points in zip(study.comparisons, (lambda t: t.mean(axis=0), np.ravel), strict=True):
        p = compare_correlations(points(study.scores["rouge-1"]), points(study.scores["rouge-2"]), points(judged)).p
        assert comparison.p == [[None, pytest.approx(p)], [pytest.approx(1 - p), None]]
    (one,) = study.alike
    means = [study.scores[name].mean(axis=0) for name in ("rouge-1", "rouge-2")]
    assert one.correlation.pearson == pytest.approx(np.corrcoef(*means)[0, 1])


def test_the_part_that_counts_can_be_chosen(examples):
    corpus = examples(*two_documents())
    for part, expected in (("main", 2 / 8), ("recall", 2 / 8), ("precision", 1), ("f1", 0.4)):
        assert study_meta(corpus, plan("rouge-1", part=part)).scores["rouge-1"][0, 0] == expected


def test_by_each_reference_scores_are_averaged(examples):
    one, two = two_documents()
    corpus = examples({**one, "references": [" ".join(WORDS), " ".join(WORDS[:4])]}, two)
    assert study_meta(corpus, plan("rouge-1", references="each")).scores["rouge-1"][0, 0] == (2 / 8 + 2 / 4) / 2


def test_summaries_without_a_judgement_are_left_out_and_noted(examples):
    one, two = two_documents()
    del two["judgements"]["b"]
    study = study_meta(examples(one, two), plan("rouge-1"))
    assert study.notes == ("'q' is missing for 1 of 6 summaries",)
    # Without the other one, b has 4 words and a judgement of 4.
    assert found(study, "system").pearson == pytest.approx(np.corrcoef([2.5, 4, 7], [1.5, 4, 4.5])[0, 1])
    assert found(study, "summary").points == 1
    assert found(study, "pooled").points == 5


def test_judgements_without_a_summary_count_nowhere_and_are_noted(examples):
    one, two = two_documents()
    del two["systems"]["b"]
    study = study_meta(examples(one, two), plan("rouge-1"))
    assert study.notes == ("'q' is judged for 1 summary not here", "'q' is missing for 1 of 6 summaries")
    assert np.isnan(study.judgements["q"][1, 1])
    assert found(study, "pooled").points == 5


def test_systems_that_nobody_judged_and_judgements_of_nobody_are_noted(examples):
    one, two = two_documents()
    one["systems"]["new"] = "alpha"
    two["judgements"]["ghost"] = {"q": 3, "other": 1}
    two["judgements"]["a"]["other"] = 2
    study = study_meta(examples(one, two), plan("rouge-1"))
    assert study.systems == ("a", "b", "c")
    assert study.notes == (
        "the judgements of 'ghost' are left out: it has no summaries",
        "'new' is left out: nobody judged it",
        "'other' is not judged for 'b', 'c', left out there",
        "'other' is missing for 1 of 2 summaries",
    )


def test_two_systems_have_no_correlation_and_that_is_said(examples):
    records = [document(n, {"a": 2, "b": i}, {"a": {"q": 1}, "b": {"q": i}}) for i, n in enumerate(("x", "y", "z"))]
    study = study_meta(examples(*records), plan("rouge-1"))
    assert study.notes == ("to compare systems takes 3 of them, and only 'a', 'b' can be",)
    assert [found(study, level).reason for level in ("system", "summary")] == [
        "only 2 systems", "no document has 3 systems",
    ]  # fmt: skip
    assert found(study, "pooled").pearson == pytest.approx(np.corrcoef([2, 0, 2, 1, 2, 2], [1, 0, 1, 1, 1, 2])[0, 1])


def test_constant_judgements_have_no_correlation(examples):
    one = document("one", {"a": 2, "b": 4, "c": 8}, {name: {"q": 3} for name in "abc"})
    study = study_meta(examples(one), plan("rouge-1"))
    assert {c.correlation.pearson for c in study.correlated} == {None}
    assert found(study, "system").reason == "the judgements are constant"


def test_a_peer_can_be_what_was_judged(examples, tmp_path):
    one, two = two_documents()
    for record in (one, two):
        del record["systems"]["c"]
    file = tmp_path / "peer.txt"
    file.write_text(" ".join(WORDS) + "\n" + " ".join(WORDS[:6]) + "\n")
    study = study_meta(examples(one, two), plan("rouge-1"), [read_peer("c", file)])
    assert study.scores["rouge-1"][:, 2].tolist() == [1, 6 / 8]
    assert study.notes == ()


def test_measures_that_the_corpus_does_not_allow_are_left_out_unless_named(examples):
    corpus = examples(*two_documents())
    study = study_meta(corpus, MetaPlan(bootstrap=QUICK, levels=("system",)))
    names = set(map(str, study.measures))
    assert {"rouge-1", "cosine", "lsa-topic(text)"} <= names
    assert not {"pyramid", "co-selection", "questions"} & names
    assert "pyramid is left out: 'one' has no pyramid" in study.notes
    with pytest.raises(
        NotDefinedError, match=r"corpus.jsonl:1: pyramid is not defined for any summary: 'one' has no pyr"
    ):
        study_meta(corpus, plan("rouge-1", "pyramid"))


@pytest.mark.parametrize("name", ["[mine]", "[full text]"])
def test_a_system_in_brackets_is_a_system(examples, name):
    records = json.loads(json.dumps(two_documents()).replace('"a"', json.dumps(name)))
    study = study_meta(examples(*records), plan("rouge-1"))
    assert study.scores["rouge-1"].tolist() == [[2 / 8, 4 / 8, 1], [3 / 8, 1 / 8, 6 / 8]]
    assert found(study, "system").points == 3


def test_systems_and_aspects_can_be_chosen(examples):
    study = study_meta(examples(*two_documents()), plan("rouge-1", systems=("c", "a"), aspects=("q",)))
    assert study.systems == ("a", "c")
    assert "systems:c,a | aspects:q" in str(study.plan)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"aspects": ("other",)}, "unknown aspect 'other'; there are: q"),
        ({"systems": ("nobody",)}, "unknown judged system 'nobody'; there are: a, b, c"),
    ],
)
def test_names_that_are_not_there_are_refused(examples, choice, message):
    with pytest.raises(UnknownNameError, match=message):
        study_meta(examples(*two_documents()), plan("rouge-1", **choice))


def test_a_corpus_without_judgements_is_refused(examples):
    with pytest.raises(SettingError, match="there are no judgements in this corpus"):
        study_meta(examples(document("one", {"a": 2}, {})), plan("rouge-1"))


def test_judgements_of_systems_without_summaries_alone_are_refused(examples):
    with pytest.raises(SettingError, match="none of the systems that were judged has summaries here"):
        study_meta(examples(document("one", {"a": 2}, {"b": {"q": 1}})), plan("rouge-1"))


def test_the_number_of_jobs_changes_nothing():
    one, two = (
        study_meta(sumspace.read("sample"), plan("rouge-1", "cosine", "relevance", jobs=jobs)) for jobs in (1, 3)
    )
    assert one.correlated == two.correlated
    assert one.comparisons == two.comparisons
    assert one.notes == two.notes
    for name, table in one.scores.items():
        np.testing.assert_array_equal(table, two.scores[name])


def test_progress_goes_from_nothing_to_all(examples):
    scoring, correlating = [], []
    study_meta(examples(*two_documents()), plan("rouge-1", "rouge-2"), (), scoring.append, correlating.append)
    assert scoring == [0, 1 / 2, 1]
    assert correlating == [0, 1 / 3, 2 / 3, 1]


def test_raters_are_those_of_the_systems_that_are_compared(examples):
    one, two = two_documents()
    one["judgement_raters"] = {"a": {"q": [1, 1]}, "b": {"q": [4, 4]}, "ghost": {"q": [1, 9]}}
    study = study_meta(examples(one, two), plan("rouge-1"))
    (raters,) = study.raters
    assert (raters.agreement.units, raters.agreement.marks, raters.agreement.interval) == (2, 4, 1)


def test_sweeps_go_through_all_settings(examples):
    study = study_meta(examples(*two_documents()), plan("rouge-1", "keywords", sweeps=True))
    by_figure = defaultdict(list)
    for one in study.swept:
        by_figure[one.sweep.figure, one.sweep.family, one.sweep.against].append(one)
    assert {key: len(some) for key, some in by_figure.items()} == {
        (figure, family, against): 16
        for figure, against in (("4", "references"), ("5", "text"))
        for family in ("lsa-topic", "lsa-terms")
    } | {("6", "keywords", "references"): 15, ("6", "keywords", "text"): 15}
    (thirty,) = (one for one in by_figure["6", "keywords", "references"] if one.setting == "30")
    assert thirty.correlation == found(study, "system", "keywords")


def test_rouge_2_recall_on_realsumm_is_as_close_to_people_as_others_found(corpora):
    study = study_meta(sumspace.read(corpora / "realsumm.jsonl.gz"), plan("rouge-2", levels=("system",)))
    correlation = found(study, "system", "rouge-2", "litepyramid_recall")
    assert 0.95 < correlation.pearson < 0.97
    assert correlation.points == 25


def test_rouge_beside_oracles_is_seen_on_the_summaries_that_are_extracts():
    """One system writes texts of its own: it has no score by oracles, and ROUGE is correlated without it."""
    measures = tuple(parse_measure(name) for name in ("rouge-1", "oracle(rouge-1)"))
    found = study_meta(sumspace.read("sample"), MetaPlan(measures, aspects=("responsiveness",), levels=("system",)))
    seen = found.correlate_where("rouge-1", "oracle(rouge-1)", "responsiveness")
    kept = [i for i, name in enumerate(found.systems) if name != "retell"]
    scores, judgements = (
        table[:, kept].mean(axis=0) for table in (found.scores["rouge-1"], found.judgements["responsiveness"])
    )
    assert seen.points == 5
    assert seen.pearson == pytest.approx(np.corrcoef(scores, judgements)[0, 1])
