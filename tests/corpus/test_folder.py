import pytest

from sumspace.corpus import folder
from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.corpus.records import Record
from sumspace.corpus.schema import to_example
from sumspace.corpus.source import read as source_read
from sumspace.errors import CorpusError, CorpusNote, OutputError, Problem
from sumspace.text.passage import Passage


def records(path):
    return {found.data["id"]: found.data for found in folder.read(path) if isinstance(found, Record)}


def problems(path):
    return [found for found in folder.read(path) if isinstance(found, Problem)]


def examples(path):
    return [to_example(record) for record in folder.read(path)]


def document(id_, *bodies):
    return Text(tuple(Section(Passage.of(body)) for body in bodies), id_)


def example(id_, *bodies, **more):
    return Example(id_, (document(id_, *bodies),), **more)


def test_a_document_comes_with_its_references_and_systems(corpus):
    path = corpus(
        {
            "documents/storm.txt": "The storm came.\nIt went.\n",
            "references/storm.A.txt": "A storm.\nIt came.\n",
            "references/B/storm.txt": "Bad weather.\n",
            "systems/lead/storm.txt": "The storm came.\n",
            "systems/storm.random.txt": "It went.\n",
        }
    )
    assert list(folder.read(path)) == [
        Record(
            {
                "id": "storm",
                "text": "The storm came.\nIt went.",
                "references": [{"id": "A", "text": "A storm.\nIt came."}, {"id": "B", "text": "Bad weather."}],
                "systems": {"lead": {"text": "The storm came."}, "random": {"text": "It went."}},
            },
            str(path / "documents/storm.txt"),
        )
    ]


def test_documents_come_in_the_order_of_their_ids(corpus):
    path = corpus({f"documents/{name}.txt": "Text." for name in ("b", "a.2", "a", "a-1")})
    assert list(records(path)) == ["a", "a-1", "a.2", "b"]


def test_a_folder_of_documents_is_a_topic(corpus):
    path = corpus(
        {
            "documents/floods/two.txt": "Second.",
            "documents/floods/one.txt": "First.",
            "references/floods.A.txt": "Both.",
        }
    )
    assert records(path) == {
        "floods": {
            "id": "floods",
            "documents": [{"id": "one", "text": "First."}, {"id": "two", "text": "Second."}],
            "references": [{"id": "A", "text": "Both."}],
        }
    }


def test_a_reference_without_a_name_is_the_first(corpus):
    path = corpus({"documents/a.txt": "Text.", "references/a.txt": "Summary."})
    assert records(path)["a"]["references"] == [{"id": "1", "text": "Summary."}]


@pytest.mark.parametrize("name", ["a.txt", "a.text", "a.md", "a"])
def test_endings_are_no_part_of_an_id(corpus, name):
    path = corpus({f"documents/{name}": "Text.", f"systems/lead/{name}": "Summary."})
    assert records(path) == {"a": {"id": "a", "text": "Text.", "systems": {"lead": {"text": "Summary."}}}}


def test_a_summary_belongs_to_the_longest_id_that_fits(corpus):
    path = corpus(
        {
            "documents/ap.txt": "Short id.",
            "documents/ap.0240.txt": "Long id.",
            "references/ap.0240.txt": "Of the long one.",
            "references/ap.0240.B.txt": "Of the long one, by B.",
            "references/ap.B.txt": "Of the short one, by B.",
        }
    )
    found = records(path)
    assert [one["id"] for one in found["ap.0240"]["references"]] == ["1", "B"]
    assert found["ap"]["references"] == [{"id": "B", "text": "Of the short one, by B."}]


def test_hidden_files_are_passed_over(corpus):
    path = corpus(
        {"documents/a.txt": "Text.", "documents/.DS_Store": b"\xff", "references/.keep": "", "systems/x/.keep": ""}
    )
    assert list(folder.read(path)) == [Record({"id": "a", "text": "Text."}, str(path / "documents/a.txt"))]


@pytest.mark.parametrize("name", ["references/b.txt", "references/b.A.txt", "references/A/b.txt", "systems/b.lead.txt"])
def test_a_summary_without_its_document_is_a_problem_and_the_rest_is_read(corpus, name):
    path = corpus({"documents/a.txt": "Text.", name: "Summary."})
    (problem,) = problems(path)
    assert problem.file == str(path / name)
    assert problem.message.startswith("there is no document 'b' for this summary")
    assert records(path) == {"a": {"id": "a", "text": "Text."}}


def test_a_summary_that_does_not_name_its_system_is_a_problem(corpus):
    path = corpus({"documents/a.txt": "Text.", "systems/a.txt": "Summary."})
    assert [str(problem) for problem in problems(path)] == [
        f"{path / 'systems/a.txt'}: it does not say which system wrote it; name it a.SYSTEM.txt"
    ]


