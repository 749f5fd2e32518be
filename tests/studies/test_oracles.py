"""The oracles of the documents of a corpus."""

import random
from collections import Counter
from itertools import chain, combinations

import pytest

import sumspace
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import score_texts
from sumspace.space.budget import Exactly, Reach, parse_budget
from sumspace.studies.oracle_official import official_scores
from sumspace.tasks.oracle import METHODS, OraclePlan, find_in_documents
from sumspace.tasks.task import LeftOut
from sumspace.text.profile import Profile


def plan(*measures, **settings):
    return OraclePlan(tuple(map(parse_measure, measures or ("rouge-1",))), **settings)


@pytest.fixture
def found(corpus_file):
    """Write records as a corpus and find their oracles."""

    def find(records, chosen):
        return list(find_in_documents(sumspace.read(corpus_file(*records)), chosen))

    return find


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
def test_the_best_extracts_are_those_of_brute_force(found, measure, n, method):
    rng = random.Random(17)
    records = [random_document(rng, f"d{i}") for i in range(60)]
    chosen = plan(measure, budget=parse_budget("at_most(8)"), profile=Profile(stem=False), method=method)
    compared = 0
    for record, document in zip(records, found(records, chosen), strict=True):
        references = record["references"]
        if isinstance(document, LeftOut):
            none = not any(grams(reference, n) for reference in references)
            assert none or all(len(sentence.split()) > 8 for sentence in record["sentences"])
            continue
        best, sets, allowed = by_brute_force(record["sentences"], references, 8, n)
        compared += 1
        assert document.hits == best
        assert document.total == sum(grams(reference, n).total() for reference in references)
        assert document.found.optimal
        assert sorted(list(extract.sentences) for extract in document.found.extracts()) == sets
        assert (document.found.count, document.feasible) == (len(sets), allowed)
        assert (document.greedy[1] if document.greedy else 0) <= document.found.score
    assert compared > 30


def test_every_method_finds_the_same_score(found):
    rng = random.Random(3)
    records = [random_document(rng, f"d{i}") for i in range(20)]
    budget = parse_budget("at_most(9)")
    scores = [
        [
            one.id if isinstance(one, LeftOut) else one.found.score
            for one in found(records, plan(budget=budget, method=m))
        ]
        for m in METHODS
    ]
    assert scores[0] == scores[1] == scores[2]


def test_without_a_budget_an_oracle_has_at_most_as_many_words_as_the_references(found):
    record = {"id": "a", "sentences": ["A dog ran."], "references": ["A dog.", "A dog ran off today."]}
    (document,) = found([record], plan())
    assert str(document.budget) == "at_most(4)"  # (2 + 5) / 2, rounded
    each = found([record], plan(references="each"))
    assert [(one.id, one.reason) for one in each[:1]] == [("a", "has no extract of at_most(2) for its reference '1'")]
    assert [(one.reference, str(one.budget)) for one in each[1:]] == [("2", "at_most(5)")]


def test_the_mean_of_measures_is_one_objective(found):
    record = {"id": "a", "sentences": ["The cat sat.", "A dog ran."], "references": ["The cat sat. A dog barked."]}
    (document,) = found([record], plan("rouge-1", "rouge-2", mean=True, budget=parse_budget("at_most(3)")))
    assert document.measure == "mean(rouge-1,rouge-2)"
    assert (document.hits, document.total) == ((3, 2), (6, 4))
    assert document.found.score == pytest.approx((3 / 6 + 2 / 4) / 2)
    assert official_scores(document, [document.found.best]) == [pytest.approx((3 / 6 + 2 / 5) / 2)]


def test_documents_without_extracts_or_units_are_left_out_with_the_reason(found):
    records = [
        {"id": "long", "sentences": ["One two three four."], "references": ["One two."]},
        {"id": "short", "sentences": ["One."], "references": ["One."]},
    ]
    assert [(one.id, one.reason) for one in found(records, plan("rouge-2"))] == [
        ("long", "has no extract of at_most(2)"),
        ("short", "has no unit of rouge-2 in its references: every extract scores 0"),
    ]


def test_official_scores_are_those_of_the_text():
    """Units cross from sentence to sentence by the official rules, so bigrams differ."""
    example = next(iter(sumspace.read("sample")))
    references = [reference.body for reference in example.references]
    for document in find_in_documents([example], plan("rouge-1", "rouge-2", score="f1")):
        text = [example.sentences()[i] for i in document.found.best.sentences]
        (wanted,) = score_texts([text], [references], [document.measure])[document.measure].f1
        assert official_scores(document, [document.found.best]) == [wanted]
        if document.measure == "rouge-1":
            assert wanted == pytest.approx(document.found.score, abs=6e-6)


def test_a_document_as_short_as_the_budget_is_its_own_oracle(found):
    record = {"id": "a", "sentences": ["A dog ran.", "It rained."], "references": ["A dog."]}
    (document,) = found([record], plan(budget=Reach(9)))
    assert document.found.best.sentences == (0, 1)
    assert (document.found.count, document.feasible) == (1, 1)


def test_any_number_of_jobs_gives_the_same():
    def numbers(jobs):
        documents = find_in_documents(sumspace.read("sample"), plan("rouge-2", jobs=jobs, budget=Exactly(3)))
        return [(one.id, one.hits, one.found.count, one.found.best) for one in documents]

    assert numbers(1) == numbers(3)


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
