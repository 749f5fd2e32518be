"""Labels that can be trained on as they are: sentences, offsets, soft labels, BertSum's format."""

import json
import math
import re
from itertools import pairwise
from statistics import fmean, stdev

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumspace
from brute_force import extracts
from sumspace.corpus.source import read
from sumspace.errors import OutputError, SettingError
from sumspace.space.budget import UpTo
from sumspace.text.passage import Passage

#: What a sentence has in place of white space that the text has.
ODD_SPACE = re.compile(r"[ \t\n\r\f\v]{2,}|[\t\n\r\f\v]")
RAW = {
    "id": "raw",
    "text": "The cat sat on\nthe mat.  A dog ran.\n\nCats like mats. It rained all day.",
    "references": ["The cat sat. A dog ran in town."],
}


@pytest.mark.parametrize(
    "name", ["squality-train", "gum-news", "gum-academic", "bva-train", "opinosis", "scitldr-test"]
)
def test_offsets_give_the_sentences_of_real_corpora(name, corpora):
    sentences = 0
    for example in read(corpora / f"{name}.jsonl.gz"):
        text, spans = example.text, example.spans()
        assert [ODD_SPACE.sub(" ", text[start:end]) for start, end in spans] == list(example.sentences())
        assert all(first[1] <= second[0] for first, second in pairwise(spans))
        sentences += len(spans)
    assert sentences > 500


def test_labels_of_raw_text_fit_the_text():
    (row,) = sumspace.labels(RAW, budget="up_to(2)")
    assert row["sentences"][0] == "The cat sat on the mat."
    assert [RAW["text"][start:end] for start, end in row["offsets"]] == [
        "The cat sat on\nthe mat.", "A dog ran.", "Cats like mats.", "It rained all day."
    ]  # fmt: skip
    assert row["labels"] == [1, 1, 0, 0]


def test_offsets_of_given_sentences_are_those_of_lines_and_sections_of_paragraphs():
    sections = [{"sentences": ["A b.", "C d."]}, {"text": "Dogs ran. Cats sat."}]
    record = {"id": "a", "sections": sections, "references": ["A b."]}
    (row,) = sumspace.labels(record)
    text = "A b.\nC d.\n\nDogs ran. Cats sat."
    assert next(read(record)).text == text
    assert row["sentences"] == ["A b.", "C d.", "Dogs ran.", "Cats sat."]
    assert [text[start:end] for start, end in row["offsets"]] == row["sentences"]


@given(st.text(st.sampled_from("aB.?! \n\r\t\u00a0\u2003\u2028\u3000\x85\ud800é中。")))
def test_offsets_of_any_text(text):
    passage = Passage(text)
    spans = passage.spans()
    assert [ODD_SPACE.sub(" ", text[start:end]) for start, end in spans] == list(passage.split())
    covered = set().union(*(range(*span) for span in spans))
    assert all(text[place].isspace() for place in range(len(text)) if place not in covered)


@pytest.mark.parametrize("name", ["split.jsonl", "split.parquet"])
def test_a_converted_corpus_has_the_same_sentences_and_offsets(name, sumspace, corpus_file, tmp_path):
    """Also where texts stand in sections and documents; offsets still are those of the text that was split."""
    sections = {"id": "b", "sections": [{"title": "T", "text": "A b. C d."}], "references": ["A b."]}
    topic = {"id": "c", "documents": [{"id": "1", "text": "E f. G h."}, "I j."], "references": ["E f."]}
    file = corpus_file(RAW, sections, topic)
    assert sumspace("corpus", "convert", file, tmp_path / name).code == 0
    for before, after in zip(read(file), read(tmp_path / name), strict=True):
        assert not after.is_raw
        assert (after.sentences(), after.spans()) == (before.sentences(), before.spans())
    assert after.texts[0].id == "1"
    assert sumspace("corpus", "convert", file, tmp_path / f"raw-{name}", "--raw").code == 0
    assert list(read(tmp_path / f"raw-{name}")) == list(read(file))


def test_a_field_of_that_name_that_is_something_else_is_left_alone(corpus_file):
    record = {"id": "a", "sentences": ["A b.", "C d."], "offsets": "chr1:12", "references": ["A b."]}
    (example,) = read(corpus_file(record))
    assert (example.spans(), example.record) == (((0, 4), (5, 9)), record)


def by_definition(row, score_of, temperature):
    """Add up exp(score / T) over all extracts of at most three sentences."""
    weights = {
        chosen: math.exp(score_of(chosen) / temperature)
        for chosen, _, _ in extracts([1] * row["sentence_count"], UpTo(3))
    }
    total = sum(weights.values())
    return [sum(w for chosen, w in weights.items() if i in chosen) / total for i in range(row["sentence_count"])]


def f1(have, held):
    hits = sum(min(have.count(unit), held.count(unit)) for unit in set(have))
    return 2 * hits / (len(have) + len(held))


