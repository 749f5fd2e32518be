"""What every summarizer scores and how long it takes, beside sumy's for the same methods.

All get the same sentences, the same tokens (runs of letters and digits), the same stop words, and 100 words to fill,
the last sentence cut. ROUGE is that of sumspace, with stemming; sumy stems with Snowball's Porter stemmer, sumspace
with ROUGE's. Times are those of one document from its sentences as text to their ranking, in the fastest of up to five
runs over a corpus, in each of which every word has to be stemmed anew. sumy gets a minute for each method and corpus;
where it does not come to the end, both are compared on the documents that it has done. Differences stand with their
standard errors over documents. One core.

After that, what those by LSA score with each weighting of terms, and how much of the texts their main topics hold. With
the argument `weightings` that is all.

Texts are those of the corpora in SUMSPACE_CORPORA, and the built-in sample.
"""

from __future__ import annotations

import re
import sys
import time
import warnings
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any, get_args
from zlib import crc32

import numpy as np
import Stemmer
from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.edmundson import EdmundsonSummarizer
from sumy.summarizers.kl import KLSummarizer
from sumy.summarizers.lex_rank import LexRankSummarizer
from sumy.summarizers.lsa import LsaSummarizer
from sumy.summarizers.luhn import LuhnSummarizer
from sumy.summarizers.sum_basic import SumBasicSummarizer
from sumy.summarizers.text_rank import TextRankSummarizer

import sumspace
from bench import corpora, machine, use_cores
from sumspace.document import Document
from sumspace.measures.scoring import score_texts
from sumspace.space.budget import Reach
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.meta.significance import measure_significance
from sumspace.summarizers.edmundson import BONUS, STIGMA
from sumspace.summarizers.summarizer import SUMMARIZERS, parse_summarizer
from sumspace.text import encoding
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile
from sumspace.text.rouge_data import stop_words
from sumspace.text.topics import Global, Local

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sumspace.corpus.model import Example

PROFILE = Profile()
WORDS = 100
#: Seconds that sumy has for a corpus with one method.
LIMIT = 60
#: How wide the columns of scores are.
WIDTHS = (10, 8, 11, 8)
CORPORA = ("gum-news", "gum-academic", "scisumm-train")
#: Those of sumy by the name of the same method here.
SUMY: dict[str, type[Any]] = {
    "edmundson": EdmundsonSummarizer,
    "kl-sum": KLSummarizer,
    "lexrank": LexRankSummarizer,
    "luhn": LuhnSummarizer,
    "steinberger-jezek": LsaSummarizer,
    "sumbasic": SumBasicSummarizer,
    "textrank": TextRankSummarizer,
}
#: Those whose terms can be weighted.
BY_TOPIC = ("gong-liu", "murray", "steinberger-jezek", "yeh")
_TOKEN = re.compile(r"[a-z0-9]+")


class Tokens:
    """What sumy asks for words: here the tokens that ROUGE has."""

    def to_words(self, sentence: str) -> tuple[str, ...]:
        """Return the tokens of a sentence."""
        return tuple(_TOKEN.findall(sentence.lower()))


@dataclass(frozen=True)
class Outcome:
    """What a summarizer made of some documents: the scores of each, and seconds a document."""

    scores: dict[str, np.ndarray[Any, Any]]
    seconds: float

    @property
    def documents(self) -> int:
        """How many documents it was given."""
        return len(next(iter(self.scores.values())))


def with_sumy(kind: type[Any], examples: Sequence[Example]) -> list[list[int]]:
    """Rank the sentences of documents with a summarizer of sumy, until time is over."""
    summarizer = kind(Stemmer.Stemmer("porter").stemWord)
    if kind is EdmundsonSummarizer:
        summarizer.bonus_words = [word for word in BONUS if " " not in word]
        summarizer.stigma_words = [word for word in STIGMA if " " not in word]
        summarizer.null_words = stop_words()
    else:
        summarizer.stop_words = stop_words()
    end = time.perf_counter() + LIMIT
    ranked = []
    for example in examples:
        ranked.append(_rank(summarizer, example))
        if time.perf_counter() > end:
            break
    return ranked


def _rank(summarizer: Any, example: Example) -> list[int]:
    tokens = Tokens()
    paragraphs = [[Sentence(text, tokens) for text in section.body.split()] for section in example.sections]
    if example.title:
        paragraphs[0].insert(0, Sentence(example.title, tokens, is_heading=True))
    document = ObjectDocumentModel([Paragraph(sentences) for sentences in paragraphs])
    ranked: list[int] = []

    def keep(best: Sequence[Any]) -> Sequence[Any]:
        """Write down the order in which sumy would take sentences, where it asks how many to keep."""
        ranked.extend(one.order for one in best)
        return best

    summarizer(document, keep)
    return ranked


def with_ours(name: str, examples: Sequence[Example]) -> list[list[int]]:
    """Rank the sentences of every document with one of our summarizers."""
    summarizer = parse_summarizer(name)
    return [summarizer.rank(Document(e, PROFILE).article(), crc32(e.id.encode())) for e in examples]


def forget() -> None:
    """Forget all words that were stemmed, and read the stop words and exceptions anew."""
    encoding._encoder.cache_clear()  # noqa: SLF001 - so that words are new again
    encoding.encoder(PROFILE)
    encoding.encoder(replace(PROFILE, stopwords=True))


