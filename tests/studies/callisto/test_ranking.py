"""Where chosen summaries stand, against all combinations of sentences, tried one by one."""

import random
from collections import Counter
from itertools import combinations
from statistics import median

import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.measures.measure import parse_measure
from sumspace.studies.callisto.generate import generate
from sumspace.studies.callisto.plan import CallistoPlan, GenerationPlan
from sumspace.studies.callisto.ranking import average_by_system, rank_summaries
from sumspace.studies.callisto.study import CallistoStudy
from sumspace.summarizers.callisto.configuration import grid
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

SAMPLE = list(sumspace.read("sample"))
GRID = grid(["none", "c99"], ["rake", "extractor"], phrases=[5], thresholds=[1], sentences=[1, 3], kind="paper")
#: Words are compared as they are.
PLAIN = Profile(stem=False)


def make_plan(seconds=1.0, jobs=1, **others):
    settings = {"trained_on": (parse_measure("lin-hovy"),), "classes": (2, 4, 8), "folds": 3, **others}
    generation = GenerationPlan(GRID, profile=PLAIN, workers=Workers(jobs))
    return CallistoPlan(generation, (parse_learner("naive-bayes"), parse_learner("fixed")), seconds=seconds, **settings)


def example(name, sentences, references):
    bodies = tuple(Reference(str(i), Passage(sentences=tuple(texts))) for i, texts in enumerate(references))
    return Example(name, (Text((Section(Passage(sentences=tuple(sentences))),)),), references=bodies)


def text(rng, sentences):
    return [" ".join(rng.choice("abcdefgh") * 3 for _ in range(rng.randint(2, 8))) for _ in range(sentences)]


def short_examples():
    """Documents of two to nine sentences of a few words, with one or two references."""
    rng = random.Random(5)
    return [
        example(f"d{i}", text(rng, n), [text(rng, 2) for _ in range(rng.randint(1, 2))])
        for i, n in enumerate((9, 7, 2, 8, 6))
    ]


def ranked(examples, systems, plan, measure):
    chosen = [
        (example, {name: summaries[place] for name, summaries in systems.items()})
        for place, example in enumerate(examples)
    ]
    return [summary for summaries in rank_summaries(chosen, plan, measure) for summary in summaries]


def places(*arguments):
    return average_by_system([ranked(*arguments)])


def ngrams(sentences, n):
    words = [sentence.split() for sentence in sentences]
    return Counter(tuple(some[i : i + n]) for some in words for i in range(len(some) - n + 1))


def recall(given, chosen, n):
    """Pooled over all references; n-grams never cross the boundary of a sentence."""
    sentences = given.sentences()
    have = ngrams([sentences[i] for i in chosen], n)
    held = [ngrams(reference.body.sentences, n) for reference in given.references]
    return sum((have & one).total() for one in held) / sum(one.total() for one in held)


def every(given, size, n):
    return [recall(given, chosen, n) for chosen in combinations(range(len(given.sentences())), size)]


@pytest.mark.parametrize("n", [1, 2])
def test_below_share_and_oracle_are_those_of_all_combinations(n):
    examples = short_examples()
    rng = random.Random(n)
    chosen = {
        system: [
            [tuple(sorted(rng.sample(range(len(one.sentences())), size))) for size in (1, 2)] for one in examples
        ]
        for system in ("one", "two")
    }  # fmt: skip
    found = places(examples, chosen, make_plan(), parse_measure(f"rouge-{n}"))
    assert [place.system for place in found] == ["one", "two"]
    for place in found:
        scores, best, below = [], [], []
        for given, summaries in zip(examples, chosen[place.system], strict=True):
            for summary in summaries:
                if len(summary) == len(given.sentences()):
                    continue  # the only one of its length has no place
                space = every(given, len(summary), n)
                scores.append(recall(given, summary, n))
                best.append(max(space))
                below.append(sum(one < scores[-1] - 1e-12 for one in space) / len(space))
        assert (place.measure, place.summaries, place.exact) == (parse_measure(f"rouge-{n}"), 9, 9)
        assert place.score == pytest.approx(sum(scores) / 9)
        assert place.oracle == pytest.approx(sum(best) / 9)
        assert place.share == pytest.approx(sum(a / b for a, b in zip(scores, best, strict=True)) / 9)
        assert place.below == pytest.approx(sum(below) / 9)
        assert place.median_below == pytest.approx(median(below))
        assert 0 < place.share < 1


def test_summaries_of_different_lengths_stand_in_their_own_spaces():
    (given, *_) = short_examples()
    summaries = [(0,), (0, 1, 2, 3), tuple(range(8))]
    (place,) = places([given], {"all": [summaries]}, make_plan(), parse_measure("rouge-1"))
    assert place.oracle == pytest.approx(sum(max(every(given, size, 1)) for size in (1, 4, 8)) / 3)


def test_a_summary_of_all_sentences_has_no_place():
    given = [example("x", ["aaa bbb"], [["aaa bbb"]]), example("y", ["aaa", "bbb"], [["aaa bbb"]])]
    systems = {"first": [[(0,)], [(0,)]], "all": [[(0,)], [(0, 1)]]}
    (place,) = places(given, systems, make_plan(), parse_measure("rouge-1"))
    assert (place.system, place.summaries, place.score, place.below) == ("first", 1, 0.5, 0)


def test_where_nothing_can_score_there_is_no_share():
    given = example("x", ["aaa bbb", "ccc ddd"], [["eee fff"]])
    (place,) = places([given], {"s": [[(0,)]]}, make_plan(), parse_measure("rouge-2"))
    assert (place.score, place.oracle, place.share, place.below) == (0, 0, None, 0)


