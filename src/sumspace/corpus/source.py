"""Any corpus, whatever it is kept in, as a stream of examples."""

from __future__ import annotations

from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sumspace.corpus.records import Record, existing, reading
from sumspace.errors import CorpusError, OutputError, Problem, SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Self

    from sumspace.corpus.model import Example
    from sumspace.corpus.objects import Corpus
    from sumspace.corpus.peers import Peers
    from sumspace.corpus.records import Columns, Progress
    from sumspace.corpus.score_files import ScoreSources


#: The name under which the built-in sample is read.
SAMPLE = "sample"


def read(
    corpus: Corpus,
    columns: Columns | None = None,
    progress: Progress | None = None,
    peers: Peers | None = None,
    scores: ScoreSources | None = None,
) -> Iterator[Example]:
    """Read examples one by one; the first problem is raised as a CorpusError.

    `corpus` is a file or folder, "-" for JSONL on standard input, "sample" for the built-in sample ("./sample" is a
    file of that name), a list of these, which are read as one corpus, or an object: an example, a record as a mapping
    (without an id it is "1"), any iterable of these, a data frame of polars or pandas, or a data set of Hugging Face.
    `columns` are those of another's table.

    Summaries of `peers`, {"name": path}, are attached to the examples' systems; one of a document that the corpus does
    not have is an error at its end. `scores` of other programs are attached to the summaries that they belong to.

    >>> next(read("sample")).id
    'newswire-1'
    >>> next(read([{"id": "a", "text": "One. Two.", "systems": {"lead": {"extract": [0]}}}])).summary("lead").sentences
    ('One.',)
    """
    sound = _raise_problems(examples(corpus, columns, progress))
    if peers:
        from sumspace.corpus.peers import attach

        sound = attach(sound, peers)
    if scores is not None:
        from sumspace.corpus.score_files import read_scores
        from sumspace.corpus.scores import attach_scores

        sound = attach_scores(sound, read_scores(scores))
    return sound


def _raise_problems(results: Iterable[Example | Problem]) -> Iterator[Example]:
    for result in results:
        if isinstance(result, Problem):
            raise CorpusError(result)
        yield result


def examples(
    corpus: Corpus, columns: Columns | None = None, progress: Progress | None = None
) -> Iterator[Example | Problem]:
    """Read examples and problems alike, and go on after a problem."""
    if isinstance(corpus, list | tuple) and corpus and all(isinstance(name, str | PathLike) for name in corpus):
        yield from _examples_of_several(corpus, columns, progress)
        return
    from sumspace.corpus import objects
    from sumspace.corpus.columns import Recognizer
    from sumspace.corpus.marks import MarkKinds
    from sumspace.corpus.model import Example
    from sumspace.corpus.near_misses import NearMisses
    from sumspace.corpus.schema import to_example

    is_path = isinstance(corpus, str | PathLike)
    read_records: Callable[..., Iterator[Example | Record | Problem]] = _records if is_path else objects.read
    number, kinds, recognize, near_misses = 0, MarkKinds(), Recognizer(columns), NearMisses()
    with _Places() as places:
        for number, given in enumerate(read_records(corpus, columns, progress), start=1):
            record = recognize(given) if isinstance(given, Record) else given
            if isinstance(record, Problem):
                yield record
                continue
            if isinstance(record, Record) and not columns:  # else it is known what is not wanted
                near_misses.look(record)
            example = record if isinstance(record, Example) else to_example(record)
            if isinstance(example, list):
                yield from example
                continue
            mixed = None if isinstance(record, Example) else kinds.check(record)
            if mixed:
                yield mixed
                continue
            # Examples of several files, put together, may share ids.
            file = record.file if isinstance(record, Example) else ""
            line = f"line {record.line}" if is_path else f"record {number}"
            taken = places.add(file, example.id, record.file if record.line is None else line)
            if taken is not None:
                message = f"{example.id!r} is already the id of {taken}; every example needs its own"
                yield Problem(record.file, message, record.line, "id")
                continue
            yield example
    if not number:
        name = str(corpus) if is_path else f"<{type(corpus).__name__}>"
        yield Problem(name, "is empty; there is not one example in it")


def _examples_of_several(
    corpora: Sequence[str | PathLike[str]], columns: Columns | None, progress: Progress | None
) -> Iterator[Example | Problem]:
    """Read corpora one after the other; an id that two of them have is a problem."""

    def tell(number: int) -> Progress | None:
        return None if progress is None else lambda share: progress((number + share) / len(corpora))

    with _Places() as places:
        for number, corpus in enumerate(corpora):
            for result in examples(corpus, columns, tell(number)):
                taken = None if isinstance(result, Problem) else places.add("", result.id, str(corpus))
                if isinstance(result, Problem) or taken is None:
                    yield result
                else:
                    message = f"{result.id!r} is the id of a document of {taken} too; corpora read together need"
                    yield Problem(result.file, f"{message} different ids", result.line, "id")


