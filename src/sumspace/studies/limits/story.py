"""The story that the page of the study of limits tells: what there is to see, and how to read it."""

from __future__ import annotations

from markupsafe import Markup

from sumspace.show.page import Chapter
from sumspace.studies.limits.whole_documents import FEATURES, TOP

#: So many documents of a domain are drawn in figure 3.
MOST_LINES = 100
TITLE = "The limits of extracts"
LEAD = (
    "A summarizer that copies sentences can only be as good as the best choice of sentences. "
    "This study looks at every choice there is: how all possible extracts of a document score, how good the best "
    "one is, and where real systems stand among them."
)
_SYSTEMS = Markup(
    "<strong>Random</strong> takes sentences in a random order, and has the mean over many orders; "
    "<strong>lead</strong> takes the first ones; "
    "<strong>textrank</strong> those most like the others. In a document that is studied in sections they do so "
    "section by section. The average of all extracts (<strong>average extract</strong>) is not what a random system "
    "makes, since among all extracts those with many short sentences are most numerous. All other systems come from "
    "the corpus, or from other files: their summaries are cut to the length of the extracts (<strong>uncut</strong> is "
    "the score of the whole ones) and, in a document that is "
    "studied in sections, divided into pieces as long as the sections' extracts, each judged by the whole reference "
    "like those. Systems that share a letter of their <strong>group</strong> do not differ significantly."
)
_PLACES = Markup(
    "Each summary among all extracts of its own document: the share of them that it <strong>beats</strong>, on average "
    "and in the median document. Extracts that score the same are ties, not beaten. <strong>Reached</strong> is how "
    "much of the distance from the average extract (0%) to the best one (100%) the mean score covers, and "
    "<strong>room</strong> what is left."
)
_RANKS = Markup(
    "Here the mean score of a system stands among the averages over one extract of every document, as in the paper. PR "
    "is its percentile rank, from 1,000 bins; † marks a PR that is over a point off the exact share, because "
    "averages of many documents lie too close together for the bins. Where the exact share is close to 1, what it "
    "lacks is written: 1 − 10<sup>−9</sup> beats all but one in a billion. Nines count the digits of that, and grow "
    "with the number of documents. They are no significance: two systems that share a letter of their group do not "
    "differ significantly. ER is the error reduction over lead: by what share the averages that are not lower are "
    "fewer."
)
_FEATURES = Markup(
    "The typical extract of a whole document beside the top {top:.1%}: all extracts at least as good as the last of "
    "these, ties included. Where a document's extracts are few enough, all are visited, and its numbers are exact; "
    "else they are drawn (~). {features} A dot to the right of zero means that the best extracts have more of it. The "
    "line through it is a 95% interval of the mean over documents, if there are three or more: where it crosses zero, "
    "these documents do not say which way the difference goes. Of one or two documents, it is what drawing leaves open."
).format(
    top=TOP,
    features=Markup(" ").join(
        Markup("<strong>{}</strong>: {}.").format(name.capitalize(), text) for name, text in FEATURES.items()
    ),
)
_EXACTNESS = (
    "An exact distribution counts every extract there is, by visiting all of them (exhaustive) or without visiting any "
    "(counting). Where both would take too long, extracts are drawn at random (sampling): then mean and deviation are "
    "close, and ranks far out in the tail are rough. The best extract is then found by a search, and proven to be the "
    "best unless time runs out; then the best one found stands with a bound (≤) that none exceeds, or alone (≥) where "
    "there is no search, as for precision. Numbers that rest on estimates are marked ~, and lowest scores that may lie "
    "lower ≤. In "
    "sections, every extract is judged by the whole reference, and so is every piece of a system's summary; recalls "
    "are summed and precisions weighted by length as in the paper, so that a word two sections have in common counts "
    "twice. Scores are those of the space, where units never cross from one sentence to the next; official ones follow "
    "ROUGE 1.5.5, where they do, and judge every summary in one piece."
)
STORY = (
    Chapter("The data", "What the documents and their summaries are like, on average.", ("data",)),
    Chapter(
        "How all extracts score",
        "Choose an extract of every document at random and average their scores. The mean says what pure chance gets. "
        "The deviation says how much choice matters: the smaller, the harder it is to do better than chance. "
        "Best is the limit: no extract of that length scores higher, unless it is marked as not proven optimal.",
        ("scores",),
    ),
    Chapter(
        "One document",
        "Of each domain, the document with the median number of extracts. A bar's height is the share of its extracts "
        "with that score (figure 1 of the paper). Below, from the best down: filled dots are systems of the corpus, "
        "open dots the three simple systems, and diamonds the best and the average of all extracts.",
        figures="figure-1",
    ),
    Chapter(
        "Every document",
        "One column is one document, from the lowest average extract to the highest (in place of figure 3 of the "
        "paper): where half and 80% of its extracts score, their median, and the best extract. Of more than "
        f"{MOST_LINES} documents, {MOST_LINES} are shown, evenly from low to high averages. Documents whose extracts "
        "all have the same score are excluded.",
        figures="figure-3",
    ),
    Chapter(
        "All domains",
        "The curve of each domain shows where the mean score lies when extracts are chosen at random (figure 4 of the "
        "paper). A narrow curve means that a random choice hardly ever strays from the mean.",
        figures="figure-4",
    ),
    Chapter("What systems score", _SYSTEMS, ("systems",)),
    Chapter("Where systems stand", _PLACES, ("places",)),
    Chapter("Ranks of means", _RANKS, ("ranks",), "figure-2"),
    Chapter(
        "Sections or whole documents",
        "Long documents are studied section by section, each with its share of the words. Here are the same documents "
        "with extracts chosen freely from all over. A negative difference means that whole documents score lower.",
        ("sections",),
    ),
    Chapter(
        "What length does to scores",
        "Whole documents, and extracts that keep some share of their words. Every length is a space of its own: how "
        "its extracts score, the best of them as a search finds it, proven optimal unless the table says otherwise, "
        "and where systems stand. The gap between the average extract and the best one is what a summarizer can gain "
        "at that length. Summaries of systems are cut to it, and skipped where they are shorter.",
        ("sweep", "sweep_systems"),
        "sweep",
    ),
    Chapter("What the best extracts are like", _FEATURES, ("features",), "features"),
    Chapter("What is exact, and what is estimated", _EXACTNESS, ("engines",)),
)
