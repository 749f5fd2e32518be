import pytest

from sumspace.corpus import sgml
from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.corpus.records import Record
from sumspace.corpus.schema import to_example
from sumspace.errors import CorpusError, OutputError, Problem
from sumspace.text.passage import Passage

ACTRESS = """\
<DOC>
<DOCNO>AP900101-0001</DOCNO>
<DATE>01/01/90</DATE>
<HEADLINE>
<S HSNTNO="1">Actress Leaves Hospital</S>
<S HSNTNO="2">Doctors Are Pleased</S>
</HEADLINE>
<TEXT>
<S SNTNO="1">The actress left the clinic on \nMonday, doctors said.</S>
<S SNTNO="2">She walked   to her car.</S>
</TEXT>
</DOC>
"""


def doc(docno, text):
    return f"<DOC>\n<DOCNO> {docno} </DOCNO>\n<TEXT>\n{text}\n</TEXT>\n</DOC>\n"


def records(path):
    return {found.data["id"]: found.data for found in sgml.read(path) if isinstance(found, Record)}


def problems(path):
    return [found for found in sgml.read(path) if isinstance(found, Problem)]


def body(corpus, text):
    """Read what stands in <TEXT>."""
    (found,) = sgml.read(corpus({"doc": doc("X", text)}))
    return found.data.get("text") or found.data["sentences"]


def summary(corpus, content):
    """Read what stands in the file of a summary."""
    path = corpus({"d1a/x": doc("X", "Text."), "models/D1.M.100.A.B": content})
    reference = records(path)["D1"]["references"][0]
    return reference.get("text") or reference["sentences"]


def test_a_file_of_tagged_sentences_is_one_document(corpus):
    path = corpus({"AP900101-0001.S": ACTRESS}) / "AP900101-0001.S"
    assert list(sgml.read(path)) == [
        Record(
            {
                "id": "AP900101-0001",
                "title": "Actress Leaves Hospital Doctors Are Pleased",
                "source": {"date": "01/01/90"},
                "sentences": ["The actress left the clinic on Monday, doctors said.", "She walked to her car."],
            },
            str(path),
            1,
        )
    ]


def test_a_file_may_hold_several_documents(corpus):
    path = corpus({"all.sgml": doc("A", "One.") + "\n" + doc("B", "Two.") + doc("C", "Three.")}) / "all.sgml"
    assert [(found.data["id"], found.line) for found in sgml.read(path)] == [("A", 1), ("B", 8), ("C", 14)]


def test_folders_are_walked_in_order(corpus):
    path = corpus({"b/y": doc("Y", "T."), "a/c/z": doc("Z", "T."), "a/x": doc("X", "T."), ".git/w": "hidden"})
    assert [found.data["id"] for found in sgml.read(path)] == ["X", "Z", "Y"]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("<DOC><DOCNO>\nN1\n</DOCNO><DOCID>7</DOCID>", "N1"),
        ("<doc>\n<docid> N2 </docid>", "N2"),
        ('<DOC id="APW_ENG_20041001.0001" type="story" >', "APW_ENG_20041001.0001"),
        ("<DOC>", "file.0240"),
    ],
)
def test_a_document_has_an_id_from_its_header_or_else_its_file(corpus, header, name):
    assert list(records(corpus({"file.0240.sgml": f"{header}<TEXT>Text.</TEXT></DOC>"}))) == [name]


@pytest.mark.parametrize("tag", ["HEADLINE", "HEAD", "HL", "TITLE", "H3", "headline"])
def test_titles_have_many_tags(corpus, tag):
    content = f"<DOC>\n<HEADER>no</HEADER><{tag}>\n<P>\nBig\nnews &amp; more\n</P></{tag}><TEXT>Text.</TEXT></DOC>"
    (found,) = sgml.read(corpus({"x": content}))
    assert found.data["title"] == "Big news & more"


def test_attributes_and_letter_case_of_tags_do_not_matter(corpus):
    text = '<s docid="X" num="1" wdcount="2"> One here.</s>\n<S>Two.</S>'
    assert body(corpus, text) == ["One here.", "Two."]


