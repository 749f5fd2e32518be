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
from sumspace.stats.resampling import Bootstrap
from sumspace.stats.williams import compare_correlations
from sumspace.studies.meta.plan import MetaPlan, Metric
from sumspace.studies.meta.study import MetaStudy
from sumspace.tasks.score import ScorePlan, score_corpus

WORDS = "alpha bravo charlie delta echo foxtrot golf hotel".split()
QUICK = Bootstrap(resamples=20)


def metric(name, part="recall"):
    measure = parse_measure(name)
    return Metric(measure, "value" if measure.has_one_value else part)


ROUGE_1, ROUGE_2 = map(metric, ("rouge-1", "rouge-2"))


def plan(*names, **others):
    return MetaPlan(measures=tuple(map(parse_measure, names)), **{"bootstrap": QUICK, "permutations": 49, **others})


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


def result_of(study, level, measure="rouge-1", aspect=None, part="recall"):
    results = study.compared[aspect or study.aspects[0], level].results
    (result,) = (result for result in results if result.metric == metric(measure, part))
    return result


def correlation(study, level, measure="rouge-1", aspect=None, part="recall"):
    return result_of(study, level, measure, aspect, part).correlation


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
    for own in study.metrics:
        values = getattr(scores[own.measure], "f1" if own.part == "value" else own.part)
        for (_, system, _), value in zip(scores.keys, values, strict=False):
            by_system[own, system].append(value)
    assert study.metrics == (ROUGE_2, metric("rouge-2", "f1"), metric("cosine(text)"))
    assert study.aspects == (
        "responsiveness", "grammaticality", "non-redundancy", "reference clarity", "coherence",
    )  # fmt: skip
    for aspect in study.aspects:
        judged = [fmean(e.judgements[system][aspect] for e in corpus) for system in study.systems]
        for own in study.metrics:
            means = [fmean(by_system[own, system]) for system in study.systems]
            expected = np.corrcoef(means, judged)[0, 1]
            found = correlation(study, "system", str(own.measure), aspect, own.part)
            assert found.pearson == pytest.approx(expected, abs=1e-9)
            pair = study.means(own, aspect)
            assert [values.tolist() for values in pair] == [pytest.approx(means), pytest.approx(judged)]


def test_measures_are_tested_against_each_other_on_the_same_points():
    study = MetaStudy.run(sumspace.read("sample"), plan("rouge-1", "rouge-2", aspects=("coherence",)))
    judged = study.judgements["coherence"]
    for level, points in (("system", lambda t: t.mean(axis=0)), ("pooled", np.ravel)):
        (test,) = (test for test in study.compared["coherence", level].tests if test.first.part == "recall")
        rows = [points(study.scores[own]) for own in (test.first, test.second)]
        p = compare_correlations(*rows, points(judged)).p
        assert test.williams == pytest.approx(2 * min(p, 1 - p))
        apart = correlation(study, level, str(test.first.measure)), correlation(study, level, str(test.second.measure))
        assert test.differences["kendall"] == pytest.approx(apart[0].kendall - apart[1].kendall)
        assert 0 < test.permutation["pearson"] <= 1
    assert [test.williams for test in study.compared["coherence", "summary"].tests] == [None, None]
    pair = next(pair for pair in study.pairs if {pair.first, pair.second} == {ROUGE_1, ROUGE_2})
    means = [study.scores[own].mean(axis=0) for own in (ROUGE_1, ROUGE_2)]
    assert pair.correlation.pearson == pytest.approx(np.corrcoef(*means)[0, 1])


def test_recall_is_compared_with_recall_and_f1_with_f1_and_one_value_with_both():
    study = MetaStudy.run(sumspace.read("sample"), plan("rouge-1", "rouge-2", "cosine", aspects=("coherence",)))
    tests = study.compared["coherence", "system"].tests
    pairs = {frozenset(map(str, (test.first, test.second))) for test in tests}
    assert pairs == {
        frozenset(pair)
        for pair in [
            ("rouge-1 recall", "rouge-2 recall"), ("rouge-1 recall", "cosine"), ("rouge-2 recall", "cosine"),
            ("rouge-1 F1", "rouge-2 F1"), ("rouge-1 F1", "cosine"), ("rouge-2 F1", "cosine"),
        ]
    }  # fmt: skip
    for view in ("recall", "f1"):
        assert len(study.p_values("coherence", "system", view)) == 3
        assert {r.metric.part for r in study.ranked("coherence", "system", view)} == {view, "value"}


