"""What a study gives to those who use it, and how it is found."""

import sys
from dataclasses import dataclass

import pytest

from sumspace.errors import SettingError, UnknownNameError
from sumspace.show.charts import inline, themed
from sumspace.show.table import Column, Table
from sumspace.studies.study import Chapter, Study


@dataclass(frozen=True, repr=False)
class Lengths(Study):
    """How long texts are."""

    plan: str
    documents: tuple[int, ...]
    left_out: tuple[str, ...] = ()
    stopped: BaseException | None = None

    name = "lengths"
    title = "How long texts are"
    lead = "It counts."
    main = "documents"

    @classmethod
    def run(cls, examples, plan=None, progress=None):  # noqa: ARG003
        return cls(plan or "usual", tuple(map(len, examples)))

    def tables(self):
        columns = (Column("words", kind="number"),)
        return (
            Table("number", columns=(Column("number"),), records=[{"number": len(self.documents)}]),
            Table("documents", "Lengths", columns, [{"words": words} for words in self.documents]),
        )

    def figures(self):
        import altair as alt

        return themed({"words": alt.Chart(inline([{"x": 1}])).mark_point().encode(alt.X("x:Q"))})

    def story(self):
        return (Chapter("Lengths", "In words.", ("documents",), "words"),)

    def findings(self):
        return (f"There are {len(self.documents)} texts.",)


@pytest.fixture
def study():
    return Lengths.run(["ab", "abc"], "plan")


def test_tables_charts_and_frames_have_names(study):
    assert study.table().name == "documents"
    assert study.table("number").name == "number"
    assert study.frame().to_dicts() == [{"words": 2}, {"words": 3}]
    assert study.chart("words").to_dict()["mark"]["type"] == "point"
    with pytest.raises(UnknownNameError, match="number, documents"):
        study.table("none")
    with pytest.raises(UnknownNameError, match="words"):
        study.chart("none")


def test_a_study_is_put_out_in_every_format(study):
    assert "".join(study.render("csv")) == "words\n2\n3\n"
    assert "".join(study.render("json")).splitlines()[-2:] == [
        '{"table": "documents", "words": 3}',
        '{"table": "signature", "signature": "plan", "interrupted": false}',
    ]
    assert str(study).splitlines()[-1] == "plan"
    assert repr(study) == "<study lengths of 2 documents: plan>"
    assert "<h3>Lengths</h3>" in study._repr_html_()


def test_without_a_main_table_there_is_no_csv(study, monkeypatch):
    monkeypatch.setattr(Lengths, "main", "")
    with pytest.raises(SettingError, match="a CSV file holds one table, and there are several"):
        study.render("csv")


def test_a_study_writes_its_report(study, tmp_path):
    page = study.write(str(tmp_path / "report"))
    assert sorted(file.name for file in page.parent.iterdir()) == [
        "documents.csv", "index.html", "number.csv", "tables.json", "words.png", "words.svg",
    ]  # fmt: skip
    assert "There are 2 texts." in page.read_text()


def test_a_study_is_a_folder_that_is_found_by_its_name(tmp_path, monkeypatch):
    (tmp_path / "their_studies").mkdir()
    enter = "from their_studies import THINGS\nTHINGS.register({0!r})('the ' + {0!r})"
    for name, text in {
        "__init__": "import sumspace.registry as r\nTHINGS = r.Registry('thing', 'their_studies', inside='study')",
        "first/__init__": "", "first/study": enter.format("first"),
        "second/__init__": "", "second/study": enter.format("other"),
        "helpers/__init__": "", "helpers/tools": "raise AssertionError", "common": "raise AssertionError",
    }.items():  # fmt: skip
        file = tmp_path / "their_studies" / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    import their_studies

    things = their_studies.THINGS
    assert things["first"] == "the first"
    assert "their_studies.second.study" not in sys.modules
    assert things["other"] == "the other"
    assert list(things) == ["first", "other"]
