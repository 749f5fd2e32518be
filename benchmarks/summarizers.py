"""What every summarizer scores on texts that it has not seen, beside sumy's for the same methods, and what it takes.

All real corpora and the built-in sample are read as one; summaries have whole sentences, at most 100 words. `learned`
is trained on the other folds, and once more on the other genres alone. `callisto` has its built-in model, which was
trained on the sample. sumy gets the same sentences, tokens (runs of letters and digits) and stop words; it stems with
Snowball's Porter stemmer, sumspace with ROUGE's. It has so many seconds for each document, and for each corpus and
method; where that does not suffice, ours is shown once more on the documents that it has done.

Printed are the tables of the documentation: ROUGE-1 / ROUGE-2 recall, times 100, by corpus and as a mean over corpora;
and tests of `learned` against Lead, LexRank and the best other summarizer by genre and by corpus. Times are those of
one document from its sentences as text to their ranking, in one run. One core.

With the argument `weightings`: what the summarizers by LSA score with each weighting of terms, and how much of the
texts their main topics hold. With `quick`: a few documents of each corpus, to see that all works.

Texts are those of the corpora in SUMSPACE_CORPORA, and the built-in sample.
"""

from __future__ import annotations

import re
import signal
import sys
import time
import warnings
from dataclasses import dataclass
from itertools import islice
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
from sumspace.compute.work import Workers
from sumspace.document import Document
from sumspace.errors import TooLargeError
from sumspace.measures.scoring import score_texts
from sumspace.space.budget import Reach
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.learning.lessons import TrainingPlan
from sumspace.studies.learning.plan import LEARNED, LearningPlan, other_summarizers
from sumspace.studies.learning.study import LearningStudy
from sumspace.studies.meta.significance import measure_significance
from sumspace.summarizers.edmundson import BONUS, STIGMA
from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer, parse_summarizer
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile
from sumspace.text.rouge_data import stop_words
from sumspace.text.topics import Global, Local

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.corpus.model import Example
    from sumspace.document import Article
    from sumspace.studies.learning.results import GroupScores

PROFILE = Profile()
WORDS = 100
#: Seconds that sumy has for a document, and for a corpus with one method.
DOCUMENT_LIMIT, CORPUS_LIMIT = 2.0, 10.0
#: So many documents of each corpus are enough to see that all works.
QUICK = 10
#: The corpora whose weightings are looked at, beside the sample.
WEIGHTED = ("gum-news", "gum-academic", "scisumm-train")
SAMPLE = "sample"
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
class Ranked:
    """The orders in which a summarizer takes the sentences of documents, by their texts, and seconds a document."""

    orders: dict[tuple[str, ...], list[int]]
    seconds: float


def with_sumy(kind: type[Any], examples: Sequence[Example]) -> Ranked:
    """Rank the sentences of documents with a summarizer of sumy; those that it takes too long for are left out."""
    summarizer = kind(Stemmer.Stemmer("porter").stemWord)
    if kind is EdmundsonSummarizer:
        summarizer.bonus_words = [word for word in BONUS if " " not in word]
        summarizer.stigma_words = [word for word in STIGMA if " " not in word]
        summarizer.null_words = stop_words()
    else:
        summarizer.stop_words = stop_words()

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    orders: dict[tuple[str, ...], list[int]] = {}
    begin = time.perf_counter()
    spent = 0.0
    for example in examples:
        if time.perf_counter() - begin > CORPUS_LIMIT:
            break
        own = time.perf_counter()
        signal.setitimer(signal.ITIMER_REAL, DOCUMENT_LIMIT)
        try:
            order = _rank(summarizer, example)
        except TimeoutError:
            continue
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        spent += time.perf_counter() - own
        orders[tuple(Document(example, PROFILE).sentences)] = order
    return Ranked(orders, spent / max(len(orders), 1))


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


def register_sumy(name: str, orders: dict[tuple[str, ...], list[int]]) -> str:
    """Make what sumy has ranked a summarizer of its own, and return what it is called."""
    called = f"sumy {name}"

    class Sumy(Summarizer):
        title, paper = f"{name} as sumy has it", "sumy 0.13"

        def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
            order = orders.get(tuple(article.texts))
            if order is None:
                raise TooLargeError("takes sumy too long")
            return [*order, *(i for i in range(len(article)) if i not in set(order))]

        def __str__(self) -> str:
            return called

        @property
        def model_description(self) -> str:
            return f"{len(orders)} documents"

    SUMMARIZERS.register(called)(Sumy)
    return called


