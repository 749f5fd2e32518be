"""The card of a model: what it was trained on, how, and what it scores on folds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.show.table import Column, Table, percent_column
from sumspace.show.text import counted, domain_label
from sumspace.studies.learning.plan import LEARNED
from sumspace.studies.report.labels import BEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


_ABOUT = {LEARNED: "on folds that the model was not trained on", BEST: "the most that an extract can score"}


def card_tables(card: Mapping[str, Any]) -> list[Table]:
    """Show a card as tables: what is said of the model, and its scores by genre."""
    rows = [{"what": what, "value": value} for what, value in _lines(card)]
    tables = [Table("model", "Model", (Column("what", ""), Column("value", "")), rows, header=False, fold=True)]
    scores = card.get("scores") or []
    if scores:
        tables.append(_scores(scores))
    return tables


def _lines(card: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in card.items():
        if isinstance(value, str | int | float) and name != "documents":
            yield name.replace("_", " "), f"{value}"
    for source in card.get("sources", []):
        repo = f" ({source['repo']})" if source.get("repo") else ""
        licences = f": {'; '.join(source['licences'])}" if source["licences"] else ""
        yield "source", f"{source['corpus']}{repo}, {counted(source['documents'], 'document')}{licences}"


def _scores(scores: list[dict[str, Any]]) -> Table:
    columns = [
        Column("measure", write=lambda r: str(r["measure"])),
        Column("genre", write=lambda r: domain_label(r["genre"])),
        Column("documents", kind="number", write=","),
        *(
            percent_column(name, about=_ABOUT.get(name, ""))
            for name in scores[0]
            if name not in ("genre", "documents", "measure") and any(record.get(name) is not None for record in scores)
        ),
    ]
    title = "Mean recall on folds, in percent"
    return Table("scores", title, columns, sorted(scores, key=lambda r: r["measure"]), blocks=True)