@pytest.mark.parametrize(
    "text",
    [
        "<P>\nFirst line\nsecond line.\n</P>\n<P>\nNext.\n</P>",
        "<P>First line\nsecond line.<P>Next.",
        "First line\nsecond line.\n\nNext.",
        "   First line\nsecond line.\n   Next.",
        "\tFirst line\nsecond line.\n \n\tNext.",
        "  First line\n  second line.\n\n  Next.",
        "First line\r\nsecond line.\r\n\r\nNext.",
    ],
)
def test_the_lines_of_a_paragraph_are_joined(corpus, text):
    assert body(corpus, text) == "First line second line.\n\nNext."


def test_all_parts_of_the_text_are_joined(corpus):
    content = (
        "<DOC><LEADPARA>Lead.</LEADPARA><TEXT>\nOne.\n</TEXT>\n<GRAPHIC>A map.</GRAPHIC><TEXT>\nTwo.\n</TEXT></DOC>"
    )
    (found,) = sgml.read(corpus({"x": content}))
    assert found.data["text"].split() == ["Lead.", "One.", "Two."]


def test_entities_are_decoded_and_unknown_tags_dropped(corpus):
    text = "AT&amp;T &AMP; R&D, &quot;&Eacute;t&eacute; &EACUTE;&QUOT; &#38; 1 &lt; &#x41;<!-- no --> <F P=1>in</F>side"
    assert body(corpus, text) == 'AT&T & R&D, "Été é" & 1 < A inside'


def test_latin1_is_read_where_utf8_fails(corpus):
    found = records(corpus({"a": doc("A", "Café.").encode("latin-1"), "b": doc("B", "Café.")}))
    assert [data["text"] for data in found.values()] == ["Café.", "Café."]


@pytest.mark.parametrize("folder", ["d0601a", "D0601A", "d0601", "D0601"])
def test_summaries_of_a_docset_make_a_topic(corpus, folder):
    path = corpus(
        {
            f"docs/{folder}/AP900101-0001": ACTRESS,
            f"docs/{folder}/FT1.2": doc("FT1.2", "Her film is out."),
            "models/D0601.M.250.A.C": "<S>By C.</S>",
            "models/D0601.M.250.A.A": "By A.\nTwo lines.\n",
            "peers/D0601.M.250.A.12": "By twelve.",
        }
    )
    (found,) = sgml.read(path)
    assert found.file == str(path / "docs" / folder)
    assert found.data["id"] == "D0601"
    assert [document["id"] for document in found.data["documents"]] == ["AP900101-0001", "FT1.2"]
    assert found.data["documents"][0]["title"] == "Actress Leaves Hospital Doctors Are Pleased"
    assert found.data["references"] == [{"id": "A", "text": "By A.\nTwo lines."}, {"id": "C", "sentences": ["By C."]}]
    assert found.data["systems"] == {"12": {"text": "By twelve."}}
    assert isinstance(to_example(found), Example)


def test_summaries_of_a_document_make_single_documents(corpus):
    path = corpus(
        {
            "docs/d30001t/a": doc("APW19981016.0240", "One."),
            "docs/d30001t/b": doc("APW19981022.0269", "Two."),
            "models/D30001.P.10.T.A.APW19981016.0240": "Of one.",
            "models/D30001.P.10.T.B.apw19981016.0240.html": "Of one too.",
            "peers/D30001.P.10.T.7.APW19981022.0269.txt": "Of two.",
        }
    )
    assert records(path) == {
        "APW19981016.0240": {
            "id": "APW19981016.0240",
            "text": "One.",
            "references": [{"id": "A", "text": "Of one."}, {"id": "B", "text": "Of one too."}],
        },
        "APW19981022.0269": {"id": "APW19981022.0269", "text": "Two.", "systems": {"7": {"text": "Of two."}}},
    }
    assert not problems(path)


def test_both_types_of_summaries_make_both_types_of_examples(corpus):
    path = corpus(
        {
            "d1a/x": doc("X", "One."),
            "d1a/y": doc("Y", "Two."),
            "D1.M.100.A.B": "Of both.",
            "D1.P.100.A.B.Y": "Of two.",
        }
    )
    found = records(path)
    assert list(found) == ["Y", "D1"]
    assert found["Y"]["references"][0]["text"] == "Of two."
    assert [document["id"] for document in found["D1"]["documents"]] == ["X", "Y"]


