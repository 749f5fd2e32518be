"""The study of agreement: by hand, against plain counting, and oracles against all sets of sentences."""

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations
from statistics import mean, median
from types import SimpleNamespace

import numpy as np
import pytest

import sumspace
from brute_force import extracts
from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.corpus.peers import Peer
from sumspace.document import tokenize
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import score_texts
from sumspace.space.budget import Within
from sumspace.studies.agreement import Group, study_agreement
from sumspace.studies.agreement_lines import fit_line
from sumspace.studies.agreement_plan import AgreementPlan
from sumspace.studies.agreement_series import BASELINE, BEST, FULL_TEXT, Series
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

E100, E150 = Series("oracle", "E100"), Series("oracle", "E150")
PLAIN = Profile(stem=False)
TEXT = ["The cat sat on the mat.", "A dog ran to the cat.", "It rained all day.", "The dog slept."]
PEOPLE = {
    "A": ["The cat sat.", "The dog ran."],
    "B": ["The dog ran to the cat.", "It rained."],
    "C": ["It rained on a mat."],
}


def example(text=TEXT, people=PEOPLE, systems=None, **more):
    return Example(
        id=more.pop("id", "a"),
        documents=(Text((Section(Passage(sentences=tuple(text))),)),),
        references=tuple(
            Reference(name, Passage(sentences=tuple(body)))
            for name, body in (people.items() if isinstance(people, dict) else people)
        ),
        systems={name: Summary(Passage(body)) for name, body in (systems or {}).items()},
        **more,
    )


def study(*examples, **settings):
    peers = settings.pop("peers", ())
    return study_agreement(examples, AgreementPlan(**({"profile": PLAIN, "oracles": False} | settings)), peers)


def share(model, candidate):
    """Equation 1 for unigrams, of texts as lists of sentences that are lists of tokens."""
    have = Counter(token for sentence in candidate for token in sentence)
    units = [Counter(sentence) for sentence in model]
    return sum((unit & have).total() for unit in units) / max(sum(unit.total() for unit in units), 1)


def tokens(body, profile):
    return [words.tokens for words in tokenize(body, profile)]


def test_pairs_by_hand():
    (found,) = study(example()).documents
    assert [(pair.model, pair.candidate) for pair in found.pairs] == [*permutations("ABC", 2)]
    scores = {(pair.model, pair.candidate): pair.score for pair in found.pairs}
    # A: the cat sat – the dog ran; B has the ×2, dog, ran, to, cat, it, rained: the cat; the dog ran.
    assert scores["A", "B"] == 5 / 6
    assert scores["A", "C"] == 0
    # B: the dog ran – the cat (A has "the" twice) of 6; it rained: nothing.
    assert scores["B", "A"] == 5 / 8
    assert scores["B", "C"] == 2 / 8
    # C: it rained on a mat.
    assert scores["C", "A"] == 0
    assert scores["C", "B"] == 2 / 5
    assert (found.maximum, found.minimum) == (5 / 6, 0)
    assert found.median == pytest.approx((2 / 8 + 2 / 5) / 2)
    assert found.mean == pytest.approx((5 / 6 + 5 / 8 + 2 / 8 + 2 / 5) / 6)
    assert found.best.model == "A"


def test_everything_else_is_scored_by_the_model_of_the_best_pair():
    systems = {"mine": "The cat ran.", "empty": ""}
    (found,) = study(example(systems=systems), lengths=(8,)).documents
    assert found.scores[BEST].score == 5 / 6
    assert found.scores[BEST].words == 8
    # The cat sat on the mat a dog: by A, the cat sat; the dog.
    assert found.scores[BASELINE].score == 5 / 6
    assert found.scores[BASELINE].words == 8
    assert found.scores[FULL_TEXT].score == 1
    assert found.scores[FULL_TEXT].words == 19
    assert found.scores[Series("system", "mine")].score == 4 / 6
    assert found.scores[Series("system", "empty")].score == 0
    assert {name.name for name in found.scores if name.kind == "system"} == {"mine", "empty", "random", "textrank"}


def test_compression_is_what_a_summary_leaves_out():
    (found,) = study(example()).documents
    assert found.compressions == {"A": 1 - 6 / 19, "B": 1 - 8 / 19, "C": 1 - 5 / 19}
    assert found.compression == 1 - 6 / 19


