"""A study of a whole corpus gives the numbers of its single summaries."""

import gc
from dataclasses import replace

import numpy as np
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.scoring import BootstrapAggregator

import official
from sumspace.corpus.model import Example
from sumspace.corpus.source import SAMPLE, read
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.score import ScorePlan, score_corpus
from sumspace.text.limit import Limit
from sumspace.text.profile import Profile

PACKAGE = tuple(parse_measure(name) for name in ("rouge-1", "rouge-2", "rouge-l"))


def plan(**changes):
    measures = tuple(parse_measure(name) for name in ("rouge-1", "rouge-2", "rouge-l", "rouge-w-1.2", "rouge-su4"))
    return ScorePlan(**{"measures": measures, "setting": Setting(), "bootstrap": Bootstrap(), **changes})


def test_the_sample_scores_as_with_the_official_script(official_folder):
    tasks = [
        (example.id, system, example.summary(system).split(), [r.body.split() for r in example.references])
        for example in read(SAMPLE)
        for system in example.systems
    ]
    options = ["-n", 2, "-w", 1.2, "-2", 4, "-u", "-m", "-l", 100]
    scores, averages = official.run(official_folder, tasks, options)
    found = score_corpus(read(SAMPLE), plan(setting=Setting(limit=Limit(100))))
    rows = list(found.rows())
    assert len(rows) == 20 * 6 * 5
    for row in rows:
        numbers = tuple(f"{number:.5f}" for number in (row.recall, row.precision, row.f1))
        assert numbers == scores[row.measure, f"{row.id}.{row.system}"]
    for average in found.averages():
        for letter, interval in zip("RPF", (average.recall, average.precision, average.f1), strict=True):
            numbers = tuple(f"{number:.5f}" for number in (interval.mean, interval.low, interval.high))
            assert numbers == averages[average.system, average.measure, letter]


def test_any_number_of_jobs_gives_the_same_numbers(monkeypatch):
    monkeypatch.setattr("sumspace.tasks.score._CHUNK", 3)
    results = [score_corpus(read(SAMPLE), plan(jobs=jobs)) for jobs in (1, 2, 5)]
    assert [key[0] for key in results[0].keys[::6]] == [example.id for example in read(SAMPLE)]
    assert list(results[0].rows()) == list(results[1].rows()) == list(results[2].rows())
    assert list(results[0].averages()) == list(results[1].averages())


def test_of_a_long_corpus_only_the_scores_are_kept(monkeypatch):
    monkeypatch.setattr("sumspace.tasks.score._CHUNK", 3)
    alive = []

    def examples():
        for copy in range(5):
            for example in read(SAMPLE):
                yield replace(example, id=f"{example.id}-{copy}")
            alive.append(sum(type(thing) is Example for thing in gc.get_objects()))

    before = sum(type(thing) is Example for thing in gc.get_objects())
    found = score_corpus(examples(), plan(jobs=2))
    assert found.examples == 100
    assert max(alive) - before < 30


def test_each_reference_alone():
    rows = list(score_corpus(read(SAMPLE), plan(references="each")).rows())
    assert len(rows) == sum(len(example.references) for example in read(SAMPLE)) * 6 * 5
    assert {row.reference for row in rows} == {"A", "B", "C"}


def test_rouge_score_averages_are_the_packages():
    setting = Setting(Profile("rouge-score"))
    found = [
        a
        for a in score_corpus(read(SAMPLE), plan(setting=setting, measures=PACKAGE)).averages()
        if a.system == "retell"
    ]
    theirs, aggregator = RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True), BootstrapAggregator()
    for example in read(SAMPLE):
        references = ["\n".join(reference.body.sentences) for reference in example.references]
        aggregator.add_scores(theirs.score_multi(references, example.summary("retell").text))
    np.random.seed(0)  # noqa: NPY002 - what the package draws from
    for average, expected in zip(found, aggregator.aggregate().values(), strict=True):
        for number, name in (("recall", "recall"), ("precision", "precision"), ("f1", "fmeasure")):
            interval = getattr(average, number)
            bounds = (getattr(bound, name) for bound in (expected.mid, expected.low, expected.high))
            assert (interval.mean, interval.low, interval.high) == tuple(bounds)


def test_rouge_score_averages_start_from_the_seed_for_each_system():
    setting = Setting(Profile("rouge-score"))
    one, two = (list(score_corpus(read(SAMPLE), plan(setting=setting)).averages()) for _ in range(2))
    assert one == two
    alone = list(score_corpus(read(SAMPLE), plan(setting=setting, systems=("retell",))).averages())
    assert alone == [average for average in one if average.system == "retell"]


def test_the_signature_says_everything():
    text = str(plan(setting=Setting(limit=Limit(100, references=False)), bootstrap=Bootstrap(seed=3)))
    for part in (
        "rouge-su4",
        "rouge155+stem",
        "100 words of peer",
        "formula:A",
        "alpha:0.5",
        "references:all",
        "seed 3",
    ):
        assert part in text