def test_a_docset_without_summaries_gives_single_documents(corpus):
    path = corpus({"d1a/x": doc("X", "One."), "d2a/y": doc("Y", "Two."), "D1.M.100.A.B": "Of one."})
    assert list(records(path)) == ["D1", "Y"]


def test_each_size_makes_an_example(corpus):
    path = corpus({"d1a/x": doc("X", "One."), "D1.M.50.A.B": "Short.", "D1.M.100.A.B": "Long."})
    assert [(name, data["references"]) for name, data in records(path).items()] == [
        ("D1.50", [{"id": "B", "text": "Short."}]),
        ("D1.100", [{"id": "B", "text": "Long."}]),
    ]


def test_update_docsets_have_a_letter_behind_the_selector(corpus):
    path = corpus(
        {
            "D0901A/D0901A-A/x": doc("X", "Old."),
            "D0901A/D0901A-B/y": doc("Y", "New."),
            "D0901-A.M.100.A.C": "Of the old.",
            "D0901-B.M.100.A.C": "Of the new.",
        }
    )
    assert {name: data["documents"][0]["id"] for name, data in records(path).items()} == {
        "D0901-A": "X",
        "D0901-B": "Y",
    }


def test_a_document_in_two_docsets_is_two_examples(corpus):
    path = corpus(
        {
            "d1a/x": doc("X", "One."),
            "d2b/x": doc("X", "One."),
            "D1.P.10.A.C.X": "For the first.",
            "D2.P.10.B.C.X": "For the second.",
        }
    )
    assert {name: data["references"][0]["text"] for name, data in records(path).items()} == {
        "X": "For the first.",
        "d2b.X": "For the second.",
    }


def test_a_summary_of_a_document_needs_no_folder_of_the_docset(corpus):
    path = corpus({"docs/x": doc("X", "One."), "models/D1.P.10.A.C.X": "Of one."})
    assert records(path)["X"]["references"] == [{"id": "C", "text": "Of one."}]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('<s num="1">One\nhere.</s> <s num="2">Two.</s>', ["One here.", "Two."]),
        (
            (
                '<html>\n<head><title>D1.M.100.A.B</title></head>\n<body bgcolor="white">\n'
                '<a name="1">[1]</a> <a href="#1" id=1>One &amp; only.</a>\n'
                '<a name="2">[2]</a> <a href="#2" id=2>Two.</a>\n</body>\n</html>\n'
            ),
            ["One & only.", "Two."],
        ),
        ('<SUM\nDOCSET="D1"\nTYPE="MULTI">\nOne.\nTwo.\n</SUM>\n', "One.\nTwo."),
        ("<DOC><DOCNO>D1</DOCNO><HEADLINE>No</HEADLINE><TEXT><S>One.</S><S>Two.</S></TEXT></DOC>", ["One.", "Two."]),
        ("One.\r\nTwo.\r\n", "One.\nTwo."),
        ("One.\n\nTwo &lt; three.\n", "One.\n\nTwo < three."),
    ],
)
def test_summaries_come_in_many_forms(corpus, content, expected):
    assert summary(corpus, content) == expected


@pytest.mark.parametrize("name", ["models/D2.M.100.A.B", "models/D2.P.100.A.B.Y", "models/D1.P.100.A.B.Y"])
def test_a_summary_without_its_documents_is_a_problem_and_the_rest_is_read(corpus, name):
    path = corpus({"d1a/x": doc("X", "One."), name: "Summary."})
    (problem,) = problems(path)
    assert problem.file == str(path / name)
    assert problem.message.startswith("there is no docset 'D2'" if ".M." in name else "there is no document 'Y'")
    assert records(path) == {"X": {"id": "X", "text": "One."}}


def test_two_summaries_by_one_author_are_a_problem(corpus):
    path = corpus({"d1a/x": doc("X", "T."), "a/D1.M.100.A.B": "One.", "b/D1.M.100.A.B.html": "Two."})
    (problem,) = problems(path)
    assert problem.file == str(path / "b/D1.M.100.A.B.html")
    assert records(path)["D1"]["references"] == [{"id": "B", "text": "One."}]


