"""A corpus as it is read: first documents, totals, progress and lost letters."""

import gzip
import json
import warnings
from operator import length_hint

import pytest

from sumspace import read, write
from sumspace.corpus.counting import count_documents
from sumspace.corpus.stream import FIRST, ExampleStream, tell_finished
from sumspace.errors import LostTokens, SettingError
from sumspace.text.profile import Profile

CHINESE = [{"id": str(i), "text": "猫坐在垫子上。", "references": ["猫。"]} for i in range(3)]
ENGLISH = [{"id": f"e{i}", "text": "A cat sat.", "references": ["Cats sit."]} for i in range(4)]


def stream(records=ENGLISH, **settings):
    return ExampleStream(read(records), **settings)


def test_a_look_at_the_first_documents_loses_none_of_them():
    examples = stream()
    assert list(examples.first_texts()) == ["A cat sat.", "Cats sit."] * 4
    assert list(examples.first_texts()) == ["A cat sat.", "Cats sit."] * 4
    assert [example.id for example in examples] == ["e0", "e1", "e2", "e3"]


def test_no_more_than_the_first_documents_are_read():
    seen = []

    def endless():
        for number in range(10 * FIRST):
            seen.append(number)
            yield {"id": str(number), "text": "One."}

    assert len(list(stream(endless()).first_texts())) == FIRST == len(seen)


def test_an_error_among_the_first_comes_in_its_place():
    def broken():
        yield ENGLISH[0]
        raise SettingError("broken")

    examples = stream(broken())
    assert len(list(examples.first_texts())) == 2
    assert next(examples).id == "e0"
    with pytest.raises(SettingError, match="broken"):
        next(examples)


def test_documents_are_told_of_as_they_are_read_or_as_they_are_finished():
    told = []
    examples = stream(progress=lambda *amount: told.append(amount), total=lambda: 4)
    assert length_hint(examples) == 4
    next(examples)
    finished = tell_finished(examples)
    list(examples)
    assert told == [("documents", 1, 4)]
    finished(3)
    assert told[-1] == ("documents", 3, 4)


@pytest.mark.parametrize(("part", "total"), [((1, 3), 4), ((2, 3), 3), ((3, 3), 3), ((1, 1), 10)])
def test_of_a_part_so_many_documents_are_told_of_as_it_has(part, total):
    assert total == len(range(part[0] - 1, 10, part[1]))
    told = []
    stream(progress=lambda *amount: told.append(amount), total=lambda: 10).finished(part)(1)
    assert told == [("documents", 1, total)]


def warnings_of(records, profile):
    examples = stream(records)
    examples.watch_letters(Profile.parse(profile))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        list(examples)
        list(examples)
    return [str(one.message) for one in caught if one.category is LostTokens]


def test_documents_whose_words_are_lost_are_counted_in_one_warning_that_names_a_profile():
    (message,) = warnings_of([*CHINESE, *ENGLISH], "rouge155")
    assert message == (
        "rouge155 keeps ASCII letters only: most words are lost in 3 of 7 documents; "
        "use --profile unicode --language zh"
    )  # fmt: skip
    assert warnings_of([*CHINESE, *ENGLISH], "unicode") == []
    assert warnings_of(ENGLISH, "rouge-score") == []


def test_accented_letters_are_worth_a_note_where_they_are_many():
    (message,) = warnings_of([{"id": "a", "text": "Příliš žluťoučký kůň úpěl ďábelské ódy."}], "rouge155")
    assert "of all letters" in message
    assert "--profile unicode" in message
    assert (
        warnings_of([{"id": "a", "text": "A café is open all day long, and all night, in this street."}], "rouge155")
        == []
    )


def test_documents_are_counted_without_reading_them(tmp_path):
    lines = "".join(json.dumps(record) + "\n" for record in ENGLISH)
    (tmp_path / "plain.jsonl").write_text(f"\n{lines}\n \n")
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    write(ENGLISH, tmp_path / "table.parquet")
    write(ENGLISH, tmp_path / "folder")
    (tmp_path / "table.csv").write_text('id,text\na,"One.\nTwo."\nb,Three.\n')
    counts = {
        name: count_documents([tmp_path / name])() for name in ("plain.jsonl", "packed.jsonl.gz", "table.parquet")
    }
    assert set(counts.values()) == {4}
    assert count_documents([tmp_path / "folder"])() == 4
    assert count_documents([tmp_path / "table.csv"])() == 2
    assert count_documents(["sample", tmp_path / "plain.jsonl"])() == 24
    assert count_documents(["-"])() == 0
    assert count_documents([tmp_path / "nothing.jsonl"])() == 0
    assert count_documents([ENGLISH])() == 4
    assert count_documents([ENGLISH[0]])() == count_documents([next(read(ENGLISH))])() == 1
