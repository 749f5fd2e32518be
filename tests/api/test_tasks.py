"""Every function of the interface takes every kind of corpus and gives results that can be looked at in every way."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import polars as pl
import pytest

import sumspace
from sumspace.corpus.source import SAMPLE
from sumspace.errors import CorpusError, SettingError, StoppedEarly, SumspaceError, UnknownNameError
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Reach
from sumspace.summarizers.lead import Lead
from sumspace.summarizers.lexrank import LexRank
from sumspace.text.profile import Profile

SENTENCES = ["A cat sat.", "It slept.", "Dogs bark.", "A cat slept."]
RECORDS = [
    {"id": "a", "sentences": SENTENCES, "references": ["A cat slept."], "systems": {"mine": "A cat."}},
    {"id": "b", "text": "Rain fell. We left early.", "references": ["We left."], "systems": {"mine": "We left."}},
]
TASKS = {
    "score": lambda corpus: sumspace.score(corpus, measure="rouge-1"),
    "explore": lambda corpus: sumspace.explore(corpus, measure="rouge-1", words=3),
    "rank": lambda corpus: sumspace.rank(corpus, measure="rouge-1", words=3),
    "against": lambda corpus: sumspace.against(corpus, words=3),
    "oracles": lambda corpus: sumspace.oracles(corpus, measure="rouge-1", words=3),
    "labels": lambda corpus: sumspace.labels(corpus, measure="rouge-1", words=3),
    "summarize": lambda corpus: sumspace.summarize(corpus, "lead", words=3),
}


def corpora(folder):
    """The same two documents as every kind of corpus."""
    file = folder / "corpus.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in RECORDS))
    examples = list(sumspace.read(file))
    yield from (file, str(file), RECORDS, examples, iter(examples), (record for record in RECORDS))
    columns = {"id": ["a", "b"], "sentences": [SENTENCES, ["Rain fell.", "We left early."]]}
    yield pl.DataFrame({**columns, "references": [["A cat slept."], ["We left."]],
                        "systems": [{"mine": {"text": "A cat."}}, {"mine": {"text": "We left."}}]})  # fmt: skip


@pytest.mark.parametrize("task", TASKS)
def test_every_kind_of_corpus_gives_the_same(task, tmp_path):
    tables = [TASKS[task](corpus).table().json() for corpus in corpora(tmp_path)]
    assert len(tables) == 7
    assert set(tables) == {tables[0]}
    one = [TASKS[task](corpus).table().json() for corpus in (RECORDS[0], next(sumspace.read(RECORDS)), RECORDS[:1])]
    assert set(one) == {one[0]}
    assert "table" not in one[0]


@pytest.mark.parametrize("task", TASKS)
def test_results_can_be_looked_at_in_every_way(task):
    results = TASKS[task](RECORDS)
    assert results.signature.startswith(f"sumspace {sumspace.__version__} | ")
    assert len(results.frame()) == len(results.table().json().splitlines())
    assert type(results).__name__ in repr(results)
    assert results.signature in repr(results)
    assert len(repr(results)) < 400
    assert str(results) == results.table().text()
    assert "<table" in results._repr_html_()
    if hasattr(results, "chart"):
        assert results.chart().to_dict()["title"]["text"]


def test_which_results_have_a_chart():
    assert [task for task, run in TASKS.items() if hasattr(run(RECORDS), "chart")] == [
        "score", "explore", "rank", "against", "oracles"
    ]  # fmt: skip


@pytest.mark.parametrize("references", ["A cat slept.", ["A cat slept."], [["A cat slept."]]])
@pytest.mark.parametrize("text", [SENTENCES, " ".join(SENTENCES)])
def test_a_bare_text_is_judged_by_its_references(text, references):
    whole = {"id": "1", "sentences": SENTENCES, "references": ["A cat slept."]}
    for function in (sumspace.explore, sumspace.rank, sumspace.oracles, sumspace.labels):
        bare = function(text, references, measure="rouge-1", words=5).table().json()
        assert bare == function(whole, measure="rouge-1", words=5).table().json()


def test_bare_summaries_have_a_reference_or_several():
    one = sumspace.score("A cat.", "A cat slept.", measure="rouge-1")
    assert one["rouge-1"].recall.tolist() == [0.66667]
    same = sumspace.score(["A cat."], [["A cat slept."]], measure="rouge-1")
    alone = sumspace.score(["A cat."], ["A cat slept."], measure="rouge-1")
    assert one.table().json() == same.table().json() == alone.table().json()
    two = sumspace.score("A cat.", ["A cat slept.", "A cat."], measure="rouge-1")
    assert two["rouge-1"].recall.tolist() == [0.8]
    sentences = sumspace.score(["A cat.", "It sat."], "A cat sat.", measure="rouge-1")  # of one summary
    assert sentences["rouge-1"].recall.tolist() == [1.0]


def test_a_summary_may_be_the_numbers_of_sentences():
    example = next(sumspace.read(SAMPLE))
    numbers = sumspace.score([[0, 3]], [], measure="co-selection", documents=[example])
    text = sumspace.score([[example.sentences()[i] for i in (0, 3)]], [], measure="co-selection", documents=[example])
    assert numbers["co-selection"].f1.tolist() == text["co-selection"].f1.tolist()


def test_strings_and_values_are_the_same():
    by_name = sumspace.explore(RECORDS, measure=["rouge-1", "rouge-2"], budget="at_most(5)", profile="rouge155(nostem)")
    by_value = sumspace.explore(
        RECORDS, measure=[parse_measure("rouge-1"), "rouge-2"], budget=AtMost(5), profile=Profile(stem=False)
    )
    assert by_name.signature == by_value.signature
    assert by_name.table().json() == by_value.table().json()
    assert sumspace.explore(RECORDS, words=5).plan.budget == Reach(5)
    assert sumspace.oracles(RECORDS, words=5).plan.budget == AtMost(5)


@pytest.mark.parametrize(
    ("summarizer", "written"),
    [
        ("lead", "lead"),
        (Lead(), "lead"),
        (["lead", LexRank()], "lead,lexrank"),
        (["lead", "mine=lexrank"], "lead,mine=lexrank"),
        ({"mine": "lexrank", "lead": Lead()}, "mine=lexrank,lead"),
        (LexRank(threshold=0.2), "lexrank=lexrank(threshold=0.2)"),
    ],
)
def test_summarizers_are_named_in_the_signature(summarizer, written):
    assert sumspace.summarize(RECORDS, summarizer).signature.split(" | ")[1] == written


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sumspace.explore(RECORDS, score="recal"), "score is one of recall, precision, f1, not 'recal'"),
        (lambda: sumspace.explore(RECORDS, sections="some"), "sections is one of auto, given, segment, none"),
        (lambda: sumspace.explore(RECORDS, engine="fast"), "engine is one of auto, exhaustive, counting, sampling"),
        (lambda: sumspace.explore(RECORDS, measure=[]), "name at least one measure"),
        (lambda: sumspace.explore(RECORDS, measure=3), "a measure is a name, such as 'rouge-1', or a Measure, not 3"),
        (lambda: sumspace.explore(RECORDS, budget=5), r"a budget is written as 'reach\(100\)', or is a Budget, not 5"),
        (lambda: sumspace.explore(RECORDS, words=1.5), "a number of words is a whole number, not 1.5"),
        (lambda: sumspace.explore(RECORDS, words=5, budget="up_to(2)"), "--words and --budget exclude each other"),
        (lambda: sumspace.explore(SENTENCES, 3), "references are 'all', 'each', or, of a bare text, a list of texts"),
        (lambda: sumspace.explore(RECORDS[0], ["A cat."]), "a corpus comes with its own references"),
        (lambda: sumspace.explore("sample", "ech"), "the references of a corpus are 'all' or 'each', not 'ech'"),
        (lambda: sumspace.score("sample", "ech"), "the references of a corpus are 'all' or 'each', not 'ech'"),
        (lambda: sumspace.score("sample", cut="all"), "cut is one of both, peer, not 'all'"),
        (lambda: sumspace.score([], []), "there is no summary to score"),
        (lambda: sumspace.oracles(RECORDS, method="guess"), "method is one of search, ilp, branch-and-bound"),
        (lambda: sumspace.summarize(RECORDS, 5), "a summarizer is a name, such as 'lexrank', or a Summarizer, not 5"),
        (lambda: sumspace.summarize(RECORDS, []), "name at least one summarizer"),
        (lambda: sumspace.summarize(RECORDS, ["a=lead", "a=random"]), "two summarizers are called 'a'"),
        (lambda: sumspace.summarize("A cat sat. It slept."), "is no file; a text is given as {'text': …}"),
        (lambda: sumspace.summarize(SENTENCES, words=1).only, r"no document to summarize: '1' has no summary"),
        (lambda: sumspace.explore(RECORDS).only, "there is no single result, but 6 of them"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_said(call, message):
    with pytest.raises(SettingError, match=message):
        call()


def test_names_that_are_not_there():
    with pytest.raises(UnknownNameError, match="unknown summarizer 'led'; there are: callisto, centroid"):
        sumspace.summarize(RECORDS, "led")
    with pytest.raises(UnknownNameError, match="unknown study 'limit'"):
        sumspace.study(RECORDS, "limit")
    with pytest.raises(UnknownNameError, match="unknown kind of name 'x'; there are: measure, profile"):
        sumspace.names("x")


def test_labels_are_a_frame_of_lists_and_a_file(tmp_path):
    labels = sumspace.labels(RECORDS, measure="rouge-1", words=3)
    assert labels.frame()["labels"].to_list() == [record["labels"] for record in labels]
    assert labels.summary().startswith("labelled 2 documents; ")
    written = sumspace.labels(RECORDS, measure="rouge-1", words=3, output=tmp_path / "l.jsonl")
    assert [json.loads(line) for line in (tmp_path / "l.jsonl").read_text().splitlines()] == list(labels)
    assert written.summary() == labels.summary()


def test_summaries_go_into_a_corpus(tmp_path):
    results = sumspace.summarize(RECORDS, "lead", words=3, into=tmp_path / "more.jsonl")
    assert results.written == f"{tmp_path / 'more.jsonl'} has new summaries: 2 by lead"
    assert [list(example.systems) for example in sumspace.read(tmp_path / "more.jsonl")] == [["mine", "lead"]] * 2


def test_progress_is_told(tmp_path):
    told = []
    sumspace.write(RECORDS, tmp_path / "corpus.jsonl")
    len(sumspace.explore(tmp_path / "corpus.jsonl", measure="rouge-1", progress=lambda *what: told.append(what)))
    assert ("documents", 2, 2) in told


# What ends the work early


BROKEN = [*RECORDS, {"id": "c"}]


@pytest.mark.parametrize("task", [task for task in TASKS if task != "score"])
def test_an_error_in_the_corpus_keeps_what_is_finished(task):
    results = TASKS[task](BROKEN)
    with pytest.warns(StoppedEarly, match="stopped early: <list>:3: text: there is no text"):
        finished = list(results)
    assert len(finished) == 2
    assert isinstance(results.stopped, CorpusError)
    assert len(results) == 2  # it is warned of once
    assert results.table().json() == TASKS[task](RECORDS).table().json()


@pytest.mark.parametrize("task", TASKS)
def test_an_error_before_anything_is_finished_is_raised(task):
    with pytest.raises(CorpusError, match="there is no text"):
        TASKS[task](BROKEN[2:]).table()


def test_scores_are_those_of_the_whole_corpus_or_none():
    with pytest.raises(CorpusError, match="there is no text"):
        TASKS["score"](BROKEN)


def test_a_stream_says_at_its_end_what_stopped_it():
    results = TASKS["explore"](BROKEN)
    stream = results.stream()
    assert next(stream).id == "a"
    assert results.stopped is None
    assert [space.id for space in stream] == ["b"]
    assert isinstance(results.stopped, CorpusError)


def test_an_interrupt_keeps_what_is_finished():
    def examples():
        yield from RECORDS
        yield from ({**RECORDS[0], "id": f"a{i}"} for i in range(40))
        raise KeyboardInterrupt

    results = sumspace.explore(examples(), measure="rouge-1", words=3, jobs=1)
    with pytest.warns(StoppedEarly, match="stopped early: interrupted; the results are those finished before"):
        assert results[0].id == "a"
    assert isinstance(results.stopped, KeyboardInterrupt)
    assert 0 < len(results) <= 42


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads here")
def test_an_interrupt_by_hand_ends_long_work_and_keeps_what_is_finished():
    words = [f"w{i}" for i in range(40)]
    sentences = [" ".join(words[i % 30 : i % 30 + 8]) for i in range(90)]
    long = {"id": "long", "sentences": sentences, "references": [" ".join(words)]}  # it takes hours
    main, told = threading.main_thread().ident, []

    def progress(phase, *_):
        told.append(phase)
        if told.count("extracts") == 4:  # it is at work on the long one
            signal.pthread_kill(main, signal.SIGINT)

    choices = {"measure": "rouge-1", "words": 80, "engine": "exhaustive", "jobs": 2}
    results = sumspace.explore([RECORDS[0], long], **choices, progress=progress)
    with pytest.warns(StoppedEarly, match="interrupted"):
        assert [space.id for space in results] == ["a"]


# What loads


@pytest.mark.parametrize(
    ("statement", "heavy"),
    [
        ("pass", ("numpy", "numba", "polars", "altair", "sklearn", "scipy", "rich", "typer", "sumspace.api")),
        ("sumspace.score('A cat.', 'A cat sat.')", ("polars", "altair", "sklearn", "rich", "jinja2")),
        (
            "sumspace.explore(['A cat.'], 'A cat sat.', measure='rouge-1').only",
            ("polars", "altair", "sklearn", "rich", "jinja2"),
        ),
    ],
)
def test_libraries_load_where_they_are_used(statement, heavy):
    code = f"import sys, sumspace; {statement}; print(*(name for name in {heavy} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_functions_with_the_name_of_a_package_can_be_called_whatever_is_loaded():
    code = (
        "import sumspace; first = sumspace.measures().csv();"
        "import sumspace.measures.measure, sumspace.summarizers.lead;"
        "assert sumspace.measures().csv() == first;"
        "assert 'lexrank' in sumspace.summarizers().csv();"
        "from sumspace import measures; assert measures().csv() == first"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_public_function_is_documented_with_an_example():
    document = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    for name in sumspace.__all__:
        if name.islower() and not name.startswith("__"):
            assert f"`{name}" in document or f"sumspace.{name}" in document, name
    assert all(
        issubclass(getattr(sumspace, name), SumspaceError) for name in sumspace.__all__ if name.endswith("Error")
    )


def test_results_that_were_streamed_say_so():
    results = sumspace.explore(RECORDS, measure="rouge-1", words=3)
    assert "still to come" in repr(results)
    assert list(results.stream())
    with pytest.raises(SettingError, match="streamed, and not kept"):
        len(results)


def test_scores_of_systems_do_not_depend_on_the_order_of_measures():
    sections = [{"sentences": ["A cat sat here.", "It slept."]}, {"sentences": ["Dogs bark a lot.", "We left."]}]
    record = {"id": "a", "sections": sections, "references": ["A cat slept and dogs bark."]}
    scores = []
    for measures in (["cosine", "rouge-1"], ["rouge-1", "cosine"]):
        ranks = sumspace.rank([record], measure=measures, words=4, sections="auto")
        scores.append({(str(one.measure), one.system): one.score for one in ranks.systems()})
    assert scores[0] == scores[1]


def test_a_list_of_names_is_several_corpora_and_a_list_of_other_strings_one_text(tmp_path):
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for file, record in zip(files, RECORDS, strict=True):
        file.write_text(json.dumps(record))
    for names in (files, list(map(str, files))):
        assert [summary.id for summary in sumspace.summarize(names, "lead", words=3)] == ["a", "b"]
    assert [example.id for example in sumspace.read(["sample", *files])][-2:] == ["a", "b"]
    assert sumspace.summarize(SENTENCES, "lead", words=3).only.id == "1"
    with pytest.raises(CorpusError, match=r"c\.jsonl: .*no such file|there is no file"):
        list(sumspace.read([*files, tmp_path / "c.jsonl"]))