def test_the_part_that_counts_can_be_chosen(examples):
    corpus = examples(*two_documents())
    for view, part, expected in (("main", "recall", 2 / 8), ("precision", "precision", 1), ("f1", "f1", 0.4)):
        study = MetaStudy.run(corpus, plan("rouge-1", views=(view,)))
        assert study.scores[metric("rouge-1", part)][0, 0] == expected
        assert len(study.metrics) == 1


def test_by_each_reference_scores_are_averaged(examples):
    one, two = two_documents()
    corpus = examples({**one, "references": [" ".join(WORDS), " ".join(WORDS[:4])]}, two)
    study = MetaStudy.run(corpus, plan("rouge-1", references="each"))
    assert study.scores[ROUGE_1][0, 0] == (2 / 8 + 2 / 4) / 2


def test_summaries_without_a_judgement_are_left_out_and_noted(examples):
    one, two = two_documents()
    del two["judgements"]["b"]
    study = MetaStudy.run(examples(one, two), plan("rouge-1"))
    assert study.notes() == ("'q': 1 of 6 summaries have no judgement",)
    # Without the other one, b has 4 words and a judgement of 4.
    assert correlation(study, "system").pearson == pytest.approx(np.corrcoef([2.5, 4, 7], [1.5, 4, 4.5])[0, 1])
    assert correlation(study, "summary").points == 1
    assert correlation(study, "pooled").points == 5


def test_judgements_without_a_summary_count_nowhere_and_are_noted(examples):
    one, two = two_documents()
    del two["systems"]["b"]
    study = MetaStudy.run(examples(one, two), plan("rouge-1"))
    assert study.notes() == (
        "'q': 1 judgement has no summary", "'q': 1 of 6 summaries have no judgement",
    )  # fmt: skip
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
        "skipped, judged but without summaries: 'ghost'",
        "skipped, not judged: 'new'",
        "'other': skipped, not judged: 'b', 'c'",
        "'other': 1 of 2 summaries have no judgement",
    )


def test_a_system_that_a_measure_hardly_ever_scores_is_left_out_for_it(examples):
    """Of the three summaries of c, only one is an extract, which co-selection looks at."""
    sentences = [f"Word {word} here." for word in WORDS]
    records = []
    reference = " ".join(sentences[:3])
    for number, name in enumerate(("x", "y", "z")):
        systems = {"a": {"extract": [0, 1]}, "b": {"extract": [number]}, "c": "Words of its own."}
        if not number:
            systems["c"] = {"extract": [2]}
        marks = {system: {"q": mark} for mark, system in enumerate("abc")}
        records.append(
            {
                "id": name,
                "sentences": sentences,
                "extracts": {"judge": [0, 1]},
                "systems": systems,
                "judgements": marks,
                "references": [reference],
            }
        )
    study = MetaStudy.run(examples(*records), plan("co-selection", "rouge-1"))
    for part in ("recall", "f1"):
        own = metric("co-selection", part)
        assert np.isnan(study.usable["q"].tables[own][:, 2]).all()
        assert own not in study.usable["q"].ranked
        assert [result.metric for result in study.apart("q", "pooled")].count(own) == 1
    assert result_of(study, "pooled", "co-selection").systems == 2
    assert study.notes()[-1] == "co-selection: skipped c, with a value for fewer than half of the judged summaries"


def test_two_systems_have_no_correlation_and_that_is_said(examples):
    records = [document(n, {"a": 2, "b": i}, {"a": {"q": 1}, "b": {"q": i}}) for i, n in enumerate(("x", "y", "z"))]
    study = MetaStudy.run(examples(*records), plan("rouge-1"))
    assert study.notes() == ("system-level correlations need at least 3 systems; there are 2 ('a', 'b')",)
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
    (left_out,) = (note for note in study.notes() if note.startswith("skipped measures: "))
    assert "pyramid ('one' has no pyramid)" in left_out
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
    with pytest.raises(SettingError, match="this corpus has no human judgements"):
        MetaStudy.run(examples(document("one", {"a": 2}, {})), plan("rouge-1"))


