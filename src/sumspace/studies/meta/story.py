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


TITLE = "Which measures agree with human judgements"
LEAD = (
    "An automatic measure is useful as far as it agrees with human judgements. This study correlates every measure "
    "with every judged aspect of the same summaries, with confidence intervals, and tests which differences between "
    "measures are significant."
)
_METHOD = Markup(
    "Correlations are computed over summaries that have both a score and a judgement. At the <strong>system</strong> "
    "level, the systems' mean scores are correlated with their mean judgements: does the measure rank systems as "
    "annotators do? At the <strong>summary</strong> level, the summaries of each document are correlated and the "
    "coefficients averaged over documents: does the measure tell the better of two summaries of one text? At the "
    "<strong>pooled</strong> level, all summaries form one list. Measures are ranked and tested only on the systems "
    "that all of them cover, and only by the same part of their scores: recall with recall, F1 with F1; measures with "
    "a single value are in both rankings. Intervals come from a bootstrap over documents, systems or both, with the "
    "same resamples for all measures, so that intervals of differences are paired. PERM-BOTH (Deutsch, Dror and Roth "
    "2021) exchanges the standardized scores of two measures at random, summary by summary, and counts how often "
    "their correlations differ at least as much as observed; tests.csv also has Williams' test. All pairs of measures "
    "are one family of tests and are corrected together, because the highest measure was not named in advance."
)
STORY = (
    Chapter(
        "Correlations at a glance",
        "One row for each measure, one column for each judged aspect, at the first level studied. Blue: positive "
        "correlation; red: negative. Measures below the gap cover fewer systems or summaries; do not compare them with "
        "those above it.",
        (), "overview",
    ),
    Chapter(
        "Ranking of the measures",
        "Each dot is a measure's correlation with the judgements, each line its confidence interval. Recall and F1 are "
        "ranked separately. Two measures whose intervals overlap may still differ significantly, because all measures "
        "score the same summaries: the next chapter has the paired tests. Where single ratings are known, the dashed "
        "line is the correlation of one annotator with another.",
        ("compact",), "measures",
    ),
    Chapter(
        "Which differences are significant",
        "Two measures score the same summaries, so their correlations with the judgements vary together. The tests "
        "are paired and corrected for the number of pairs. tests.csv has all pairs, levels and coefficients, with "
        "intervals of the differences.",
        ("tests",), "tests",
    ),
    Chapter(
        "System level and summary level",
        "A measure may rank systems well, because errors cancel out in means, and still fail to tell the better of two "
        "summaries. The lower a dot at the summary level, the less the score of a single summary says.",
        ("levels",), "levels",
    ),
    Chapter(
        "Among the best systems",
        "Weak systems are easy to tell from strong ones. Towards the left, only the systems that annotators rate "
        "highest remain: does the measure still rank them correctly (Bhandari et al. 2020)?",
        (), "top",
    ),
    Chapter(
        "Effect of length",
        "Recall rises with every word, and annotators may prefer longer summaries. Two quantities that both rise with "
        "length correlate with each other. The partial correlation shows what remains at equal length.",
        ("lengths",),
    ),
    Chapter(
        "How many documents and systems are needed",
        "If two measures differ as much as they do here, how often would a corpus of another size show it (Card et "
        "al. 2020)? Estimated by resampling this corpus.",
        ("power",), "power",
    ),
    Chapter(
        "Systems: judgements against scores",
        "Each dot is a system. Where a measure agrees with the judgements, the dots follow a rising line. A dot far "
        "from the line is a system that the measure scores higher, or lower, than annotators do.",
        (), "systems",
    ),
    Chapter(
        "Which measures are redundant",
        "Two measures that rank systems alike carry the same information. Blue: positive correlation between two "
        "measures; red: negative. Related measures are next to each other.",
        (), "between",
    ),
    Chapter(
        "Measures that cover fewer summaries",
        "Some measures are defined for some summaries only; measures that compare sentences need extracts, for "
        "example. The table also shows what the ranked measures reach on the same systems and summaries.",
        ("apart",),
    ),
    Chapter(
        "Against the references",
        "The measures of table 1 of Steinberger and Ježek 2009, in the order found here, with the paper's values for "
        "other systems and documents. There, n-gram measures correlated best, and measures based on latent semantic "
        "analysis (LSA) no better than simple ones.",
        ("paper_1",),
    ),
    Chapter(
        "Against the full text",
        "Without references, a summary can be compared with the document itself (table 2 of the paper). There, LSA "
        "correlated best and the plain cosine poorly.",
        ("paper_2",),
    ),
    Chapter(
        "Oracles as a measure",
        "The best extracts are sets of sentences, so an extract can be scored by the sentences it shares with them "
        "(table 6 of Hirao 2017). Only extractive systems have such a score.",
        ("hirao_6",),
    ),
    Chapter(
        "What the main LSA topics cover",
        "The LSA measures compare a summary of p percent of a text on the first p percent of the LSA dimensions. "
        "The chart shows what share of the text these cover (figure 3), and how well the squared singular values "
        "follow the power law that the paper assumes (equation 10).",
        ("figure_3",), "figure-3",
    ),
    Chapter(
        "LSA weightings, against the references",
        "Local weight of a word in a sentence (FQ: frequency, BI: binary, AU: augmented frequency, LO: logarithm) and "
        "global weight in the document (NW: none, ISF: inverse sentence frequency, GF: GfIdf, EN: entropy). The paper "
        "found BI-ISF best against references (figure 4) and BI-NW against the full text (figure 5).",
        ("figure_4",), "figure-4",
    ),
    Chapter(
        "LSA weightings, against the full text",
        "The same for measures that compare summaries with the documents.",
        ("figure_5",), "figure-5",
    ),
    Chapter(
        "Number of keywords",
        "The keyword measure compares the most frequent content words. The paper found 30 of them best for summaries "
        "of 100 words (figure 6).",
        ("figure_6",), "figure-6",
    ),
    Chapter(
        "Inter-annotator agreement",
        "Where annotators disagree, no measure can agree with all of them. Krippendorff's alpha compares the "
        "differences between ratings of one summary with those between all ratings: 1 is perfect agreement, 0 is "
        "chance.",
        ("raters",),
    ),
    Chapter("Means of the systems", "Mean judgements, mean lengths, and mean scores of every system.", ("systems",)),
    Chapter(
        "All coefficients with intervals",
        "By aspect and level: ranked measures from the highest to the lowest, then the others.",
        ("measures",),
    ),
    Chapter("Method", _METHOD),
)  # fmt: skip


