"""The oracles of each document, listed for people and for programs."""

import json
import math

import pytest

import sumspace
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.report.oracles.listing import Listing, record, render
from sumspace.report.oracles.notes import Watched
from sumspace.space.budget import AtMost, parse_budget
from sumspace.tasks.oracle import OraclePlan, find_in_documents

SENTENCES = ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."]
GOOD = {"id": "a", "domain": "news", "sentences": SENTENCES, "references": ["The cat sat. A dog ran in town."]}


def plan(budget, **settings):
    return OraclePlan((parse_measure("rouge-1"),), budget=parse_budget(budget), **settings)


@pytest.fixture
def found(corpus_file):
    def find(budget, given=GOOD, **settings):
        return list(find_in_documents(sumspace.read(corpus_file(given)), plan(budget, **settings)))

    return find


def test_a_record_says_what_is_known(found):
    """Worked by hand: {0, 1} and {1, 3} have 6 of 8 units, and 9 sets with at most 11 words are allowed."""
    (document,) = found("at_most(11)")
    made = record(document, Listing(all=True))
    checked = made.pop("checked")
    assert checked >= 1
    assert made == {
        "id": "a", "domain": "news", "reference": "all", "measure": "rouge-1", "budget": "at_most(11)", "hits": 6,
        "total": 8, "score": 0.75, "official": 0.75, "optimal": True, "bound": 0.75, "count": 2, "complete": True,
        "oracles": [[0, 1], [1, 3]], "cut": None, "shares": [0.5, 1.0, 0.0, 0.5],
        "greedy": {"score": 0.75, "official": 0.75, "sentences": [0, 1], "cut": None}, "feasible": 9,
        "officials": [0.75, 0.75],
    }  # fmt: skip


def test_one_oracle_is_listed_unless_all_are_asked_for(found):
    (document,) = found("at_most(11)")
    made = record(document, Listing())
    assert (made["oracles"], made["complete"], made["count"]) == ([[0, 1]], False, 2)
    assert "officials" not in made
    (document,) = found("at_most(9)")
    assert record(document, Listing())["complete"]


def test_the_first_oracle_stays_the_first_whatever_the_cap(found):
    many = {"id": "m", "sentences": ["A dog ran."] * 30, "references": ["A dog ran. A dog ran."]}
    (document,) = found("at_most(6)", many)
    everything = record(document, Listing(all=True))
    assert everything["complete"]
    assert len({tuple(oracle) for oracle in everything["oracles"]}) == everything["count"] == 435
    assert everything["oracles"][1:] == sorted(everything["oracles"][1:])
    for most in (1, 2, 10):
        capped = record(document, Listing(all=True, most=most))
        assert capped["oracles"][0] == everything["oracles"][0]
        assert (len(capped["oracles"]), capped["complete"]) == (most, False)
        assert all(oracle in everything["oracles"] for oracle in capped["oracles"])


def test_the_sentence_that_is_cut_is_named_with_its_words(found):
    """With 4 words: a dog ran, and the first word of another sentence that counts, which is always "the" or "cat"."""
    (document,) = found("reach(4)")
    made = record(document, Listing(all=True))
    assert (made["hits"], made["complete"]) == (4, True)
    pairs = [
        (tuple(sentences), cut["sentence"], cut["words"])
        for sentences, cut in zip(made["oracles"], made["cut"], strict=True)
    ]
    assert sorted(pairs) == [((0, 1), 0, 1), ((1, 2), 2, 1)]
    assert made["greedy"]["cut"]["words"] == 1
    text = "".join(render([document], plan("reach(4)"), "table", Listing()))
    assert "0:1 1" in text
    assert "7:12 stands for the first 12 words of sentence 7" in text


def test_a_last_sentence_that_is_not_cut_is_named_too(found):
    (document,) = found("reach(6)", {**GOOD, "sentences": ["A dog ran.", "The cat sat."]})
    made = record(document, Listing(all=True))
    assert (made["count"], made["oracles"]) == (2, [[0, 1], [0, 1]])
    assert sorted((cut["sentence"], cut["words"]) for cut in made["cut"]) == [(0, 3), (1, 3)]


def test_the_table_lists_every_oracle_and_says_when_some_are_missing(found):
    documents = found("at_most(11)")

    def shown(listing):
        return "".join(render(documents, plan("at_most(11)"), "table", listing, to_file=True))

    lines = shown(Listing(all=True)).splitlines()
    assert [line.split()[-2:] for line in lines[3:5]] == [["0", "1"], ["1", "3"]]
    assert "--most" not in shown(Listing(all=True))
    assert "Not all oracles of 1 of 1 rows are listed, but 1 of each (--most)." in shown(Listing(all=True, most=1))
    assert "One oracle of each row is listed; --all lists them." in shown(Listing())
    assert shown(Listing()).rstrip().splitlines()[-1] == str(plan("at_most(11)"))


def test_counts_beyond_floating_point_are_exact_for_programs_and_readable_for_people(found):
    given = {"id": "vast", "sentences": ["cat"] * 200, "references": ["cat " * 100]}
    documents = found("at_most(100)", given)
    (line,) = render(documents, plan("at_most(100)"), "json", Listing())
    assert json.loads(line)["count"] == math.comb(200, 100)
    assert "9.05e+58" in "".join(render(documents, plan("at_most(100)"), "table", Listing()))


def test_programs_get_records_as_they_come(found):
    def endless():
        while True:
            yield from found("at_most(11)")

    lines = render(endless(), plan("at_most(11)"), "json", Listing())
    assert json.loads(next(lines))["id"] == "a"


def test_a_document_without_anything_in_common_has_no_oracle(found):
    documents = found("at_most(9)", {**GOOD, "references": ["Xylophones."]})
    made = record(documents[0], Listing(all=True))
    assert (made["score"], made["count"], made["oracles"], made["complete"]) == (0, 0, [], True)
    assert (made["official"], made["greedy"]) == (None, None)
    assert "-" in "".join(render(documents, plan("at_most(9)"), "table", Listing()))
    watched = Watched(documents)
    assert list(watched) == documents
    assert list(watched.notes()) == ["no extract shares a unit: a (all, rouge-1)"]


def test_many_notes_are_counted(found):
    (document,) = found("at_most(9)", {**GOOD, "references": ["Xylophones."]})
    watched = Watched([document] * 8)
    assert len(list(watched)) == 8
    notes = list(watched.notes())
    assert len(notes) == 6
    assert notes[-1] == "no extract shares a unit: 3 more"


def test_an_empty_list_is_refused():
    with pytest.raises(SettingError, match="a list has at least 1 oracle, not 0"):
        Listing(most=0)


def test_the_default_is_at_most_as_long_as_the_references(corpus_file):
    chosen = OraclePlan((parse_measure("rouge-1"),))
    (document,) = find_in_documents(sumspace.read(corpus_file(GOOD)), chosen)
    assert document.budget == AtMost(8)
