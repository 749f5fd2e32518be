"""Tables in every format: what is written can be read again."""

import csv
import io
import json
import re
from itertools import count, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sumspace.errors import OutputError, SettingError, UnknownNameError
from sumspace.show.formats import FORMATS, as_csv, as_json, as_text, format_of, render, write_file
from sumspace.show.table import Column, Table

NAME, SCORE = Column("name"), Column("score", kind="number", write=".2f")
RECORDS = ({"name": "lead", "score": 0.251}, {"name": "textrank", "score": None, "more": [1]})
TABLE = Table("scores", "The scores", (NAME, SCORE), RECORDS, ("A note.",))

VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
FIELDS = st.lists(st.text(), min_size=1, max_size=4, unique=True)
PRINTABLE = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.just(" "))


def table_of(rows, **options):
    """A table of texts, column by column."""
    columns = [Column(str(i), f"h{i}", write=lambda record, i=i: record[str(i)]) for i in range(len(rows[0]))]
    return Table("t", columns=columns, records=[{str(i): t for i, t in enumerate(row)} for row in rows], **options)


def same_length(texts):
    return st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(texts, min_size=width, max_size=width), min_size=1, max_size=4)
    )


def on_one_line(text):
    return " ".join(text.split())


def test_a_table_on_a_terminal():
    assert TABLE.text() == (
        "The scores\n"
        "\n"
        " name      score\n"
        " ───────────────\n"
        " lead       0.25\n"
        " textrank      -\n"
        "\n"
        "A note.\n"
    )  # fmt: skip


def test_groups_and_blocks_on_a_terminal():
    mean, of = (Column("score", title, "number", form, "all") for title, form in (("mean", ".2f"), ("of", ".0f")))
    records = [{"domain": domain, "name": "a", "score": 0.5} for domain in ("law", "law", "news")]
    text = Table("scores", "", (Column("domain"), NAME, mean, of), records, blocks=True).text()
    assert text.splitlines()[1:] == [
        "                all",
        " domain  name  mean  of",
        " ──────────────────────",
        " law     a     0.50   0",
        "         a     0.50   0",
        "",
        " news    a     0.50   0",
        "",
    ]


def test_several_tables_end_with_the_signature():
    tables = [TABLE, Table("none", "Nothing", (NAME,)), Table("numbers", records=RECORDS)]
    lines = "".join(render(tables, signature="sumspace 0")).splitlines()
    assert lines[0] == "The scores"
    assert lines[-3:] == ["A note.", "", "sumspace 0"]
    assert "Nothing" not in lines


def test_several_tables_as_json_say_which_they_are():
    tables = [TABLE, Table("numbers", records=[{"n": 1}]), Table("files", records=RECORDS, only=("csv",))]
    lines = [json.loads(line) for line in render(tables, "json", signature="sumspace 0", interrupted=True)]
    assert lines == [
        *({"table": "scores", **record} for record in RECORDS),
        {"table": "numbers", "n": 1},
        {"table": "signature", "signature": "sumspace 0", "interrupted": True},
    ]
    assert list(lines[0]) == ["table", "name", "score"]
    assert [json.loads(line) for line in render(TABLE, "json", signature="sumspace 0")] == list(RECORDS)


def test_several_tables_are_no_single_csv_file():
    with pytest.raises(SettingError, match="a CSV file holds one table, and there are several"):
        render([TABLE], "csv")


def test_parts_of_a_study_may_belong_to_some_outputs_only():
    page = Table("engines", "Engines", (NAME,), RECORDS, only=("page",))
    both = Table("all", views=(TABLE, page), records=RECORDS)
    assert "Engines" not in "".join(render([both]))
    assert "Engines" in "".join(render([both], "html"))


def test_what_is_said_of_all_views_comes_after_them():
    views = [Table(name, name, (NAME,), RECORDS) for name in ("first", "second")]
    both = Table("both", views=views, notes=("Of both.",))
    for form in ("table", "markdown", "latex", "html"):
        text = "".join(render(both, form))
        assert text.index("first") < text.index("second") < text.index("Of both.")
        assert text.count("Of both.") == 1


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_shows_every_name(form):
    text = "".join(render(TABLE, form, signature="sumspace 0"))
    assert all(name in text for name in ("name", "score", "lead", "textrank"))


