"""Corpora that are Python objects are read as files with the same content would be."""

import json
import subprocess
import sys
from dataclasses import replace
from datetime import date

import numpy as np
import polars as pl
import pytest

from frames import Frame
from sumspace.corpus.model import Example, Section, Summary, Text
from sumspace.corpus.records import Columns
from sumspace.corpus.source import SAMPLE, read, write
from sumspace.errors import CorpusError
from sumspace.tasks.check import check_corpus
from sumspace.text.passage import Passage

A = {"id": "a", "text": "One. Two.", "references": ["One."], "systems": {"s": {"extract": [0]}}, "mine": {"x": None}}
B = {"id": "b", "sentences": ["Three."]}
CHOSEN = Columns(text="article", references=("highlights",), systems=("bart",))


class Dataset:
    """What we use of a datasets.Dataset."""

    def __init__(self, rows):
        self._rows = rows

    @property
    def column_names(self):
        return list(self._rows[0])

    def __len__(self):
        return len(self._rows)

    def __iter__(self):
        return iter(self._rows)


class NAType:
    """What pandas.NA is like: nothing can be asked of it."""

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")

    def __eq__(self, other):
        return self

    __hash__ = None


@pytest.mark.parametrize("corpus", [[A, B], (A, B), iter([A, B]), (record for record in (A, B)), {1: A, 2: B}.values()])
def test_records_in_any_iterable(corpus, corpus_file):
    examples = list(read(corpus))
    assert examples == list(read(corpus_file(A, B)))
    assert examples[0].record == A


def test_examples_are_passed_through(corpus_file):
    first, second = read(corpus_file(A, B))
    assert list(read(first)) == [first]
    assert next(read(first)) is first
    assert [example.id for example in read([first, B])] == ["a", "b"]
    made = Example("c", (Text((Section(Passage("One.")),)),))
    from_file, numbered = read([second, made])
    assert (numbered, numbered.file, numbered.line) == (made, "<list>", 2)
    assert from_file.file == second.file


def test_one_record_alone_may_do_without_an_id():
    assert [example.id for example in read({"text": "One."})] == ["1"]
    assert [example.id for example in read(A)] == ["a"]
    assert next(read({"article": "One."}, Columns(text="article"))).id == "1"


def test_records_that_cannot_be_used_are_named_by_their_number():
    findings = check_corpus(
        [A, {"text": "One."}, {"id": "c", "text": ""}, "corpus.jsonl", 7, {**B, "references": [5]}, {**A}]
    )
    assert [str(problem).partition(";")[0] for problem in findings.problems] == [
        "<list>:2: id: is missing",
        "<list>:3: text: is empty",
        '<list>:4: should be an Example or a mapping, such as {"id": "…", "text": "…"}, not str',
        '<list>:5: should be an Example or a mapping, such as {"id": "…", "text": "…"}, not int',
        "<list>:6: references[0]: should be an object",
        "<list>:7: id: 'a' is already the id of record 1",
    ]
    assert findings.examples == 1


def test_problems_of_one_record_have_no_number():
    with pytest.raises(CorpusError, match=r"^<dict>: text: is empty"):
        list(read({"text": " "}))


@pytest.mark.parametrize("corpus", [[], iter(()), pl.DataFrame({"id": [], "text": []})])
def test_emptiness_is_a_problem(corpus):
    with pytest.raises(CorpusError, match=r"^<\w+>: is empty; there is not one example in it"):
        list(read(corpus))


@pytest.mark.parametrize("corpus", [b"corpus.jsonl", 7, None, object(), np.array(3)])
def test_what_is_no_corpus(corpus):
    with pytest.raises(CorpusError, match=r"is no corpus; give a path, an Example, a mapping"):
        list(read(corpus))


@pytest.mark.parametrize(
    "wrong", [{"id": b"a", "text": "One."}, {"id": "a", "text": b"One."}, {"id": "a", "sentences": ["One.", b"Two."]}]
)
def test_bytes_are_not_text(wrong):
    frame = (
        pl.DataFrame([wrong], strict=False) if "sentences" not in wrong else Frame({k: [v] for k, v in wrong.items()})
    )
    for corpus in ([wrong], frame):
        with pytest.raises(CorpusError, match="should be text, not bytes; decode it"):
            list(read(corpus))


