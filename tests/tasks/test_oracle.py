"""The oracles of the documents of a corpus, and how they are listed."""

import json
import math
import random
from collections import Counter
from itertools import chain, combinations

import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import score_texts
from sumspace.space.budget import Exactly, Reach, parse_budget
from sumspace.tasks.oracle import METHODS, OracleList, OraclePlan, find_in_documents
from sumspace.tasks.task import LeftOut
from sumspace.text.profile import Profile

SENTENCES = ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."]
GOOD = {"id": "a", "domain": "news", "sentences": SENTENCES, "references": ["The cat sat. A dog ran in town."]}


def plan(*measures, **settings):
    return OraclePlan(tuple(map(parse_measure, measures or ("rouge-1",))), **settings)


@pytest.fixture
def find(corpus_file):
    """Write records as a corpus and find their oracles."""

    def find_in(records, chosen):
        return list(find_in_documents(sumspace.read(corpus_file(*records)), chosen))

    return find_in


@pytest.fixture
def list_oracles(corpus_file):
    """Write a record as a corpus and list its oracles."""

    def make(budget, record=GOOD, every=False, most=1000, **settings):
        chosen = plan(budget=parse_budget(budget), **settings)
        return OracleList(chosen, find_in_documents(sumspace.read(corpus_file(record)), chosen), every, most)

    return make


def record_of(oracles):
    (record,) = oracles.table().records
    return record


def grams(text, n):
    words = text.rstrip(".").split()
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


def hits_of(sentences, references, n):
    have = sum((grams(sentence, n) for sentence in sentences), Counter())
    return sum((have & grams(reference, n)).total() for reference in references)


def by_brute_force(sentences, references, most, n):
    """Return the most hits, all sets that have them, and how many sets are short enough, from the definitions."""
    useful = [i for i, sentence in enumerate(sentences) if hits_of([sentence], references, n)]
    sets = chain.from_iterable(combinations(useful, k) for k in range(1, len(useful) + 1))
    allowed = [s for s in sets if sum(len(sentences[i].split()) for i in s) <= most]
    hits = {s: hits_of([sentences[i] for i in s], references, n) for s in allowed}
    best = max(hits.values(), default=0)
    return best, [list(s) for s in sorted(hits) if hits[s] == best], len(allowed)


def random_document(rng, name):
    words = [f"w{i}" for i in range(rng.randint(3, 9))]

    def text(longest):
        return " ".join(rng.choice(words) for _ in range(rng.randint(1, longest))) + "."

    return {
        "id": name, "sentences": [text(6) for _ in range(rng.randint(1, 9))],
        "references": [text(9) for _ in range(rng.randint(1, 3))],
    }  # fmt: skip


@pytest.mark.parametrize(("measure", "n"), [("rouge-1", 1), ("rouge-2", 2)])
@pytest.mark.parametrize("method", ["search", "branch-and-bound"])
def test_the_best_extracts_are_those_of_brute_force(find, measure, n, method):
    rng = random.Random(17)
    records = [random_document(rng, f"d{i}") for i in range(60)]
    chosen = plan(measure, budget=parse_budget("at_most(8)"), profile=Profile(stem=False), method=method)
    compared = 0
    for record, result in zip(records, find(records, chosen), strict=True):
        references = record["references"]
        if isinstance(result, LeftOut):
            none = not any(grams(reference, n) for reference in references)
            assert none or all(len(sentence.split()) > 8 for sentence in record["sentences"])
            continue
        best, sets, allowed = by_brute_force(record["sentences"], references, 8, n)
        compared += 1
        oracles = result.oracles
        assert oracles.hits == (best,)
        assert result.scorings[0].coverage.total == sum(grams(reference, n).total() for reference in references)
        assert oracles.optimal
        assert sorted(list(extract.sentences) for extract in oracles.extracts()) == sets
        assert (oracles.count, result.feasible) == (len(sets), allowed)
        assert (oracles.greedy[1] if oracles.greedy else 0) <= oracles.score
    assert compared > 30


