"""DUCView's pyramids and peer annotations, as they are and as they should not be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ducview_files as files
from sumspace.corpus.ducview import Annotation, Unit, Units, read_annotation, read_pyramid
from sumspace.errors import CorpusError


@pytest.fixture
def write(tmp_path):
    def to_file(content, name="d.pyr"):
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return to_file


def test_units_have_a_label_and_weigh_as_many_summaries_as_express_them(write):
    assert read_pyramid(write(files.pyramid())).all == (
        Unit("3", "a ferry sank", 2),
        Unit("7", "nobody died", 2),
        Unit("9", "people were dried", 1),
    )


def test_people_are_counted_where_their_summaries_can_be_told_apart(write):
    assert read_pyramid(write(files.pyramid())).models == 2
    assert read_pyramid(write(files.pyramid(regex="no such line"))).models == 0


def test_a_summary_that_contributes_twice_counts_once(write):
    twice = files.scu(1, "rescue", "All were saved", "dried")
    assert read_pyramid(write(files.pyramid(twice))).all[0].weight == 1
    third = files.scu(1, "rescue", "nobody died", "All were saved", "dried")
    assert read_pyramid(write(files.pyramid(third))).all[0].weight == 2


@pytest.mark.parametrize("regex", ["", " ", "no such line", "# 1", "[", "(#)+ [0-9]", "*"])
def test_contributors_are_counted_where_summaries_cannot_be_told_apart(write, regex):
    twice = files.scu(1, "rescue", "All were saved", "dried")
    assert read_pyramid(write(files.pyramid(twice, regex=regex))).all[0].weight == 2


@pytest.mark.parametrize("part", ["", '<part label="x"/>', '<part start="far" label="x"/>', '<part start="-3"/>'])
def test_contributors_without_a_place_are_counted_one_by_one(write, part):
    unit = f'<scu uid="1" label="x"><contributor>{part}</contributor><contributor>{part}</contributor></scu>'
    assert read_pyramid(write(files.pyramid(unit))).all[0].weight == 2


def test_a_unit_without_contributors_weighs_nothing(write):
    assert read_pyramid(write(files.pyramid(files.scu(1, "lonely")))).all == (Unit("1", "lonely", 0),)


def test_a_pyramid_without_units(write):
    assert read_pyramid(write("<pyramid><text/></pyramid>")) == Units((), 0)


def test_the_pyramid_inside_an_annotation_is_the_same(write):
    assert read_pyramid(write(files.annotation())) == read_pyramid(write(files.pyramid(), "other.pyr"))


def test_units_with_contributors_are_matches_and_every_contributor_counts(write):
    content = files.annotation(
        files.peerscu(3, "(2) a ferry sank", "Ferry", "boat"),
        files.peerscu(7, "(2) nobody died"),
        files.peerscu(9, "(1) people were dried", "towels"),
        files.peerscu(0, files.OUTSIDE, "weather", "price"),
    )
    # The ferry twice, the towels, and two things that nobody else says.
    assert read_annotation(write(content)) == Annotation(("3", "9"), 5)


def test_what_is_not_in_the_pyramid_is_known_by_its_label_too(write):
    content = files.annotation(files.peerscu(12, f" {files.OUTSIDE.upper()} ", "weather"))
    assert read_annotation(write(content)) == Annotation((), 1)


@pytest.mark.parametrize("units", [(), (files.peerscu(3, "(2) a ferry sank"), files.peerscu(0, files.OUTSIDE))])
def test_a_summary_without_a_match(write, units):
    assert read_annotation(write(files.annotation(*units))) == Annotation((), 0)


def test_an_annotation_without_its_pyramid(write):
    content = f"<annotation>{files.peerscu(3, 'x', 'y')}</annotation>"
    assert read_annotation(write(content)) == Annotation(("3",), 1)


LATIN = '<pyramid><scu uid="1" label="caf\u00e9"/></pyramid>'


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
    assert read_pyramid(write(content)).all == (Unit("1", "café", 0),)


def test_signs_written_as_references(write):
    content = '<pyramid><scu uid="1" label="&quot;a&quot; &amp; caf&#233;"/></pyramid>'
    assert read_pyramid(write(content)).all[0].text == '"a" & café'


BROKEN = {
    "not closed": (b"<pyramid>\n<scu uid='1'>\n</pyramid>", r"d\.pyr:3: broken XML at column 3 \(mismatched tag\)"),
    "empty": (b"", r"d\.pyr:1: broken XML at column 1 \(no element found\)"),
    "not XML": (b"\n{}", r"d\.pyr:2: broken XML at column 1 \(not well-formed \(invalid token\)\)"),
    "cut off": (b"<pyramid>\n<scu", r"d\.pyr:2: broken XML"),
    "an encoding that nobody knows": (b'<?xml version="1.0" encoding="x-klingon"?><pyramid/>', r"d\.pyr.*encoding"),
    "an encoding of several bytes": (b'<?xml version="1.0" encoding="shift_jis"?><pyramid/>', r"d\.pyr.*encoding"),
    "another kind of file": (b"\n<html/>", r"d\.pyr:2: there is no <pyramid> in it, as files of DUCView have"),
    "no uid": (b"<pyramid>\n\n<scu label='x'/></pyramid>", r"d\.pyr:3: a <scu> has no uid; give it one of its own"),
    "a uid twice": (
        b"<pyramid>\n<scu uid='4'/>\n<scu uid='4'/></pyramid>",
        r"d\.pyr:3: the unit '4' stands twice; give each its own uid",
    ),
    "an entity": (
        b'<!DOCTYPE pyramid [\n<!ENTITY x "y">\n]>\n<pyramid>&x;</pyramid>',
        r"d\.pyr:2: defines the entity 'x', and such files are not read; write out what it stands for",
    ),
    "an entity from a file": (
        b'<!DOCTYPE pyramid [\n<!ENTITY x SYSTEM "file:///etc/passwd">]><pyramid>&x;</pyramid>',
        r"d\.pyr:2: defines the entity 'x'",
    ),
    "an entity of the document type": (
        b'<!DOCTYPE pyramid [\n<!ENTITY % x SYSTEM "http://example.org/x.dtd"> %x;]><pyramid/>',
        r"d\.pyr:2: defines the entity 'x'",
    ),
}


@pytest.mark.parametrize(("content", "message"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_used_gets_one_line(write, content, message):
    with pytest.raises(CorpusError, match=message) as error:
        read_pyramid(write(content))
    assert "\n" not in str(error.value)


def test_a_document_type_that_lies_elsewhere_is_not_fetched(write):
    content = '<!DOCTYPE pyramid SYSTEM "http://127.0.0.1:9/never.dtd">\n<pyramid><scu uid="1" label="x"/></pyramid>'
    assert read_pyramid(write(content)).all == (Unit("1", "x", 0),)


def test_an_annotation_that_has_none(write):
    with pytest.raises(CorpusError, match=r"d\.pyr:\d+: there is no <annotation> in it"):
        read_annotation(write(files.pyramid()))


def test_a_peer_unit_without_a_uid(write):
    with pytest.raises(CorpusError, match="a <peerscu> has no uid"):
        read_annotation(write("<annotation><peerscu label='x'/></annotation>"))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CorpusError, match="there is no such file"):
        read_pyramid(tmp_path / "none.pyr")


def test_elements_in_elements_without_end_are_no_problem(write):
    assert read_pyramid(write("<pyramid>" + "<x>" * 50_000 + "</x>" * 50_000 + "</pyramid>")).all == ()


@given(st.binary(max_size=60), st.integers(0, 900))
def test_any_bytes_are_read_or_reported(tmp_path_factory, data, place):
    whole = files.annotation(files.peerscu(3, "x", "y")).encode()
    file = tmp_path_factory.mktemp("any") / "any.pan"
    file.write_bytes(whole[:place] + data + whole[place + 20 :])
    for reader in (read_pyramid, read_annotation):
        try:
            assert reader(file) is not None
        except CorpusError as error:
            problem = error.problem
        else:
            continue
        assert problem.file == str(file)
