"""The scores of a corpus are those of its single summaries, and averages those of the programs it follows."""

import gc
from dataclasses import replace

import numpy as np
import pytest
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.scoring import BootstrapAggregator

import official
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example
from sumspace.corpus.source import SAMPLE, read
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.score import ScorePlan, score_corpus, score_summaries
from sumspace.text.limit import Limit
from sumspace.text.profile import Profile

PACKAGE = tuple(parse_measure(name) for name in ("rouge-1", "rouge-2", "rouge-l"))


def plan(**changes):
    measures = tuple(parse_measure(name) for name in ("rouge-1", "rouge-2", "rouge-l", "rouge-w-1.2", "rouge-su4"))
    return ScorePlan(**{"measures": measures, "setting": Setting(), "bootstrap": Bootstrap(), **changes})


def rows_of(scores):
    """The records of single summaries."""
    return [record for record in scores.records() if record["id"] is not None]


def test_the_sample_scores_as_with_the_official_script(official_folder):
    tasks = [
        (example.id, system, example.summary(system).split(), [r.body.split() for r in example.references])
        for example in read(SAMPLE)
        for system in example.systems
    ]
    options = ["-n", 2, "-w", 1.2, "-2", 4, "-u", "-m", "-l", 100]
    scores, averages = official.run(official_folder, tasks, options)
    results = score_corpus(read(SAMPLE), plan(setting=Setting(limit=Limit(100)), official=True))
    rows = rows_of(results)
    assert len(rows) == 20 * 6 * 5
    for row in rows:
        numbers = tuple(f"{row[number]:.5f}" for number in ("recall", "precision", "f1"))
        assert numbers == scores[row["measure"], f"{row['id']}.{row['system']}"]
    for average in results.averages:
        for letter, interval in zip("RPF", (average.recall, average.precision, average.f1), strict=True):
            numbers = tuple(f"{number:.5f}" for number in (interval.mean, interval.low, interval.high))
            assert numbers == averages[average.system, str(average.measure), letter]


def test_any_number_of_jobs_gives_the_same_numbers(monkeypatch):
    monkeypatch.setattr("sumspace.tasks.score._CHUNK", 3)
    results = [score_corpus(read(SAMPLE), plan(workers=Workers(jobs))) for jobs in (1, 2, 5)]
    assert [key[0] for key in results[0].keys[::6]] == [example.id for example in read(SAMPLE)]
    assert rows_of(results[0]) == rows_of(results[1]) == rows_of(results[2])
    assert results[0].averages == results[1].averages


def test_of_a_long_corpus_only_the_scores_are_kept(monkeypatch):
    monkeypatch.setattr("sumspace.tasks.score._CHUNK", 3)
    alive = []

    def examples():
        for copy in range(5):
            for example in read(SAMPLE):
                yield replace(example, id=f"{example.id}-{copy}")
            alive.append(sum(type(thing) is Example for thing in gc.get_objects()))

    before = sum(type(thing) is Example for thing in gc.get_objects())
    assert score_corpus(examples(), plan(workers=Workers(2))).examples == 100
    assert max(alive) - before < 30


def test_each_reference_alone():
    rows = rows_of(score_corpus(read(SAMPLE), plan(references="each")))
    assert len(rows) == sum(len(example.references) for example in read(SAMPLE)) * 6 * 5
    assert {row["reference"] for row in rows} == {"A", "B", "C"}


def test_rouge_score_averages_are_the_packages():
    setting = Setting(Profile("rouge-score"))
    results = score_corpus(read(SAMPLE), plan(setting=setting, measures=PACKAGE, official=True))
    averages = [average for average in results.averages if average.system == "retell"]
    theirs, aggregator = RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True), BootstrapAggregator()
    for example in read(SAMPLE):
        references = ["\n".join(reference.body.sentences) for reference in example.references]
        aggregator.add_scores(theirs.score_multi(references, example.summary("retell").text))
    np.random.seed(0)  # noqa: NPY002 - what the package draws from
    for average, expected in zip(averages, aggregator.aggregate().values(), strict=True):
        for number, name in (("recall", "recall"), ("precision", "precision"), ("f1", "fmeasure")):
            interval = getattr(average, number)
            bounds = (getattr(bound, name) for bound in (expected.mid, expected.low, expected.high))
            assert (interval.mean, interval.low, interval.high) == tuple(bounds)


def test_rouge_score_averages_start_from_the_seed_for_each_system():
    setting = Setting(Profile("rouge-score"))
    one, two = (score_corpus(read(SAMPLE), plan(setting=setting, official=True)).averages for _ in range(2))
    assert one == two
    alone = score_corpus(read(SAMPLE), plan(setting=setting, systems=("retell",), official=True)).averages
    assert alone == tuple(average for average in one if average.system == "retell")


