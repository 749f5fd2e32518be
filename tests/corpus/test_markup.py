"""XML as others write it, and as it should not be; SGML is tested with the documents it comes in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ducview_files as files
from sumspace.corpus.markup import read_xml
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