def seconds_of(name: str, examples: Sequence[Example]) -> float:
    """Take the time that one of our summarizers needs for a document."""
    summarizer = parse_summarizer(name)
    begin = time.perf_counter()
    for example in examples:
        article = Document(example, PROFILE).article()
        summarizer.rank(article, crc32(example.id.encode()))
    return (time.perf_counter() - begin) / len(examples)


def compare(texts: dict[str, list[Example]]) -> None:
    """Print what every summarizer scores on every corpus, and the tests."""
    theirs: dict[str, dict[tuple[str, ...], list[int]]] = {name: {} for name in SUMY}
    slower: dict[tuple[str, str], float] = {}
    for corpus, examples in texts.items():
        for name, kind in SUMY.items():
            ranked = with_sumy(kind, examples)
            theirs[name] |= ranked.orders
            done = [e for e in examples if tuple(Document(e, PROFILE).sentences) in ranked.orders]
            if done:
                slower[name, corpus] = ranked.seconds / seconds_of(name, done)
        say(f"sumy has ranked {corpus}")
    own = other_summarizers()
    names = [*own, *(register_sumy(name, orders) for name, orders in theirs.items())]
    plan = LearningPlan(
        TrainingPlan(workers=Workers(1)), summarizers=tuple(names), bootstrap=Bootstrap(resamples=10_000)
    )
    examples = [example for own in texts.values() for example in own]
    study = LearningStudy.run(examples, plan, tell)
    print_scores(study, list(texts), slower)
    print_tests(study)
    print("\nms a document, mean over corpora of their means")
    for name in [*own, LEARNED]:
        print(f"{name:20}{1e3 * np.mean([seconds_of(name, own) for own in texts.values()]):>9.1f}")
    print(f"\n{study.signature}")


def tell(phase: str, done: float, total: float = 1.0) -> None:
    """Tell how far the study is."""
    if phase != "extracts":
        say(f"{phase} {done:.0f} of {total:.0f}")


def say(text: str) -> None:
    """Tell how far it is, on standard error."""
    sys.stderr.write(f"\r{text[:70]:70}")
    sys.stderr.flush()


def by_corpus(study: LearningStudy, names: Sequence[str]) -> dict[str, GroupScores]:
    """Return the scores on each corpus; one that is a genre of its own is found by its documents."""
    rows: dict[str, list[int]] = {name: [] for name in names}
    for row, document in enumerate(study.documents):
        rows[document.corpus].append(row)
    groups = {scores.group.rows: scores for scores in study.groups}
    return {name: groups[tuple(own)] for name, own in rows.items()}


def print_scores(study: LearningStudy, names: Sequence[str], slower: dict[tuple[str, str], float]) -> None:
    """Print the table of scores as Markdown; sumy's stand in parentheses beside ours."""
    groups = by_corpus(study, names)
    sizes = {name: len(scores.group.rows) for name, scores in groups.items()}
    print(f"\nROUGE-1 / ROUGE-2 recall, {study.plan.budget}; (sumy's; how many times as long it takes)\n")
    print(f"| | {' | '.join(f'{name} ({sizes[name]})' for name in names)} | mean |")
    print(f"|---|{'---|' * (len(names) + 1)}")
    notes: list[str] = []
    for system in [name for name in study.ranked if not name.startswith("sumy ")]:
        cells, means = [], []
        for name, scores in groups.items():
            own = cell(study, scores, system)
            means.append(own)
            text = _pair(own)
            if f"sumy {system}" in study.systems:
                text += f" ({_sumy(study, scores, system, name, notes)}; {slower.get((system, name), np.nan):,.3g}×)"
            cells.append(text)
        print(f"| `{system}` | {' | '.join(cells)} | {_pair(np.mean(means, axis=0))} |")
    best = [[100 * scores.places[m].best_mean for m in study.plan.measures] for scores in groups.values()]
    print(f"| best extract | {' | '.join(map(_pair, best))} | {_pair(np.mean(best, axis=0))} |")
    proven = study.overall.places[study.plan.main]
    print(f"\nbest extract: proven optimal for {proven.proven:,} of {proven.documents:,} documents")
    for number, note in enumerate(notes, 1):
        print(f"{number}: {note}")
    print("\nmean over genres, each counted once:")
    for system in [name for name in study.ranked if not name.startswith("sumy ")]:
        genres = [cell(study, scores, system) for scores in study.parts if scores.group.kind == "genre"]
        print(f"{system:20}{_pair(np.mean(genres, axis=0))}")