def test_an_unknown_format_is_an_error_that_lists_them():
    with pytest.raises(UnknownNameError, match="table, json, csv, markdown, latex"):
        render(TABLE, "xml")


@pytest.mark.parametrize(
    ("file", "form"),
    [("a.json", "json-document"), ("a.jsonl", "json"), ("a.CSV", "csv"), ("a.md", "markdown"), ("a.tex", "latex"),
     ("a.txt", "table"), ("a.html", "html"), ("a.parquet", "parquet"), ("/dev/null", "table")],
)  # fmt: skip
def test_the_ending_of_a_file_says_its_format(file, form):
    assert format_of(Path(file)) == form


@pytest.mark.parametrize("file", ["a", "a.b/c.dat", "a.xlsx", "a.csv.gz"])
def test_an_unknown_ending_is_an_error_that_lists_them(file):
    with pytest.raises(SettingError, match=r"\.txt, \.csv, \.json, \.jsonl, \.parquet, \.md, \.tex or \.html$"):
        format_of(Path(file))


def test_a_json_file_is_one_value():
    assert json.loads("".join(render(TABLE, "json-document"))) == list(RECORDS)
    assert json.loads("".join(render(Table("none"), "json-document"))) == []
    tables = [TABLE, Table("numbers", records=[{"n": 1}]), Table("files", records=RECORDS, only=("csv",))]
    assert json.loads("".join(render(tables, "json-document", signature="sumspace 0"))) == {
        "signature": "sumspace 0", "interrupted": False, "tables": {"scores": list(RECORDS), "numbers": [{"n": 1}]},
    }  # fmt: skip


def test_a_parquet_file_has_the_records_of_one_table(tmp_path):
    import polars as pl

    write_file(Table("t", records=[{"n": 1, "s": "a"}, {"n": None, "s": "b"}]), "parquet", tmp_path / "t.parquet")
    assert pl.read_parquet(tmp_path / "t.parquet").to_dicts() == [{"n": 1, "s": "a"}, {"n": None, "s": "b"}]
    with pytest.raises(SettingError, match=r"there are several \(scores\)"):
        write_file([TABLE], "parquet", tmp_path / "several.parquet")
    assert not (tmp_path / "several.parquet").exists()


def test_half_a_surrogate_pair_in_a_parquet_file_is_one_line_and_leaves_nothing(tmp_path):
    with pytest.raises(OutputError, match=r"t\.parquet: cannot be written: 'utf-8' codec can't encode"):
        write_file(Table("t", records=[{"s": "\ud800"}]), "parquet", tmp_path / "t.parquet")
    assert list(tmp_path.iterdir()) == []


@given(st.data(), FIELDS)
def test_json_is_read_as_it_was(data, fields):
    records = data.draw(st.lists(st.fixed_dictionaries(dict.fromkeys(fields, VALUES))))
    assert [json.loads(line) for line in as_json(Table("t", records=records))] == records


@given(st.data(), FIELDS)
def test_csv_is_read_as_it_was(data, fields):
    records = data.draw(st.lists(st.fixed_dictionaries(dict.fromkeys(fields, VALUES)), min_size=1))
    table = Table("t", records=records, line=dict)
    rows = list(csv.reader(io.StringIO("".join(as_csv(table)), newline=""), strict=True))
    names = list(records[0])
    assert rows == [names, *(["" if record[n] is None else str(record[n]) for n in names] for record in records)]


@given(same_length(PRINTABLE))
def test_markdown_is_read_as_it_was(rows):
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(table_of(rows).markdown())
    cells = [token for before, token in pairwise(tokens) if before.type == "td_open"]
    assert [_words(cell) for cell in cells] == [on_one_line(text) for row in rows for text in row]


@given(PRINTABLE.filter(str.strip))
def test_notes_in_markdown_are_read_as_they_were(text):
    table = table_of([["a"]], title=text, notes=(text,))
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(table.markdown())
    assert [token.type for token in tokens if token.level == 0] == [
        "heading_open", "heading_close", "table_open", "table_close", "paragraph_open", "paragraph_close"
    ]  # fmt: skip
    outer = [token for token in tokens if token.type == "inline" and token.level == 1]
    assert [_words(token) for token in outer] == [on_one_line(text)] * 2


def _words(token):
    """The text that a piece of Markdown has; nothing else may be in it."""
    assert all(child.type in ("text", "text_special") for child in token.children)
    return "".join(child.content for child in token.children)