def test_bytes_in_other_columns_do_no_harm(tmp_path):
    frame = pl.DataFrame({"id": ["a"], "text": ["One."], "image": [b"\x00"]})
    write(read(frame), tmp_path / "out.jsonl")
    assert next(read(tmp_path / "out.jsonl")).record["image"] == str(b"\x00")
    with pytest.raises(CorpusError, match="text: should be text, not bytes"):
        list(read(frame, Columns(text="image")))


def test_values_of_other_libraries_become_json():
    record = {
        "id": np.str_("a"), "sentences": np.array(["One.", "Two."]), "references": ("One.", {"sentences": ("x", "y")}),
        "extracts": {"judge": np.array([0, 1])}, "utilities": {"judge": [np.float32(0.5), np.int64(2)]},
        "judgements": {"s": {"clarity": np.int64(3)}}, "day": date(2020, 1, 2), "n": float("nan"),
    }  # fmt: skip
    (example,) = read([record])
    assert example.sentences() == ("One.", "Two.")
    assert [reference.body.split() for reference in example.references] == [("One.",), ("x", "y")]
    assert (example.extracts, example.utilities) == ({"judge": (0, 1)}, {"judge": (0.5, 2)})
    assert json.loads(json.dumps(example.record))["day"] == "2020-01-02"
    assert example.record["n"] is None


class Same:
    """An array whose list is another array, as NumPy's numbers of 128 bits are."""

    def tolist(self):
        return Same()

    def __str__(self):
        return "the same"


@pytest.mark.parametrize(("value", "text"), [(Same(), "the same"), (np.longdouble(3), "3.0"), (np.ndarray, "class")])
def test_values_that_are_no_json_become_text(value, text):
    assert text in next(read([{"id": "a", "text": "One.", "mine": [value]}])).record["mine"][0]


ENDLESS = {"id": "a", "text": "One."}
ENDLESS["mine"] = ENDLESS
DEEP = {"id": "a", "text": "One."}
for _ in range(10_000):
    DEEP = {**A, "mine": DEEP}


@pytest.mark.parametrize("record", [ENDLESS, DEEP], ids=["endless", "deep"])
@pytest.mark.parametrize("table", [lambda record: record, lambda record: [record], lambda record: Dataset([record])])
def test_records_without_an_end(table, record):
    with pytest.raises(CorpusError, match=r"^<\w+>(:1)?: is nested too deeply, or holds itself"):
        list(read(table(record)))


@pytest.mark.parametrize("texts", [(), (Text(()),), (Text((Section(Passage(" ")),)),)])
def test_an_example_without_text(texts):
    for corpus, place in ((Example("a", texts), "a"), ([Example("a", texts)], "<list>:1")):
        with pytest.raises(CorpusError, match=f"^{place}: texts: there is no text in it"):
            list(read(corpus))


def test_check_looks_into_examples_too():
    text = Text((Section(Passage.of(["One.", "Two."])),))
    made = Example("a", (text,), systems={"s": Summary(extract=(-1,))}, utilities={"j": (1, 2, 3)})
    assert [str(problem) for problem in check_corpus([made]).problems] == [
        "<list>:1: systems.s.extract: sentence -1 is not there: the document has 2, counted from 0",
        "<list>:1: utilities.j: has 3 values for 2 sentences; give one for each",
    ]


def test_columns_of_the_same_name():
    class Twice(Frame):
        columns = ("id", "text", "text")

    with pytest.raises(CorpusError, match=r"^<Twice>: text: two columns have this name"):
        list(read(Twice({"id": ["a"], "text": ["One."], "other": ["Two."]})))


def rows(columns):
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


TABLES = {
    "polars": pl.DataFrame,
    "lazy polars": lambda columns: pl.DataFrame(columns).lazy(),
    "pandas": Frame,
    "datasets": lambda columns: Dataset(rows(columns)),
    "mappings": rows,
}


