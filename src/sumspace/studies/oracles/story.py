"""The story that the page of oracles tells: its chapters in order, what was found, and the texts themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from sumspace.show.page import Chapter, Page
from sumspace.show.text import counted, domain_label, large
from sumspace.studies.oracles.documents import DRAWS, LISTED
from sumspace.studies.oracles.tables import write_median
from sumspace.tasks.oracle import objective_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.studies.oracles.averages import OracleAverage, SystemAverage
    from sumspace.studies.oracles.documents import OracleResult
    from sumspace.studies.oracles.study import OracleStudy


#: So many documents are shown as texts.
MOST_TEXTS = 20

TITLE = "The best extracts"
LEAD = (
    "A summarizer that copies sentences cannot score higher than the best choice of sentences, the oracle. This study "
    "finds all oracles of every document: how much room systems have left, whether greedy extracts are good enough, "
    "and which sentences are worth taking."
)
_METHOD = (
    "An oracle is searched among all sets of sentences that the budget allows, and proven optimal: the search ends "
    "when no other set can score higher. All sets with the best score are kept, so that they are counted exactly "
    "however many there are, and the share of each sentence among them is exact too. Where the time runs out, the best "
    "extract found is marked ≥, and its oracles are not counted. The similarity of greedy extracts is averaged over "
    f"all oracles of a document if there are {LISTED:,} or fewer, else over {DRAWS} random ones. Scores are those of "
    "the space, where units never cross from one sentence to the next; official scores follow ROUGE-1.5.5, where they "
    "do. By default, an "
    "oracle has at most as many words as the references it is scored by have on average. The paper removed stop words "
    "for ROUGE-1 alone; the signature says what was done here."
)
STORY = (
    Chapter("The data", "What the documents and their references are like.", ("data",)),
    Chapter(
        "How much room is left",
        Markup(
            "No extract of that length scores higher than the <strong>oracle</strong>. <strong>Greedy</strong> takes "
            "the sentence that adds most for its length, again and again; most training labels are made so. The share "
            "is a system's score divided by the oracle's (tables 2 and 3 of the paper). A system that writes sentences "
            "of its own is not bound by the oracle and may score higher."
        ),
        ("scores",),
        "scores",
    ),
    Chapter(
        "Domain by domain",
        "The distance from a system to the oracle is what a better choice of sentences could gain.",
        figures="domains",
    ),
    Chapter(
        "Are greedy extracts good enough?",
        "A greedy extract can score nearly as high as an oracle and still have other sentences. The Jaccard index "
        "measures how many they share: 100 if both have the same sentences, 0 if they have none in common (table 4). "
        "A model trained on greedy extracts learns to pick those other sentences.",
        ("greedy",),
    ),
    Chapter(
        "How many best extracts there are",
        "Scores count units, so different extracts can have exactly the same score. Where there are several oracles, "
        "one alone does not show which sentences matter (table 5).",
        ("counts",),
        "counts",
    ),
    Chapter(
        "Where the oracles' sentences stand",
        "Each document is divided into tenths; a falling line means that the sentences of oracles stand early. All "
        "oracles count, by all references.",
        figures="places",
    ),
    Chapter(
        "Do systems take the same sentences?",
        Markup(
            "A summary that is an extract is compared with oracles sentence by sentence. <strong>M</strong> compares "
            "it with all of them; <strong>S</strong> with one random oracle, {} times, which gives an interval "
            "(section 6.2.3). Abstractive summaries are skipped."
        ).format(DRAWS),
        ("f_measures",),
    ),
    Chapter(
        "What the search saves",
        "A naive search would check every feasible extract: each set of sentences that share units with the references "
        "and are short enough. The table compares their number with that of the extracts, whole or partial, that this "
        "search checked (table 7).",
        ("search",),
    ),
    Chapter(
        "What length does",
        Markup(
            "The best score of an extract with at most so many words. <strong>E100</strong> and <strong>E150</strong> "
            "are the lengths of Lin and Hovy 2003. The curve ends with the full text, <strong>FT</strong>, whose "
            "recall no extract exceeds."
        ),
        ("lengths",),
        "curves",
    ),
    Chapter("How it is computed", _METHOD),
)


def findings(study: OracleStudy) -> list[str | Markup]:
    """Return a paragraph for each objective, by all references, and one that says what was studied."""
    oracles, systems = study.everything.oracles, study.everything.systems
    paragraphs: list[str | Markup] = [
        f"On {objective_name(key[0])}, {' '.join(_describe(oracles[key], systems[key]))}"
        for key in [(objective, "all") for objective in study.plan.search.objectives]
        if key in oracles
    ]
    return [*paragraphs, _studied(study)]


def _describe(average: OracleAverage, systems: Sequence[SystemAverage]) -> Iterator[str]:
    """Say what oracles score, how near the best system and the greedy algorithm come, and how many there are."""
    least = "at least " if average.unproven else ""
    shares = {system.system: system.share for system in systems if system.share is not None}
    best = max(shares, key=lambda system: shares[system], default=None)
    reached = "" if best is None else f"; {best}, the system with the largest share of that, reaches {shares[best]:.0%}"
    over = counted(average.number, "document")
    yield f"oracles score {least}{100 * average.score:.1f} on average over {over}{reached}."
    if average.jaccard is not None and average.score:
        yield (
            f"Greedy extracts reach {average.greedy / average.score:.0%} of the oracles' score; the Jaccard index of "
            f"their sentences is {100 * average.jaccard:.0f} of 100."
        )
    if average.several is not None:
        median = write_median(average.median)
        of = counted(average.counted, "document")
        yield f"{average.several:.0%} of {of} have several oracles; the median number is {median}."


def _studied(study: OracleStudy) -> Markup:
    domains, number = len(study.groups) - 1, sum(len(document.oracles) for document in study.documents)
    documents = counted(len(study.documents), "document") + (f" of {counted(domains, 'domain')}" if domains else "")
    measures = ", ".join(map(objective_name, study.plan.search.objectives))
    proven = number - study.unproven
    are = "is" if proven == 1 else "are"
    return Markup(
        "Studied: {}, on {} ({}). {:,} of {:,} oracles {} proven optimal. The texts, sentence by sentence: "
        "<a href='documents.html'>documents.html</a>."
    ).format(documents, measures, study.plan.search.score, proven, number, are)


def texts_page(study: OracleStudy) -> Page:
    """Return a page with the first documents, every sentence as strongly marked as it is part of oracles."""
    writers = {"counted": counted, "domain_label": domain_label, "say_count": _say_count, "write_share": _write_share}
    values = {"documents": study.documents[:MOST_TEXTS], "number": len(study.documents), **writers}
    return Page(Path(__file__).parent / "documents.html", values)


def _say_count(result: OracleResult) -> str:
    """Say how many oracles a document has and what they score."""
    if not result.oracle:
        return f"No extract of {result.budget} has a unit of the references."
    score = f"{100 * result.score:.2f}"
    if not result.optimal:
        bound = f"none scores higher than {100 * result.bound:.2f}"
        return f"The best extract of {result.budget} found in time scores {score}; {bound}."
    if result.count is None:
        return f"The best extracts of {result.budget} score {score}; not all of them were found."
    if result.count == 1:
        return f"There is one best extract, which scores {score} ({result.budget})."
    return f"There are {large(result.count)} best extracts, which score {score} ({result.budget})."


def _write_share(share: float) -> str:
    """Write a share in percent, never as 0 or 100 where it is not.

    >>> _write_share(0.5), _write_share(0.0004), _write_share(0.9996), _write_share(1.0)
    ('50', '<1', '>99', '100')
    """
    written = f"{100 * share:.0f}"
    if written == "0":
        return "<1"
    return ">99" if written == "100" and share < 1 - 1e-9 else written