@given(same_length(PRINTABLE))
def test_latex_is_read_as_it_was(rows):
    body = table_of(rows).latex().partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    assert _typeset(body) == [[on_one_line(text) for text in row] for row in rows]


_WRITTEN = {
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">",
    "textbar": "|", "textasciigrave": "`", "textendash": "–", "dots": "…",
}  # fmt: skip
_MATHS = {"\\geq": "≥", "\\leq": "≤", "-": "−", "\\rho": "ρ", "\\tau": "τ", "\\chi": "χ"}
_TOKEN = re.compile(
    r"\\(?P<row>\\(?!\s*[*\[]))|\\(?P<plain>[{}$&#_%])|\\textsuperscript\{(?P<power>2)\}|\\(?P<sign>[a-z]+)\{\}"
    r"|\$(?P<maths>[^$]+)\$|(?P<cell>&)|(?P<nothing>\{\})|(?P<other>[^\\{}$&#_%~^])",
    re.DOTALL,
)


def _typeset(body):
    """Read rows of cells as TeX does; a sign that means something to it would match nothing."""
    rows, place = [[""]], 0
    while place < len(body):
        token = _TOKEN.match(body, place)
        assert token, body[place:]
        place = token.end()
        kind, text = token.lastgroup, token[token.lastgroup]
        if kind == "row":
            rows.append([""])
        elif kind == "cell":
            rows[-1].append("")
        elif kind != "nothing":
            power = "²" if kind == "power" else text
            rows[-1][-1] += _WRITTEN[text] if kind == "sign" else _MATHS[text] if kind == "maths" else power
    assert "--" not in body
    return [list(map(on_one_line, row)) for row in rows[:-1]]


def test_latex_has_a_caption_groups_and_rules():
    table = TABLE.pivot(NAME, lambda _: "50%", [SCORE], title="Scores & more")
    lines = table.latex().splitlines()
    assert r"\caption{Scores \& more}" in lines
    assert r"\multicolumn{1}{c}{} & \multicolumn{1}{c}{50\%} \\" in lines
    assert r"\cmidrule(lr){2-2}" in lines
    assert r"\begin{tabular}{lr}" in lines
    assert lines[-1] == r"\end{table}"
    assert "".join(render(TABLE, "latex", signature="a % b")).endswith("\n% a % b\n")


@given(same_length(PRINTABLE | st.sampled_from(["<b>&'\"", "{{ 7 * 7 }}", "</table>"])))
def test_html_is_text(rows):
    import html

    page = table_of(rows).html()
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", page)
    assert [html.unescape(cell) for cell in cells] == [text for row in rows for text in row]


def test_records_are_passed_on_one_by_one():
    seen = count()

    def stream():
        yield from ({"n": next(seen)} for _ in range(1000))

    lines = as_json(Table("t", records=stream()))
    assert next(lines) == '{"n": 0}\n'
    assert next(seen) == 1
    lines = as_csv(Table("t", records=stream(), fields=["n"]))
    assert [next(lines), next(lines)] == ["n\n", "2\n"]
    assert next(seen) == 3


def test_views_of_a_stream_are_shown_one_by_one():
    seen = []

    def stream():
        for number in range(5):
            seen.append(number)
            yield {"name": str(number)}

    def views(records):
        return (Table("one", columns=(NAME,), records=[record], header=False, notes=("",)) for record in records)

    pieces = as_text(Table("t", records=stream(), views=views))
    assert next(pieces) == "0\n\n"
    assert len(seen) < 3


def test_what_fails_at_once_leaves_no_header_behind():
    def broken():
        raise SettingError("broken")
        yield {}

    with pytest.raises(SettingError, match="broken"):
        next(as_csv(Table("t", records=broken(), fields=["a"])))


def test_a_name_of_any_length_is_shortened_on_a_terminal_alone():
    name, summary = "x " * 500_000, "y " * 5_000
    table = Table("t", columns=[Column("system"), Column("text")], records=[{"system": name, "text": summary}])
    text = "".join(as_text(table)).replace("system", "")
    assert "…" in text
    assert (600 < text.count("x ") < 800, text.count("y")) == (True, 5_000)
    assert json.loads("".join(as_json(table)))["system"] == name
    assert name in "".join(as_csv(table))