def test_marginals_are_those_of_the_definition():
    """Scores are counted here once more: the mean F1 on words and on pairs of words inside sentences."""
    sentences = ["a b c d", "b a e", "c d e f", "f a b", "d d a"]
    reference = ["a b e d", "c d f"]
    record = {"id": "x", "sentences": sentences, "references": [{"sentences": reference}]}
    (row,) = sumspace.labels(record, temperature=0.05, stem=False)

    def score_of(chosen):
        texts = [sentences[i].split() for i in chosen]
        held = [sentence.split() for sentence in reference]
        words = f1([w for t in texts for w in t], [w for t in held for w in t])
        pairs = f1([p for t in texts for p in pairwise(t)],
                   [p for t in held for p in pairwise(t)])  # fmt: skip
        return (words + pairs) / 2

    assert row["marginals"] == pytest.approx(by_definition(row, score_of, 0.05), abs=2e-6)
    assert (row["temperature"], row["exact"], row["errors"]) == (0.05, True, None)


def test_marginals_of_a_space_that_is_too_large_are_estimates():
    rows = sumspace.labels("sample", temperature=0.05, words=150, time=0.05)
    estimated = [row for row in rows if row["exact"] is False]
    assert estimated
    for row in estimated:
        assert len(row["errors"]) == len(row["marginals"]) == row["sentence_count"]
        assert all(0 <= share <= 1 for share in row["marginals"])
    assert f"marginals of {len(estimated)} of {len(rows)} estimated from draws" in rows.summary()


def test_without_a_temperature_there_are_no_marginals():
    assert "marginals" not in sumspace.labels(RAW)[0]
    assert "temperature" not in sumspace.labels(RAW).signature
    assert "temperature:0.01" in sumspace.labels(RAW, temperature=0.01).signature


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"temperature": 0}, "a temperature is a number of at least 1e-06 in units of the score, not 0"),
        ({"temperature": 0.1, "measure": "rouge-l"}, "rouge-l looks at whole texts, so there are no marginals"),
    ],
)
def test_temperatures_that_cannot_be_used(options, message):
    with pytest.raises(SettingError, match=message):
        sumspace.labels(RAW, **options)


def test_parquet_has_marginals_too(tmp_path):
    rows = sumspace.labels("sample", temperature=0.01, output=tmp_path / "labels.parquet")
    table = pl.read_parquet(tmp_path / "labels.parquet").to_dicts()
    again = list(sumspace.labels("sample", temperature=0.01))
    assert rows.summary().startswith("labelled 20 documents; ")
    assert [row["marginals"] for row in table] == [row["marginals"] for row in again]
    assert [row["sentences"] for row in table] == [row["sentences"] for row in again]
    assert [row["offsets"] for row in table] == [row["offsets"] for row in again]


BERTSUM = {
    "id": "raw",
    "src": [["The", "cat", "sat", "on", "the", "mat", "."], ["A", "dog", "ran", "."], ["Cats", "like", "mats", "."],
            ["It", "rained", "all", "day", "."]],
    "tgt": [["The", "cat", "sat", "."], ["A", "dog", "ran", "in", "town", "."]],
    "labels": [1, 1, 0, 0],
}  # fmt: skip


def test_the_format_of_bertsum(sumspace, corpus_file, tmp_path):
    file = corpus_file(RAW, {**RAW, "id": "again"})
    options = ("--format", "bertsum", "--budget", "up_to(2)")
    shown = sumspace("labels", file, *options)
    assert json.loads(shown.out) == [BERTSUM, {**BERTSUM, "id": "again"}]
    assert sumspace("labels", file, *options, "-o", tmp_path / "train.json").code == 0
    assert (tmp_path / "train.json").read_text() == shown.out


def test_bertsum_is_written_as_json(tmp_path, sumspace, corpus_file):
    outcome = sumspace("labels", corpus_file(RAW), "--format", "bertsum", "-o", tmp_path / "train.jsonl")
    assert outcome.code == 2
    assert outcome.err.endswith("train.jsonl: labels for BertSum are written as .json\n")


def test_from_python_the_name_of_the_file_says_it(tmp_path):
    sumspace.labels(RAW, budget="up_to(2)", output=tmp_path / "train.json")
    assert json.loads((tmp_path / "train.json").read_text()) == [BERTSUM]
    with pytest.raises(OutputError, match="labels are written as"):
        sumspace.labels(RAW, output=tmp_path / "train.csv")


def test_the_summary_says_how_far_greedy_extracts_fall_short():
    labels = sumspace.labels("sample", measure="rouge-1", words=60)
    gaps = [row["gap"] for row in labels]
    short = [gap for gap in gaps if gap > 0]
    mean, error = fmean(gaps), stdev(gaps) / math.sqrt(len(gaps))
    assert short
    assert labels.summary() == (
        f"labelled 20 documents; mean score of the best extracts {fmean(row['score'] for row in labels):.4f}; "
        f"greedy extracts score lower in {len(short)} of 20, by {fmean(short):.4f} on average there, "
        f"by {mean:.4f} over all documents (95 % interval {mean - 1.96 * error:.4f} to {mean + 1.96 * error:.4f})"
    )
