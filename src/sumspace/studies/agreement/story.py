"""The story that the page of agreement tells: its chapters in order, what there is to see and how to read it."""

from __future__ import annotations

from markupsafe import Markup

from sumspace.show.page import Chapter

TITLE = "How far human summaries agree"
LEAD = (
    "Two annotators who summarize the same text write different summaries. How much of one the other covers shows what "
    "can be asked of a system. This study compares all pairs of human summaries of a document, and scores systems, the "
    "best extracts and the full text by the same reference."
)
_METHOD = (
    "A score is recall: how much of the reference the other text covers. The paper's own, ngram(1,1), goes through the "
    "reference sentence by sentence and counts the words of each that the other text has too. MaxH is the best of "
    "several pairs, and its model is chosen by it, so it favours human summaries; everything else has one try. "
    "Differences are tested by exchanging scores at random on each document, two-sided; intervals are those of a "
    "bootstrap over documents, widened for few of them. The best extract is searched among all sets of sentences whose "
    "length is near enough, and it is proven optimal unless marked ≥. A document that allows no extract of that length "
    "has no such score, and is counted in the notes."
)
CHAPTERS = (
    Chapter(
        "Agreement of human summaries",
        Markup(
            "Every human summary of a document is scored by every other one. Of these pairs, <strong>MaxH</strong> is "
            "the best score, <strong>MinH</strong> the worst, <strong>MedH</strong> the median and "
            "<strong>AvgH</strong> the mean. Each panel shows how many documents have such a score (figure 4 of the "
            "paper)."
        ),
        ("agreement",),
        "figure-4",
    ),
    Chapter(
        "Human summaries, systems and the best extracts",
        Markup(
            "From here on all is scored by one reference: the model of the best pair. <strong>B1</strong> is "
            "the lead baseline, the first words of the document; <strong>E100</strong> and so on are the best "
            "extracts of so many words, a ceiling for all systems that copy sentences; <strong>FT</strong> is the full "
            "text, a ceiling for all that use the document's words. Documents stand in the order of MaxH (figure 5 of "
            "the paper). A longer summary has more room: human summaries and systems are cut to as many words as the "
            "reference has, unless asked otherwise; their scores and lengths uncut stand beside it."
        ),
        ("averages",),
        "figure-5",
    ),
    Chapter(
        "Differences from human summaries and from Lead",
        "Paired comparisons on the same documents. Beside a system, human summaries and Lead (the first words of a "
        "document) are cut to as many words as it has, unless asked otherwise. Where p is not low, there is no "
        "significant difference on these documents, which does not mean that both are equally good.",
        ("differences",),
    ),
    Chapter(
        "The best extracts, as texts",
        "The human summary that all is scored by, and beside it the extracts of these lengths that share most with it "
        "(figures 1 to 3 of the paper), in the document with the median MaxH.",
        ("texts",),
    ),
    Chapter(
        "Documents with high and low agreement",
        "The same for documents on which human summaries agree well, and for those on which they do not (figures 6 to "
        "8 of the paper). Where MaxH is above the best extract, human summaries share more than copied sentences of "
        "that length can reach; where it is below, a system that comes close to the extract fits one annotator only.",
        ("sets",),
        "set-",
    ),
    Chapter(
        "Compression of human summaries",
        Markup(
            "Compression is the share of a document's words that a summary leaves out. <strong>H1</strong>, "
            "<strong>H2</strong> and so on are the human summaries in the order in which the corpus has them."
        ),
        ("humans",),
        "figure-9-people",
    ),
    Chapter(
        "Compression and scores",
        "Each panel shows one kind of summary against the compression of H1, the first human summary, with a line by "
        "least squares (figure 9 of the paper, which spaces documents evenly in that order). A line that falls means "
        "that the shorter a summary is beside its document, the less it is matched. Lines end where the documents do. "
        "The interval and p say whether there is a significant trend.",
        ("lines",),
        "figure-9-compression",
    ),
    Chapter("How it is computed", _METHOD),
)
