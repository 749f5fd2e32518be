"""XML and tags as others write them, and as they should not be; SGML is tested with the documents it comes in, too."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ducview_files as files
from sumspace.corpus.markup import elements, one_line, pieces, plain, prose, read_xml, sentences
from sumspace.errors import CorpusError


@pytest.fixture
def write(tmp_path):
    def to_file(content):
        file = tmp_path / "d.xml"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return to_file


def test_elements_know_their_lines_attributes_and_text(write):
    root = read_xml(write("<a>\n x<b n='1'/>\ny<c/>\n<b n='2'>z</b></a>"))
    assert (root.name, root.line, root.text) == ("a", 1, "\n x\ny\n")
    assert [(child.line, child.attributes, child.text) for child in root.all("b")] == [
        (2, {"n": "1"}, ""), (4, {"n": "2"}, "z"),
    ]  # fmt: skip


LATIN = '<pyramid label="caf\u00e9"/>'


@pytest.mark.parametrize(
    "content",
    [
        LATIN.encode(),
        LATIN.encode("utf-8-sig"),
        LATIN.encode("utf-16"),
        LATIN.encode("latin-1"),
        b'<?xml version="1.0" encoding="UTF-8"?>\n' + LATIN.encode("latin-1"),
        b'<?xml version="1.0" encoding="ISO-8859-1"?>\n' + LATIN.encode("latin-1"),
        b"<?xml version='1.0' encoding='windows-1252'?>\n" + LATIN.encode("cp1252"),
        ('<?xml version="1.0" encoding="UTF-16"?>\n' + LATIN).encode("utf-16"),
    ],
)
def test_encodings(write, content):
    assert read_xml(write(content)).attributes == {"label": "café"}


def test_signs_written_as_references(write):
    content = '<x label="&quot;a&quot; &amp; caf&#233;"/>'
    assert read_xml(write(content)).attributes["label"] == '"a" & café'


BROKEN = {
    "not closed": (b"<pyramid>\n<scu uid='1'>\n</pyramid>", r"d\.xml:3: broken XML at column 3 \(mismatched tag\)"),
    "empty": (b"", r"d\.xml:1: broken XML at column 1 \(no element found\)"),
    "not XML": (b"\n{}", r"d\.xml:2: broken XML at column 1"),
    "cut off": (b"<pyramid>\n<scu", r"d\.xml:2: broken XML"),
    "an unknown encoding": (b'<?xml version="1.0" encoding="x-klingon"?><pyramid/>', r"d\.xml.*encoding"),
    "an encoding of several bytes": (b'<?xml version="1.0" encoding="shift_jis"?><pyramid/>', r"d\.xml.*encoding"),
    "an entity": (
        b'<!DOCTYPE pyramid [\n<!ENTITY x "y">\n]>\n<pyramid>&x;</pyramid>',
        r"d\.xml:2: defines the entity 'x'",
    ),
    "an entity from a file": (
        b'<!DOCTYPE pyramid [\n<!ENTITY x SYSTEM "file:///etc/passwd">]><pyramid>&x;</pyramid>',
        r"d\.xml:2: defines the entity 'x'",
    ),
    "an entity of the document type": (
        b'<!DOCTYPE pyramid [\n<!ENTITY % x SYSTEM "http://example.org/x.dtd"> %x;]><pyramid/>',
        r"d\.xml:2: defines the entity 'x'",
    ),
}


@pytest.mark.parametrize(("content", "message"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_used_gets_one_line(write, content, message):
    with pytest.raises(CorpusError, match=message) as error:
        read_xml(write(content))
    assert "\n" not in str(error.value)


def test_a_document_type_that_lies_elsewhere_is_not_fetched(write):
    content = '<!DOCTYPE pyramid SYSTEM "http://127.0.0.1:9/never.dtd">\n<pyramid uid="1"/>'
    assert read_xml(write(content)).attributes == {"uid": "1"}


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CorpusError, match="there is no such file"):
        read_xml(tmp_path / "none.pyr")


def test_elements_in_elements_without_end_are_no_problem(write):
    assert read_xml(write("<x>" * 20_000 + "</x>" * 20_000)).name == "x"


@given(st.binary(max_size=60), st.integers(0, 900))
def test_any_bytes_are_read_or_reported(tmp_path_factory, data, place):
    whole = files.annotation(files.peerscu(3, "x", "y")).encode()
    file = tmp_path_factory.getbasetemp() / "any.pan"
    file.write_bytes(whole[:place] + data + whole[place + 20 :])
    try:
        assert read_xml(file).name
    except CorpusError as error:
        problem = error.problem
    else:
        return
    assert problem.file == str(file)


def test_any_number_of_children_with_text_between_them(write):
    root = read_xml(write("<x>" + "<y/>text" * 200_000 + "</x>"))
    assert (len(root.children), len(root.text)) == (200_000, 800_000)


BROKEN_TAGS = {
    "<text>a</text>": ["a"],
    "<TEXT TYPE=1>a</text >b<lp\n>c</LP>": ["a", "c"],
    "<text>a<text>b</text>c</text>": ["a<text>b"],
    "<text>a<lp>b</lp>c</text>": ["a<lp>b</lp>c"],
    "<lp>a<text>b</text>": ["b"],
    "<lp>a<text>b</lp>c</text>": ["a<text>b"],
    "</text>a<text>b</text>": ["b"],
    "<text a <text>b</text>": ["b"],
    "<lp <text>b</text>": ["b"],
    "<texts>a</texts><text>b": [],
    "<text>a</text": [],
    "<text": [],
}


@pytest.mark.parametrize("markup", BROKEN_TAGS)
def test_an_element_goes_from_its_tag_to_the_first_end_of_its_name(markup):
    assert elements(markup, "leadpara|lp|text") == BROKEN_TAGS[markup]


LINKS = {
    '<a href="x">a</a><A NAME=1 HREF>b</A >': ["a", "b"],
    "<a name=1>a</a><a\nhref=x>b</a>": ["b"],
    "<a>href</a>": [],
    "<a xhref>a</a><a hrefs=1>b</a>": [],
    "<a name=1>a<a href=x>b</a>": ["b"],
    "<a href=x>a<b>c": [],
    "<a <a href=x>b</a>": ["b"],
}


@pytest.mark.parametrize("markup", LINKS)
def test_elements_with_an_attribute(markup):
    assert elements(markup, "a", attribute="href") == LINKS[markup]


def test_elements_among_tags_that_have_no_end_or_no_beginning():
    """Whatever stands around the elements of a file, they are found, and nothing else is."""
    noise = [
        "<lp>",
        "<LP N=1>",
        "</leadpara>",
        "</LeadPara >",
        "<p>",
        "</p>",
        "<hr/>",
        "a < b",
        "a > b",
        "\n",
        "&lt;",
        "x",
    ]
    insides = [*noise, "<leadpara>", "<text>", "<texts>"]
    rng = random.Random(5)
    for _ in range(300):
        contents = ["".join(rng.choices(insides, k=rng.randrange(6))) for _ in range(rng.randrange(5))]
        markup = ""
        for content in contents:
            markup += "".join(rng.choices(noise, k=rng.randrange(6)))
            begin, end = rng.choice(["<text>", "<TEXT>", "<Text a=1 b>"]), rng.choice(["</text>", "</TEXT\n>"])
            markup += f"{begin}{content}{end}"
        assert elements(markup + "<text><lp", "leadpara|lp|text") == contents


ENDLESS = [
    "<s>",
    "<S",
    "<s ",
    "</s ",
    "<p ",
    "<br ",
    "</p ",
    "<",
    ">",
    "<!",
    "&",
    "&amp",
    "&#9",
    "<a href",
    "<a ",
    "<text",
    "<text>",
    "\n ",
]


@pytest.mark.parametrize("tag", ENDLESS)
def test_tags_without_end_take_no_time(tag):
    """Looked at from each of its tags to its end, such a text takes many minutes."""
    markup = tag * 200_000
    for read in (sentences, one_line, plain, prose):
        read(markup)
    assert elements(markup, "text|lp") == elements(markup, "a", attribute="href") == []


def test_text_behind_the_last_tag_belongs_to_the_last_sentence():
    assert sentences("<s>a <b>b</b> c <s d") == ["a b c <s d"]
    assert plain("a<p>b <p c") == "a\n\nb <p c"


def test_signs_are_written_by_name_or_number():
    assert plain("&amp;&AMP;&#65;&#x41;&unknown;") == "&&AA&unknown;"
    endless = f"&#{'9' * 1_000_000};"
    assert plain(endless) == endless


def test_pieces_end_with_the_end_tag_wherever_it_stands(tmp_path):
    file = tmp_path / "long.sgml"
    parts = [f"<doc>{'x' * (1_048_560 + place)}</doc >" for place in (0, 3, 7)] + ["<doc>y</DOC>"] * 50_000 + ["rest"]
    file.write_text("".join(parts))
    assert list(pieces(file, "doc")) == parts