def test_judgements_of_systems_without_summaries_alone_are_refused(examples):
    with pytest.raises(SettingError, match="no judged system has summaries in this corpus"):
        MetaStudy.run(examples(document("one", {"a": 2}, {"b": {"q": 1}})), plan("rouge-1"))


def test_the_number_of_jobs_changes_nothing():
    alone, together = (
        MetaStudy.run(sumspace.read("sample"), plan("rouge-1", "cosine", "relevance", workers=Workers(jobs)))
        for jobs in (1, 3)
    )
    assert alone.compared == together.compared
    assert (alone.lengths["coherence"].metrics, alone.top) == (together.lengths["coherence"].metrics, together.top)
    assert alone.notes() == together.notes()
    for own, table in alone.scores.items():
        np.testing.assert_array_equal(table, together.scores[own])


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
    assert thirty.correlation == correlation(study, "system", "keywords", part="f1")


def test_rouge_beside_oracles_is_seen_on_the_summaries_that_are_extracts(study):
    """One system writes texts of its own: it has no score by oracles, and ROUGE is correlated without it."""
    seen = study.correlate_where(ROUGE_1, metric("oracle(rouge-1)", "f1"), "responsiveness")
    kept = [i for i, name in enumerate(study.systems) if name != "retell"]
    scores, judgements = (
        table[:, kept].mean(axis=0) for table in (study.scores[ROUGE_1], study.judgements["responsiveness"])
    )
    assert seen.points == 5
    assert seen.pearson == pytest.approx(np.corrcoef(scores, judgements)[0, 1])


def test_the_best_measure_is_told_from_others_by_the_corrected_tests(study):
    for aspect, level in study.compared:
        for view in study.plan.views:
            best = study.verdicts(aspect, level, view)[0]
            order = [result.metric for result in study.ranked(aspect, level, view)]
            assert best.best.metric == order[0]
            p_values = study.p_values(aspect, level, view)
            assert len(p_values) == len(order) * (len(order) - 1) / 2
            higher = {m for m in order[1:] if p_values[frozenset((order[0], m))] < 0.05}
            assert {*best.higher_than, *best.only_here} == higher
            assert {*best.higher_than, *best.only_here, *best.equals, *best.untested} == set(order[1:])
            by_pair = {frozenset((t.first, t.second)): t for t in study.compared[aspect, level].tests}
            for metric_below in best.higher_than:
                test = by_pair[frozenset((order[0], metric_below))]
                assert test.intervals["pearson"].low > 0


def test_where_people_annotate_for_the_best_the_best_of_the_others_is_named_too(study):
    pyramid, rouge = study.verdicts("responsiveness", "pooled", "recall")
    assert (str(pyramid.best.measure), str(rouge.best.measure), rouge.is_second) == ("pyramid", "rouge-1", True)
    assert len(study.verdicts("responsiveness", "system", "recall")) == 1


def test_what_rests_on_fewer_systems_is_neither_ranked_nor_tested(study):
    oracle = metric("oracle(rouge-1)", "f1")
    result = result_of(study, "system", "oracle(rouge-1)", "responsiveness", "f1")
    assert (result.systems, result.is_ranked) == (5, False)
    assert oracle in {result.metric for result in study.apart("responsiveness", "system")}
    for compared in study.compared.values():
        assert not any(oracle in (test.first, test.second) for test in compared.tests)
    assert {r.systems for r in study.ranked("responsiveness", "system", "f1")} == {6}


def half_a_pyramid(number):
    """Make four of ten documents with a pyramid; what it says is what people say of its weight."""
    shares = {"a": 2 + number % 2, "b": 4, "c": 6 - number % 3}
    marks = {name: {"q": (share * 7 + number) % 5, "weight": share} for name, share in shares.items()}
    more = {}
    if number < 4:
        units = [{"id": word, "weight": 1} for word in WORDS]
        more["pyramid"] = {"units": units, "matches": {name: WORDS[:share] for name, share in shares.items()}}
    else:
        for by_aspect in marks.values():
            del by_aspect["weight"]
    return document(str(number), shares, marks, **more)


