"""The story that the card tells: what was found, in sentences, and the chapters of its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.page import Chapter
from sumspace.show.text import counted, interval_text, large, listed, p_text, short
from sumspace.stats.resampling import ends_of
from sumspace.studies.card.averages import ALPHA, DOCUMENT, REFERENCE, SYSTEMS
from sumspace.studies.card.documents import BEST, HUMAN, LEAD
from sumspace.studies.card.summary import bounds, main_ranking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.studies.card.averages import Difference
    from sumspace.studies.card.study import CardStudy


TITLE = "What the data set is like"
INTRODUCTION = (
    "The figures that a data set paper reports, and a few that it should: how long texts are and how much of the "
    "references is copied, what extracts can reach, how far human summaries agree, how much the ranking of systems "
    "depends on the references, and which texts look wrong."
)
_METHOD = (
    "Coverage and density follow Grusky, Naaman & Artzi 2018: going through the summary from left to right, the "
    "longest run of words that the document has too is a fragment. Coverage is the share of the "
    "summary's words that are in "
    "fragments, density the sum of the squared lengths of fragments divided by the words of the summary. Words are in "
    "lower case and not stemmed; punctuation does not count, which the paper's tokens have. Novel n-grams lie inside a "
    "sentence of the summary; each occurrence counts. Extracts have as many words as the references on average, "
    "reach(length); their average and the best one are exact where counting fits the time limit, otherwise the average "
    "is estimated from random extracts and the best one is searched for. Oracles are counted among extracts of at most "
    "that many words, with recall; labels are those of the best mean F1 of at most 3 sentences. Intervals are those of "
    "a bootstrap over documents, which keeps the references of a document together, widened for few documents."
)
CHAPTERS = (
    Chapter("The data set in numbers", "The key facts, and the same by domain.", ("summary", "domains")),
    Chapter(
        "Lengths and compression",
        "The compression ratio is the number of words of the document per word of a reference (Grusky 2018).",
        ("lengths",),
        "compression",
    ),
    Chapter(
        "How much is copied",
        "References to the right have more of their words in common with the document, references further up copy "
        "longer runs of words. An extract of whole sentences has a coverage of 1 and a high density.",
        ("copying",),
        "extractiveness",
    ),
    Chapter(
        "How much is new",
        "The share of n-grams of the references that do not occur in the document. A system that copies sentences "
        "cannot produce them.",
        figures="novelty",
    ),
    Chapter(
        "What extracts can reach",
        "All extracts have the length of the references. No system that copies sentences scores above the best "
        "extract; one that is no better than the average extract has learned nothing about what matters.",
        ("ceiling",),
        "ceiling",
    ),
    Chapter(
        "Oracles and greedy labels",
        "Extractive models are trained on labels that come from the best extract or from a greedy approximation of it. "
        "Where several extracts are best, the labels are one choice among them; where the greedy one is below the "
        "best, they are not the best there is.",
        ("oracles",),
        "oracles",
    ),
    Chapter(
        "How far human summaries agree",
        "Each reference is judged by the other references of its document, and so are the best extract, Lead and the "
        "systems, all cut to the same length. Only scores in this table compare with each other: elsewhere all "
        "references judge.",
        ("agreement", "differences"),
        "agreement",
    ),
    Chapter(
        "How the ranking depends on the references",
        "Documents with the same number of references are looked at together. Systems are ranked by every subset of "
        "the references, and each ranking is compared with the one by all of them. Beside it stands what "
        "happens when the "
        "documents are drawn anew: a ranking that changes as much with the documents has too few of them.",
        ("rankings",),
        "rankings",
    ),
    Chapter(
        "Which systems copy",
        "A sentence is copied if it is a sentence of the document, case and punctuation aside; a summary is an extract "
        "if all of its sentences are.",
        figures="copying",
    ),
    Chapter(
        "Suspicious texts",
        "A summary that scores above every extract and above every human summary of its document, by the same "
        "references, has probably seen a reference; so has one that repeats a reference nearly word for word. Repeated "
        "documents, references that are the beginning of the document and empty texts are listed too.",
        ("leaks",),
    ),
    Chapter("How it is computed", _METHOD),
)


def findings(study: CardStudy) -> list[str]:
    """Say what was found, each time with what it rests on."""
    parts = (_leaks, _sizes, _copying, _ceiling, _oracles, _agreement, _rankings, _systems)
    paragraphs = [" ".join(part(study)) for part in parts]
    return [paragraph for paragraph in paragraphs if paragraph]


def _leaks(study: CardStudy) -> Iterator[str]:
    leaks = study.leaks
    if not leaks:
        yield "Nothing suspicious was found: no copied reference, no duplicate, nothing empty."
        return
    kinds = {leak.kind: sum(other.kind == leak.kind for other in leaks) for leak in leaks}
    named = ", ".join(f"{kind} ({count:,})" for kind, count in kinds.items())
    first = leaks[0]
    yield f"{counted(len(leaks), 'text')} {'is' if len(leaks) == 1 else 'are'} suspicious: {named}."
    like = f", like {first.other}" if first.other else ""
    yield f"First look at {first.text} of {short(first.id)}: {first.kind}{like}."


def _sizes(study: CardStudy) -> Iterator[str]:
    group, documents = study.everything, study.documents
    words, length = group.mean(DOCUMENT, "words"), group.mean(REFERENCE, "words")
    domains = len(study.groups) - 1
    among = f" of {domains} domains" if domains > 0 else ""
    about = f", {words.mean:,.0f} words long on average" if words else ""
    yield f"The data set has {counted(len(documents), 'document')}{among}{about}."
    ratio = group.mean(REFERENCE, "compression")
    if length:
        times = f"; documents are {ratio.mean:.1f} times as long {bounds(ratio, '.1f')}" if ratio else ""
        yield f"Its {counted(length.values, 'reference')} have {length.mean:,.0f} words{times}."


def _copying(study: CardStudy) -> Iterator[str]:
    group = study.everything
    coverage, density, novel = (group.mean(REFERENCE, name) for name in ("coverage", "density", "novel_2"))
    if coverage and density:
        yield (
            f"Of the words of a reference, {coverage.mean:.1%} {bounds(coverage, '.1%')} are copied from the document "
            f"(coverage), and a word is in a copied run of {density.mean:.2f} words {bounds(density, '.2f')} on "
            f"average "
            "(density)."
        )
    if novel:
        yield f"Of its bigrams, {novel.mean:.1%} {bounds(novel, '.1%')} are new."


def _ceiling(study: CardStudy) -> Iterator[str]:
    group = study.everything
    for measure in study.plan.measures:
        best, proven = group.mean(measure, "best"), group.mean(measure, "proven")
        average, lead = group.mean(measure, "average"), group.mean(measure, "lead")
        if best and proven and lead:
            beside = f"the average extract {average.mean:.4f} {bounds(average)}, " if average else ""
            share = "all" if proven.mean == 1 else f"{proven.mean:.0%}"
            yield (
                f"On {measure} (recall), the best extract of the references' length scores {best.mean:.4f} "
                f"{bounds(best)}, {beside}Lead {lead.mean:.4f} {bounds(lead)}; of "
                f"{counted(best.values, 'best extract')}, "
                f"{share} are proven optimal."
            )


def _oracles(study: CardStudy) -> Iterator[str]:
    group = study.everything
    for objective in group.objectives:
        number, middle = group.oracle_count(objective)
        several = group.mean(objective, "several")
        short_of, gap = group.mean(objective, "is_short"), group.mean(objective, "gap")
        if several and middle is not None and short_of and gap:
            more = f"{several.mean:.0%} of {counted(number, 'document')} have more than one best extract"
            yield (
                f"On {objective}, {more} (median {large(int(middle))}), and the greedy extract is below the best in "
                f"{short_of.mean:.0%} of {counted(short_of.values, 'document')}, by {gap.mean:.4f} {bounds(gap)} on "
                f"average."
            )


def _agreement(study: CardStudy) -> Iterator[str]:
    group = study.everything
    for measure in study.plan.measures:
        human = group.mean((measure, HUMAN), "score")
        if not human:
            continue
        tests = {found.against: found for found in group.differences if found.measure == measure}
        said = [_difference(tests[source], name) for source, name in _AGAINST.items() if source in tests]
        text = f": {'; '.join(said)}" if said else ""
        yield (
            f"Judged by the other references of its document, a human summary scores {human.mean:.4f} "
            f"{bounds(human)} on "
            f"{measure} ({human.values:,} of them){text}."
        )
        systems = [found for source, found in tests.items() if source.kind == "system"]
        above = [found.against.name for found in systems if found.p < ALPHA and found.result.difference.mean < 0]
        below = sum(found.p < ALPHA and found.result.difference.mean > 0 for found in systems)
        if systems:
            higher = (
                f"{len(above):,} score significantly higher ({listed(above)})"
                if above
                else "none scores significantly higher"
            )
            yield f"Of {counted(len(systems), 'system')}, {below:,} score significantly lower and {higher}."


_AGAINST = {BEST: "the best extract", LEAD: "Lead"}


def _difference(found: Difference, name: str) -> str:
    """Say whether human summaries score higher than something else."""
    mean, p = found.result.difference.mean, f"p {p_text(found.p, '= ')}"
    ends = ends_of(found.result.difference)
    size = f"{mean:+.4f}" + (f" [{interval_text(ends, '+.4f')}]" if ends else "")
    if found.p >= ALPHA:
        return f"no significant difference from {name} ({size}, {p})"
    return f"significantly {'higher' if mean > 0 else 'lower'} than {name} ({size}, {p})"


def _rankings(study: CardStudy) -> Iterator[str]:
    ranking = main_ranking(study)
    if ranking is None or ranking.tau is None:
        return
    beside = ""
    if ranking.resampled is not None:
        beside = f"; when documents are drawn anew instead, tau is {ranking.resampled:.2f}"
    yield (
        f"Ranked by one of {ranking.references} references instead of all, {ranking.systems} systems keep their order "
        f"with a Kendall's tau of {ranking.tau:.2f} ({ranking.lowest:.2f} to {ranking.highest:.2f}, "
        f"{ranking.measure} F1, "
        f"{counted(ranking.documents, 'document')}){beside}."
    )
    yield f"The winner changes in {ranking.changes} of {counted(ranking.subsets, 'choice')} of the reference."


def _systems(study: CardStudy) -> Iterator[str]:
    extracts = study.everything.mean(SYSTEMS, "is_extract")
    if extracts:
        yield f"Of {extracts.values:,} system summaries, {extracts.mean:.0%} {bounds(extracts, '.0%')} are extracts."
