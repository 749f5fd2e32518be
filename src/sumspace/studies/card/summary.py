"""The key facts of a data set, one a row, and which parts of the card cannot be computed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table
from sumspace.show.text import counted, interval_text, large, listed
from sumspace.studies.card.averages import DOCUMENT, NOVELTY, REFERENCE, SYSTEMS
from sumspace.studies.card.documents import BEST, HUMAN, LEAD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.show.table import Record
    from sumspace.studies.card.averages import Mean
    from sumspace.studies.card.study import CardStudy
    from sumspace.studies.card.subsets import SubsetRankings


def summary_table(study: CardStudy) -> Table:
    """Return the key facts of all documents together."""
    parts = (_sizes, _lengths, _extractiveness, _ceiling, _oracles, _agreement, _rankings, _systems, _leaks)
    records = [record for part in parts for record in part(study)]
    columns = [
        Column("what", about="means are over all documents or references; extracts have the references' length"),
        Column("value", kind="number", about="scores are recall, units inside sentences, unless f1 is said"),
        Column("note", about=f"[{study.plan.bootstrap.confidence:g}% interval: bootstrap over documents]", width=110),
    ]
    return Table("summary", f"The data set: {counted(len(study.documents), 'document')}", columns, records)


def _row(what: str, value: str, note: str = "", **numbers: object) -> Record:
    return {"what": what, "value": value, "note": note, **numbers}


def bounds(mean: Mean | None, form: str = ".4f") -> str:
    """Write the interval of a mean in brackets; nothing where there is none."""
    return f"[{interval_text(mean.interval, form)}]" if mean is not None and mean.interval else ""


def _sizes(study: CardStudy) -> Iterator[Record]:
    documents = study.documents
    domains = Counter(document.domain for document in documents)
    names = [f"{name or '-'} {count:,}" for name, count in domains.items()]
    topics = sum(document.is_topic for document in documents)
    note = (
        f"{counted(len(domains), 'domain')}: {listed(names)}"
        if len(domains) > 1
        else f"domain: {next(iter(domains)) or '-'}"
    )
    note += f"; {counted(topics, 'topic')} of several documents" if topics else ""
    without = sum(not document.has_text for document in documents)
    note += f"; {without:,} without a text" if without else ""
    yield _row("documents", f"{len(documents):,}", note)
    numbers = [len(document.references) for document in documents]
    each = f"{min(numbers)}" if min(numbers) == max(numbers) else f"{min(numbers)}–{max(numbers)}"
    yield _row("references", f"{sum(numbers):,}", f"{each} per document")


def _lengths(study: CardStudy) -> Iterator[Record]:
    group = study.everything
    for subject, one in ((DOCUMENT, "document"), (REFERENCE, "reference")):
        words, spread = group.mean(subject, "words"), group.spread(subject, "words")
        sentences = group.mean(subject, "sentences")
        if words and spread and sentences:
            note = f"{bounds(words, ',.0f')} quartiles {spread.first:,.0f}, {spread.median:,.0f}, {spread.third:,.0f}; "
            note += f"{sentences.mean:.1f} sentences"
            yield _row(f"words per {one}", f"{words.mean:,.0f}", note)
    ratio, spread = group.mean(REFERENCE, "compression"), group.spread(REFERENCE, "compression")
    if ratio and spread:
        note = f"{bounds(ratio, '.1f')} median {spread.median:.1f}; words of the document per word of a reference"
        yield _row("compression ratio", f"{ratio.mean:.1f}", note)


def _extractiveness(study: CardStudy) -> Iterator[Record]:
    group = study.everything
    coverage, density = group.mean(REFERENCE, "coverage"), group.mean(REFERENCE, "density")
    if not coverage or not density:
        return
    of = f"{coverage.values:,} references"
    yield _row(
        "coverage", f"{coverage.mean:.3f}", f"{bounds(coverage, '.3f')} share of the words of {of} that is copied"
    )
    yield _row("density", f"{density.mean:.2f}", f"{bounds(density, '.2f')} mean length of the copied run a word is in")
    novel = {n: mean for n, name in enumerate(NOVELTY, 1) if (mean := group.mean(REFERENCE, name))}
    if 2 in novel:
        others = ", ".join(f"{100 * mean.mean:.0f} % of {n}-grams" for n, mean in novel.items() if n != 2)
        yield _row("novel bigrams", f"{novel[2].mean:.1%}", f"{bounds(novel[2], '.1%')} not in the document; {others}")


def _ceiling(study: CardStudy) -> Iterator[Record]:
    group = study.everything
    for measure in study.plan.measures:
        average, lead, best = (group.mean(measure, what) for what in ("average", "lead", "best"))
        proven = group.mean(measure, "proven")
        if not (lead and best and proven):
            continue
        optimal = "proven optimal" if proven.mean == 1 else f"{proven.mean:.0%} proven optimal"
        beside = f"average extract {average.mean:.4f}, " if average else ""
        note = f"{bounds(best)} recall, {optimal}; {beside}lead {lead.mean:.4f}"
        yield _row(f"best extract, {measure}", f"{best.mean:.4f}", note)


def _oracles(study: CardStudy) -> Iterator[Record]:
    group = study.everything
    for objective in group.objectives:
        number, middle = group.oracle_count(objective)
        several, short, gap = (group.mean(objective, what) for what in ("several", "is_short", "gap"))
        if not (several and short and gap) or middle is None:
            continue
        unknown = short.values - number
        without = sum(bool(document.searches) for document in study.documents) - short.values
        note = f"median; {several.mean:.0%} of {number:,} have more; greedy below the best in {short.mean:.0%}, by "
        note += f"{gap.mean:.4f} {bounds(gap)}"
        note += f"; not counted in {unknown:,}" if unknown else ""
        note += f"; no extract that short in {without:,}" if without else ""
        yield _row(f"oracles, {objective}", large(int(middle)), note)


def _agreement(study: CardStudy) -> Iterator[Record]:
    group = study.everything
    for measure in study.plan.measures:
        human = group.mean((measure, HUMAN), "score")
        if not human:
            continue
        others = {source.name: group.mean((measure, source), "score") for source in (BEST, LEAD)}
        beside = ", ".join(f"{name} {mean.mean:.4f}" for name, mean in others.items() if mean)
        note = f"{bounds(human)} {human.values:,} by the other references"
        yield _row(f"human summaries, {measure}", f"{human.mean:.4f}", f"{note}; {beside}" if beside else note)


def main_ranking(study: CardStudy) -> SubsetRankings | None:
    """Return the ranking by single references of the most documents, on the first measure that has one."""
    single = [ranking for ranking in study.everything.rankings if ranking.size == 1 and ranking.tau is not None]
    first = [ranking for ranking in single if ranking.measure == single[0].measure]
    return max(first, key=lambda ranking: ranking.documents, default=None)


def _rankings(study: CardStudy) -> Iterator[Record]:
    ranking = main_ranking(study)
    if ranking and ranking.tau is not None:
        note = f"Kendall's tau of {counted(ranking.systems, 'system')} by one of {ranking.references} references "
        note += f"and by all; lowest {ranking.lowest:.2f}; another winner in {ranking.changes} of {ranking.subsets}"
        yield _row(f"ranking, {ranking.measure}", f"{ranking.tau:.2f}", note)


def _systems(study: CardStudy) -> Iterator[Record]:
    extracts = study.everything.mean(SYSTEMS, "is_extract")
    if extracts:
        systems = counted(len(study.everything.systems), "system")
        note = f"{bounds(extracts, '.0%')} of {extracts.values:,} summaries by {systems} consist of copied sentences"
        yield _row("extracts", f"{extracts.mean:.0%}", note)


def _leaks(study: CardStudy) -> Iterator[Record]:
    kinds = Counter(leak.kind for leak in study.leaks)
    note = "; ".join(f"{kind}: {count:,}" for kind, count in kinds.items())
    yield _row("suspicious texts", f"{len(study.leaks):,}", note or "no copied reference, no duplicate, nothing empty")


def missing_parts(study: CardStudy) -> Iterator[str]:
    """Say which parts of the card cannot be computed, and why; one line each."""
    group, documents = study.everything, study.documents
    has_text = any(document.has_text for document in documents)
    has_references = any(document.references for document in documents)
    several = any(len(document.references) > 1 for document in documents)
    if not has_references:
        yield "no references: compression, coverage, extracts, oracles and agreement are skipped"
    if not has_text:
        yield "no texts: lengths, compression, coverage and extracts are skipped"
    if has_references and has_text and not study.plan.oracles:
        yield "extracts and oracles were not looked at (--no-oracles)"
    if has_references and not several:
        yield "one reference per document: agreement of human summaries is skipped, since it takes two"
    if not group.systems:
        yield "no systems: extracts among summaries, ranking by subsets of references and copied references are skipped"
    elif several and not group.rankings:
        yield "ranking by subsets of references is skipped: it takes two systems and two references of a document"
