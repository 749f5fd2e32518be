"""How summaries are made, everywhere: a summarizer ranks the sentences, and a budget takes them as they are ranked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

from sumspace.compute.threads import check_seed
from sumspace.corpus.model import Text, Example, Section
from sumspace.errors import SettingError
from sumspace.space.budget import AtMost, Budget, Exactly, UpTo, parse_budget
from sumspace.space.space import Part
from sumspace.studies.documents import prepare
from sumspace.studies.extracts import as_passage
from sumspace.summarizers.summarizer import parse_summarizer
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.space.budget import Extract
    from sumspace.document import Text
    from sumspace.document import Article
    from sumspace.summarizers.summarizer import Summarizer

__all__ = ["Made", "make_extract", "make_summary", "summarize"]

#: How many words summaries have at most, unless somebody says otherwise.
WORDS = 100


@dataclass(frozen=True, slots=True)
class Made:
    """A summary that was made of a document's sentences, which stand in the order of the document."""

    id: str
    system: str
    #: The sentences that were taken, by their numbers and as they are written.
    taken: tuple[int, ...]
    sentences: tuple[str, ...]
    words: int
    #: The sentence that is cut, by its number, and how many words of it are kept.
    cut: tuple[int, int] | None = None
    #: How it was made, where a summarizer decides that for each text.
    how: str = ""

    @property
    def fields(self) -> dict[str, Any]:
        """What a corpus, or a file beside it, says of it: which sentences it took or, if one is cut, its text."""
        return {"extract": list(self.taken)} if self.cut is None else {"sentences": list(self.sentences)}


def make_extract(
    prepared: Text, summarizer: Summarizer, budget: Budget, seed: int = 0, part: Part | None = None
) -> Extract | None:
    """Fill the budget with sentences of a document, or of a part; None where that gives no extract.

    What is random depends on the seed, the document's id and the part, and on nothing else.
    """
    part = part or Part(0, len(prepared.sentences), budget)
    own_seed = _seed(prepared, seed) + part.first
    article = prepared.article(part)
    ranked = [int(sentence) for sentence in _fit(summarizer, article, budget, own_seed).rank(article, own_seed)]
    lengths = prepared.lengths[part.slice]
    if sorted(ranked) != list(range(len(lengths))):
        name = type(summarizer).__name__
        raise SettingError(f"{name} does not rank each of the {len(lengths)} sentences of {prepared.example.id!r} once")
    return budget.fill(ranked, lengths)


def _seed(prepared: Text, seed: int) -> int:
    return crc32(prepared.example.id.encode("utf-8", "surrogatepass")) + seed


def _fit(summarizer: Summarizer, article: Article, budget: Budget, seed: int) -> Summarizer:
    """Let a summarizer fit itself to a text and to the length of the summary."""
    return summarizer.fit(article, budget.size, "sentences" if isinstance(budget, (Exactly, UpTo)) else "words", seed)


def make_summary(prepared: Text, system: str, summarizer: Summarizer, budget: Budget, seed: int = 0) -> Made | None:
    """Make a summary of a whole document; None where there is none of this budget."""
    fitted = _fit(summarizer, prepared.article(), budget, _seed(prepared, seed))
    extract = make_extract(prepared, fitted, budget, seed)
    if extract is None or not extract.sentences:
        return None
    written = as_passage(prepared, [Part(0, len(prepared.sentences), budget)], [extract]).sentences or ()
    pairs = sorted(zip(extract.sentences, written, strict=True))
    last, kept = extract.sentences[-1], extract.words
    words = int(prepared.lengths[list(extract.sentences)].sum())
    if kept is not None:
        words += kept - int(prepared.lengths[last])
    return Made(
        id=prepared.example.id,
        system=system,
        taken=tuple(sentence for sentence, _ in pairs),
        sentences=tuple(text for _, text in pairs),
        words=words,
        cut=None if kept is None else (last, kept),
        how=fitted.how,
    )


def summarize(
    text: str | Sequence[str],
    summarizer: str | Summarizer = "lexrank",
    words: int | None = None,
    *,
    budget: str | Budget | None = None,
    title: str = "",
    profile: Profile | None = None,
    seed: int = 0,
) -> list[str]:
    """Return the sentences of a summary, in the order of the text: at most 100 words of it unless told otherwise.

    The text is a string, which is split, or a list of sentences.

    >>> summarize("Cats sleep. Cats and dogs bark and play. Cats and dogs play.", "frequency", words=5)
    ['Cats and dogs play.']
    >>> summarize(["A cat sat.", "It slept.", "Dogs bark."], "lead", budget="reach(4)")
    ['A cat sat.', 'It']
    """
    if words is not None and budget is not None:
        raise SettingError("words and budget exclude each other")
    if budget is None:
        budget = AtMost(WORDS if words is None else words)
    check_seed(seed)
    chosen = parse_budget(budget) if isinstance(budget, str) else budget
    ranking = parse_summarizer(summarizer) if isinstance(summarizer, str) else summarizer
    example = Example("", (Text((Section(Passage.of(text)),)),), title=title)
    prepared = prepare(example, profile or Profile())
    if not prepared.sentences:
        raise SettingError("the text has no sentences")
    made = make_summary(prepared, "", ranking, chosen, seed)
    if made is None:
        raise SettingError(f"the text has no summary of {chosen}")
    return list(made.sentences)