def findings(study: MetaStudy) -> list[str]:
    """State which measures rank first, what the tests support, and what was studied."""
    texts = [_finding(study, aspect) for aspect in study.aspects]
    if any("significant" in text for text in texts):
        texts.append(significantly_note(study))
    humans = f" ({len(study.humans):,} of them human: {listed(study.humans)})" if study.humans else ""
    texts.append(
        f"Studied: {counted(len(study.systems), 'system')}{humans} on {counted(len(study.documents), 'document')}, "
        f"human judgements of {listed(map(clean, study.aspects))}, {counted(len(study.measures), 'measure')}."
    )
    return texts


def _finding(study: MetaStudy, aspect: str) -> str:
    """State which measure ranks first on an aspect, with annotator agreement and lengths for comparison."""
    level = study.plan.levels[0]
    start = f"{clean(aspect)}, {level} level:"
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
    """Say what to compare the highest measures with: one annotator with another, and length alone."""
    level, coefficient = study.plan.levels[0], study.plan.coefficient
    ceiling = study.compared[aspect, level].ceiling
    value = ceiling.values[coefficient] if ceiling else None
    if ceiling and value is not None:
        pairs = counted(ceiling.pairs, "pair")
        yield f"Between two annotators, {SYMBOLS[coefficient]} = {value:z.3f} (mean of {pairs})."
    if level == "system":
        lengths = study.lengths[aspect]
        is_long = lengths.ratio >= LONG
        yield length_text(study, aspect) + (' Lengths differ much: see "Effect of length".' if is_long else "")
