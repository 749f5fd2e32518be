"""What is recognized in tables and records that are not in our format."""

import json

import polars as pl
import pytest

from sumspace.corpus.columns import recognize
from sumspace.corpus.records import Columns
from sumspace.corpus.source import read
from sumspace.errors import CorpusError, CorpusNote
from sumspace.tasks.check import check_corpus

#: The columns that data sets have on the Hugging Face hub.
DATA_SETS = {
    "cnn_dailymail": ("article highlights id", "article", "highlights", "id"),
    "xsum": ("document summary id", "document", "summary", "id"),
    "billsum": ("text summary title", "text", "summary", ""),
    "samsum": ("id dialogue summary", "dialogue", "summary", "id"),
    "scientific_papers": ("article abstract section_names", "article", "abstract", ""),
    "govreport": ("report summary", "report", "summary", ""),
    "scrolls": ("id pid input output", "input", "output", "id"),
    "big_patent": ("description abstract", "description", "abstract", ""),
    "aeslc": ("email_body subject_line", "email_body", "subject_line", ""),
    "scitldr": ("source source_labels rouge_scores paper_id target", "source", "target", "paper_id"),
    "mlsum": ("text summary topic url title date", "text", "summary", ""),
    "parallel lines": ("src tgt", "src", "tgt", ""),
    "a spreadsheet": ("Summary|Text", "Text", "Summary", ""),
    "a table of papers": ("body abstract doc_id", "body", "abstract", "doc_id"),
}


@pytest.mark.parametrize("name", DATA_SETS)
def test_usual_columns(name):
    written, text, reference, id_ = DATA_SETS[name]
    names = written.split("|" if "|" in written else None)
    assert recognize(names) == Columns(id_, text, (reference,))


@pytest.mark.parametrize(
    ("names", "systems"),
    [
        ("article highlights prediction", ["prediction"]),
        ("source target output", ["output"]),
        ("input output", []),
        ("document summary generated_summary bart_output t5_pred", ["generated_summary", "bart_output", "t5_pred"]),
        ("text reference hyp candidate", ["hyp", "candidate"]),
        ("text summary prediction_score output_length", []),
    ],
)
def test_outputs_of_systems(names, systems):
    assert list(recognize(names.split()).systems) == systems


def test_several_references_are_numbered():
    columns = recognize(["document", "reference_10", "reference_2", "reference_1"])
    assert columns.references == ("reference_1", "reference_2", "reference_10")


TABLE = {"article": ["One. Two.", "Three."], "highlights": ["One.", "Three."], "guid": ["a", "b"],
         "prediction": ["Two.", None]}  # fmt: skip
NOTE = (
    "columns: article as the document, highlights as the reference, prediction as a system, guid as the id"
)  # fmt: skip


def rows(table):
    return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]


def kept(path, table):
    frame = pl.DataFrame(table)
    if path.suffix == ".jsonl":
        path.write_text("\n".join(map(json.dumps, rows(table))))
    elif path.suffix == ".parquet":
        frame.write_parquet(path)
    elif path.suffix == ".arrow":
        frame.write_ipc(path)
    else:
        frame.write_csv(path, separator="\t" if path.suffix == ".tsv" else ",")
    return path


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet", ".arrow", ".csv", ".tsv", "frame", "rows"])
def test_what_is_recognized_is_read_and_said_once(suffix, tmp_path):
    kinds = {"frame": pl.DataFrame, "rows": rows}
    corpus = kinds[suffix](TABLE) if suffix in kinds else kept(tmp_path / f"corpus{suffix}", TABLE)
    with pytest.warns(CorpusNote) as notes:
        first, second = read(corpus)
    assert [str(note.message) for note in notes] == [NOTE]
    assert (first.id, first.sentences(), first.references[0].body.text) == ("a", ("One.", "Two."), "One.")
    assert first.summary("prediction").text == "Two."
    assert (second.id, dict(second.systems)) == ("b", {})


def test_chosen_columns_win(tmp_path):
    table = {**TABLE, "summary": ["S.", "T."]}
    file = kept(tmp_path / "table.csv", table)
    first, _ = read(file, Columns(text="article", references=("summary",)))
    assert (first.references[0].body.text, first.record["highlights"], dict(first.systems)) == ("S.", "One.", {})
    with pytest.warns(CorpusNote, match="columns: article as the document, prediction as a system, id as the id"):
        first, _ = read(file, Columns(id="guid", references=("summary",)))
    assert (first.id, first.text, first.references[0].body.text) == ("a", "One. Two.", "S.")


def test_two_columns_that_could_be_the_same_are_not_guessed(tmp_path):
    file = kept(tmp_path / "table.csv", {**TABLE, "summary": ["S.", "T."]})
    there = "there are: article, highlights, guid, prediction, summary; choose with --text-column, --reference-column"
    with pytest.raises(CorpusError, match=rf"table.csv:1: highlights and summary could each be the reference; {there}"):
        list(read(file))


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_nothing_known_lists_what_is_there(tmp_path, suffix):
    file = kept(tmp_path / f"table{suffix}", {"one": ["A."], "two": ["B."]})
    with pytest.raises(
        CorpusError, match=r":1: no column is known to hold the document; there are: one, two; choose w"
    ):
        list(read(file))


def test_records_in_our_format_are_read_as_they_are(corpus_file):
    record = {"id": "a", "text": "One.", "references": ["Two."], "summary": "Mine.", "prediction": "P."}
    with pytest.warns(CorpusNote, match="the field 'summary' is not read"):
        (example,) = read(corpus_file(record))
    assert (len(example.references), dict(example.systems), example.record) == (1, {}, record)


def test_an_empty_cell_of_the_reference_does_not_make_another_column_the_reference(tmp_path):
    table = {"input": ["One.", "Two."], "output": ["O.", "P."], "target": [None, "T."]}
    with pytest.warns(CorpusNote, match="target as the reference, output as a system"):
        first, second = read(kept(tmp_path / "table.parquet", table))
    assert (len(first.references), first.summary("output").text) == (0, "O.")
    assert second.references[0].body.text == "T."


def test_columns_that_hold_no_text_are_not_taken(corpus_file):
    taken = pytest.warns(CorpusNote, match="columns: article as the document, numbers as ids")
    with taken, pytest.warns(CorpusNote, match="the field 'summary' is not read"):
        (example,) = read(corpus_file({"article": "One.", "summary": {"short": "S."}, "prediction": 0.5}))
    assert not example.references
    assert not example.systems


def test_lists_are_sentences_of_a_document_and_several_references(corpus_file):
    with pytest.warns(CorpusNote):
        (example,) = read(corpus_file({"source": ["One.", "Two."], "target": ["A.", "B."], "paper_id": 7}))
    assert (example.id, example.sentences()) == ("7", ("One.", "Two."))
    assert [reference.body.text for reference in example.references] == ["A.", "B."]


def test_predictions_and_references_alone(corpus_file):
    with pytest.warns(CorpusNote, match="columns: prediction as a system, id as the id"):
        (example,) = read(corpus_file({"id": "a", "prediction": "P.", "references": ["R."]}))
    assert example.summary("prediction").text == "P."


def test_columns_that_could_be_the_document_are_named(corpus_file):
    with pytest.warns(CorpusNote, match=r"choose with --text-column \(words, extra\)"):
        next(iter(read(corpus_file({"uid": "a", "words": "W.", "gold": "R.", "extra": "E."}))))


def test_a_check_reads_the_same(tmp_path):
    with pytest.warns(CorpusNote):
        assert check_corpus(kept(tmp_path / "table.csv", TABLE)).examples == 2