def test_a_measure_of_some_documents_is_seen_on_these_but_not_ranked_where_there_are_more(examples):
    study = MetaStudy.run(examples(*map(half_a_pyramid, range(10))), plan("pyramid", "rouge-1"))
    pyramid = metric("pyramid")
    assert pyramid in study.usable["weight"].ranked
    assert pyramid not in study.usable["q"].ranked
    on_q, on_weight = (result_of(study, "pooled", "pyramid", aspect) for aspect in ("q", "weight"))
    assert (on_q.systems, on_q.summaries, on_weight.summaries) == (3, 12, 12)
    assert on_q.correlation.pearson is not None
    assert on_weight.correlation.pearson > 0.9


def test_a_measure_of_half_of_the_systems_is_apart(examples):
    records = [
        document(str(n), {s: (3 * i + n) % 8 + 1 for i, s in enumerate("abcdefgh")},
                 {s: {"q": (5 * i + n) % 7} for i, s in enumerate("abcdefgh")},
                 pyramid={"units": [{"id": word} for word in WORDS],
                          "matches": {s: WORDS[:n + i] for i, s in enumerate("abcd")}})
        for n in range(3)
    ]  # fmt: skip
    study = MetaStudy.run(examples(*records), plan("rouge-1", "pyramid"))
    result = result_of(study, "system", "pyramid")
    assert (result.systems, result.is_ranked) == (4, False)
    assert result_of(study, "system").systems == 8


def test_people_are_systems_judged_by_the_other_references(examples):
    references = [{"id": name, "text": " ".join(WORDS[start:])} for name, start in (("A", 0), ("B", 2), ("C", 4))]
    marks = {name: {"q": mark} for name, mark in (("A", 5), ("B", 4), ("C", 3))}
    one, two = (dict(d, references=references, reference_judgements=marks) for d in two_documents())
    study = MetaStudy.run(examples(one, two), plan("rouge-1", humans=True))
    assert (study.systems, study.humans) == (("a", "b", "c", "A", "B", "C"), ("A", "B", "C"))
    scores = study.scores[ROUGE_1]

    def recall(summary, *others):
        held = [set(WORDS[start:]) for start in others]
        return sum(len(held_by & set(summary)) for held_by in held) / sum(map(len, held))

    starts = (0, 2, 4)
    assert scores[0, 3] == pytest.approx(recall(WORDS, 2, 4), abs=1e-5)
    left_out = [recall(WORDS[:4], *(s for s in starts if s != out)) for out in starts]
    assert scores[0, 1] == pytest.approx(fmean(left_out), abs=1e-5)
    assert study.judgements["q"][0].tolist() == [1, 4, 5, 5, 4, 3]
    without = MetaStudy.run(examples(one, two), plan("rouge-1"))
    assert without.notes() == ("human summaries were judged as well (A, B, C): --humans compares them, too",)


def test_people_who_are_not_chosen_are_not_counted(examples):
    references = [{"id": name, "text": " ".join(WORDS[start:])} for name, start in (("A", 0), ("B", 2))]
    marks = {"A": {"q": 5}, "B": {"q": 4}}
    records = [dict(d, references=references, reference_judgements=marks) for d in two_documents()]
    study = MetaStudy.run(examples(*records), plan("rouge-1", humans=True, systems=("a", "b", "c", "B")))
    assert (study.systems, study.humans) == (("a", "b", "c", "B"), ("B",))


def test_people_whose_judgements_stand_among_those_of_systems_are_there_once(examples):
    references = [{"id": name, "text": " ".join(WORDS[start:])} for name, start in (("A", 0), ("B", 2))]
    one, two = (dict(d, references=references, reference_judgements={"A": {"q": 5}}) for d in two_documents())
    one["judgements"] = {**one["judgements"], "A": {"q": 3}}
    study = MetaStudy.run(examples(one, two), plan("rouge-1", humans=True))
    assert study.systems == ("a", "b", "c", "A")
    assert study.judgements["q"][:, 3].tolist() == [3, 5]


def test_a_system_is_not_given_the_judgement_of_a_person_of_its_name(examples):
    one, two = two_documents()
    del two["judgements"]["a"]
    two["references"] = [{"id": "a", "text": " ".join(WORDS)}]
    two["reference_judgements"] = {"a": {"q": 5}}
    study = MetaStudy.run(examples(one, two), plan("rouge-1"))
    assert np.isnan(study.judgements["q"][1, 0])


