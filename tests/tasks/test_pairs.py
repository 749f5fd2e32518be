"""What bounds a measure stands beside the systems, and where a measure is not defined is said."""

from dataclasses import replace

import pytest

import sumspace
from sumspace.errors import NotDefinedError, SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting, evaluate
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.pairs import bound_pairs, pairs_of
from sumspace.tasks.score import ScorePlan, score_corpus
from sumspace.text.limit import Limit


def scored(*names, **changes):
    measures = tuple(parse_measure(name) for name in names)
    return score_corpus(
        changes.pop("examples", None) or sumspace.read("sample"),
        ScorePlan(measures, **{"setting": Setting(), "bootstrap": Bootstrap(), **changes}),
    )


def rows_of(scores):
    """The records of single summaries, and of bounds."""
    return [record for record in scores.records() if record["id"] is not None]


@pytest.fixture(scope="module")
def tasks():
    return scored("questions", "categorization", "rouge-1")


def test_every_measure_has_its_own_bounds(tasks):
    systems = {}
    for row in rows_of(tasks):
        systems.setdefault(row["measure"], {}).setdefault(row["system"], []).append(row["f1"])
    bounds = {name: {system for system in own if system[0] == "["} for name, own in systems.items()}
    assert bounds == {
        "questions": {"[full text]", "[human abstract]", "[nothing]"},
        "categorization": {"[full text]", "[random extract]"},
        "rouge-1": set(),
    }
    assert len(systems["questions"]["[full text]"]) == 20
    assert len(systems["questions"]["[human abstract]"]) == sum(len(e.references) for e in sumspace.read("sample"))


def test_bounds_are_no_systems_of_the_corpus(tasks):
    assert tasks.notes() == ["[random extract]: mean over 20 random extracts of each document"]
    assert tasks.summaries == len(tasks["rouge-1"].f1) == 20 * 6


def test_a_system_that_is_called_as_a_bound_is_refused_where_there_is_such_a_bound(corpus_file):
    records = [
        {"id": f"{topic}{i}", "topics": [topic], "text": f"About {topic}.", "references": [topic],
         "systems": {"[full text]": topic}}
        for topic in ("cats", "dogs") for i in range(2)
    ]  # fmt: skip
    file = str(corpus_file(*records))
    with pytest.raises(
        SettingError, match=r"a system is called '\[full text\]', which is the name of a bound of a measure"
    ):
        scored("categorization", examples=sumspace.read(file))
    (average,) = scored("rouge-1", examples=sumspace.read(file)).averages
    assert (average.system, average.summaries) == ("[full text]", 4)


def test_a_random_extract_is_no_single_draw(tasks):
    """The bound of a document is the mean over its draws, each scored as a summary of its own here."""
    example = next(sumspace.read("sample"))
    pairs = list(pairs_of(example, tasks.plan))
    drawn = bound_pairs(pairs, [parse_measure("categorization")], Setting(), 0)
    drawn = [pair for pair in drawn if pair.bound == "random extract"]
    assert len({pair.pair.given_extract for pair in drawn}) > 10
    (bound,) = (r for r in rows_of(tasks) if r["id"] == example.id and r["system"] == "[random extract]")
    first = [replace(pair, bound=None) for pair in drawn]
    others = [pair for own in sumspace.read("sample") if own.id != example.id for pair in pairs_of(own, tasks.plan)]
    values = evaluate([pair.pair for pair in [*first, *others]], [parse_measure("categorization")], Setting())
    (scores,) = values.values()
    assert bound["f1"] == pytest.approx(scores.f1[: len(first)].mean())
    assert len(set(scores.f1[: len(first)].tolist())) > 1


def test_full_texts_answer_more_than_nothing_does(tasks):
    means = {average.system: average.f1.mean for average in tasks.averages if str(average.measure) == "questions"}
    assert means["[full text]"] > means["[nothing]"]
    assert means["[human abstract]"] > means["[nothing]"]


def test_a_limit_cuts_summaries_but_no_bounds():
    cut = scored("questions", setting=Setting(limit=Limit(3)))
    whole = scored("questions")
    values = [{(r["id"], r["system"], r["reference"]): r["f1"] for r in rows_of(scores)} for scores in (cut, whole)]
    assert all(values[0][key] == values[1][key] for key in values[0] if key[1][0] == "[")
    assert any(values[0][key] != values[1][key] for key in values[0])


def test_a_measure_that_is_nowhere_defined_is_refused_with_file_and_line(corpus_file):
    file = corpus_file({"id": "a", "text": "One. Two.", "references": ["One."], "systems": {"s": "One."}})
    with pytest.raises(
        NotDefinedError, match=r"corpus.jsonl:1: pyramid is not defined for any summary: 'a' has no pyramid"
    ):
        scored("pyramid", examples=sumspace.read(str(file)))


def test_what_is_not_defined_has_no_number_and_no_part_in_averages():
    scores = scored("co-selection")
    (lack,) = scores.undefined
    assert (str(lack.measure), lack.summaries, lack.of) == ("co-selection", 20, 120)
    assert "not an extract" in lack.reason
    assert {row["system"] for row in rows_of(scores) if row["recall"] is None} == {"retell"}
    averages = {average.system: average for average in scores.averages}
    assert "retell" not in averages
    values = [row["f1"] for row in rows_of(scores) if row["system"] == "skim"]
    assert averages["skim"].f1.mean == pytest.approx(sum(values) / 20)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("relevance", "has a query that tells no documents apart"),
        ("categorization", "has topics that no other document has"),
        ("oracle(rouge-1)", "has no sentence that shares anything with a reference"),
    ],
)
def test_it_is_said_why_there_is_no_value_although_nothing_is_lacking(corpus_file, name, reason):
    texts = {"a1": "Cats sleep.", "a2": "Cats eat.", "b1": "Mars shines.", "b2": "Mars turns."}
    records = [
        {"id": id_, "query": text, "topics": [id_[0]], "text": text, "references": [text], "systems": {"s": text}}
        for id_, text in texts.items()
    ]
    odd = {"id": "odd", "query": "zebra", "topics": ["odd"], "text": "Trains run.", "references": ["Zebra."]}
    file = corpus_file(*records, {**odd, "systems": {"s": "Trains run."}})
    (lack,) = scored(name, examples=sumspace.read(str(file))).undefined
    assert (lack.example, lack.summaries, lack.of) == ("odd", 1, 5)
    assert lack.reason.startswith(reason)
    assert name != "oracle(rouge-1)" or lack.reason == reason