def test_every_method_finds_the_same_score(find):
    rng = random.Random(3)
    records = [random_document(rng, f"d{i}") for i in range(20)]

    def scores(method):
        results = find(records, plan(budget=parse_budget("at_most(9)"), method=method))
        return [result.id if isinstance(result, LeftOut) else result.oracles.score for result in results]

    first, *others = map(scores, METHODS)
    assert all(other == first for other in others)


def test_without_a_budget_an_oracle_has_at_most_as_many_words_as_the_references(find):
    record = {"id": "a", "sentences": ["A dog ran."], "references": ["A dog.", "A dog ran off today."]}
    (result,) = find([record], plan())
    assert str(result.space.budget) == "at_most(4)"  # (2 + 5) / 2, rounded
    left_out, result = find([record], plan(references="each"))
    assert (left_out.id, left_out.reason) == ("a", "has no extract of at_most(2) for its reference '1'")
    assert (result.references.id, str(result.space.budget)) == ("2", "at_most(5)")


def test_the_mean_of_measures_is_one_objective(find):
    record = {"id": "a", "sentences": ["The cat sat.", "A dog ran."], "references": ["The cat sat. A dog barked."]}
    (result,) = find([record], plan("rouge-1", "rouge-2", mean=True, budget=parse_budget("at_most(3)")))
    assert result.objective == "mean(rouge-1,rouge-2)"
    assert result.oracles.hits == (3, 2)
    assert [scoring.coverage.total for scoring in result.scorings] == [6, 4]
    assert result.oracles.score == pytest.approx((3 / 6 + 2 / 4) / 2)
    assert result.official_scores([result.oracles.best]) == [pytest.approx((3 / 6 + 2 / 5) / 2)]


def test_documents_without_extracts_or_units_are_left_out_with_the_reason(find):
    records = [
        {"id": "long", "sentences": ["One two three four."], "references": ["One two."]},
        {"id": "short", "sentences": ["One."], "references": ["One."]},
    ]
    assert [(left_out.id, left_out.reason) for left_out in find(records, plan("rouge-2"))] == [
        ("long", "has no extract of at_most(2)"),
        ("short", "has no unit of rouge-2 in its references: every extract scores 0"),
    ]


def test_official_scores_are_those_of_the_text():
    """Units cross from sentence to sentence by the official rules, so bigrams differ."""
    example = next(iter(sumspace.read("sample")))
    references = [reference.body for reference in example.references]
    for result in find_in_documents([example], plan("rouge-1", "rouge-2", score="f1")):
        (measure,) = result.measures
        text = [example.sentences()[i] for i in result.oracles.best.sentences]
        (expected,) = score_texts([text], [references], [measure])[str(measure)].f1
        assert result.official_scores([result.oracles.best]) == [expected]
        if str(measure) == "rouge-1":
            assert expected == pytest.approx(result.oracles.score, abs=6e-6)


def test_a_document_as_short_as_the_budget_is_its_own_oracle(find):
    record = {"id": "a", "sentences": ["A dog ran.", "It rained."], "references": ["A dog."]}
    (result,) = find([record], plan(budget=Reach(9)))
    assert result.oracles.best.sentences == (0, 1)
    assert (result.oracles.count, result.feasible) == (1, 1)


def test_any_number_of_jobs_gives_the_same():
    def numbers(jobs):
        results = find_in_documents(sumspace.read("sample"), plan("rouge-2", workers=Workers(jobs), budget=Exactly(3)))
        return [(result.id, result.oracles.hits, result.oracles.count, result.oracles.best) for result in results]

    assert numbers(1) == numbers(3)


