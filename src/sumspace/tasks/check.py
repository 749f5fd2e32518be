"""What is wrong with a corpus, and where: every problem, not just the first."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING

from sumspace.corpus.source import examples
from sumspace.errors import CorpusError, Problem
from sumspace.show.table import Column, Table
from sumspace.show.text import counted
from sumspace.tasks.task import Result

if TYPE_CHECKING:
    from sumspace.corpus.objects import Corpus
    from sumspace.corpus.records import Columns, Progress


@dataclass(frozen=True, slots=True)
class Findings(Result):
    """What a check of a corpus found."""

    examples: int
    problems: list[Problem]

    @property
    def summary(self) -> str:
        """How many problems there are, and how many sound examples."""
        return f"{counted(len(self.problems), 'problem')}, {counted(self.examples, 'sound example')}"

    def table(self) -> Table:
        names = [entry.name for entry in fields(Problem)]
        return Table("problems", "", list(map(Column, names)), list(map(asdict, self.problems)), (self.summary,), names)


def check_corpus(
    corpus: Corpus, columns: Columns | None = None, progress: Progress | None = None, language: str = "en"
) -> Findings:
    """Read a whole corpus and collect every problem; the language decides where raw text has its sentences."""
    problems: list[Problem] = []
    count = 0
    try:
        for result in examples(corpus, columns, progress):
            mistakes = [result] if isinstance(result, Problem) else result.misfits(language)
            problems += mistakes
            count += not mistakes
    except CorpusError as error:
        problems.append(error.problem)
    return Findings(count, problems)
