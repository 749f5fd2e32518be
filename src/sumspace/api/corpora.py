"""Corpora in and out: read, write, check, describe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sumspace.api.options import as_corpus, examples_of, texts
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sumspace.api.options import Corpus
    from sumspace.corpus.model import Example
    from sumspace.corpus.score_files import ScoreSources
    from sumspace.show.table import Table
    from sumspace.tasks.check import Findings
    from sumspace.tasks.task import Progress


def read(
    corpus: Corpus,
    *,
    peer: Mapping[str, str | Path] | None = None,
    scores: ScoreSources | None = None,
    id_column: str = "",
    text_column: str = "",
    reference_column: str | Sequence[str] = (),
    system_column: str | Sequence[str] = (),
    progress: Progress | None = None,
) -> Iterator[Example]:
    """Read examples one by one; the first problem is raised as a CorpusError.

    `peer` names systems whose summaries are in files of their own; they are attached to the examples. `scores` are
    those of other programs: a file, FILE:METRIC, a data frame, a list of rows, several of these, or
    {"METRIC": one of these}. Columns are those of a table that is not in the format of sumspace; those that are not
    chosen are recognized by their usual names, which a warning (`CorpusNote`) lists.

    >>> example = next(read("sample"))
    >>> example.id, len(example.sentences()), len(example.references)
    ('newswire-1', 28, 3)
    """
    from sumspace.corpus import source
    from sumspace.corpus.records import Columns

    references, systems = texts(reference_column), texts(system_column)
    if "" in (*references, *systems):
        raise SettingError("a column must have a name")
    columns = Columns(id_column, text_column, references, systems) or None
    tell = None if progress is None else lambda share: progress("documents", share)
    return source.read(as_corpus(corpus), columns, tell, peer or {}, scores)


def write(examples: Corpus, path: str | Path, *, split: str | None = None) -> None:
    """Write a corpus in the format that the name asks for: .jsonl, .jsonl.gz, .parquet, a folder, or FOLDER.sgml.

    With `split`, the code of a language, raw texts are written as the sentences that they are split into, with their
    offsets in the text; a folder of plain text keeps texts as they are.
    """
    from sumspace.corpus import source

    source.write(examples_of(examples), Path(path), split)


def check(
    corpus: Corpus,
    language: str = "en",
    *,
    id_column: str = "",
    text_column: str = "",
    reference_column: str | Sequence[str] = (),
    system_column: str | Sequence[str] = (),
    progress: Progress | None = None,
) -> Findings:
    """Read a whole corpus and collect every problem; the language decides where raw text has its sentences.

    >>> check("sample").examples
    20
    """
    from sumspace.corpus.records import Columns
    from sumspace.tasks.check import check_corpus

    columns = Columns(id_column, text_column, texts(reference_column), texts(system_column)) or None
    tell = None if progress is None else lambda share: progress("checking", share)
    return check_corpus(as_corpus(corpus), columns, tell, language)


def describe(corpus: Corpus, language: str = "en", *, progress: Progress | None = None) -> Table:
    """Describe each domain: documents, words, sentences, references, compression, sections (Ceylan 2010, Table 1).

    >>> describe("sample").frame()["examples"].sum()
    20
    """
    from sumspace.tasks.describe import describe_corpus

    return describe_corpus(examples_of(corpus, progress), language)
