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
    "A summarizer that copies sentences cannot be better than the best choice of sentences, the oracle. This study "
    "finds that choice for every document, and all others that are as good: how much is left to gain, whether a greedy "
    "choice will do, and which sentences are worth taking."
)
_METHOD = (
    "An oracle is found among all sets of sentences that the budget allows, and proven to be the best: the search ends "
    "when no other set can score as much. All sets that score the same are kept, so they are counted exactly however "
    "many there are, and the share of each sentence among them is exact too. Where the time runs out, the best extract "
    "found is marked ≥, and its oracles are not counted. The likeness of greedy extracts is averaged over all oracles "
    f"of a document if there are {LISTED:,} or fewer, else over {DRAWS} random ones. Scores are those of the space, "
    "where units never cross from one sentence to the next; official ones follow ROUGE 1.5.5, where they do. Unless "
    "said otherwise, an oracle has at most as many words as the references it is judged by. The paper removed stop "
    "words for ROUGE-1 alone; the signature says what was done here."
)
STORY = (
    Chapter("The data", "What the documents and their references are like.", ("data",)),
    Chapter(
        "How much is left to gain",
        Markup(
            "No extract of that length scores more than the <strong>oracle</strong>. <strong>Greedy</strong> takes the "
            "sentence that adds most for its length, again and again, as most training data is made. The share says "
            "how much of the possible each system reaches (tables 2 and 3 of the paper). A system that writes "
            "sentences of its own is not bound by that limit and may lie above it."
        ),
        ("scores",),
        "scores",
    ),
    Chapter(
        "Domain by domain",
        "The further a dot lies to the right, the higher the score. The way from the best system to the oracle is what "
        "a better choice of sentences could gain.",
        figures="domains",
    ),
    Chapter(
        "Is a greedy choice good enough?",
        "Greedy extracts score nearly as much as oracles, but that does not mean that they have the same sentences. "
        "The Jaccard index says how far they do: 100 where both have the same ones, 0 where they have none in common "
        "(table 4). A model that learns from greedy extracts learns from other sentences than the best ones.",
        ("greedy",),
    ),
    Chapter(
        "How many best extracts there are",
        "Scores count units, so different sentences can score exactly the same. Where there are several oracles, one "
        "of them alone says little about which sentences matter (table 5).",
        ("counts",),
        "counts",
    ),
    Chapter(
        "Where their sentences stand",
        "Each document is cut into tenths; a line that falls means that the best sentences stand early. All oracles "
        "count, by all references.",
        figures="places",
    ),
    Chapter(
        "Do systems take the same sentences?",
        Markup(
            "A summary that is an extract is compared with oracles sentence by sentence. <strong>M</strong> compares "
            "it with all of them; <strong>S</strong> with one drawn at random, {} times, which gives an interval "
            "(section 6.2.3). Abstractive summaries have no such numbers."
        ).format(DRAWS),
        ("f_measures",),
    ),
    Chapter(
        "What the search saves",
        "A naive search would look at every feasible summary, a set of sentences that share something with the "
        "references and are short enough. Checked are those, whole or in part, that this search looked at (table 7).",
        ("search",),
    ),
    Chapter(
        "What length does",
        Markup(
            "The best score that is possible with at most so many words. <strong>E100</strong> and "
            "<strong>E150</strong> are the lengths of Lin and Hovy 2003; the curve ends with the full text, "
            "<strong>FT</strong>, more than which no words of the document can score."
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
    reached = f"; the best system, {best}, reaches {shares[best]:.0%} of that" if best is not None else ""
    yield f"the best extracts score {least}{100 * average.score:.1f} on average{reached}."
    if average.jaccard is not None and average.score:
        yield (
            f"The greedy algorithm gets {average.greedy / average.score:.0%} of it, but the Jaccard index of its "
            f"sentences and theirs is {100 * average.jaccard:.0f} of 100."
        )
    if average.several is not None:
        median = write_median(average.median)
        yield f"{average.several:.0%} of the documents have several best extracts; the median is {median}."


def _studied(study: OracleStudy) -> Markup:
    domains, number = len(study.groups) - 1, sum(len(document.oracles) for document in study.documents)
    documents = counted(len(study.documents), "document") + (f" of {counted(domains, 'domain')}" if domains else "")
    measures = ", ".join(map(objective_name, study.plan.search.objectives))
    proven = number - study.unproven
    are = "is" if proven == 1 else "are"
    return Markup(
        "Studied: {}, on {} ({}). {:,} of {:,} oracles {} proven: no extract scores more. The texts, sentence by "
        "sentence: <a href='documents.html'>documents.html</a>."
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
        bound = f"none scores more than {100 * result.bound:.2f}"
        return f"The best extract of {result.budget} that was found scores {score}; {bound}."
    if result.count is None:
        return f"The best extracts of {result.budget} score {score}; they were not all looked for."
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
