"""DUCView's pyramids and peer annotations, and how they come into a corpus."""

import json

import pytest

import ducview_files as files
from sumspace.corpus.ducview import Unit, add_pyramids, read_annotation, read_pyramid
from sumspace.corpus.model import Example, Pyramid, Reference, Section, Text
from sumspace.corpus.source import read
from sumspace.errors import CorpusError, OutputError
from sumspace.text.passage import Passage


@pytest.fixture
def write(tmp_path):
    def to_file(content, name="d.pyr"):
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return to_file


def test_units_have_a_label_and_weigh_as_many_summaries_as_express_them(write):
    assert read_pyramid(write(files.pyramid()))[0] == [
        Unit("3", "a ferry sank", 2),
        Unit("7", "nobody died", 2),
        Unit("9", "people were dried", 1),
    ]


def test_people_are_counted_where_their_summaries_can_be_told_apart(write):
    assert read_pyramid(write(files.pyramid()))[1] == 2
    assert read_pyramid(write(files.pyramid(regex="no such line")))[1] == 0


def test_a_summary_that_contributes_twice_counts_once(write):
    twice = files.scu(1, "rescue", "All were saved", "dried")
    assert read_pyramid(write(files.pyramid(twice)))[0][0].weight == 1
    third = files.scu(1, "rescue", "nobody died", "All were saved", "dried")
    assert read_pyramid(write(files.pyramid(third)))[0][0].weight == 2


@pytest.mark.parametrize("regex", ["", " ", "no such line", "# 1", "[", "(#)+ [0-9]", "*"])
def test_contributors_are_counted_where_summaries_cannot_be_told_apart(write, regex):
    twice = files.scu(1, "rescue", "All were saved", "dried")
    assert read_pyramid(write(files.pyramid(twice, regex=regex)))[0][0].weight == 2


@pytest.mark.parametrize("part", ["", '<part label="x"/>', '<part start="far" label="x"/>', '<part start="-3"/>'])
def test_contributors_without_a_place_are_counted_one_by_one(write, part):
    unit = f'<scu uid="1" label="x"><contributor>{part}</contributor><contributor>{part}</contributor></scu>'
    assert read_pyramid(write(files.pyramid(unit)))[0][0].weight == 2


def test_a_unit_without_contributors_weighs_nothing(write):
    assert read_pyramid(write(files.pyramid(files.scu(1, "lonely"))))[0] == [Unit("1", "lonely", 0)]


def test_a_pyramid_without_units(write):
    assert read_pyramid(write("<pyramid><text/></pyramid>")) == ([], 0)


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
    assert read_annotation(write(content)) == (["3", "9"], 5)


def test_what_is_not_in_the_pyramid_is_known_by_its_label_too(write):
    content = files.annotation(files.peerscu(12, f" {files.OUTSIDE.upper()} ", "weather"))
    assert read_annotation(write(content)) == ([], 1)


@pytest.mark.parametrize("units", [(), (files.peerscu(3, "(2) a ferry sank"), files.peerscu(0, files.OUTSIDE))])
def test_a_summary_without_a_match(write, units):
    assert read_annotation(write(files.annotation(*units))) == ([], 0)


def test_an_annotation_without_its_pyramid(write):
    content = f"<annotation>{files.peerscu(3, 'x', 'y')}</annotation>"
    assert read_annotation(write(content)) == (["3"], 1)


BROKEN = {
    "another kind of file": (b"\n<html/>", r"d\.pyr:2: there is no <pyramid> in it"),
    "no uid": (b"<pyramid>\n\n<scu label='x'/></pyramid>", r"d\.pyr:3: a <scu> has no uid"),
    "a uid twice": (b"<pyramid>\n<scu uid='4'/>\n<scu uid='4'/></pyramid>", r"d\.pyr:3: the unit '4' stands twice"),
}