@pytest.mark.parametrize("kind", TABLES)
def test_chosen_columns_are_read_as_from_a_file(kind, corpus_file):
    columns = {"article": ["One. Two.", "Three."], "highlights": ["One.", ["A.", "B."]], "bart": ["One.", "T."]}
    if "polars" in kind:
        columns["highlights"][0] = ["One."]
    examples = list(read(TABLES[kind](columns), CHOSEN))
    assert examples == list(read(corpus_file(*rows(columns)), CHOSEN))
    assert [example.id for example in examples] == ["1", "2"]


@pytest.mark.parametrize("kind", TABLES)
def test_a_column_that_is_not_there(kind):
    with pytest.raises(CorpusError, match=r"article: there is no such (column|field); there are: id, text"):
        list(read(TABLES[kind]({"id": ["a"], "text": ["One."]}), Columns(text="article")))


@pytest.mark.parametrize("kind", TABLES)
def test_problems_name_the_row(kind):
    with pytest.raises(CorpusError, match=r"^<\w+>:2: text: is empty"):
        list(read(TABLES[kind]({"id": ["a", "b"], "text": ["One.", ""]})))
    with pytest.raises(CorpusError, match=r"^<\w+>:1: id: is missing"):
        list(read(TABLES[kind]({"id": [None], "text": ["One."]})))


@pytest.mark.parametrize("missing", [None, float("nan"), NAType()])
def test_missing_cells_and_arrays_in_pandas(missing):
    texts = np.empty(2, dtype=object)
    texts[:] = [np.array(["One.", "Two."], dtype=object), np.array(["Three."], dtype=object)]
    cells = {"id": ["a", missing], "sentences": texts, "domain": [missing, "d"], "query": ["q", missing], 0: [1, 2]}
    first, second = read(Frame(cells), Columns(id="id"))
    assert (first.id, second.id) == ("a", "2")
    assert (first.sentences(), second.sentences()) == (("One.", "Two."), ("Three.",))
    assert [(example.domain, example.query) for example in (first, second)] == [("", "q"), ("d", "")]
    assert first.record == {"id": "a", "sentences": ["One.", "Two."], "query": "q", "0": 1}


def test_our_own_parquet_in_other_libraries(tmp_path):
    write(read(SAMPLE), tmp_path / "sample.parquet")
    frame = pl.read_parquet(tmp_path / "sample.parquet")
    expected = list(read(SAMPLE))
    assert list(read(frame)) == expected
    assert list(read(Dataset(frame.to_dicts()))) == expected
    assert list(read(Frame(frame.to_dict(as_series=False)))) == expected


def test_several_data_sets_in_a_mapping():
    with pytest.raises(CorpusError, match="holds several data sets; choose one of them: train, test"):
        list(read({"train": Dataset([A]), "test": Dataset([B])}))


def test_rows_that_are_none():
    class Odd(Dataset):
        column_names = ("id", "text")

    with pytest.raises(CorpusError, match=r"<Odd>:1: should be an Example or a mapping"):
        list(read(Odd([("a", "One.")])))


def test_columns_cannot_be_chosen_in_examples(corpus_file):
    example = next(read(corpus_file(A)))
    for corpus in (example, [example]):
        with pytest.raises(CorpusError, match="is an Example, in which no columns can be chosen"):
            list(read(corpus, CHOSEN))


@pytest.mark.parametrize("kind", [*TABLES, "examples", "iterator"])
def test_progress_ends_at_the_end(kind):
    shares = []
    columns = {"id": ["a", "b"], "text": ["One.", "Two."]}
    made = {"examples": lambda: list(read(SAMPLE)), "iterator": lambda: iter(rows(columns))}
    list(read(made[kind]() if kind in made else TABLES[kind](columns), progress=shares.append))
    assert shares[-1] == 1


def test_peers_join_objects_too(corpus_file):
    peer = corpus_file({"id": "b", "text": "mine"}, name="p.jsonl")
    made = [replace(example, record={}) for example in read([A, B])]
    assert [list(example.systems) for example in read(made, peers={"p": peer})] == [["s"], ["p"]]


def test_no_library_is_loaded_for_plain_records():
    code = (
        "import sys\nfrom sumspace.corpus.source import read\n"
        "list(read([{'id': 'a', 'text': 'One.'}]))\n"
        "sys.exit(str([m for m in ('polars', 'pandas', 'datasets', 'numpy') if m in sys.modules] or ''))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == "\n"
