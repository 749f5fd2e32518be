"""Every number of the card, in tables that say how they are shown."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sumspace.show.table import DOMAIN, Column, Table
from sumspace.show.text import interval_text, large, p_text
from sumspace.stats.resampling import ends_of
from sumspace.studies.card.averages import ALPHA, DOCUMENT, NOVELTY, REFERENCE
from sumspace.studies.card.documents import HUMAN
from sumspace.studies.card.fragments import WORDS
from sumspace.studies.card.leaks import NEARLY
from sumspace.studies.card.subsets import ALL_SUBSETS, DRAWN, SAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.show.table import Output, Record
    from sumspace.studies.card.averages import CardGroup, Mean
    from sumspace.studies.card.documents import CardDocument
    from sumspace.studies.card.study import CardStudy


#: Tables that a terminal has no room for.
_FULL: tuple[Output, ...] = ("json", "csv", "page")
#: So many suspicious texts are listed on a terminal.
_MOST_LISTED = 10
_GRAMS = ("words", "bigrams", "trigrams", "4-grams")
_ABOUT = {
    "compression": "words of the document per word of the reference (Grusky 2018)",
    "coverage": f"share of words in copied runs (Grusky 2018); {WORDS}",
    "density": "mean length of the copied run that a word is in, 0 for other words (Grusky 2018)",
    "novel_1": "share of words that the document does not have",
    "novel_2": "share of bigrams inside sentences that the document does not have",
    "novel_3": "the same of trigrams",
    "novel_4": "the same of 4-grams",
    "copied": "share of sentences that are sentences of the document, case and punctuation aside",
    "is_extract": "share of summaries whose sentences are all copied",
}


def make_tables(study: CardStudy) -> list[Table]:
    """Make all tables; those of numbers by domain have no domain for all documents together."""
    return [
        study.summary_table(),
        _domains(study),
        _copying(study),
        _lengths(study),
        _ceiling(study),
        _oracles(study),
        _agreement(study),
        _differences(study),
        _rankings(study),
        _leaks(study),
        Table("documents", records=[_document(document) for document in study.documents]),
    ]


def _fields(name: str, mean: Mean | None) -> Record:
    """Return a mean with its interval, as fields of a record."""
    return {
        name: mean.mean if mean else None,
        f"{name}_interval": list(mean.interval) if mean and mean.interval else None,
    }


def _number(name: str, form: str, title: str = "", **settings: Any) -> Column:
    return Column(name, title, "number", form, about=settings.pop("about", _ABOUT.get(name, "")), **settings)


def _interval(name: str, form: str, of: str = "") -> Column:
    def write(record: Record) -> str:
        return interval_text(record[f"{name}_interval"], form)

    return Column(f"{name}_interval", f"{of or name}\ninterval", "number", write, about=_INTERVAL)


_INTERVAL = "bootstrap over documents"


def _over(study: CardStudy) -> Iterator[tuple[str | None, CardGroup]]:
    yield from study.groups.items()


def _domains(study: CardStudy) -> Table:
    """Show what a data set paper prints: one row for each domain, and one for all."""
    records = [_domain(domain, group) for domain, group in _over(study)]
    columns = [
        DOMAIN,
        _number("documents", ","),
        Column("document_words", "words\n/doc", "number", ",.0f", about="words per document, mean"),
        _number("references", ","),
        _number("reference_words", ",.0f", "words\n/ref", about="words per reference, mean"),
        *(_number(name, form) for name, form in (("compression", ".1f"), ("coverage", ".3f"), ("density", ".2f"))),
        _number("novel_2", ".0%", "novel\nbigrams"),
    ]
    only: Sequence[Output] = () if len(records) > 1 else ("json", "csv")
    return Table("domains", "By domain", columns, records, only=only)


def _domain(domain: str | None, group: CardGroup) -> Record:
    record: Record = {
        "domain": domain,
        "documents": len(group.documents),
        "topics": sum(document.is_topic for document in group.documents),
        "references": sum(len(document.references) for document in group.documents),
        "systems": len(group.systems),
        "summaries": sum(len(document.systems) for document in group.documents),
    }
    for name, subject, what in (
        ("document_words", DOCUMENT, "words"), ("document_sentences", DOCUMENT, "sentences"),
        ("reference_words", REFERENCE, "words"), ("reference_sentences", REFERENCE, "sentences"),
        *((what, REFERENCE, what) for what in ("compression", "coverage", "density", *NOVELTY)),
    ):  # fmt: skip
        record |= _fields(name, group.mean(subject, what))
    for measure in group.plan.measures:
        for what in ("average", "lead", "best"):
            record |= _fields(f"{measure}_{what}", group.mean(measure, what))
        record |= _fields(f"{measure}_human", group.mean((measure, HUMAN), "score"))
    return record


def _copying(study: CardStudy) -> Table:
    """Show how much references and systems copy."""
    names = ("coverage", "density", *NOVELTY, "copied", "is_extract")
    records = []
    for domain, group in _over(study):
        subjects: dict[str, object] = {"references": REFERENCE}
        subjects |= {system: ("system", system) for system in group.systems}
        for name, subject in subjects.items():
            words, coverage = group.mean(subject, "words"), group.mean(subject, "coverage")
            if words:
                record: Record = {
                    "domain": domain,
                    "kind": "reference" if subject == REFERENCE else "system",
                    "name": name,
                }
                record |= {"summaries": words.values, "compared": coverage.values if coverage else 0}
                for what in ("words", "sentences", *names):
                    record |= _fields(what, group.mean(subject, what))
                records.append(record)
    columns = [
        Column("name", "summaries by"),
        _number("summaries", ","),
        _number("words", ",.0f"),
        _number("coverage", ".3f"),
        _interval("coverage", ".3f"),
        _number("density", ".2f"),
        *(_number(f"novel_{n}", ".0%", f"novel\n{name}") for n, name in enumerate(_GRAMS, 1)),
        _number("copied", ".0%", "copied\nsentences"),
        _number("is_extract", ".0%", "extracts"),
    ]
    table = Table("copying", "How much of summaries is copied", records=records)
    if not study.everything.mean(REFERENCE, "coverage") and not any(record["compared"] for record in records):
        return table
    everything = [record for record in records if record["domain"] is None]
    systems = [record for record in everything if record["kind"] == "system"]
    hidden = ("coverage_interval", "novel_1", "novel_3", "novel_4", "copied")
    short = [column for column in columns if column.name not in hidden]
    views = (
        Table("copying", table.title, short, systems, only=("text",)),
        Table("copying", table.title, columns, everything, only=("page",)),
        *_by_domain(study, "copying", "How much of references is copied, by domain", columns, records),
    )
    return Table("copying", records=records, views=views)


def _by_domain(
    study: CardStudy, name: str, title: str, columns: Sequence[Column], records: Sequence[Record]
) -> Iterator[Table]:
    """Show records of each domain on the page, where there are several; those of systems are in the files alone."""
    if len(study.groups) > 1:
        own = [record for record in records if record["domain"] is not None and record.get("kind") != "system"]
        yield Table(name, title, [DOMAIN, *columns], own, blocks=True, only=("page",))


def _lengths(study: CardStudy) -> Table:
    whats = {
        (DOCUMENT, "words"): "words per document",
        (DOCUMENT, "sentences"): "sentences per document",
        (REFERENCE, "words"): "words per reference",
        (REFERENCE, "sentences"): "sentences per reference",
        (REFERENCE, "compression"): "compression ratio",
    }
    records = []
    for domain, group in _over(study):
        for (subject, what), label in whats.items():
            mean, spread = group.mean(subject, what), group.spread(subject, what)
            if mean and spread:
                known = {"domain": domain, "what": label, "number": mean.values}
                records.append({**known, **_fields("mean", mean), **spread._asdict()})
    form = ",.1f"
    columns = [
        Column("what", "", about="compression ratio: words of the document per word of the reference"),
        _number("number", ",", about="how many there are of them"),
        _number("mean", form, about="mean"),
        _interval("mean", form),
        _number("lowest", form, about="the smallest"),
        _number("first", form, "first\nquartile", about="a quarter is smaller"),
        _number("median", form, about="half are smaller"),
        _number("third", form, "third\nquartile", about="three quarters are smaller"),
        _number("highest", form, about="the largest"),
    ]
    everything = [record for record in records if record["domain"] is None]
    title = "Lengths"
    views = (
        Table("lengths", title, columns, everything, only=_FULL),
        *_by_domain(study, "lengths", "Lengths by domain", columns, records),
    )
    return Table("lengths", records=records, views=views, only=_FULL)


def _ceiling(study: CardStudy) -> Table:
    records = []
    for domain, group in _over(study):
        for measure in study.plan.measures:
            best, proven, exact = (group.mean(measure, what) for what in ("best", "proven", "exact"))
            if best and proven:
                record: Record = {"domain": domain, "measure": str(measure), "documents": best.values}
                for what in ("average", "lead", "best", "bound"):
                    record |= _fields(what, group.mean(measure, what))
                record |= {"proven": proven.mean, "exact": exact.mean if exact else None}
                records.append(record)
    columns = [
        DOMAIN,
        Column("measure"),
        _number("documents", ","),
        _number("average", ".4f", about="mean recall of all extracts of the references' length, reach(length)"),
        _interval("average", ".4f"),
        _number("lead", ".4f", about="recall of the first words of that length"),
        _interval("lead", ".4f"),
        _number("best", ".4f", about="recall of the best extract of that length (oracle): the extractive ceiling"),
        _interval("best", ".4f"),
        _number("proven", ".0%", about="share of documents whose best extract is proven optimal"),
        _number("exact", ".0%", about="share of documents whose average is exact; the others are sampled"),
    ]
    return Table("ceiling", "The extractive ceiling", columns, records, only=_FULL)


def _oracles(study: CardStudy) -> Table:
    records = []
    for domain, group in _over(study):
        for objective in group.objectives:
            number, middle = group.oracle_count(objective)
            short, gap, proven = (group.mean(objective, what) for what in ("is_short", "gap", "proven"))
            if short and gap and proven:
                record: Record = {"domain": domain, "objective": objective, "documents": short.values}
                record |= {"counted": number, "median": middle, "proven": proven.mean}
                record |= _fields("several", group.mean(objective, "several"))
                record |= _fields("short", short) | _fields("gap", gap)
                records.append(record)

    def middle_text(record: Record) -> str:
        return "-" if record["median"] is None else large(int(record["median"]))

    columns = [
        DOMAIN,
        Column(
            "objective", about="recall: at most as many words as the references; f1: at most 3 sentences, as labels"
        ),
        _number("documents", ","),
        _number("counted", ",", about="documents whose best extracts are all known"),
        Column("median", "oracles", "number", middle_text, about="how many extracts are best, median over documents"),
        _number("several", ".0%", about="share of documents with more than one"),
        _number("short", ".0%", "greedy\nshort", about="share of documents whose greedy extract scores below the best"),
        _interval("short", ".0%", "short"),
        _number("gap", ".4f", about="by how much it scores below, mean over all documents"),
        _interval("gap", ".4f"),
        _number("proven", ".0%", about="share of documents whose best extract is proven optimal"),
    ]
    return Table("oracles", "Oracles, and greedy extracts", columns, records, only=_FULL)


def _agreement(study: CardStudy) -> Table:
    records = []
    for domain, group in _over(study):
        for measure in study.plan.measures:
            for source in group.sources:
                mean = group.mean((measure, source), "score")
                if mean:
                    record = {"domain": domain, "measure": str(measure), "kind": source.kind, "summary": source.name}
                    records.append(
                        {**record, "documents": mean.documents, "pairs": mean.values, **_fields("score", mean)}
                    )
    columns = [
        Column("measure"),
        Column(
            "summary", about="all are judged by the same references: all of a document but one, each left out in turn"
        ),
        _number("documents", ","),
        _number("pairs", ",", "judged", about="how often: once for each reference that is left out"),
        _number("score", ".4f"),
        _interval("score", ".4f"),
    ]
    notes = (
        "Recall, with every summary cut to the length of the references it is judged by.",
        "human summaries: the reference left out. best extract: the best by all references. lead: the first words.",
    )
    everything = [record for record in records if record["domain"] is None]
    views = (
        Table("agreement", "Human summaries, extracts and systems by the same references", columns, everything, notes),
        *_by_domain(study, "agreement", "Human summaries, best extract and Lead by domain", columns, records),
    )
    return Table("agreement", records=records, views=views if everything else (), only=_FULL)


def _differences(study: CardStudy) -> Table:
    records = [
        {
            "measure": str(found.measure), "against": found.against.name, "documents": found.result.documents,
            "difference": found.result.difference.mean, "difference_interval": ends_of(found.result.difference),
            "p": found.result.p, "corrected": found.p, "wins": found.result.wins, "ties": found.result.ties,
            "losses": found.result.losses,
        }
        for found in study.everything.differences
    ]  # fmt: skip
    columns = [
        Column("measure"),
        Column("against", "human summaries minus", about="what they are compared with, judged by the same references"),
        _number("documents", ","),
        _number("difference", "+.4f", about="mean over documents"),
        _interval("difference", "+.4f"),
        Column(
            "corrected", "p", "number", lambda record: p_text(record["corrected"]),
            about=f"paired permutation test, Holm's correction; below {ALPHA} the difference is significant",
        ),
        Column(
            "wins", "wins/ties/losses", "number", lambda r: f"{r['wins']}/{r['ties']}/{r['losses']}",
            about="documents on which the human summaries score higher, the same, lower",
        ),
    ]  # fmt: skip
    return Table("differences", "Do human summaries score higher?", columns, records, only=_FULL)


def _rankings(study: CardStudy) -> Table:
    records = [{**asdict(ranking), "measure": str(ranking.measure)} for ranking in study.everything.rankings]
    columns = [
        Column("measure"),
        _number("references", ",", about="references of the documents; those with as many are looked at together"),
        _number("documents", ","),
        _number("systems", ","),
        _number("size", ",", "judging", about="how many of the references judge"),
        _number("subsets", ",", about="how many choices of so many references"),
        _number(
            "tau", ".2f", "mean\ntau", about="Kendall's tau between the ranking by a subset and that by all references"
        ),
        _number("lowest", ".2f", about="the lowest tau of a subset"),
        _number("changes", ",", "other\nwinner", about="in how many subsets another system is first"),
        _number(
            "resampled", ".2f", "documents\ndrawn anew", about="mean tau when documents, not references, are drawn anew"
        ),
    ]
    notes = ["Systems are ranked by mean F1, uncut."]
    if any(record["drawn"] for record in records):
        notes.append(f"Of more than {ALL_SUBSETS} references, {DRAWN} subsets of each size are drawn at random.")
    notes.append(f"documents drawn anew: {SAMPLES:,} samples with replacement, all references judging.")
    title = "How the ranking of systems depends on the references"
    return Table("rankings", title, columns, records, notes, only=_FULL)


def _leaks(study: CardStudy) -> Table:
    records = [leak.record for leak in study.leaks]

    def scores(record: Record) -> str:
        parts = []
        for measure, own in record["scores"].items():
            beside = [f"{name} {own[key]:.3f}" for key, name in _BESIDE.items() if key in own]
            parts.append(
                f"{measure} {own['score']:.3f} ({', '.join(beside)})" if beside else f"{measure} {own['score']:.3f}"
            )
        return "; ".join(parts) or "-"

    columns = [
        Column("id", "document", width=40),
        Column("kind", "problem", about="the most suspicious first"),
        Column("text", about="whose text it is", width=30),
        Column("other", "like", about="the nearest reference, or the document where the same text stands", width=30),
        _number("likeness", ".2f", about=f"share of bigrams that both have; a near copy from {NEARLY} on"),
        Column(
            "scores", write=scores, about="by all references, cut to their length, beside the best extract", width=60
        ),
    ]
    title = "Suspicious texts: look at these before you use the data"
    more = [f"{len(records) - _MOST_LISTED:,} more: --json, or the page"] if len(records) > _MOST_LISTED else []
    views = (
        Table("leaks", title, columns, records[:_MOST_LISTED], more, only=("text",)),
        Table("leaks", title, columns, records, only=("page",)),
    )
    return Table("leaks", records=records, views=views)


_BESIDE = {"best_extract": "best extract", "by_others": "by others", "human": "human"}


def _document(document: CardDocument) -> Record:
    """Return what is known of one document."""
    sizes = document.sizes
    return {
        "id": document.id, "domain": document.domain, "texts": sizes.texts, "sections": sizes.sections,
        "words": sizes.words if document.has_text else None,
        "sentences": sizes.sentences if document.has_text else None,
        "references": [_summary(reference) for reference in document.references],
        "systems": [_summary(system) for system in document.systems],
        "extracts": {str(measure): asdict(extracts) for measure, extracts in document.extracts.items()},
        "oracles": [asdict(search) for search in document.searches],
        "judged": {
            str(measure): {source.name: list(scores) for source, scores in judged.items()}
            for measure, judged in document.judged.items()
        },
    }  # fmt: skip


def _summary(summary: Any) -> Record:
    copying = summary.copying
    copied = {} if copying is None else {**asdict(copying), "novelty": list(copying.novelty)}
    names = ("coverage", "density", "novelty", "copied")
    return {
        "name": summary.name, "words": summary.words, "sentences": summary.sentences,
        **{name: copied.get(name) for name in names}, "nearest": summary.nearest, "likeness": summary.likeness,
    }  # fmt: skip