def test_the_signature_says_everything():
    text = str(plan(setting=Setting(limit=Limit(100, references=False)), bootstrap=Bootstrap(seed=3)))
    for part in (
        "rouge-su4",
        "rouge155(stem)",
        "100 words of peer",
        "formula:A",
        "alpha:0.5",
        "references:all",
        "seed 3",
    ):
        assert part in text

    assert "official" not in text
    assert "bootstrap:1000 at 95% seed 0 | official" in str(plan(official=True))


@pytest.mark.parametrize("profile", ["rouge155", "rouge-score"])
def test_neither_the_order_of_a_corpus_nor_its_ids_change_an_average(profile):
    """The official script draws by the order of the ids; what is shown by default does not."""

    def averages(examples, **changes):
        results = score_corpus(examples, plan(setting=Setting(Profile(profile)), measures=PACKAGE, **changes)).averages
        return {(own.system, own.measure): (own.recall, own.precision, own.f1) for own in results}

    examples = list(read(SAMPLE))
    shuffled = [examples[place] for place in np.random.default_rng(1).permutation(len(examples))]
    renamed = [replace(one, id=other.id) for one, other in zip(shuffled, examples, strict=True)]
    assert averages(examples) == averages(shuffled) == averages(renamed)
    assert averages(examples, official=True) != averages(renamed, official=True)


def test_an_average_is_the_mean_of_the_summaries_within_its_interval():
    results = score_corpus(read(SAMPLE), plan(measures=PACKAGE))
    for average in results.averages:
        rows = [r for r in rows_of(results) if (r["system"], r["measure"]) == (average.system, str(average.measure))]
        for number in ("recall", "precision", "f1"):
            interval, values = getattr(average, number), [row[number] for row in rows]
            assert interval.mean == pytest.approx(np.mean(values), abs=1e-15)
            # Student's interval is the one that means of 20 nearly normal numbers have.
            reach = 2.093 * np.std(values, ddof=1) / 20**0.5
            assert interval.low < interval.mean < interval.high
            assert (interval.high - interval.low) / 2 == pytest.approx(reach, rel=0.2)


def test_one_summary_has_no_interval():
    scores = score_summaries(["The cat sat."], [["A cat sat."]], plan(measures=PACKAGE))
    record = next(record for record in scores.records() if record["id"] is None)
    assert (record["f1"], record["f1_interval"]) == (0.66667, None)
    assert " 0.66667  - " in scores.table().text()
    assert "0.66667" not in scores.table().text().replace(" 0.66667  - ", "").replace("0.66667  -\n", "")
    assert scores.chart("rouge-1").to_dict()
    official = score_summaries(["The cat sat."], [["A cat sat."]], plan(measures=PACKAGE, official=True))
    assert official.averages[0].f1.low == official.averages[0].f1.high == 0.66667


def test_scores_of_a_measure_are_arrays_in_the_order_of_the_summaries():
    scores = score_corpus(read(SAMPLE), plan(measures=PACKAGE))
    expected = [row["f1"] for row in rows_of(scores) if row["measure"] == "rouge-2"]
    assert scores["rouge-2"].f1.tolist() == scores[parse_measure("rouge-2")].f1.tolist() == expected
    with pytest.raises(SettingError, match="rouge-su4 was not used; there are: rouge-1, rouge-2, rouge-l"):
        scores["rouge-su4"]


def test_bare_summaries_score_as_those_of_a_corpus():
    examples = list(read(SAMPLE))
    summaries = [example.summary("skim") for example in examples]
    references = [[reference.body for reference in example.references] for example in examples]
    bare = score_summaries(summaries, references, plan(measures=PACKAGE))
    whole = score_corpus(examples, plan(measures=PACKAGE, systems=("skim",)))
    for measure in PACKAGE:
        assert bare[measure].recall.tolist() == whole[measure].recall.tolist()
    assert bare.keys[0] == ("1", "summary", "all")
    with pytest.raises(SettingError, match="there is no summary to score"):
        score_summaries([], [], plan())


def test_the_chart_has_the_averages_with_their_intervals():
    scores = score_corpus(read(SAMPLE), plan(measures=PACKAGE))
    (average,) = (a for a in scores.averages if a.system == "skim" and str(a.measure) == "rouge-2")
    drawn = str(scores.chart("rouge-2", "recall").to_dict())
    assert all(str(number) in drawn for number in (average.recall.mean, average.recall.low, average.recall.high))
