import json
import math
import os
from dataclasses import replace
from threading import Thread

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Section, Text
from sumspace.corpus.source import SAMPLE, examples, read, write
from sumspace.errors import CorpusError, OutputError, Problem
from sumspace.tasks.check import check_corpus
from sumspace.text.passage import Passage


def test_every_real_corpus_reads_cleanly(corpora):
    files = sorted(corpora.glob("*.jsonl.gz"))
    assert files
    for file in files:
        findings = check_corpus(file)
        assert findings.problems == []
        assert findings.examples


def test_reading_goes_on_after_a_problem_where_asked(corpus_file):
    results = list(examples(corpus_file({"id": "a", "text": "A."}, b"{", {"id": "b", "text": "B."})))
    assert [isinstance(result, Problem) for result in results] == [False, True, False]


def test_an_empty_corpus_is_a_problem(corpus_file):
    with pytest.raises(CorpusError, match="is empty"):
        list(read(corpus_file(b"", b" ")))


def test_corpora_in_a_list_are_read_one_after_the_other(corpus_file):
    one = corpus_file({"id": "a", "text": "A.", "domain": "news"}, name="one.jsonl")
    other = corpus_file({"id": "b", "text": "B.", "domain": "law"}, name="other.jsonl")
    assert [(example.id, example.domain) for example in read([one, str(other)])] == [("a", "news"), ("b", "law")]
    told = []
    assert len(list(read([one, "sample", other], progress=told.append))) == 22
    assert told == sorted(told)
    assert told[-1] == 1


def test_an_id_that_two_corpora_have_is_a_problem_that_names_both(corpus_file):
    one = corpus_file({"id": "a", "text": "A."}, name="one.jsonl")
    other = corpus_file({"id": "b", "text": "B."}, {"id": "a", "text": "A."}, name="other.jsonl")
    message = f"{other}:2: id: 'a' is the id of a document of {one} too; corpora read together need different ids"
    with pytest.raises(CorpusError) as raised:
        list(read([one, other]))
    assert str(raised.value) == message
    assert [str(problem) for problem in check_corpus([one, other]).problems] == [message]
    assert check_corpus([one, other]).examples == 2


def test_check_sees_extracts_beyond_raw_text(corpus_file):
    record = {"id": "a", "text": "One. Two.", "systems": {"s": {"extract": [5]}}, "extracts": {"judge": [0, 2]}}
    findings = check_corpus(corpus_file(record))
    assert [problem.field for problem in findings.problems] == ["systems.s.extract", "extracts.judge"]
    assert findings.examples == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")
def test_a_pipe_is_read_from_its_first_line(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = Thread(target=(tmp_path / "pipe").write_text, args=('{"id": "a", "text": "One."}\n',))
    writer.start()
    assert [example.id for example in read(tmp_path / "pipe")] == ["a"]
    writer.join()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")
@pytest.mark.parametrize("place", ["documents", "docs"])
def test_pipes_in_a_folder_are_passed_over(place, tmp_path):
    (tmp_path / place).mkdir()
    (tmp_path / place / "a").write_text("<DOC><TEXT>One.</TEXT></DOC>")
    os.mkfifo(tmp_path / place / "pipe")
    assert [example.id for example in read(tmp_path)] == ["a"]


def test_sgml_is_known_by_its_content(tmp_path):
    (tmp_path / "AP1").write_text("<DOC><DOCNO>AP1</DOCNO><TEXT>One. Two.</TEXT></DOC>")
    assert next(read(tmp_path / "AP1")).id == "AP1"


@pytest.mark.parametrize("name", ["folder", "corpus.jsonl", "corpus.parquet"])
def test_formats_are_chosen_by_name(name, tmp_path):
    write(read(SAMPLE), tmp_path / name)
    by_id = {example.id: example for example in read(tmp_path / name)}
    assert by_id.keys() == {example.id for example in read(SAMPLE)}
    assert by_id["legal-1"].summary("retell").text


NO_PATHS = {
    "": "there is no such file; check the path",
    "a\0b": "cannot be read: embedded null byte",
    "\ud800": "cannot be read: .* surrogates not allowed",
    "One sentence. " * 30: r'^One sentence.*…: is too long for a path; a text is given as {"text": "…"}',
}


@pytest.mark.parametrize(("path", "message"), NO_PATHS.items(), ids=["empty", "null", "surrogate", "text"])
@pytest.mark.parametrize("suffix", ["", ".jsonl", ".parquet", ".sgml"])
def test_what_can_be_no_path(path, message, suffix):
    path = path and path + suffix
    for corpus, peers in ((path, {}), (SAMPLE, {"p": path})):
        with pytest.raises(CorpusError, match=message):
            list(read(corpus, peers=peers))
    assert len(check_corpus(path).problems) == 1


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 300])
@pytest.mark.parametrize("suffix", ["", ".jsonl", ".parquet", ".sgml"])
def test_what_cannot_be_written(name, suffix, tmp_path):
    with pytest.raises(OutputError, match="cannot be written"):
        write(read(SAMPLE), tmp_path / f"{name}{suffix}")
    assert not list(tmp_path.iterdir())


def test_a_file_called_sample_is_named_with_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sample").write_text('{"id": "mine", "text": "One."}\n')
    assert next(read("sample")).id == "newswire-1"
    assert next(read("./sample")).id == "mine"


def test_everything_known_of_an_example_is_there(corpora):
    example = next(read(corpora / "realsumm.jsonl.gz"))
    assert len(example.systems) == 25
    assert example.judgements["abs_bart_out"]["litepyramid_recall"] >= 0
    assert example.judgement_raters["abs_bart_out"]["litepyramid_recall"]
    assert example.pyramid
    assert set(example.pyramid.weights.values()) == {1.0}
    assert set(example.pyramid.matches["abs_bart_out"]) <= set(example.pyramid.weights)


_NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6)
_MARKS = st.none() | st.floats(-1e50, 1e50) | st.just(math.nan)
_SUMMARIES = st.text(max_size=9)


@st.composite
def _records(draw):
    """A record with or without a text, with marks and scores of which any may be missing."""
    references = draw(st.lists(st.text(min_size=1, max_size=9).filter(str.strip), max_size=3))
    systems = draw(st.dictionaries(_NAMES, _SUMMARIES, min_size=not references, max_size=3))
    ids = st.sampled_from(["all", *(str(i + 1) for i in range(len(references)))])
    scores = _MARKS | st.dictionaries(ids, _MARKS, max_size=3)
    record = {
        "references": references or None,
        "systems": systems,
        "text": draw(st.none() | st.just("One. Two.")),
        "judgements": draw(
            st.dictionaries(_NAMES, st.none() | st.dictionaries(_NAMES, _MARKS, max_size=3), max_size=2)
        ),
        "judgement_raters": draw(
            st.dictionaries(_NAMES, st.dictionaries(_NAMES, st.lists(_MARKS), max_size=2), max_size=2)
        ),
        "scores": draw(st.dictionaries(_NAMES, st.none() | st.dictionaries(_NAMES, scores, max_size=3), max_size=3)),
    }
    return {name: value for name, value in record.items() if value is not None}


@settings(max_examples=60)
@given(st.lists(_records(), min_size=1, max_size=3))
def test_what_is_written_is_read_again_with_and_without_texts_marks_and_scores(tmp_path_factory, records):
    corpus = [{"id": str(i), **record} for i, record in enumerate(records)]
    made = list(read(corpus))
    folder = tmp_path_factory.mktemp("round")
    lines = folder / "raw.jsonl"
    lines.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in corpus))
    assert list(read(lines)) == made
    for name in ("out.jsonl", "out.jsonl.gz", "out.parquet"):
        write(read(lines), folder / name)
        assert list(read(folder / name)) == made
        # Examples that were made in Python have no record.
        write([replace(example, record={}) for example in made], folder / name)
        assert list(read(folder / name)) == made
    for example in made:
        marks = [mark for aspects in example.judgements.values() for mark in aspects.values()]
        marks += [v for own in example.scores.values() for by in own.values() for v in by.values()]
        assert all(math.isfinite(mark) for mark in marks)


#: Fields that nobody but their writer knows, and texts of all kinds: half of a surrogate pair among them.
ODD = {
    "id": "odd",
    "sentences": ["One \U0001f408 \u2028 two.", "<S> & </TEXT>"],
    "references": [{"id": "A", "text": "One."}],
    "systems": {"1": {"text": "Two."}},
    "judgements": {"1": {"clarity": 3, "focus": None}},
    "mine": {"long": 10**4299, "small": 5e-324, "large": 1.7e308, "list": [None, True, {"x": -0.0}], "half": "\ud83d"},
}


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.parquet"])
def test_what_is_written_is_read_back(name, tmp_path, corpus_file):
    write(read(corpus_file(ODD)), tmp_path / name)
    (again,) = read(tmp_path / name)
    assert {**again.record, "judgements": None} == {**ODD, "judgements": None}
    assert again.judgements == {"1": {"clarity": 3.0}}


@pytest.mark.parametrize("name", ["out", "out.sgml"])
def test_folders_hold_the_same_texts(name, tmp_path, corpus_file):
    write(read(corpus_file(ODD)), tmp_path / name)
    (again,) = read(tmp_path / "out")
    assert again.sentences()[-1] == ODD["sentences"][-1]
    assert again.sentences()[0].split() == ODD["sentences"][0].split()


HALF = {"id": "a", "text": "The cat \ud83d sat. It slept.", "systems": {"1": {"extract": [1]}}}


def test_half_of_a_surrogate_pair_is_kept_in_jsonl(tmp_path):
    write(read([HALF]), tmp_path / "out.jsonl")
    assert next(read(tmp_path / "out.jsonl")).record == HALF


@pytest.mark.parametrize("name", ["out.parquet", "out", "out.sgml"])
def test_half_of_a_surrogate_pair_is_refused_elsewhere(name, tmp_path):
    with pytest.raises(OutputError, match="surrogates not allowed"):
        write(read([HALF]), tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("value", [math.inf, -math.inf, 10**5000], ids=["inf", "-inf", "long"])
def test_numbers_that_json_cannot_hold_are_refused(value):
    with pytest.raises(CorpusError, match=r"<list>:1: source\.x\[0\]: should be a finite number"):
        list(read([{"id": "a", "text": "One.", "source": {"x": [value]}}]))


def test_numbers_that_json_cannot_hold_are_refused_in_tables(tmp_path):
    with pytest.raises(CorpusError, match=r"1: mine: should be a finite number"):
        list(read(pl.DataFrame({"id": ["a"], "text": ["One."], "mine": [math.inf]})))
    for number in ("1e999", "-Infinity", "9" * 900_000):
        (tmp_path / "t.csv").write_text(f'id,text,source\na,One.,"{{""x"": [{number}]}}"\n')
        with pytest.raises(CorpusError, match=r"t\.csv:1: source\.x\[0\]: should be a finite number"):
            list(read(tmp_path / "t.csv"))


def test_examples_with_numbers_that_json_cannot_hold_are_not_written(tmp_path):
    odd = Example("a", (Text((Section(Passage("One.")),)),), utilities={"x": (math.inf,)})
    with pytest.raises(OutputError, match="cannot be written as JSON"):
        write([odd], tmp_path / "out.jsonl")
    assert not list(tmp_path.iterdir())
