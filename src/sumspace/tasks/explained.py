"""Why a summary is as it is, and what a model has learned, as tables for people."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sumspace.show.table import Column, Table
from sumspace.show.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.summarizers.callisto.explaining import Description

    Record = dict[str, Any]


#: So many reasons, key phrases, segments and parts of a score are shown; JSON has all.
_REASONS, _PHRASES, _SEGMENTS, _PARTS = 6, 12, 12, 3
#: So many features and rules of a model are shown.
_IMPORTANT, _RULES = 12, 20
#: So many sentences are shown that were not taken, though they are ranked above one that was.
_PASSED_OVER = 5


def explanation_tables(record: Record) -> Iterator[Table]:
    """Yield what explains a summary; nothing where it is not explained."""
    why = record.get("why")
    if why is None:
        return
    if why.get("value") is not None:
        yield _choice(why)
    if len(why.get("reasons", ())) > 1:
        yield _reasons(why)
    if len(why.get("segments", ())) > 1:
        yield _segments(why["segments"])
    yield _sentences(why)


def _choice(why: Record) -> Table:
    """Show the chosen configuration beside the next best and the one that is best whatever the text."""
    named = {"chosen": why, "next best": why["next_best"], "best for all texts": why["best_fixed"]}
    rows = [{"which": name, **one} for name, one in named.items() if one is not None]
    columns = (
        Column("which", "configuration", about="the chosen one, the next best, and the best where no text is known"),
        Column("value", kind="number", write=".4f", about=why["value_is"]),
        Column("configuration", " "),
    )
    same = len(why["reasons"]) == 1
    return Table("choice", "", columns, rows, ["The model expects the same of all texts."] if same else [])


def _reasons(why: Record) -> Table:
    """Show the largest amounts, the sum of the others, and what they sum to."""
    first, *others = why["reasons"]
    others.sort(key=lambda reason: -abs(reason["amount"]))
    shown, rest = [first, *others[: _REASONS - 1]], others[_REASONS - 1 :]
    if rest:
        shown.append({"what": counted(len(rest), "other reason"), "amount": sum(one["amount"] for one in rest)})
    rows = [*shown, {"what": "sum", "amount": sum(reason["amount"] for reason in why["reasons"])}]
    columns = (
        Column("what", "reason", about="what counts for the chosen configuration, or against it"),
        Column("amount", kind="number", write="+.4f", about="what it adds to the value of the chosen configuration"),
    )
    notes = [f"Rules: {'; '.join(why['rules'])}."] if why["rules"] else []
    return Table("reasons", "", columns, rows, notes)


def _segments(segments: Sequence[Record]) -> Table:
    rows = []
    for one in segments[:_SEGMENTS]:
        first, last = one["first"], one["first"] + one["sentences"] - 1
        density = 100 * one["phrases"] / one["words"] if one["words"] else 0.0
        rows.append({**one, "sentences": f"{first}–{last}" if last > first else str(first), "density": density})
    more = len(segments) - len(rows)
    columns = (
        Column("sentences", "segment", "number", about="sentences that belong together, counted from 0"),
        Column("words", kind="number"),
        Column("phrases", "key phrases", "number", about="how often key phrases occur"),
        Column("density", "per 100 words", "number", ".1f", about="segments with more come first"),
    )
    return Table("segments", "", columns, rows, [f"{counted(more, 'more segment')} not shown."] if more else [])


def _sentences(why: Record) -> Table:
    """Show the sentences that were taken, and the best of those that were not."""
    last = max((one["place"] for one in why["sentences"] if one["taken"]), default=0)
    above = [one for one in why["sentences"] if one["taken"] or one["place"] < last]
    passed_over = [one for one in above if not one["taken"]]
    shown = [one for one in above if one["taken"] or one in passed_over[:_PASSED_OVER]]
    notes = []
    if phrases := why.get("phrases"):
        listed = ", ".join(f"{one['phrase']} ({one['score']:.3g})" for one in phrases[:_PHRASES])
        notes.append(
            f"{why['phrases_are'].capitalize()}, with their scores: {listed}{', …' if len(phrases) > _PHRASES else ''}."
        )
    if len(passed_over) > _PASSED_OVER:
        notes.append(f"{counted(len(passed_over) - _PASSED_OVER, 'more sentence')} ranked as high not taken.")
    scored = any("score" in one for one in shown)
    columns = (
        Column("number", "sentence", "number", about="counted from 0"),
        Column("place", kind="number", about="in the order of the summarizer; the best is 1"),
        *((Column("score", kind="number", write=".4g"),) if scored else ()),
        Column("taken", write=partial(_taken, why=why), about="whether it is taken, or why not"),
        *(
            (Column("parts", write=_parts, about="the largest parts of the score"),)
            if any("parts" in o for o in shown)
            else ()
        ),
    )
    return Table("places", "", columns, shown, [*notes, ""])


def _taken(sentence: Record, *, why: Record) -> str:
    leaning = f"leans on {sentence['leans_on']}" if "leans_on" in sentence else ""
    if sentence["taken"]:
        return f"yes, {leaning}" if leaning else "yes"
    if "fragment" in sentence:
        return "fragment"
    if "together" in why:
        return "others are worth more together"
    needed = next((one for one in why["sentences"] if one["number"] == sentence.get("leans_on")), None)
    costs = needed is not None and not needed["taken"] and needed["place"] > sentence["place"]
    return leaning if costs else "does not fit"


def _parts(sentence: Record) -> str:
    parts = sorted(sentence.get("parts", ()), key=lambda part: -abs(part["amount"]))
    written = [f"{part['what']} {part['amount']:+.3g}" for part in parts[:_PARTS]]
    return ", ".join(written) + (", …" if len(parts) > _PARTS else "")


def model_tables(learned: Description) -> list[Table]:
    """Show what a model has learned: the best configurations, the features that matter, and the rules of a tree."""
    record = learned.record
    best = (
        Column("length", about="how long summaries are"),
        Column("configuration", "best configuration", about="the best where nothing is known of the text"),
        Column("value", kind="number", write=".4f", about=learned.value_is),
    )
    matters = (
        Column("what", "feature", about="what is known of a text or, of a tree, a parameter of the configuration"),
        Column("amount", "importance", "number", ".4g", about=learned.importance_is),
    )
    rules = (
        Column(
            "if",
            "rule",
            about="what leads to a leaf of the tree",
            write=lambda rule: ", ".join(rule["if"]) or "always",
            width=90,
        ),
        Column("value", kind="number", write=".4f", about=learned.value_is),
    )
    tables = [Table("best", "", best, record["best"])]
    for name, columns, most in (("importance", matters, _IMPORTANT), ("rules", rules, _RULES)):
        if rows := record[name]:
            more = len(rows) - most
            tables.append(Table(name, "", columns, rows[:most], [f"{more:,} more are in --json."] if more > 0 else []))
    return tables
