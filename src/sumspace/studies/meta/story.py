"""The page of the study of measures: its title, its chapters in order, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from sumspace.show.page import Chapter
from sumspace.show.text import clean, counted, listed
from sumspace.studies.meta.correlations import LONG
from sumspace.studies.meta.sentences import SYMBOLS, significantly_note, verdict_texts
from sumspace.studies.meta.system_tables import length_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.studies.meta.study import MetaStudy


TITLE = "Which measures agree with people"
LEAD = (
    "A measure is worth as much as it agrees with people. This study puts every measure beside every judgement that "
    "people made of the same summaries, says how far they agree and how sure that is, and which measures are better "
    "than which."
)
_METHOD = Markup(
    "Correlations are taken over summaries that have both a score and a judgement. At the <strong>system</strong> "
    "level the means of the systems are correlated: does the measure rank systems as people do? At the "
    "<strong>summary</strong> level the systems of each document are, and the mean over documents is shown: does it "
    "know which of several summaries of one text is better? At the <strong>pooled</strong> level all summaries stand "
    "in one list. A measure is ranked and tested beside others only where it has all the systems that they have, and "
    "by the same part of its scores: recall with recall, F1 with F1; measures with one value stand in both. Intervals "
    "come from a bootstrap that draws documents, systems or both, the same ones for all measures, so that the interval "
    "of a difference is paired. PERM-BOTH (Deutsch, Dror and Roth 2021) exchanges the standardized scores of two "
    "measures at random, summary by summary, and sees how often they come to differ as much as they do; Williams' test "
    "is in tests.csv beside it. All pairs of measures are one family of tests and corrected together, since the "
    "highest one was not named before."
)
STORY = (
    Chapter(
        "All measures, all judgements",
        "Each row is a measure, each column what people judged, at the first level that was asked for. Blue: the "
        "measure rises with what people say; red: it falls. Measures below the gap cover fewer systems or summaries "
        "and are not to be compared with those above it.",
        (), "overview",
    ),
    Chapter(
        "From the highest to the lowest",
        "Each measure has one line: how far it agrees with people, and how far that could be chance. Recall and F1 "
        "stand apart: a recall is not to be compared with an F1. Intervals that overlap may still be told apart, "
        "since all measures are seen on the same summaries: see below. Where raters gave single marks, the dashed "
        "line is what one rater reaches with another.",
        ("compact",), "measures",
    ),
    Chapter(
        "Is the difference real?",
        "Two measures are scores of the same summaries, so their correlations with people go up and down together. "
        "The tests take that into account, and that there are many of them. All pairs, all levels and all "
        "coefficients, with intervals of the differences, are in tests.csv.",
        ("tests",), "tests",
    ),
    Chapter(
        "Systems, documents and summaries",
        "A measure may rank systems well, since errors cancel out in means, and still not know which of two summaries "
        "is better. The further the dots fall from the first panel to the second, the less a single score says.",
        ("levels",), "levels",
    ),
    Chapter(
        "Among the best systems",
        "Bad systems are easy to tell from good ones. From the right to the left, only the systems that people like "
        "best are left: does the measure still know which is better (Bhandari et al. 2020)?",
        (), "top",
    ),
    Chapter(
        "Length",
        "A recall rises with every word, and people may like longer summaries too: two quantities that go with length "
        "go with each other. Given length, what is left of the agreement?",
        ("lengths",),
    ),
    Chapter(
        "How many documents and systems it takes",
        "If the two measures differ as they do here, how often would a corpus of another size show it (Card et al. "
        "2020)? By resampling from what is there.",
        ("power",), "power",
    ),
    Chapter(
        "As people see it, as measures see it",
        "Each dot is a system. Where a measure agrees with people, the dots lie along a rising line; a dot far from it "
        "is a system that the measure likes more, or less, than people do.",
        (), "systems",
    ),
    Chapter(
        "Which measures say the same",
        "Measures that go up and down together need not both be computed. Blue: they rank systems alike; red: one "
        "likes what the other does not. Measures of a kind stand together.",
        (), "between",
    ),
    Chapter(
        "Measures that cover less",
        "Some measures are defined for some summaries only, such as those that compare sentences and need extracts. "
        "Beside each stands what the ranked measures reach on the same systems and summaries.",
        ("apart",),
    ),
    Chapter(
        "Against the references",
        "The measures of table 1 in the order found here, and what the paper found on other systems and other "
        "documents. There n-grams were best, and measures based on latent semantic analysis (LSA) no better than "
        "plain ones.",
        ("paper_1",),
    ),
    Chapter(
        "Against the full text",
        "Where there are no references, a summary can be compared with the document itself (table 2). In the paper "
        "LSA was best there, and the plain cosine did not correlate well.",
        ("paper_2",),
    ),
    Chapter(
        "Oracles as a measure",
        "The best extracts are sets of sentences, so that extracts can be scored by the sentences that they share with "
        "them (table 6 of Hirao 2017). Only systems that copy sentences have such a score.",
        ("hirao_6",),
    ),
    Chapter(
        "How much the main topics hold",
        "A summary of so many percent of a text is compared with it on as many percent of the dimensions that LSA "
        "finds. What share of the text do these hold (figure 3), and how near do squares of singular values come to "
        "the law that the paper builds on (equation 10)?",
        ("figure_3",), "figure-3",
    ),
    Chapter(
        "Weightings of LSA",
        "How much a word counts in a sentence (FQ: its frequency, BI: once, AU: augmented, LO: logarithm) and in the "
        "document (NW: no weight, ISF: rare in sentences, GF: frequent where it occurs, EN: entropy). The paper found "
        "BI-ISF best against references (figure 4) and BI-NW against the full text (figure 5).",
        ("figure_4",), "figure-4",
    ),
    Chapter(
        "Weightings of LSA, against the full text",
        "The same where summaries are compared with the documents.",
        ("figure_5",), "figure-5",
    ),
    Chapter(
        "How many keywords",
        "The measure compares so many of the most frequent content words. The paper found 30 best for summaries of "
        "100 words (figure 6).",
        ("figure_6",), "figure-6",
    ),
    Chapter(
        "How far those who judged agree",
        "Where people do not agree with each other, no measure can agree with all of them. Krippendorff's alpha sets "
        "the differences between marks of one summary against those between all marks: 1 where there are none, 0 "
        "where they are what chance would give.",
        ("raters",),
    ),
    Chapter("What each system gets", "Mean judgements first, then mean lengths and mean scores.", ("systems",)),
    Chapter(
        "Every coefficient with its interval",
        "For each aspect and level, measures that are ranked from the highest to the lowest, then the others.",
        ("measures",),
    ),
    Chapter("How it is computed", _METHOD),
)  # fmt: skip


def findings(study: MetaStudy) -> list[str]:
    """Say which measures are highest where systems are compared, how sure that is, and what was studied."""
    texts = [_finding(study, aspect) for aspect in study.aspects]
    if any("significantly" in text for text in texts):
        texts.append(significantly_note(study))
    people = f", {len(study.humans):,} of them people ({listed(study.humans)})," if study.humans else ""
    texts.append(
        f"Studied: {counted(len(study.systems), 'system')}{people} and {counted(len(study.documents), 'document')}, "
        f"judged by people on {listed(study.aspects)}, with {counted(len(study.measures), 'measure')}."
    )
    return texts


def _finding(study: MetaStudy, aspect: str) -> str:
    """Say of an aspect what is highest by each part of the scores, with what else there is to compare it with."""
    level = study.plan.levels[0]
    where = {"system": "systems are compared", "summary": "summaries of one document are compared"}
    start = f"On {clean(aspect)}, where {where.get(level, 'all summaries are compared')}:"
    texts = verdict_texts(study, aspect, level)
    if not texts:
        results = study.compared[aspect, level].results
        missing = [result.correlation.missing(study.plan.coefficient, level) for result in results]
        # Those that are ranked come first; where none is, others may still have coefficients.
        why = missing[0] if results[0].is_ranked or all(missing) else "no measure covers half of the judged summaries"
        return f"{start} no measure can be ranked ({why})."
    first, *rest = texts
    return " ".join([start, first[0].lower() + first[1:], *rest, *_beside(study, aspect)])


def _beside(study: MetaStudy, aspect: str) -> Iterator[str]:
    """Say what the highest measures are to be seen beside: other raters, and the length of summaries."""
    level, coefficient = study.plan.levels[0], study.plan.coefficient
    ceiling = study.compared[aspect, level].ceiling
    value = ceiling.values[coefficient] if ceiling else None
    if ceiling and value is not None:
        yield f"One rater has {SYMBOLS[coefficient]} = {value:z.3f} with another ({counted(ceiling.pairs, 'pair')})."
    if level == "system":
        lengths = study.lengths[aspect]
        is_long = lengths.ratio >= LONG
        yield length_text(study, aspect) + (" Lengths differ a lot: see the chapter on it." if is_long else "")