class _Places:
    """Where each id of a corpus stands: in memory while they are few, else in a temporary file without a name."""

    def __enter__(self) -> Self:
        import sqlite3

        # Whoever ends a generator closes it, in whatever thread that is.
        self._base = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._base.execute("PRAGMA journal_mode = OFF")
        self._base.execute("PRAGMA cache_size = -1000")  # KB; further ones are in the file
        self._base.execute("CREATE TABLE places (file BLOB, id BLOB, place BLOB, PRIMARY KEY (file, id)) WITHOUT ROWID")
        self._base.execute("BEGIN")
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def add(self, file: str, name: str, place: str) -> str | None:
        """Remember where an id stands; return its place where it is taken already."""
        import sqlite3

        # Half of a surrogate pair, which JSON can hold, is no text to SQLite.
        row = [text.encode("utf-8", "surrogatepass") for text in (file, name, place)]
        try:
            if self._base.execute("INSERT OR IGNORE INTO places VALUES (?, ?, ?)", row).rowcount:
                return None
            taken = self._base.execute("SELECT place FROM places WHERE file = ? AND id = ?", row[:2])
        except sqlite3.Error as error:
            raise OutputError(f"the temporary file of ids cannot be written: {error}; set TMPDIR") from None
        return str(taken.fetchone()[0], "utf-8", "surrogatepass")


def _records(
    corpus: str | PathLike[str], columns: Columns | None, progress: Progress | None
) -> Iterator[Record | Problem]:
    from sumspace.corpus import folder, jsonl, sgml, table

    if corpus == "-":
        return jsonl.read(None, columns)
    is_sample = corpus == SAMPLE
    path = Path(str(files("sumspace.corpus") / "sample.jsonl")) if is_sample else existing(corpus)
    if path.suffix in table.SUFFIXES:
        return table.read(path, columns, progress)
    kind = _kind(path)
    if columns and (is_sample or kind != "jsonl"):
        raise SettingError(f"{corpus} is no table: columns can be chosen in JSONL, Parquet, Arrow, CSV and TSV")
    if kind == "jsonl":
        return jsonl.read(path, columns, progress)
    if kind == "text":
        return folder.read_file(path)
    return folder.read(path, progress) if kind == "folder" else sgml.read(path, progress)


def _kind(path: Path) -> Literal["jsonl", "text", "folder", "sgml"]:
    """Tell what a file or folder holds that is no table."""
    from sumspace.corpus import folder

    if path.is_dir():
        return "folder" if (path / "documents").is_dir() or folder.is_plain(path) else "sgml"
    if path.suffix in (".sgml", ".sgm", ".xml"):
        return "sgml"
    # A pipe is never looked into: what is read there is gone.
    if path.suffix in (".jsonl", ".json", ".gz") or not path.is_file():
        return "jsonl"
    if folder.begins_as_markup(path):
        return "sgml"
    return "text" if path.suffix in folder.ENDINGS and not _is_jsonl(path) else "jsonl"


def _is_jsonl(path: Path) -> bool:
    """Tell whether a text file is JSONL after all: packed, or with an object in its first line."""
    with reading(path), path.open("rb") as file:
        begin = file.read(64)
    return begin.startswith(b"\x1f\x8b") or begin.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b'{"')


def write(examples: Iterable[Example], path: str | PathLike[str], split: str | None = None) -> None:
    """Write a corpus in the format that the name asks for; summaries from other files (peers) are no part of it.

    Raw texts are split into sentences in the language of `split`, if that is given; those of a folder of plain text
    stay as they are.
    """
    from sumspace.corpus import folder, jsonl, sgml, table
    from sumspace.corpus.model import split_texts, to_record

    path = Path(path)
    if split is not None and path.suffix:
        examples = (split_texts(example, split) for example in examples)
    if path.name.endswith((".jsonl", ".jsonl.gz")):
        jsonl.write_records(map(to_record, examples), path)
    elif path.suffix in table.SUFFIXES:
        table.write(examples, path)
    elif path.suffix == ".sgml":
        sgml.write(examples, path.with_suffix(""))
    elif not path.suffix:
        folder.write(examples, path)
    else:
        raise OutputError(f"{path}: unknown format; there are: .jsonl, .jsonl.gz, .parquet, a folder, a folder.sgml")
