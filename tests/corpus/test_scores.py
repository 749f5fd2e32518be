"""Scores from elsewhere find their summaries, or are counted and named."""

import warnings

import pytest

import sumspace
from sumspace.corpus.model import Example, Summary
from sumspace.corpus.source import read, write
from sumspace.errors import CorpusError, UnmatchedScores
from sumspace.text.passage import Passage


def record(name, *systems, **fields):
    texts = dict.fromkeys(systems, "One.")
    return {
        "id": name,
        "references": [{"id": "A", "text": "One."}, {"id": "B", "text": "Two."}],
        "systems": texts,
    } | fields


CORPUS = [record("a", "x", "y"), record("b", "x", "y"), record("c", "x")]


def row(name, system, value=1.0, metric="m", **fields):
    return {"id": name, "system": system, "metric": metric, "value": value, **fields}


def attached(*sources, corpus=CORPUS):
    return {example.id: example.scores for example in read(corpus, scores=list(sources))}


def test_scores_are_attached_by_id_system_and_reference():
    rows = [
        row("b", "x", 0.5),
        row("b", "y", 0.1, reference="A"),
        row("b", "y", 0.2, reference="B"),
        row("a", "x", 3, "n"),
    ]
    assert attached(rows) == {
        "a": {"x": {"n": {"all": 3}}},
        "b": {"x": {"m": {"all": 0.5}}, "y": {"m": {"A": 0.1, "B": 0.2}}},
        "c": {},
    }


def test_scores_of_a_peer(corpus_file):
    peer = corpus_file({"id": "a", "text": "One."}, name="p.jsonl")
    a, *_ = read(CORPUS, peers={"p": peer}, scores=[row("a", "p", 2)])
    assert a.scores == {"p": {"m": {"all": 2}}}


def test_a_metric_of_a_file_takes_the_place_of_the_corpus_s_own():
    own = {"x": {"m": {"all": 1, "A": 2}, "n": 3}, "y": {"m": 4}}
    corpus = [record("a", "x", "y", scores=own)]
    assert attached([row("a", "x", 9, reference="B")], corpus=corpus) == {
        "a": {"x": {"m": {"B": 9}, "n": {"all": 3}}, "y": {"m": {"all": 4}}}
    }


def test_rows_without_a_summary_are_counted_and_named():
    rows = [row("a", "x"), row("a", "z"), row("b", "z"), row("c", "y"), row("q", "x"), row("a", "y", reference="C")]
    with pytest.warns(UnmatchedScores) as caught:
        scores = attached(rows)
    assert [str(warning.message) for warning in caught] == [
        "5 rows of <list> have no summary here: system 'z' (2), reference 'C' (1), system 'y' (1), document 'q' (1)"
    ]
    assert scores == {"a": {"x": {"m": {"all": 1}}}, "b": {}, "c": {}}


def test_a_row_of_wide_form_counts_once_and_only_the_first_few_are_named():
    rows = [
        {"id": "a", "system": "x", "m": 1, "n": 2},
        *({"id": f"q{i}", "system": "x", "m": 1, "n": 2} for i in range(9)),
    ]
    with pytest.warns(
        UnmatchedScores, match=r"^9 rows of <list> have .*: document 'q0' \(1\), .*'q4' \(1\), others \(4\)$"
    ):
        attached(rows)


def test_values_that_are_missing_need_no_summary():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        attached([row("a", "x"), row("q", "z", None)])


def test_no_row_with_a_summary_is_an_error_at_the_end():
    with pytest.raises(
        CorpusError, match=r"^<list>: not one of its 2 rows has a summary here: system 'z' \(1\), document"
    ):
        attached([row("a", "z"), row("q", "x")])


def test_two_sources_with_one_place():
    with pytest.raises(CorpusError, match="<list>: <list> has m of 'x' on 'a' too; give one of the two"):
        attached([row("a", "x")], [row("a", "x", 2)])
    scores = attached([row("a", "x", reference="A")], [row("a", "x", 2, reference="B")])
    assert scores["a"] == {"x": {"m": {"A": 1, "B": 2}}}


def test_human_summaries_of_sacrerouge_are_named():
    rows = [
        {"instance_id": "a", "summarizer_id": "x", "summarizer_type": "peer", "metrics": {"m": 1}},
        {"instance_id": "a", "summarizer_id": "y", "summarizer_type": "reference", "metrics": {"m": 1}},
    ]
    with pytest.warns(UnmatchedScores, match=r"1 row of <list> has no summary here: human summary 'y' \(1\)"):
        assert attached(rows)["a"] == {"x": {"m": {"all": 1}}}


def test_segments_are_in_the_order_of_the_corpus(tmp_path):
    one, all_ = tmp_path / "m-A.seg.score", tmp_path / "n-src.seg.score"
    one.write_text("x 1\nx 2\nx 3\n")
    all_.write_text("y 1\ny 2\ny None\nx 4\nx 5\nx 6\n")
    assert attached(one, all_) == {
        "a": {"x": {"m": {"A": 1}, "n": {"all": 4}}, "y": {"n": {"all": 1}}},
        "b": {"x": {"m": {"A": 2}, "n": {"all": 5}}, "y": {"n": {"all": 2}}},
        "c": {"x": {"m": {"A": 3}, "n": {"all": 6}}},
    }
    one.write_text("x 1\nx 2\n")
    with pytest.raises(CorpusError, match="has 2 scores of 'x', a line each, for the 3 documents of the corpus"):
        attached(one)


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.parquet"])
def test_scores_of_a_corpus_are_written_and_read_again(tmp_path, name):
    corpus = [record("a", "x", "y", scores={"x": {"rouge-1": 0.5, "Ä, (b)": {"A": 1, "B": None}}}), record("b", "x")]
    write(read(corpus), tmp_path / name)
    examples = list(read(tmp_path / name))
    assert examples == list(read(corpus))
    assert examples[0].scores == {"x": {"rouge-1": {"all": 0.5}, "Ä, (b)": {"A": 1}}}


def test_scores_of_other_files_are_not_written(tmp_path):
    write(read(CORPUS, scores=[row("a", "x")]), tmp_path / "out.jsonl")
    assert all(not example.scores for example in read(tmp_path / "out.jsonl"))
    made = Example("a", systems={"x": Summary(Passage("One."))}, scores={"x": {"own": {"all": 1.0}}})
    write(read([made], scores=[row("a", "x")]), tmp_path / "made.jsonl")
    assert list(read(tmp_path / "made.jsonl")) == [made]


def test_a_reference_that_is_not_there_is_refused_inside_a_corpus():
    with pytest.raises(CorpusError, match=r"scores\.x\.m: there is no reference 'C'; there are: 'A', 'B'"):
        list(read([record("a", "x", scores={"x": {"m": {"C": 1}}})]))


@pytest.mark.parametrize(
    ("scores", "field"),
    [
        ({"x": {"m": "1"}}, r"scores\.x\.m"),
        ({"x": {"m": True}}, r"scores\.x\.m"),
        ({"x": {"m": {"A": "high"}}}, r"scores\.x\.m\.A"),
        ({"x": 3}, r"scores\.x"),
        ([], "scores"),
    ],
)
def test_scores_inside_a_corpus_that_cannot_be_used(scores, field):
    with pytest.raises(CorpusError, match=f"<list>:1: {field}: should be .*write"):
        list(read([record("a", "x", scores=scores)]))


def test_the_public_function_takes_scores():
    a, *_ = sumspace.read(CORPUS, scores={"mine": [{"id": "a", "system": "x", "value": 1}]})
    assert a.scores == {"x": {"mine": {"all": 1}}}