def test_pairs_of_the_sample_are_what_counting_finds():
    study_of_sample = study_agreement(sumspace.read("sample"), AgreementPlan(oracles=False))
    for one, found in zip(sumspace.read("sample"), study_of_sample.documents, strict=True):
        people = {reference.id: tokens(reference.body.split(), Profile()) for reference in one.references}
        scores = [share(people[model], people[candidate]) for model, candidate in permutations(people, 2)]
        assert [pair.score for pair in found.pairs] == scores
        assert (found.maximum, found.minimum) == (max(scores), min(scores))
        assert (found.median, found.mean) == (pytest.approx(median(scores)), pytest.approx(mean(scores)))
        model = people[list(permutations(people, 2))[scores.index(max(scores))][0]]
        sentences = one.sentences()
        assert found.scores[FULL_TEXT].score == share(model, tokens(sentences, Profile()))
        lead, left = [], 100
        for sentence in sentences:
            lead.append(" ".join(sentence.split()[:left]))
            left -= len(lead[-1].split())
        assert found.scores[BASELINE].score == share(model, tokens(lead, Profile()))
        for name in one.systems:
            body = tokens(one.summary(name).split(), Profile())
            assert found.scores[Series("system", name)].score == share(model, body)


def test_oracles_are_the_best_of_all_sets():
    rng = random.Random(3)
    words = "a b c d e f g h".split()
    none = 0
    for _ in range(40):
        text = [" ".join(rng.choices(words, k=rng.randint(1, 9))) for _ in range(rng.randint(1, 8))]
        people = {
            name: [" ".join(rng.choices(words, k=rng.randint(1, 6))) for _ in range(rng.randint(1, 3))] for name in "AB"
        }
        (found,) = study(example(text, people), oracles=True, lengths=(10, 15), tolerance=2).documents
        model = tokens(people[found.best.model], PLAIN)
        sentences = tokens(text, PLAIN)
        lengths = [len(sentence.split()) for sentence in text]
        for length in (10, 15):
            series = Series("oracle", f"E{length}")
            sets = [chosen for chosen, _, _ in extracts(lengths, Within(length, 2))]
            if not sets:
                none += 1
                assert series not in found.scores
                continue
            one = found.scores[series]
            assert one.proven
            assert one.score == pytest.approx(max(share(model, [sentences[i] for i in chosen]) for chosen in sets))
            assert abs(one.words - length) <= 2
            assert one.score <= found.scores[FULL_TEXT].score
    assert 5 < none < 60


def test_no_extract_of_a_length_is_no_score():
    found = study(example(), example(TEXT * 3, id="b"), oracles=True, lengths=(19, 57), tolerance=1)
    average = found.everything.average
    assert average(Series("oracle", "E19")).documents == 2
    assert average(Series("oracle", "E57")).documents == 1
    assert Group(found.documents[:1]).average(Series("oracle", "E57")) is None
    assert found.series == [
        BEST,
        BASELINE,
        *found.series[2:4],
        *(Series("oracle", name) for name in ("E19", "E57")),
        FULL_TEXT,
    ]


def test_long_documents_may_go_without_oracles():
    found = study(example(), example(TEXT * 3, id="b"), oracles=True, lengths=(19,), most_sentences=4)
    assert [Series("oracle", "E19") in document.scores for document in found.documents] == [True, False]


def test_a_search_that_ran_out_of_time_is_not_proven(monkeypatch):
    from sumspace.oracle import oracles

    def search(space, *, seconds):
        assert (str(space.budget), seconds) == ("within(10, 5)", 0.5)
        return SimpleNamespace(score=0.5, optimal=False, bound=0.75, best=SimpleNamespace(sentences=(0, 1)))

    monkeypatch.setattr(oracles, "find_oracles", search)
    found = study(example(), oracles=True, lengths=(10,), seconds=0.5)
    (one,) = (one for series, one in found.documents[0].scores.items() if series.kind == "oracle")
    assert (one.score, one.bound, one.proven, one.words) == (0.5, 0.75, False, 12)
    assert found.everything.average(Series("oracle", "E10")).unproven == 1