def outcome(work: Callable[[], list[list[int]]], documents: Sequence[Document]) -> Outcome:
    """Take the time of a summarizer, then fill the words and score."""
    seconds = []
    ranked: list[list[int]] = []
    while len(seconds) < 5 and sum(seconds) < LIMIT / 4:
        forget()
        begin = time.perf_counter()
        ranked = work()
        seconds.append(time.perf_counter() - begin)
    return Outcome(scored(ranked, documents), min(seconds) / len(ranked))


def scored(ranked: Sequence[Sequence[int]], documents: Sequence[Document]) -> dict[str, np.ndarray[Any, Any]]:
    """Fill the words with sentences as they are ranked, and score."""
    summaries, references = [], []
    for prepared, order in zip(documents, ranked, strict=False):
        extract = Reach(WORDS).fill(order, prepared.lengths)
        if extract is None:
            raise ValueError(prepared.example.id)
        summaries.append(Passage(sentences=prepared.write(extract.sentences, extract.words)))
        references.append([reference.body for reference in prepared.example.references])
    found = score_texts(summaries, references, ["rouge-1", "rouge-2"])
    return {f"{m} {part}": 100 * getattr(found[m], part) for m in found for part in ("recall", "f1")}


def compare(title: str, examples: Sequence[Example]) -> None:
    """Print a table of one corpus."""
    documents = [Document(example, PROFILE) for example in examples]
    sentences = np.mean([len(prepared.sentences) for prepared in documents])
    print(f"\n{title}: {len(examples)} documents of {sentences:.0f} sentences on average, {WORDS} words")
    print(f"{'':20}{'ROUGE-1 R':>10}{'F':>8}{'ROUGE-2 R':>11}{'F':>8}{'ms':>11}")
    for name in SUMMARIZERS:
        ours = outcome(partial(with_ours, name, examples), documents)
        _line(name, [values.mean() for values in ours.scores.values()], f"{1e3 * ours.seconds:>11.2f}")
        if name in SUMY:
            theirs = outcome(partial(with_sumy, SUMY[name], examples), documents)
            done = theirs.documents
            if done < len(examples):
                ours = outcome(partial(with_ours, name, examples[:done]), documents)
                label = f"  the first {done}"
                _line(label, [values.mean() for values in ours.scores.values()], f"{1e3 * ours.seconds:>11.2f}")
            _line("  sumy", [values.mean() for values in theirs.scores.values()], f"{1e3 * theirs.seconds:>11.2f}")
            gains = [ours.scores[key] - theirs.scores[key] for key in ours.scores]
            faster = f"{theirs.seconds / ours.seconds:>10.1f}×"
            _line("  difference", [gain.mean() for gain in gains], faster, "+")
            _line("  standard error", [gain.std(ddof=1) / sqrt(done) for gain in gains], "")


def compare_weightings(title: str, examples: Sequence[Example]) -> None:
    """Print ROUGE-1 / ROUGE-2 recall by every weighting, and figure 3 of Steinberger & Ježek 2009 for the texts."""
    documents = [Document(example, PROFILE) for example in examples]
    print(f"\n{title}: ROUGE-1 / ROUGE-2 recall by weighting")
    print(f"{'':8}" + "".join(f"{name:>19}" for name in BY_TOPIC))
    for local in get_args(Local):
        for everywhere in get_args(Global):
            weighting = f"{local}-{everywhere}"
            cells = []
            for name in BY_TOPIC:
                scores = scored(with_ours(f"{name}(weighting={weighting})", examples), documents)
                cells.append(" / ".join(f"{scores[f'{m} recall'].mean():.1f}" for m in ("rouge-1", "rouge-2")))
            print(f"{weighting:8}" + "".join(f"{cell:>19}" for cell in cells))
    held = measure_significance(examples, PROFILE, Bootstrap(), 1)
    print(f"σ² = a · i^b: {held.law}")
    for point in held.points:
        if point.paper is not None:
            share, law = point.share, point.fitted
            shares = f"{100 * share.mean:.0f}% ({100 * share.low:.0f} to {100 * share.high:.0f}) of the text"
            print(f"{point.percent}% of the dimensions: {shares}, by the law {100 * law.mean:.0f}%")


def _line(name: str, values: Sequence[float], end: str, sign: str = "") -> None:
    print(f"{name:20}" + "".join(f"{v:>{sign}{width}.2f}" for v, width in zip(values, WIDTHS, strict=True)) + end)


def main() -> None:
    """Compare on every corpus that is there."""
    use_cores(1)
    warnings.filterwarnings("ignore", message="Number of words", category=UserWarning)  # sumy's LSA on short texts
    print(f"summarizers: {machine()}, one core")
    there = {file.name.removesuffix(".jsonl.gz"): str(file) for file in corpora()}
    texts = {name: list(sumspace.read(there[name])) for name in CORPORA if name in there}
    texts["the built-in sample"] = list(sumspace.read("sample"))
    for name in SUMMARIZERS:  # compile
        with_ours(name, texts["the built-in sample"][:1])
    if sys.argv[1:] != ["weightings"]:
        for title, examples in texts.items():
            compare(title, examples)
    for title, examples in texts.items():
        compare_weightings(title, examples)


if __name__ == "__main__":
    main()