@pytest.mark.parametrize(("content", "message"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_is_no_pyramid(write, content, message):
    with pytest.raises(CorpusError, match=message):
        read_pyramid(write(content))


def test_an_annotation_that_has_none(write):
    with pytest.raises(CorpusError, match=r"d\.pyr:\d+: there is no <annotation> in it"):
        read_annotation(write(files.pyramid()))


def test_a_peer_unit_without_a_uid(write):
    with pytest.raises(CorpusError, match="a <peerscu> has no uid"):
        read_annotation(write("<annotation><peerscu label='x'/></annotation>"))


RECORD = {"id": "d", "text": "One. Two.", "references": ["One.", "Two."], "systems": {"s": "One."}, "mine": [1]}
FERRY = files.annotation(files.peerscu(3, "(2) a ferry sank", "Ferry"), files.peerscu(0, files.OUTSIDE, "x", "y"))


@pytest.fixture
def added(tmp_path, corpus_file, corpus):
    def add(contents, *records, name="out.jsonl"):
        left = add_pyramids(read(corpus_file(*(records or (RECORD,)))), corpus(contents), tmp_path / name)
        return left, list(read(tmp_path / name))

    return add


def test_units_matches_and_counts(added):
    left, (example,) = added({"d.pyr": files.pyramid(), "d.s.pan": FERRY})
    assert example.pyramid == Pyramid({"3": 2, "7": 2, "9": 1}, {"s": ("3",)}, {"s": 3}, 2)
    assert example.record == {
        **RECORD,
        "pyramid": {
            "units": [
                {"id": "3", "text": "a ferry sank", "weight": 2},
                {"id": "7", "text": "nobody died", "weight": 2},
                {"id": "9", "text": "people were dried", "weight": 1},
            ],
            "matches": {"s": ["3"]},
            "counts": {"s": 3},
            "models": 2,
        },
    }
    assert not left


@pytest.mark.parametrize("name", ["out.jsonl.gz", "out.parquet"])
def test_other_formats_keep_pyramids_too(added, name):
    _, (example,) = added({"d.pyr": files.pyramid(), "d.s.pan": FERRY}, name=name)
    assert example.pyramid.counts == {"s": 3}
    assert example.record["pyramid"]["units"][0]["text"] == "a ferry sank"


def test_without_annotations_there_are_no_matches(added):
    _, (example,) = added({"d.pyr": files.pyramid()})
    assert example.pyramid.matches == example.pyramid.counts == {}
    assert len(example.pyramid.weights) == 3


def test_examples_without_a_file_stay_as_they_are(added):
    old = {"units": [{"id": "u"}], "matches": {"s": ["u"]}}
    _, (first, second) = added(
        {"d.pyr": files.pyramid()}, {**RECORD, "pyramid": old}, {**RECORD, "id": "e", "pyramid": old}
    )
    assert set(first.pyramid.weights) == {"3", "7", "9"}
    assert second.record["pyramid"] == old


def test_ids_and_systems_may_hold_dots(added):
    records = [{**RECORD, "id": id_} for id_ in ("D1", "D1.M")]
    contents = {"D1.pyr": files.pyramid(), "D1.M.pyr": files.pyramid(), "D1.v1.2.pan": FERRY, "D1.M.s.pan": FERRY}
    _, (first, second) = added(contents, *records)
    assert list(first.pyramid.matches) == ["v1.2"]
    assert list(second.pyramid.matches) == ["s"]


def test_annotations_without_a_summary_are_kept_and_counted(added):
    contents = {
        f"{id_}.{rest}": files.pyramid() if rest == "pyr" else FERRY
        for id_ in "de"
        for rest in ("pyr", "s.pan", "beside.pan", "1.pan")
    }
    left, (example, _) = added(contents, RECORD, {**RECORD, "id": "e"})
    # "1" is a reference: people's summaries are annotated too.
    assert left == {"beside": 2}
    assert set(example.pyramid.matches) == {"s", "beside", "1"}


def test_other_files_are_passed_over(added):
    _, (example,) = added({"d.pyr": files.pyramid(), "README": "x", ".hidden.pyr": "x", "d.s.txt": "x"})
    assert example.pyramid.matches == {}


WRONG = {
    "no pyramids": ({"README": "x"}, r"corpus: there is no pyramid in it; name the files ID\.pyr and"),
    "a document that is not there": (
        {"d.pyr": files.pyramid(), "x.pyr": files.pyramid()},
        r"x\.pyr: there is no document 'x' in the corpus; rename it or take it out",
    ),
    "an annotation without a pyramid": (
        {"d.pyr": files.pyramid(), "x.s.pan": FERRY},
        r"x\.s\.pan: there is no pyramid for it; name it ID\.SYSTEM\.pan, with ID\.pyr beside it",
    ),
    "an annotation without a system": ({"d.pyr": files.pyramid(), "d.pan": FERRY}, r"d\.pan: there is no pyramid"),
    "an annotation with another pyramid": (
        {"d.pyr": files.pyramid(files.UNITS[1]), "d.s.pan": FERRY},
        r"d\.s\.pan: the unit '3' is not in d\.pyr; both must be of the same pyramid",
    ),
    "broken XML": ({"d.pyr": files.pyramid(), "d.s.pan": "<x>"}, r"d\.s\.pan:1: broken XML"),
}


@pytest.mark.parametrize(("contents", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_and_nothing_is_written(added, tmp_path, contents, message):
    with pytest.raises(CorpusError, match=message):
        added(contents)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["corpus", "corpus.jsonl"]


@pytest.mark.parametrize("name", ["out.csv", "out.sgml", "out", "out.json"])
def test_formats_that_cannot_hold_pyramids_are_refused(added, tmp_path, name):
    with pytest.raises(OutputError, match=r"only \.jsonl, \.jsonl\.gz and \.parquet can hold pyramids"):
        added({"d.pyr": files.pyramid()}, name=name)
    assert not (tmp_path / name).exists()


def test_a_folder_that_is_not_there(tmp_path, corpus_file):
    with pytest.raises(CorpusError, match="there is no such file; check the path"):
        add_pyramids(read(corpus_file(RECORD)), tmp_path / "none", tmp_path / "out.jsonl")


def test_examples_made_in_python_are_written_whole(tmp_path, corpus):
    made = Example("d", (Text((Section(Passage("One. Two.")),)),), (Reference("A", Passage("One.")),))
    add_pyramids([made], corpus({"d.pyr": files.pyramid()}), tmp_path / "out.jsonl")
    (example,) = read(tmp_path / "out.jsonl")
    assert (example.sentences(), example.references) == (("One.", "Two."), made.references)
    assert example.pyramid.weights == {"3": 2, "7": 2, "9": 1}


def test_what_is_written_is_json(added, tmp_path):
    added({"d.pyr": files.pyramid()})
    (line,) = (tmp_path / "out.jsonl").read_text().splitlines()
    assert list(json.loads(line)) == [*RECORD, "pyramid"]


def pyramid_of(text, regex):
    return f"<pyramid><startDocumentRegEx>{regex}</startDocumentRegEx><text><line>{text}</line></text></pyramid>"


@pytest.mark.parametrize("regex", ["a{1000000000}", "a{1,99999}b", "x*" * 101, "[[#]+ [0-9]*[", "a{2}{3}"])
def test_expressions_that_are_not_run(write, regex, recwarn):
    """They may take all memory before anything is compared, or mean nothing."""
    assert read_pyramid(write(pyramid_of("a" * 100, regex))) == ([], 0)
    assert not recwarn.list


def test_an_expression_that_takes_forever_is_refused(write, monkeypatch):
    monkeypatch.setattr("sumspace.corpus.ducview._PATTERN_SECONDS", 0.2)
    file = write(pyramid_of("a" * 100_000, "a{1,999}" * 20 + "b"))
    with pytest.raises(CorpusError, match=r"d\.pyr:1: the expression in <startDocumentRegEx> takes longer than 0.2 s"):
        read_pyramid(file)


def test_expressions_that_warn_are_read_without_a_word(write, recwarn):
    assert read_pyramid(write(pyramid_of("[1 x [2 y", "[[][0-9]")))[1] == 2
    assert not recwarn.list


def test_annotations_belong_to_the_longest_id(tmp_path):
    for name in ("a", "a.b", "a.b.c"):
        (tmp_path / f"{name}.pyr").write_text(files.pyramid())
    for name in ("a.x", "a.b.x", "a.b.c.x.y", "a.bx"):
        (tmp_path / f"{name}.pan").write_text(FERRY)
    (tmp_path / "corpus.jsonl").write_text(
        "".join(json.dumps({**RECORD, "id": i}) + "\n" for i in ("a", "a.b", "a.b.c"))
    )
    add_pyramids(read(tmp_path / "corpus.jsonl"), tmp_path, tmp_path / "out.jsonl")
    found = {example.id: list(example.pyramid.matches) for example in read(tmp_path / "out.jsonl")}
    assert found == {"a": ["bx", "x"], "a.b": ["x"], "a.b.c": ["x.y"]}