def _sumy(study: LearningStudy, scores: GroupScores, system: str, corpus: str, notes: list[str]) -> str:
    """Write what sumy scores; where it has not done all documents, a note has both on those that it has."""
    place = study.systems.index(f"sumy {system}")
    rows = [row for row in scores.group.rows if not np.isnan(study.documents[row].scores[place])]
    if not rows:
        return "none in time"
    text = _pair(cell(study, scores, f"sumy {system}"))
    if len(rows) == len(scores.group.rows):
        return text
    ours = study.systems.index(system)
    means = [100 * np.mean([study.documents[row].scores[own] for row in rows]) for own in (ours, place)]
    notes.append(f"{system} on the {len(rows)} documents of {corpus} that sumy ranks in time, ROUGE-2: "
                 f"{means[0]:.1f}, sumy {means[1]:.1f}")  # fmt: skip
    return f"{text}, note {len(notes)}"


def cell(study: LearningStudy, scores: GroupScores, system: str) -> list[float]:
    """Return the recall of a system on the measures, times 100."""
    place = study.systems.index(system)
    return [100 * scores.means["recall", measure][place].mean for measure in study.plan.measures]


def _pair(values: Sequence[float] | Any) -> str:
    return " / ".join(f"{value:.1f}" for value in values)


def print_tests(study: LearningStudy) -> None:
    """Print the tests of the main measure, by genre and corpus."""
    for version in study.versions:
        print(f"\n{version}: ROUGE-2 recall, difference, 95% interval, p (Holm), by genre and corpus")
        for test in study.tests_of(version):
            result = test.result
            ends = f"{100 * result.difference.low:+.2f} … {100 * result.difference.high:+.2f}"
            other = f"{test.other}{' (best other)' if test.is_best else ''}"
            print(
                f"{test.group.kind:7}{test.group.label:15}{result.documents:>5}  {other:32}"
                f"{100 * result.first:>6.2f}{100 * result.second:>7.2f}{100 * result.difference.mean:>+7.2f}  "
                f"{ends:18}{test.corrected:>7.4f}{' *' if test.is_significant else ''}"
            )
    print()
    for text in study.findings():
        print(text)
    print(study.table("fallback").text(legend=False))


def scored(ranked: Sequence[Sequence[int]], documents: Sequence[Document]) -> dict[str, np.ndarray[Any, Any]]:
    """Fill the words with sentences as they are ranked, the last one cut, and score."""
    summaries, references = [], []
    for prepared, order in zip(documents, ranked, strict=False):
        extract = Reach(WORDS).fill(order, prepared.lengths)
        if extract is None:
            raise ValueError(prepared.example.id)
        summaries.append(Passage(sentences=prepared.write(extract.sentences, extract.words)))
        references.append([reference.body for reference in prepared.example.references])
    found = score_texts(summaries, references, ["rouge-1", "rouge-2"])
    return {f"{m} recall": 100 * found[m].recall for m in found}


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
                summarizer = parse_summarizer(f"{name}(weighting={weighting})")
                scores = scored([summarizer.rank(own.article()) for own in documents], documents)
                cells.append(" / ".join(f"{scores[f'{m} recall'].mean():.1f}" for m in ("rouge-1", "rouge-2")))
            print(f"{weighting:8}" + "".join(f"{text:>19}" for text in cells))
    held = measure_significance(examples, PROFILE, Bootstrap(), 1)
    print(f"σ² = a · i^b: {held.law}")
    for point in held.points:
        if point.paper is not None:
            share, law = point.share, point.fitted
            shares = f"{100 * share.mean:.0f}% ({100 * share.low:.0f} to {100 * share.high:.0f}) of the text"
            print(f"{point.percent}% of the dimensions: {shares}, by the law {100 * law.mean:.0f}%")


def main() -> None:
    """Compare on every corpus that is there."""
    use_cores(1)
    warnings.filterwarnings("ignore", message="Number of words", category=UserWarning)  # sumy's LSA on short texts
    print(f"summarizers: {machine()}, one core")
    there = {file.name.removesuffix(".jsonl.gz"): str(file) for file in corpora()} | {SAMPLE: SAMPLE}
    most = QUICK if sys.argv[1:] == ["quick"] else None
    texts = {name: list(islice(sumspace.read(file), most)) for name, file in there.items()}
    if sys.argv[1:] == ["weightings"]:
        for name in (*WEIGHTED, SAMPLE):
            if name in texts:
                compare_weightings(name, texts[name])
        return
    for name in other_summarizers():  # compile
        seconds_of(name, texts[SAMPLE][:1])
    compare(texts)


if __name__ == "__main__":
    main()