def test_a_best_extract_that_nobody_names_has_no_words(monkeypatch):
    from sumspace.oracle import oracles

    nothing = SimpleNamespace(score=0.0, optimal=True, bound=0.0, best=None)
    monkeypatch.setattr(oracles, "find_oracles", lambda space, seconds: nothing)  # noqa: ARG005
    found = study(example(), oracles=True, lengths=(10,))
    average = found.everything.average(Series("oracle", "E10"))
    assert (average.documents, average.score, average.words, average.unproven) == (1, 0, None, 0)


def test_documents_that_cannot_be_compared_are_left_out():
    found = study(
        example(people={"A": ["One."]}, id="one"),
        example(people={}, id="none"),
        example([], id="empty"),
        example(["", " "], id="blank"),
        example(),
    )
    assert [document.id for document in found.documents] == ["a"]
    assert {one.id: one.reason for one in found.left_out} == {
        "one": "has one reference, and agreement takes two",
        "none": "has no references to score extracts against",
        "empty": "has no sentences",
        "blank": "has no words",
    }
    with pytest.raises(SettingError, match="there is no document to study: 'one' has one reference"):
        study(example(people={"A": ["One."]}, id="one"))
    with pytest.raises(SettingError, match=r"there is no document to study$"):
        study()


def test_what_is_finished_before_an_error_is_kept():
    def examples():
        yield example()
        raise example(id="b").error("is broken")

    found = study_agreement(examples(), AgreementPlan(oracles=False, jobs=2))
    assert len(found.documents) == 1
    assert "is broken" in str(found.stopped)


def test_people_who_write_nothing_agree_on_nothing():
    (found,) = study(example(people={"A": ["..."], "B": [""], "C": ["The cat."]})).documents
    assert (found.maximum, found.minimum) == (0, 0)
    assert found.scores[FULL_TEXT].score == 0


def test_references_of_one_name_are_told_apart_by_their_place():
    people = [("A", ["The cat sat."]), ("A", ["A dog."]), ("B", ["The cat."])]
    (found,) = study(example(people=people)).documents
    assert list(found.humans) == ["A", "A (2)", "B"]
    assert len(found.pairs) == 6
    assert found.best.model == "B"


def test_a_system_called_lead_is_the_baseline():
    (found,) = study(example(systems={"lead": "The dog ran."})).documents
    assert found.scores[BASELINE].score == 4 / 6
    assert found.scores[BASELINE].words == 3


def test_systems_beside_the_corpus_and_systems_by_name():
    peer = Peer("beside", "x", {"a": Summary(Passage("The cat sat."))})
    found = study(example(systems={"mine": "x"}), peers=[peer], systems=("beside",))
    assert [series.name for series in found.series if series.kind == "system"] == ["beside"]
    with pytest.raises(SettingError, match="no document that was studied has a summary by 'nobody'"):
        study(example(), systems=("nobody",))


def test_averages_by_domain_and_by_set():
    found = study(
        example(domain="news", people={"A": ["The cat."], "B": ["The cat."]}),
        example(domain="law", people={"A": ["The cat sat on mats."], "B": ["The cat sat on it."]}, id="b"),
        example(domain="law", people={"A": ["The cat."], "B": ["A dog."]}, id="c"),
        thresholds=(0.9, 0.8),
    )
    assert [document.maximum for document in found.documents] == [1, 0.8, 0]
    assert list(found.groups) == [None, "news", "law"]
    assert found.groups["law"].average(BEST).score == pytest.approx(0.4)
    assert found.groups[None].average(BEST).documents == 3
    chosen = {name: found.everything.chosen(name, found.plan).documents for name in ("A", "B", None)}
    assert {name: [one.id for one in some] for name, some in chosen.items()} == {"A": ["a"], "B": ["b"], None: ["c"]}
    assert list(study(example(domain="law")).groups) == [None]


def test_any_number_of_jobs_gives_the_same():
    one, other = (
        study_agreement(sumspace.read("sample"), AgreementPlan(oracles=False, jobs=jobs)).documents for jobs in (1, 3)
    )
    assert [document.scores for document in one] == [document.scores for document in other]


