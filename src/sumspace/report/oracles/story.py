"""The story that the page of oracles tells: its chapters in order, what there is to see and how to read it."""

from __future__ import annotations

from sumspace.studies.oracle_documents import DRAWS, LISTED
from sumspace.studies.study import Chapter

__all__ = ["OPENING", "STORY", "TITLE"]

TITLE = "The best extracts"
OPENING = (
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
        "No extract of that length scores more than the <strong>oracle</strong>. <strong>Greedy</strong> takes the "
        "sentence that adds most for its length, again and again, as most training data is made. The share says how "
        "much of the possible each system reaches (tables 2 and 3 of the paper). A system that writes sentences of its "
        "own is not bound by that limit and may lie above it.",
        ("scores",), "scores",
    ),
    Chapter(
        "Domain by domain",
        "The further a dot lies to the right, the higher the score. The way from the best system to the oracle is what "
        "a better choice of sentences could gain.",
        (), "domains",
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
        ("counts",), "counts",
    ),
    Chapter(
        "Where their sentences stand",
        "Each document is cut into tenths; a line that falls means that the best sentences stand early. All oracles "
        "count, by all references.",
        (), "places",
    ),
    Chapter(
        "Do systems take the same sentences?",
        "A summary that is an extract is compared with oracles sentence by sentence. <strong>M</strong> compares it "
        f"with all of them; <strong>S</strong> with one drawn at random, {DRAWS} times, which gives an interval "
        "(section 6.2.3). Abstractive summaries have no such numbers.",
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
        "The best score that is possible with at most so many words. <strong>E100</strong> and <strong>E150</strong> "
        "are the lengths of Lin and Hovy 2003; the curve ends with the full text, <strong>FT</strong>, more than which "
        "no words of the document can score.",
        ("lengths",), "curves",
    ),
    Chapter("How it is computed", _METHOD),
)  # fmt: skip