def seldom_scored(*metrics):
    """Four documents, of which the first has scores from elsewhere."""
    for n in range(4):
        scores = {s: {name: (3 * i + k) % 4 for k, name in enumerate(metrics)} for i, s in enumerate("abcd")}
        judgements = {s: {"q": (5 * i + n) % 7} for i, s in enumerate("abcd")}
        yield document(str(n), dict.fromkeys("abcd", 2), judgements, **({} if n else {"scores": scores}))


def test_where_no_measure_covers_half_of_the_summaries_none_is_ranked_and_all_are_drawn(examples):
    study = MetaStudy.run(examples(*seldom_scored("x", "y")), plan("given(x)", "given(y)"))
    assert not study.usable["q"].ranked
    assert "no measure can be ranked (no measure covers half of the judged summaries)" in study.findings()[0]
    assert "measures-q" in study.figures()


def test_why_a_coefficient_alone_is_missing_is_said(examples):
    one, _ = two_documents()
    systems = plan("rouge-1", levels=("system",), coefficient="soft_accuracy")
    study = MetaStudy.run(examples(one), systems)
    why = "no two systems share two documents"
    assert f"no measure can be ranked ({why})" in study.findings()[0]
    notes = [note for table in study.tables() for view in table.views for note in view.notes]
    assert any(f"Undefined at the system level ({why})" in " ".join(note.split()) for note in notes)


def test_measures_without_a_common_summary_are_said_to_be_untested(examples):
    records = [
        document(str(n), dict.fromkeys("abcde", 2), {s: {"q": (5 * i + n) % 7} for i, s in enumerate("abcde")},
                 scores={s: {"odd" if n % 2 else "even": (5 * i + n) % 7 + i % 2, "all": -i}
                         for i, s in enumerate("abcde")})
        for n in range(6)
    ]  # fmt: skip
    study = MetaStudy.run(examples(*records), plan("given(odd)", "given(even)", "given(all)"))
    by_pair = {frozenset((str(t.first), str(t.second))): t for t in study.compared["q", "system"].tests}
    assert by_pair[frozenset(("given(odd)", "given(even)"))].permutation["pearson"] is None
    assert "given(all); not tested against given(" in study.findings()[0]
    both = MetaStudy.run(examples(*records), plan("given(odd)", "given(even)"))
    assert "it could not be tested against any other" in both.findings()[0]


def test_estimates_and_intervals_of_soft_accuracies_have_the_same_seed(examples):
    records = [
        document(str(n), {s: (3 * i + 5 * n) % 8 + 1 for i, s in enumerate("abcde")},
                 {s: {"q": (5 * i + 2 * n * n) % 7} for i, s in enumerate("abcde")})
        for n in range(9)
    ]  # fmt: skip
    study = MetaStudy.run(examples(*records), plan("rouge-1", bootstrap=Bootstrap(resamples=20, seed=5)))
    result = result_of(study, "system")
    assert result.intervals["soft_accuracy"].mean == result.correlation.soft_accuracy


def test_what_is_told_apart_here_is_that_of_the_judged_documents(examples):
    records = [
        document(str(n), {s: (3 * i + 5 * n) % 8 + 1 for i, s in enumerate("abcdef")},
                 {s: {"words": (5 * i + 2 * n * n) % 7} for i, s in enumerate("abcdef")} if n < 4 else {},
                 scores={s: {"x": (2 * i + n * n) % 5} for i, s in enumerate("abcdef")})
        for n in range(8)
    ]  # fmt: skip
    study = MetaStudy.run(examples(*records), plan("rouge-1", "given(x)"))
    tables = {table.name: table for table in study.tables()}
    (view,) = tables["power"].views
    assert {row["here"].documents for row in view.records} == {4}
    names = [row["row"] for row in tables["systems"].views[0].records]
    assert names == ["words", "words", "rouge-1 recall", "rouge-1 F1", "given(x)"]


