"""Which columns of tables have no line in the legend, though they are not obvious."""

from sumspace.show.views import shown_tables

#: Headings that need no explanation.
OBVIOUS = {
    "id", "domain", "system", "measure", "reference", "references", "document", "documents", "summaries", "systems",
    "words", "sentences", "recall", "precision", "f1", "score", "seed", "file", "line", "field", "problem", "name",
    "paper", "kind", "first", "second", "number", "example",
}  # fmt: skip


def unexplained(tables):
    """Name the columns that are shown somewhere without an explanation.

    Columns without a heading hold marks that the notes explain, and numbered ones belong to the rows of that number.
    """
    return [
        f"{view.name}: {column.heading!r} ({column.name})"
        for output in ("text", "page")
        for view in shown_tables(tables, output)
        if view.header
        for column in view.columns
        if not column.about and not {column.name, column.heading} & OBVIOUS
        if column.heading.strip() and not column.heading.isdecimal()
    ]