def test_two_summaries_by_one_author_are_a_problem(corpus):
    path = corpus({"documents/a.txt": "Text.", "systems/lead/a.txt": "One.", "systems/a.lead.txt": "Two."})
    (problem,) = problems(path)
    assert problem.file == str(path / "systems/lead/a.txt")
    assert str(path / "systems/a.lead.txt") in problem.message
    assert records(path)["a"]["systems"] == {"lead": {"text": "Two."}}


def test_two_documents_with_one_id_are_a_problem(corpus):
    path = corpus({"documents/a.md": "One.", "documents/a.txt": "Two."})
    (problem,) = problems(path)
    assert problem.file == str(path / "documents/a.txt")
    assert records(path) == {"a": {"id": "a", "text": "One."}}


@pytest.mark.parametrize("name", ["documents/bad.txt", "references/a.A.txt", "systems/lead/a.txt", "documents/t/x.txt"])
def test_a_file_that_is_not_utf8_is_a_problem_and_the_rest_is_read(corpus, name):
    path = corpus({"documents/a.txt": "Text.", "documents/t/y.txt": "More.", name: b"caf\xe9"})
    (problem,) = problems(path)
    assert problem.file == str(path / name)
    assert problem.message.startswith("not UTF-8")
    assert records(path) == {
        "a": {"id": "a", "text": "Text."},
        "t": {"id": "t", "documents": [{"id": "y", "text": "More."}]},
    }


def test_the_problem_of_an_empty_document_names_its_file(corpus):
    path = corpus({"documents/a.txt": " \n"})
    ((problem,),) = examples(path)
    assert problem.file == str(path / "documents/a.txt")
    assert "is empty" in problem.message


@pytest.mark.parametrize("name", ["references/a.A.txt", "documents/t/x.txt"])
def test_the_problem_of_an_empty_text_among_others_names_its_file(corpus, name):
    path = corpus({"documents/a.txt": "Text.", "documents/t/y.txt": "More.", name: "\n"})
    (problem,) = problems(path)
    assert problem.file == str(path / name)
    assert problem.message.startswith("is empty")
    assert all(isinstance(to_example(found), Example) for found in folder.read(path) if isinstance(found, Record))


def test_a_system_may_have_written_nothing(corpus):
    (found,) = examples(corpus({"documents/a.txt": "Text.", "systems/mute/a.txt": ""}))
    assert found.systems == {"mute": Summary(Passage(""))}


def test_a_topic_without_documents_is_a_problem(corpus):
    path = corpus({"documents/a.txt": "Text.", "documents/t/.keep": ""})
    (problem,) = problems(path)
    assert problem.file == str(path / "documents/t")
    assert list(records(path)) == ["a"]


def test_a_folder_inside_a_topic_is_a_problem(corpus):
    path = corpus({"documents/t/a.txt": "Text.", "documents/t/deeper/b.txt": "Text."})
    assert [problem.file for problem in problems(path)] == [str(path / "documents/t/deeper")]


def test_references_that_are_no_folder_are_a_problem(corpus):
    path = corpus({"documents/a.txt": "Text.", "references": "Summary."})
    assert [problem.file for problem in problems(path)] == [str(path / "references")]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"references/a.txt": "Summary."}, "there are no documents in it"),
        ({"documents/.keep": ""}, "there are no documents in it"),
    ],
)
def test_a_folder_without_documents_cannot_be_read(corpus, files, message):
    with pytest.raises(CorpusError, match=message):
        list(folder.read(corpus(files)))


def test_a_path_that_is_not_there_cannot_be_read(tmp_path):
    with pytest.raises(CorpusError, match="there is no such file"):
        list(folder.read(tmp_path / "nowhere"))


def test_texts_are_read_one_example_at_a_time(corpus):
    path = corpus({"documents/a.txt": "First.", "documents/b.txt": "Second."})
    reading = folder.read(path)
    next(reading)
    (path / "documents/b.txt").write_text("Changed.")
    assert next(reading).data["text"] == "Changed."


def test_what_is_written_is_read_back(tmp_path):
    written = [
        example(
            "a.b",
            "One.  Two.\n\nThree.\n",
            references=(Reference("1", Passage("Short.\nLines.")), Reference("x.y", Passage("Other."))),
            systems={"lead-0.1": Summary(Passage("One.")), "mute": Summary()},
        ),
        example("a", "Ümlaut and …"),
        Example("t", (document("x.txt", "X."), document("y", "Y.")), (Reference("A", Passage("Both.")),)),
    ]
    folder.write(written, tmp_path / "out")
    assert examples(tmp_path / "out") == sorted(written, key=lambda one: one.id)


def test_sentences_are_written_as_lines(tmp_path):
    written = example("a", ["One, two", "Three."], ["Four."], references=(Reference("A", Passage.of(["S.", "T."])),))
    folder.write([written], tmp_path / "out")
    (found,) = examples(tmp_path / "out")
    assert found.sections[0].body.lines() == ("One, two", "Three.", "Four.")
    assert found.sentences() == ("One, two", "Three.", "Four.")
    assert found.references[0].body.lines() == ("S.", "T.")