def test_an_empty_reference_is_a_problem_of_its_file(corpus):
    path = corpus({"d1a/x": doc("X", "T."), "D1.M.100.A.B": "<SUM>\n</SUM>", "D1.M.100.A.3": ""})
    assert [problem.file for problem in problems(path)] == [str(path / "D1.M.100.A.B")]
    assert records(path)["D1"]["systems"] == {"3": {"text": ""}}


@pytest.mark.parametrize("name", ["notes.txt", "D1.M.100.A.B.X", "D1.P.100.A.B"])
def test_a_file_that_is_neither_document_nor_summary_is_a_problem(corpus, name):
    path = corpus({"x": doc("X", "One."), name: "Nothing of ours."})
    (problem,) = problems(path)
    assert problem.file == str(path / name)
    assert problem.message.startswith("no <DOC> in it")
    assert list(records(path)) == ["X"]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("<DOC>\n<DOCNO>B</DOCNO>\n<TEXT>Two.</TEXT>\n", "this <DOC> is not closed"),
        ("<DOC>\n<DOCNO>B</DOCNO>\n</DOC>\n", "there is no <TEXT>"),
        ("<DOC>\n<DOCNO>B</DOCNO>\n<TEXT>Two.\n</DOC>\n", "there is no <TEXT>"),
        ("<DOC>\n<DOCNO>B</DOCNO>\n<TEXT>\n<P>\n</P></TEXT></DOC>\n", "the <TEXT> of this <DOC> is empty"),
        (doc("A", "Again."), "A stands twice in this folder"),
    ],
)
def test_a_broken_document_is_a_problem_with_its_line_and_the_rest_is_read(corpus, broken, message):
    path = corpus({"x.sgml": doc("A", "One.") + broken + doc("C", "Three.")})
    (problem,) = problems(path)
    assert (problem.file, problem.line) == (str(path / "x.sgml"), 7)
    assert problem.message.startswith(message)
    assert list(records(path)) == ["A", "C"]


def test_a_second_folder_of_a_docset_is_a_problem(corpus):
    path = corpus({"docs/d1a/x": doc("X", "T."), "tagged/d1a/x.S": doc("X", "<S>T.</S>"), "D1.M.10.A.B": "Summary."})
    assert [problem.file for problem in problems(path)] == [str(path / "tagged/d1a")]
    assert records(path)["D1"]["documents"] == [{"id": "X", "text": "T."}]


def test_a_path_that_is_not_there_cannot_be_read(tmp_path):
    with pytest.raises(CorpusError, match="there is no such file"):
        list(sgml.read(tmp_path / "nowhere"))


def test_an_empty_folder_cannot_be_read(tmp_path):
    with pytest.raises(CorpusError, match="there are no files in it"):
        list(sgml.read(tmp_path))


def test_texts_are_read_one_docset_at_a_time(corpus):
    path = corpus({"d1a/x": doc("X", "T."), "d2a/y": doc("Y", "T."), "D1.M.10.A.B": "S.", "D2.M.10.A.B": "S."})
    reading = sgml.read(path)
    next(reading)
    (path / "d2a/y").write_text(doc("Y", "Changed."))
    assert next(reading).data["documents"][0]["text"] == "Changed."


def document(id_, *sentences, title=""):
    return Text((Section(Passage(sentences=sentences)),), id_, title)


def single(id_, **more):
    return Example(id_, (document(id_, f"Text of {id_}.", "Mr. X & <Y> said: 'more'."),), **more)


def topic(id_, **more):
    return Example(id_, (document("AP1-2", "One.", "Two.", title="A < B"), document("FT3.4", "Three.")), **more)


BY_A = (Reference("A", Passage(sentences=("By A.", "All & sundry."))),)
BY_7 = {"7": Summary(Passage(sentences=("A much longer one by seven.",)))}


def test_what_is_written_is_read_back(tmp_path):
    written = [
        single("AP900101-0001", references=BY_A, systems=BY_7),
        single("FT1.2"),
        topic("D0601", references=(*BY_A, Reference("B", Passage(sentences=("By B.",))))),
        topic("D0601A", systems=BY_7),
    ]
    sgml.write(written, tmp_path / "out")
    assert [to_example(record) for record in sgml.read(tmp_path / "out")] == written