def test_measures_that_count_no_units_go_without_oracles():
    with pytest.raises(SettingError, match=r"ngram\(1,4\) has no oracle extracts, .* add --no-oracles"):
        AgreementPlan(parse_measure("ngram(1,4)"))
    (found,) = study(
        example(systems={"mine": "The cat sat. The dog ran."}), measure=parse_measure("ngram(1,2)")
    ).documents
    bodies = [Passage(sentences=tuple(body)) for body in PEOPLE.values()]
    for pair, (model, candidate) in zip(found.pairs, permutations(bodies, 2), strict=True):
        scores = score_texts([candidate], [[model]], ["ngram(1,2)"], Setting(PLAIN))["ngram(1,2)"]
        assert pair.score == scores.recall[0]
    assert found.scores[Series("system", "mine")].score == 1


def test_lines_are_least_squares():
    rng = np.random.default_rng(1)
    xs = rng.random(30)
    ys = 0.4 - 0.3 * xs + 0.1 * rng.normal(size=30)
    line = fit_line(xs.tolist(), ys.tolist())
    (slope, intercept), errors = np.polyfit(xs, ys, 1, cov=True)
    assert (line.slope, line.intercept) == (pytest.approx(slope), pytest.approx(intercept))
    reach = 2.048407141795244 * np.sqrt(errors[0, 0])  # Student's quantile with 28 degrees of freedom
    assert (line.low, line.high) == (pytest.approx(slope - reach), pytest.approx(slope + reach))
    at = np.array([0.9, 1])
    height, low, high = line.at(0.9)
    assert height == pytest.approx(at @ (slope, intercept))
    assert (high - low) / 2 == pytest.approx(2.048407141795244 * np.sqrt(at @ errors @ at))
    assert line.r2 == pytest.approx(np.corrcoef(xs, ys)[0, 1] ** 2)
    assert line.p < 0.001


def test_lines_that_cannot_be_fitted_or_are_level():
    assert fit_line([0.1, 0.2], [1, 2]) is None
    assert fit_line([0.1, 0.1, 0.1], [1, 2, 3]) is None
    level = fit_line([0.1, 0.2, 0.4], [0.3, 0.3, 0.3])
    assert (level.slope, level.low, level.high, level.p, level.r2) == (0, 0, 0, 1, 0)


def test_lines_are_against_the_compression_of_the_reference():
    found = study(*(example(TEXT * n, id=str(n)) for n in (1, 2, 3, 4)))
    line = found.everything.line(FULL_TEXT)
    xs = [1 - 6 / (19 * n) for n in (1, 2, 3, 4)]
    assert line == fit_line(xs, [document.scores[FULL_TEXT].score for document in found.documents])


def test_the_plan_says_how_to_get_the_same_numbers_again():
    plan = AgreementPlan()
    assert str(plan).startswith(f"sumspace {sumspace.__version__} | ngram(1,1) | recall | profile:rouge155+stem | ")
    assert "baseline:reach(100) | oracles:within(100, 5), within(150, 5) of all documents in 10 s" in str(plan)
    assert "sets:0.7,0.6,0.5 | seed:0" in str(plan)
    assert "at most 30 sentences" in str(replace(plan, most_sentences=30))
    assert "oracles:none" in str(replace(plan, oracles=False))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lengths": ()}, "there must be a number of words"),
        ({"lengths": (100, 0)}, "a budget must allow something"),
        ({"tolerance": -1}, "a tolerance is 0 words or more, not -1"),
        ({"most_sentences": 0}, "at most 0 is none"),
        ({"seconds": 0}, "an oracle takes more than no time"),
        ({"seconds": float("nan")}, "an oracle takes more than no time"),
        ({"thresholds": (0.5, 0.6)}, "a few scores that fall"),
        ({"thresholds": (0.5, 0.5)}, "a few scores that fall"),
        ({"thresholds": (1.5, 0.5)}, "scores from 0 to 1"),
        ({"thresholds": (float("nan"),)}, "scores from 0 to 1"),
        ({"seed": -1}, "a seed is a whole number"),
    ],
)
def test_plans_that_cannot_be_followed(settings, message):
    with pytest.raises(SettingError, match=message):
        AgreementPlan(**settings)