def test_every_oracle_of_a_real_corpus_is_proven(corpora):
    results = find_in_documents(sumspace.read(corpora / "gum-news.jsonl.gz"), plan("rouge-1", "rouge-2"))
    assert all(result.oracles.optimal for result in results)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seconds": 0}, "a search needs some time, not 0 seconds"),
        ({"seconds": float("nan")}, "a search needs some time, not nan seconds"),
        ({"seed": -1}, "a seed is a whole number from 0 on, not -1"),
        ({"mean": True, "score": "f1"}, "the best mean F1 is found for two measures, not 3"),
    ],
)
def test_plans_that_cannot_be_followed(settings, message):
    with pytest.raises(SettingError, match=message):
        plan("rouge-1", "rouge-2", "rouge-su4", **settings)


def test_signatures_say_all_that_matters():
    text = str(plan("rouge-1", "rouge-2", mean=True, seconds=3, references="each", method="ilp"))
    for part in ("mean(rouge-1,rouge-2)", "recall", "seconds:3", "references:each", "method:ilp", "seed:0"):
        assert part in text.split(" | ")


def test_a_record_says_what_is_known(list_oracles):
    """Worked by hand: {0, 1} and {1, 3} have 6 of 8 units, and 9 sets with at most 11 words are allowed."""
    record = record_of(list_oracles("at_most(11)", every=True))
    assert record.pop("checked") >= 1
    assert record == {
        "id": "a", "domain": "news", "reference": "all", "measure": "rouge-1", "budget": "at_most(11)", "hits": 6,
        "total": 8, "score": 0.75, "official": 0.75, "optimal": True, "bound": 0.75, "count": 2, "complete": True,
        "oracles": [[0, 1], [1, 3]], "cut": None, "shares": [0.5, 1.0, 0.0, 0.5],
        "greedy": {"score": 0.75, "official": 0.75, "sentences": [0, 1], "cut": None}, "feasible": 9,
        "officials": [0.75, 0.75],
    }  # fmt: skip


def test_one_oracle_is_listed_unless_all_are_asked_for(list_oracles):
    record = record_of(list_oracles("at_most(11)"))
    assert (record["oracles"], record["complete"], record["count"]) == ([[0, 1]], False, 2)
    assert "officials" not in record
    assert record_of(list_oracles("at_most(9)"))["complete"]


def test_the_first_oracle_stays_the_first_whatever_the_cap(list_oracles):
    many = {"id": "m", "sentences": ["A dog ran."] * 30, "references": ["A dog ran. A dog ran."]}
    everything = record_of(list_oracles("at_most(6)", many, every=True))
    assert everything["complete"]
    assert len({tuple(oracle) for oracle in everything["oracles"]}) == everything["count"] == 435
    assert everything["oracles"][1:] == sorted(everything["oracles"][1:])
    for most in (1, 2, 10):
        capped = record_of(list_oracles("at_most(6)", many, every=True, most=most))
        assert capped["oracles"][0] == everything["oracles"][0]
        assert (len(capped["oracles"]), capped["complete"]) == (most, False)
        assert all(oracle in everything["oracles"] for oracle in capped["oracles"])


def test_the_sentence_that_is_cut_is_named_with_its_words(list_oracles):
    """With 4 words: a dog ran, and the first word of another sentence that counts, which is always "the" or "cat"."""
    record = record_of(list_oracles("reach(4)", every=True))
    assert (record["hits"], record["complete"]) == (4, True)
    pairs = [
        (tuple(sentences), cut["sentence"], cut["words"])
        for sentences, cut in zip(record["oracles"], record["cut"], strict=True)
    ]
    assert sorted(pairs) == [((0, 1), 0, 1), ((1, 2), 2, 1)]
    assert record["greedy"]["cut"]["words"] == 1
    text = list_oracles("reach(4)").table().text()
    assert "0:1 1" in text
    assert "7:12 means the first 12 words of sentence 7" in text


def test_a_last_sentence_that_is_not_cut_is_named_too(list_oracles):
    record = record_of(list_oracles("reach(6)", {**GOOD, "sentences": ["A dog ran.", "The cat sat."]}, every=True))
    assert (record["count"], record["oracles"]) == (2, [[0, 1], [0, 1]])
    assert sorted((cut["sentence"], cut["words"]) for cut in record["cut"]) == [(0, 3), (1, 3)]