def test_an_extract_is_written_as_the_sentences_it_took(tmp_path):
    folder.write([example("a", ["One.", "Two.", "Three."], systems={"s": Summary(extract=(2, 0))})], tmp_path / "out")
    assert records(tmp_path / "out")["a"]["systems"] == {"s": {"text": "Three.\nOne."}}


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", ".hidden", "a\0b"])
def test_ids_that_cannot_be_names_of_files_are_refused(tmp_path, name):
    for bad in (
        example(name, "Text."),
        Example("a", (document("x", "X."), document(name, "Y."))),
        example("a", "Text.", references=(Reference(name, Passage("Summary.")),)),
        example("a", "Text.", systems={name: Summary(Passage("Summary."))}),
    ):
        with pytest.raises(OutputError, match="cannot be the name of a file"):
            folder.write([bad], tmp_path / "out")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "twice",
    [
        [example("a", "One."), Example("a", (document("x", "X."), document("y", "Y.")))],
        [Example("a", (document("x", "X."), document("x", "Y.")))],
        [example("a", "One.", references=(Reference("A", Passage("S.")), Reference("A", Passage("T."))))],
    ],
)
def test_ids_that_stand_twice_are_refused(tmp_path, twice):
    with pytest.raises(OutputError, match="twice"):
        folder.write(twice, tmp_path / "out")


def test_a_text_that_cannot_be_utf8_is_refused(tmp_path):
    with pytest.raises(OutputError, match="cannot be UTF-8"):
        folder.write([example("a", "half a \ud83d pair")], tmp_path / "out")


@pytest.mark.parametrize("name", ["out/precious.txt", "out"])
def test_what_is_there_already_is_left_alone(tmp_path, name):
    precious = tmp_path / name
    precious.parent.mkdir(exist_ok=True)
    precious.write_text("mine")
    with pytest.raises(OutputError, match="already there; choose a new folder"):
        folder.write([example("a", "Text.")], tmp_path / "out")
    assert precious.read_text() == "mine"


def test_an_empty_folder_is_filled(tmp_path):
    folder.write([example("a", "Text.")], tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["documents"]


def test_nothing_is_left_when_the_examples_break_off(tmp_path):
    def broken():
        yield example("a", "Text.")
        raise CorpusError(Problem("source", "broken"))

    with pytest.raises(CorpusError):
        folder.write(broken(), tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_said_in_plain_words(tmp_path):
    with pytest.raises(OutputError, match=r"there is no folder .* to make it in"):
        folder.write([example("a", "Text.")], tmp_path / "nowhere" / "out")


def test_a_folder_of_text_files_is_one_of_documents(corpus):
    folder = corpus({"b.txt": "Two.", "a.txt": "One."})
    assert [(found.id, found.text) for found in source_read(folder)] == [("a", "One."), ("b", "Two.")]


def test_references_and_systems_beside_text_files(corpus):
    folder = corpus({"a.txt": "One.", "references/a.A.txt": "Ref.", "systems/mine/a.txt": "Sys."})
    (example,) = source_read(folder)
    assert (example.references[0].id, example.summary("mine").text) == ("A", "Sys.")


def test_what_is_not_read_beside_text_files_is_said(corpus):
    folder = corpus({"a.txt": "One.", "README.md": "Read me.", "script.py": "", "more/b.txt": "Two."})
    with pytest.warns(CorpusNote, match=r"\*\.txt as documents; not read: README\.md, more, script\.py"):
        (example,) = source_read(folder)
    assert example.id == "a"


def test_notes_in_markdown_are_documents_where_there_is_nothing_else(corpus):
    assert [example.id for example in source_read(corpus({"a.md": "# One\n\nTwo."}))] == ["a"]


@pytest.mark.parametrize("name", ["article.txt", "article.text", "article.md"])
def test_a_text_file_is_a_document(corpus, name):
    (example,) = source_read(corpus({name: "One. Two."}) / name)
    assert (example.id, example.sentences(), example.references) == ("article", ("One.", "Two."), ())


def test_text_files_that_hold_something_else(corpus):
    folder = corpus(
        {"lines.txt": '{"id": "x", "text": "One."}', "duc.txt": "<DOC><DOCNO>D1</DOCNO><TEXT>One.</TEXT></DOC>"}
    )
    assert [example.id for name in ("lines.txt", "duc.txt") for example in source_read(folder / name)] == ["x", "D1"]


def test_an_empty_text_file_is_named(corpus):
    with pytest.raises(CorpusError, match=r"article\.txt: text: is empty"):
        list(source_read(corpus({"article.txt": "\n"}) / "article.txt"))