def test_references_too_short_for_a_unit_have_scores_of_nothing():
    given = example("x", ["aaa bbb", "ccc ddd"], [["aaa"]])
    (place,) = places([given], {"s": [[(0,)]]}, make_plan(), parse_measure("rouge-2"))
    assert (place.score, place.oracle, place.share, place.below) == (0, 0, None, 0)


def test_the_number_of_jobs_changes_nothing():
    examples = short_examples()
    systems = {"lead": [[(0,), (0, 1)] for _ in examples]}
    measure = parse_measure("rouge-2")
    one = places(examples, systems, make_plan(), measure)
    assert places(examples, systems, make_plan(jobs=3), measure) == one


def test_spaces_too_large_are_sampled_and_say_so():
    measure, systems = parse_measure("rouge-2"), {"lead": [[tuple(range(8))] for _ in SAMPLE[:2]]}
    (exact,) = places(SAMPLE[:2], systems, make_plan(seconds=60), measure)
    (drawn,) = places(SAMPLE[:2], systems, make_plan(seconds=1e-4), measure)
    assert (exact.exact, drawn.exact) == (2, 0)
    assert drawn.score == pytest.approx(exact.score)
    assert drawn.below == pytest.approx(exact.below, abs=0.1)
    assert drawn.score <= drawn.oracle <= exact.oracle + 1e-12


def test_the_best_is_at_least_what_was_reached_where_no_oracle_is_found_in_time(monkeypatch):
    monkeypatch.setattr("sumspace.studies.callisto.ranking.find_oracles", lambda *_, **__: None)
    systems = {"lead": [[tuple(range(8))]]}
    (place,) = places(SAMPLE[:1], systems, make_plan(seconds=1e-4), parse_measure("rouge-2"))
    assert place.oracle == place.score > 0
    assert place.share == 1


def test_the_study_places_baselines_the_usual_versions_and_the_best():
    examples = [one for one in short_examples() if len(one.sentences()) > 3]
    told = []
    plan = make_plan(lengths="given", selections=("random", "paper"), targets=("score",))
    found = CallistoStudy.run(examples, plan, lambda task, share: told.append((task, share)))
    assert [share for task, share in told if task == "ranking"] == pytest.approx([0.25, 0.5, 0.75, 1])
    names = [place.system for place in found.ranked_systems]
    assert names == [
        *plan.generation.baselines, "naive-bayes, lin-hovy, random, K = 4", "naive-bayes, lin-hovy, paper, K = 4",
        "fixed, lin-hovy", "best fixed configuration", "random configuration", "the best of all configurations",
    ]  # fmt: skip
    lead = found.ranked_systems[0]
    scores = [recall(given, range(size), 2) for given in examples for size in (1, 3)]
    assert lead.score == pytest.approx(sum(scores) / len(scores))
    assert {(place.measure, place.summaries, place.exact) for place in found.ranked_systems} == {
        (parse_measure("rouge-2"), 8, 8)
    }
    assert {round(place.oracle, 12) for place in found.ranked_systems} == {round(lead.oracle, 12)}
    assert all(place.score <= place.oracle for place in found.ranked_systems)


def test_the_best_of_all_is_the_best_by_what_judges():
    examples = [one for one in short_examples() if len(one.sentences()) > 3]
    judge = parse_measure("rouge-1")
    plan = make_plan(judged_by=judge, trained_on=(judge,), ranked_by=judge, lengths="given")
    scores = []
    for given, document in zip(examples, generate(examples, plan.generation), strict=True):
        for length in (1, 3):
            allowed = [place for place, one in enumerate(GRID) if one.sentences == length]
            winner = max(allowed, key=lambda place: document.f_scores(judge)[place])
            scores.append(recall(given, document.made_by([winner])[0], 1))
    assert CallistoStudy.run(examples, plan).ranked_systems[-1].score == pytest.approx(sum(scores) / len(scores))


def test_nothing_is_placed_where_no_measure_is_named():
    assert CallistoStudy.run(short_examples(), make_plan(ranked_by=None)).ranked_systems == ()


def test_each_summary_has_its_own_standing():
    examples = short_examples()[:2]
    systems = {"lead": [[(0,), (0, 1)] for _ in examples], "last": [[(1,)] for _ in examples]}
    found = ranked(examples, systems, make_plan(), parse_measure("rouge-1"))
    expected = [
        (given.id, system, summary)
        for given in examples
        for system, summary in (("lead", (0,)), ("lead", (0, 1)), ("last", (1,)))
    ]
    assert [(one.id, one.system, one.summary) for one in found] == expected
    for one, given in zip(found, [one for one in examples for _ in range(3)], strict=True):
        space = every(given, len(one.summary), 1)
        assert one.score == pytest.approx(recall(given, one.summary, 1))
        assert (one.oracle, one.exact) == (pytest.approx(max(space)), True)
        assert one.below == pytest.approx(sum(other < one.score - 1e-12 for other in space) / len(space))


def test_of_many_versions_one_of_each_learner_and_those_of_the_paper_are_placed():
    found = CallistoStudy.run(short_examples(), make_plan(lengths="free", targets=("score", "rank", "share")))
    placed = {place.system for place in found.ranked_systems}
    assert len(found.series) > 12
    versions = {str(series.usual.version) for series in found.series} & placed
    assert versions == {
        "naive-bayes, lin-hovy, paper, K = 4", "naive-bayes, lin-hovy share, value, K = 4", "fixed, lin-hovy share",
    }  # fmt: skip