def test_the_table_lists_every_oracle_and_says_when_some_are_missing(list_oracles):
    def text(**settings):
        return list_oracles("at_most(11)", **settings).table().text()

    lines = text(every=True).splitlines()
    assert [line.split()[-2:] for line in lines[3:5]] == [["0", "1"], ["1", "3"]]
    assert "--most" not in text(every=True)
    assert "rows have more oracles than the 1 listed (--most)" in text(every=True, most=1)
    assert "--all lists all" in text()


def test_counts_beyond_floating_point_are_exact_for_programs_and_readable_for_people(list_oracles):
    table = list_oracles(
        "at_most(100)", {"id": "vast", "sentences": ["cat"] * 200, "references": ["cat " * 100]}
    ).table()
    assert json.loads(table.json())["count"] == math.comb(200, 100)
    assert "9.05e+58" in table.text()


def test_programs_get_records_as_they_come(find):
    def endless():
        while True:
            yield from find([GOOD], plan())

    table = OracleList(plan(), endless(), every=False, most=1).table(stream=True)
    assert next(iter(table.records))["id"] == "a"


def test_a_document_without_anything_in_common_has_no_oracle(list_oracles):
    oracles = list_oracles("at_most(9)", {**GOOD, "references": ["Xylophones."]}, every=True)
    record = record_of(oracles)
    assert (record["score"], record["count"], record["oracles"], record["complete"]) == (0, 0, [], True)
    assert (record["official"], record["greedy"]) == (None, None)
    assert oracles.notes() == ["no extract shares a unit with the references: a (all, rouge-1)"]


def test_many_notes_are_counted(find):
    chosen = plan(budget=parse_budget("at_most(9)"))
    results = find([{**GOOD, "references": ["Xylophones."]}], chosen) * 8
    oracles = OracleList(chosen, results, every=False, most=1)
    assert len(oracles) == 8
    assert len(oracles.notes()) == 6
    assert oracles.notes()[-1] == "no extract shares a unit with the references: 3 more"


def test_an_empty_list_is_refused(list_oracles):
    with pytest.raises(SettingError, match="a list has at least 1 oracle, not 0"):
        list_oracles("at_most(9)", most=0)


def test_extracts_of_clauses_are_those_of_a_document_whose_sentences_they_are(find):
    record = dict(
        GOOD, sentences=["The cat sat on the mat, which was red and soft.", "It rained all day; a dog ran home."]
    )
    divided = ["The cat sat on the mat,", "which was red and soft.", "It rained all day;", "a dog ran home."]
    for budget in ("at_most(9)", "reach(9)"):
        own = plan("rouge-1", "rouge-2", budget=parse_budget(budget), profile=Profile(clauses=True))
        clauses = find([record], own)
        sentences = find([record | {"sentences": divided}], plan("rouge-1", "rouge-2", budget=own.budget))
        assert [set(r.oracles.extracts()) for r in clauses] == [set(r.oracles.extracts()) for r in sentences]
        assert [r.oracles.score for r in clauses] == [r.oracles.score for r in sentences]


def test_sets_of_clauses_score_at_least_what_sets_of_sentences_do_by_single_words():
    examples = list(sumspace.read("sample"))[::4]
    whole, divided = (
        sumspace.oracles(examples, measure="rouge-1", words=50, profile=profile)
        for profile in ("rouge155", "rouge155(clauses)")
    )
    assert all(b.oracles.bound >= a.oracles.score for a, b in zip(whole, divided, strict=True))
    assert any(b.oracles.score > a.oracles.score for a, b in zip(whole, divided, strict=True))


@pytest.mark.parametrize("ask", [sumspace.labels, sumspace.score, sumspace.summarize, sumspace.compare])
def test_what_is_about_sentences_takes_no_clauses(ask):
    with pytest.raises(SettingError, match="clauses are for space, rank"):
        ask("sample", profile="rouge155(clauses)")
