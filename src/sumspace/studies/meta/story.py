"""The page of the study of measures: its title, its chapters in order, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from sumspace.show.page import Chapter
from sumspace.show.text import clean, counted
from sumspace.studies.meta.tables import interval_text, measure_records

if TYPE_CHECKING:
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
    "in one list. Intervals come from a bootstrap that draws documents, systems or both, the same ones for all "
    "measures. A correlation takes three points, and scores and judgements that are not all the same; where there is "
    "none, a dash stands in its place and the reason beside it. The column <strong>score</strong> says which part of "
    "a measure counts: recall, precision, F1, or its one value."
)
STORY = (
    Chapter(
        "From the best to the worst",
        "Each measure has one line: how well it agrees with people, and how far that could be chance. "
        "Lines that overlap may still be told apart, since all measures are seen on the same summaries: see below.",
        (), "measures",
    ),
    Chapter(
        "Systems, documents and summaries",
        "A measure may rank systems well, since errors cancel out in means, and still not know which of two summaries "
        "is better. The further the dots fall from the first panel to the second, the less a single score says.",
        ("compact",), "levels",
    ),
    Chapter(
        "Is the difference real?",
        "Two measures are scores of the same summaries, so their correlations with people go up and down together. "
        "Williams' test takes that into account. Among so many pairs some fall below 0.05 by chance alone. All pairs "
        "are in williams.csv.",
        ("williams",), "williams",
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
    Chapter("What each system gets", "Mean judgements first, then mean scores.", ("systems",)),
    Chapter(
        "Every correlation with its interval",
        "For each aspect and level from the highest Pearson correlation to the lowest.",
        ("measures",),
    ),
    Chapter("How it is computed", _METHOD),
)  # fmt: skip


def findings(study: MetaStudy) -> list[str]:
    """Say what is closest to people where systems are compared, how sure that is, and what was studied."""
    texts = [text for aspect in study.aspects if (text := _closest(study, aspect))]
    texts.append(
        f"Studied: {counted(len(study.systems), 'system')} and {counted(len(study.documents), 'document')}, judged by "
        f"people on {', '.join(study.aspects)}, with {counted(len(study.measures), 'measure')}."
    )
    if study.remarks:
        texts.append(f"To know: {'; '.join(study.remarks)}.")  # which begin with names, so no letter is made a capital
    return texts


def _closest(study: MetaStudy, aspect: str) -> str:
    """Name the measure that is closest to people and, if people annotate for it, the best that scores any text."""
    best = study.best_measures(aspect, "system")
    if not best:
        return ""
    intervals = {row["measure"]: row["pearson_interval"] for row in measure_records(study, aspect, "system")}
    parts = []
    for measure, pearson in ((single.measure, single.result.pearson) for single in best):
        bounds = intervals[str(measure)]
        between = f", {study.plan.bootstrap.confidence:g}% interval {interval_text(bounds)}" if bounds else ""
        name = str(measure) if measure.of_any_text else f"{measure}, for which people annotate,"
        parts.append(f"{name} (r = {pearson:z.3f}{between})")
    if best[0].result.pearson <= 0:
        return f"On {clean(aspect)}, no measure rises with what people say of systems; the highest is {parts[0]}."
    also = f"; of the measures that score any text, {parts[1]}" if parts[1:] else ""
    return f"On {clean(aspect)}, closest to people where systems are compared is {parts[0]}{also}."