def test_people_cannot_be_systems_where_none_was_judged_or_names_are_taken(examples):
    with pytest.raises(SettingError, match="no human summary was judged"):
        MetaStudy.run(examples(*two_documents()), plan("rouge-1", humans=True))
    one, two = (dict(d, reference_judgements={"a": {"q": 1}}) for d in two_documents())
    with pytest.raises(SettingError, match="'a' is the name of a system and of a judged reference author"):
        MetaStudy.run(examples(one, two), plan("rouge-1", humans=True))
    one, two = (dict(d, reference_judgements={"1": {"q": 1}}) for d in two_documents())
    with pytest.raises(SettingError, match="needs a second reference"):
        MetaStudy.run(examples(one, two), plan("rouge-1", humans=True))


def rated(*raters):
    """Make two documents with the marks of raters, one list for each."""
    records = two_documents()
    for row, record in enumerate(records):
        record["judgement_raters"] = {
            name: {"q": [rater[3 * row + i] for rater in raters]} for i, name in enumerate("abc")
        }
        del record["judgements"]
    return records


def test_raters_are_standardized_before_they_are_averaged(examples):
    first, second = [1, 4, 5, 2, 3, 4], [10, 30, 50, 10, 20, None]
    study = MetaStudy.run(examples(*rated(first, second)), plan("rouge-1", standardize=True))
    z = [(np.array(r, float) - np.nanmean(np.array(r, float))) / np.nanstd(np.array(r, float)) for r in (first, second)]
    assert study.judgements["q"].ravel().tolist() == pytest.approx(np.nanmean(z, axis=0).tolist())
    with pytest.raises(SettingError, match="needs single ratings of 'q'"):
        MetaStudy.run(examples(*two_documents()), plan("rouge-1", standardize=True))


def test_the_ceiling_is_what_one_rater_correlates_with_another(examples):
    raters = [1, 4, 5, 2, 3, 4], [2, 3, 5, 1, 4, 5], [5, 1, 2, 4, 4, 1]
    study = MetaStudy.run(examples(*rated(*raters)), plan("rouge-1"))
    ceiling = study.compared["q", "pooled"].ceiling
    pairs = [np.corrcoef(a, b)[0, 1] for a, b in ((raters[0], raters[1]), (raters[0], raters[2]), raters[1:])]
    assert (ceiling.pairs, ceiling.values["pearson"]) == (3, pytest.approx(fmean(pairs)))
    assert MetaStudy.run(examples(*two_documents()), plan("rouge-1")).compared["q", "pooled"].ceiling is None


def test_lengths_are_correlated_with_measures_and_taken_out(study):
    lengths = study.lengths["responsiveness"]
    corpus = list(sumspace.read("sample"))
    words = [
        fmean(sum(len(line.split()) for line in example.summary(name).lines()) for example in corpus)
        for name in study.systems
    ]
    assert lengths.means.tolist() == pytest.approx(words)
    scores, marks = (table.mean(axis=0) for table in (study.scores[ROUGE_2], study.judgements["responsiveness"]))
    (own,) = (own for own in lengths.metrics if own.metric == ROUGE_2)
    assert own.length == pytest.approx(np.corrcoef(scores, words)[0, 1])
    rest = [values - np.polyval(np.polyfit(words, values, 1), words) for values in (scores, marks)]
    assert own.partial == pytest.approx(np.corrcoef(*rest)[0, 1])
    assert lengths.judgement == pytest.approx(np.corrcoef(words, marks)[0, 1])


def test_the_best_systems_are_those_of_the_judgements(study):
    means = study.judgements["responsiveness"].mean(axis=0)
    best = np.argsort(-means)[:4]
    (own,) = (own for own in study.top["responsiveness"] if own.metric == ROUGE_2 and own.top == 4)
    expected = np.corrcoef(study.scores[ROUGE_2].mean(axis=0)[best], means[best])[0, 1]
    assert own.correlation.pearson == pytest.approx(expected)
    assert {own.top for own in study.top["responsiveness"]} == {4, 5, 6}


def test_rouge_2_recall_on_realsumm_is_as_close_to_people_as_others_found(corpora):
    study = MetaStudy.run(sumspace.read(corpora / "realsumm.jsonl.gz"), plan("rouge-2", levels=("system",)))
    result = correlation(study, "system", "rouge-2", "litepyramid_recall")
    assert 0.95 < result.pearson < 0.97
    assert result.points == 25