def test_texts_are_written_in_sentences(tmp_path):
    given = Example(
        "X", (Text((Section(Passage("One here. Two\nthere.")),), "X"),), systems={"1": Summary(extract=(0,))}
    )
    sgml.write([given], tmp_path / "out")
    found = records(tmp_path / "out")["X"]
    assert found["sentences"] == list(given.sentences())
    assert found["systems"] == {"1": {"sentences": [given.sentences()[0]]}}


def test_files_are_named_as_in_duc(tmp_path):
    out = tmp_path / "out"
    sgml.write([topic("D0601", references=BY_A, systems=BY_7), single("X.1", references=BY_A)], out)
    assert sorted(str(file.relative_to(out)) for file in out.rglob("*") if file.is_file()) == [
        "docs/D0601/AP1-2.sgml",
        "docs/D0601/FT3.4.sgml",
        "docs/X.1.sgml",
        "models/D0601.M.6.A.A",
        "models/docs.P.5.A.A.X.1",
        "peers/D0601.M.6.A.7",
    ]


@pytest.mark.parametrize(
    "bad",
    [
        topic("2006-1", references=BY_A),
        topic("D.1", references=BY_A),
        topic("D1", references=(Reference("1", Passage("By one.")),)),
        topic("D1", references=(Reference("A.B", Passage("By both.")),)),
        topic("D1", systems={"lead": Summary(Passage("Lead."))}),
        single("page.html", references=BY_A),
    ],
)
def test_names_that_duc_cannot_have_are_refused(tmp_path, bad):
    with pytest.raises(OutputError, match="is no DUC name of a summary"):
        sgml.write([bad], tmp_path / "out")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([single("a/b")], "cannot be the name of a file"),
        ([Example("D1", (document("", "One."), document("X", "Two.")), BY_A)], "cannot be the name of a file"),
        ([single("X"), single("x")], "the id 'x' stands twice"),
        ([topic("D1")], "without summaries"),
    ],
)
def test_examples_that_could_not_be_read_back_are_refused(tmp_path, bad, message):
    with pytest.raises(OutputError, match=message):
        sgml.write(bad, tmp_path / "out")


def test_a_folder_that_is_there_already_is_left_alone(tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(OutputError, match="already there; choose a new folder"):
        sgml.write([single("X")], tmp_path)


def test_what_lies_in_a_distribution_beside_the_documents_is_passed_over(corpus):
    path = corpus({"x": doc("X", "One."), "README": "Read me.", "duc.dtd": "<!ELEMENT doc>", ".hidden": "x"})
    assert problems(path) == []


@pytest.mark.parametrize(
    "markup",
    [
        "<DOC>" + "<TEXT>" * 100_000 + "</DOC>",
        "<DOC>" + "<DOCNO>" * 100_000 + "<TEXT>One.</TEXT></DOC>",
        "<DOC><TEXT>" + "<P>word " * 100_000 + "</TEXT></DOC>",
        "<DOC><TEXT>" + "<S>word " * 100_000 + "</TEXT></DOC>",
        "<DOC><TEXT>One.</TEXT>" + "<HEADLINE" * 100_000 + "</DOC>",
        "<DOC " * 100_000,
        "<DOC>" * 100_000,
        "<DOC></DOC" * 100_000,
        "<DOC " + "id=" * 100_000 + "><TEXT>One.</TEXT></DOC>",
    ],
    ids=lambda markup: markup[:14],
)
def test_tags_without_end_are_read_in_no_time(corpus, markup):
    """Each is read, or named, once: by their ends they would take many minutes."""
    found = list(sgml.read(corpus({"x.sgml": markup})))
    assert len(found) == (100_000 if markup.startswith(("<DOC><DOC>", "<DOC></DOC")) else 1)


@pytest.mark.parametrize("tag", ["<SUM>", "<A HREF", "<A HREF=x>", "<A ", "<BODY", "<S", "<S>", "<P "])
def test_summaries_with_tags_without_end(corpus, tag):
    path = corpus({"d1a/x": doc("X", "T."), "D1.M.10.A.B": f"Summary. {tag * 100_000}"})
    (reference,) = records(path)["D1"]["references"]
    text = reference["text"] if "text" in reference else reference["sentences"][0]
    assert text.startswith("Summary.")
