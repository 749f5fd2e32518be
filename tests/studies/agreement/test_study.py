"""The study of agreement: by hand, against plain counting, and oracles against all sets of sentences."""

import random
from collections import Counter
from itertools import permutations
from statistics import mean, median
from types import SimpleNamespace

import pytest

import sumspace
from brute_force import extracts
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.document import Document, tokenize
from sumspace.errors import SettingError, StoppedEarly
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting, score_texts
from sumspace.space.budget import Within
from sumspace.space.space import Part
from sumspace.studies.agreement import documents
from sumspace.studies.agreement.documents import BASELINE, BEST_HUMAN, FULL_TEXT, Source
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.agreement.study import AgreementStudy, DocumentGroup
from sumspace.tasks.systems import ORDERS, candidates, write_run
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

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
        texts=(Text((Section(Passage(sentences=tuple(text))),)),),
        references=tuple(
            Reference(name, Passage(sentences=tuple(body)))
            for name, body in (people.items() if isinstance(people, dict) else people)
        ),
        systems={name: Summary(Passage(body)) for name, body in (systems or {}).items()},
        **more,
    )


def study(*examples, **settings):
    return AgreementStudy.run(examples, AgreementPlan(**({"profile": PLAIN, "oracles": False} | settings)))


def share(model, candidate):
    """Equation 1 for unigrams, of texts as lists of sentences that are lists of tokens."""
    have = Counter(token for sentence in candidate for token in sentence)
    units = [Counter(sentence) for sentence in model]
    return sum((unit & have).total() for unit in units) / max(sum(unit.total() for unit in units), 1)


def tokens(body, profile):
    return [words.tokens for words in tokenize(body, profile)]


def first_words(sentences, left):
    """Keep so many words of a text; the last sentence may be cut."""
    kept = []
    for sentence in sentences:
        kept.append(" ".join(sentence.split()[:left]))
        left -= len(kept[-1].split())
    return kept


def test_pairs_by_hand():
    (document,) = study(example()).documents
    assert [(pair.model, pair.candidate) for pair in document.pairs] == [*permutations("ABC", 2)]
    scores = {(pair.model, pair.candidate): pair.score for pair in document.pairs}
    # A: the cat sat – the dog ran; B has the ×2, dog, ran, to, cat, it, rained: the cat; the dog ran.
    assert scores["A", "B"] == 5 / 6
    assert scores["A", "C"] == 0
    # B: the dog ran – the cat (A has "the" twice) of 6; it rained: nothing.
    assert scores["B", "A"] == 5 / 8
    assert scores["B", "C"] == 2 / 8
    # C: it rained on a mat.
    assert scores["C", "A"] == 0
    assert scores["C", "B"] == 2 / 5
    assert document.agreement == {
        "MaxH": 5 / 6,
        "AvgH": pytest.approx((5 / 6 + 5 / 8 + 2 / 8 + 2 / 5) / 6),
        "MedH": pytest.approx((2 / 8 + 2 / 5) / 2),
        "MinH": 0,
    }
    assert document.best.model == "A"


def test_everything_else_is_scored_by_the_model_of_the_best_pair():
    systems = {"mine": "The cat ran.", "empty": ""}
    (document,) = study(example(systems=systems), lengths=(8,)).documents
    assert document.scores[BEST_HUMAN].uncut == 5 / 6
    assert document.scores[BEST_HUMAN].words == 8
    # The cat sat on the mat a dog: by A, the cat sat; the dog.
    assert document.scores[BASELINE].uncut == 5 / 6
    assert document.scores[BASELINE].words == 8
    assert document.scores[FULL_TEXT].score == 1
    assert document.scores[FULL_TEXT].words == 19
    assert document.scores[Source("system", "mine")].score == 4 / 6
    assert document.scores[Source("system", "empty")].score == 0
    assert {source.name for source in document.scores if source.kind == "system"} == {
        "mine",
        "empty",
        "random",
        "textrank",
    }


def test_compression_is_what_a_summary_leaves_out():
    (document,) = study(example()).documents
    assert document.compressions == {"A": 1 - 6 / 19, "B": 1 - 8 / 19, "C": 1 - 5 / 19}
    assert document.first_compression == document.reference_compression == 1 - 6 / 19


def test_pairs_of_the_sample_are_what_counting_finds():
    study_of_sample = AgreementStudy.run(sumspace.read("sample"), AgreementPlan(oracles=False))
    for read, document in zip(sumspace.read("sample"), study_of_sample.documents, strict=True):
        people = {reference.id: tokens(reference.body.split(), Profile()) for reference in read.references}
        scores = [share(people[model], people[candidate]) for model, candidate in permutations(people, 2)]
        assert [pair.score for pair in document.pairs] == scores
        assert (document.agreement["MaxH"], document.agreement["MinH"]) == (max(scores), min(scores))
        assert document.agreement["MedH"] == pytest.approx(median(scores))
        assert document.agreement["AvgH"] == pytest.approx(mean(scores))
        model = people[list(permutations(people, 2))[scores.index(max(scores))][0]]
        sentences = read.sentences()
        assert document.scores[FULL_TEXT].score == share(model, tokens(sentences, Profile()))
        assert document.scores[BASELINE].uncut == share(model, tokens(first_words(sentences, 100), Profile()))
        bodies = {reference.id: reference.body.split() for reference in read.references}
        limit = len(" ".join(bodies.pop(document.reference)).split())
        for name in read.systems:
            score, body = document.scores[Source("system", name)], read.summary(name).split()
            kept = min(limit, len(" ".join(body).split()))
            cut = {part: share(model, tokens(first_words(text, kept), Profile())) for part, text in
                   {"score": body, "lead": sentences, **bodies}.items()}  # fmt: skip
            assert (score.uncut, score.kept) == (share(model, tokens(body, Profile())), kept)
            assert (score.score, score.lead) == (cut["score"], cut["lead"])
            assert score.human == max(cut[human] for human in bodies)
            assert score.others == pytest.approx(mean(cut[human] for human in bodies))


def test_oracles_are_the_best_of_all_sets():
    rng = random.Random(3)
    words = "a b c d e f g h".split()
    none = 0
    for _ in range(40):
        text = [" ".join(rng.choices(words, k=rng.randint(1, 9))) for _ in range(rng.randint(1, 8))]
        people = {
            name: [" ".join(rng.choices(words, k=rng.randint(1, 6))) for _ in range(rng.randint(1, 3))] for name in "AB"
        }
        (document,) = study(example(text, people), oracles=True, lengths=(10, 15), tolerance=2).documents
        model = tokens(people[document.best.model], PLAIN)
        sentences = tokens(text, PLAIN)
        lengths = [len(sentence.split()) for sentence in text]
        for length in (10, 15):
            source = Source("oracle", f"E{length}")
            sets = [chosen for chosen, _, _ in extracts(lengths, Within(length, 2))]
            if not sets:
                none += 1
                assert source not in document.scores
                continue
            score = document.scores[source]
            assert score.proven
            assert score.score == pytest.approx(max(share(model, [sentences[i] for i in chosen]) for chosen in sets))
            assert abs(score.words - length) <= 2
            assert score.score <= document.scores[FULL_TEXT].score
    assert 5 < none < 60


def test_no_extract_of_a_length_is_no_score():
    result = study(example(), example(TEXT * 3, id="b"), oracles=True, lengths=(19, 57), tolerance=1)
    assert result.everything.mean(Source("oracle", "E19")).documents == 2
    assert result.everything.mean(Source("oracle", "E57")).documents == 1
    assert DocumentGroup(result.documents[:1]).mean(Source("oracle", "E57")) is None
    assert result.sources == [
        BEST_HUMAN,
        BASELINE,
        *result.sources[2:4],
        *(Source("oracle", name) for name in ("E19", "E57")),
        FULL_TEXT,
    ]


def test_long_documents_may_go_without_oracles():
    result = study(example(), example(TEXT * 3, id="b"), oracles=True, lengths=(19,), most_sentences=4)
    assert [Source("oracle", "E19") in document.scores for document in result.documents] == [True, False]


def test_a_search_that_ran_out_of_time_is_not_proven(monkeypatch):
    def search(space, scoring, seconds):
        assert (str(space.budget), scoring.score, seconds) == ("within(10, 5)", "recall", 0.5)
        return SimpleNamespace(score=0.5, optimal=False, bound=0.75, best=SimpleNamespace(sentences=(0, 1)))

    monkeypatch.setattr(documents, "find_oracles", search)
    result = study(example(), oracles=True, lengths=(10,), seconds=0.5)
    score = result.documents[0].scores[Source("oracle", "E10")]
    assert (score.score, score.bound, score.proven, score.words) == (0.5, 0.75, False, 12)
    assert result.everything.mean(Source("oracle", "E10")).unproven == 1


def test_an_oracle_that_is_not_named_has_no_words(monkeypatch):
    without_hits = SimpleNamespace(score=0.0, optimal=True, bound=0.0, best=None)
    monkeypatch.setattr(documents, "find_oracles", lambda *_: without_hits)
    mean = study(example(), oracles=True, lengths=(10,)).everything.mean(Source("oracle", "E10"))
    assert (mean.documents, mean.score, mean.words, mean.unproven) == (1, 0, None, 0)


def test_documents_that_cannot_be_compared_are_left_out():
    result = study(
        example(people={"A": ["One."]}, id="one"),
        example(people={}, id="none"),
        example([], id="empty"),
        example(["", " "], id="blank"),
        example(),
    )
    assert [document.id for document in result.documents] == ["a"]
    assert {left_out.id: left_out.reason for left_out in result.left_out} == {
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

    with pytest.warns(StoppedEarly, match="is broken"):
        result = AgreementStudy.run(examples(), AgreementPlan(oracles=False, workers=Workers(2)))
    assert len(result.documents) == 1
    assert "is broken" in str(result.stopped)


def test_people_who_write_nothing_agree_on_nothing():
    (document,) = study(example(people={"A": ["..."], "B": [""], "C": ["The cat."]})).documents
    assert set(document.agreement.values()) == {0}
    assert document.scores[FULL_TEXT].score == 0
    (document,) = study(example(people={"A": [""], "B": ["..."]}, systems={"mine": "The cat sat."})).documents
    score = document.scores[Source("system", "mine")]
    assert (document.reference, score.score, score.kept, score.words) == ("A", 0, 1, 3)


def test_references_of_one_name_are_told_apart_by_their_place():
    people = [("A", ["The cat sat."]), ("A", ["A dog."]), ("B", ["The cat."])]
    (document,) = study(example(people=people)).documents
    assert list(document.humans) == ["A", "A (2)", "B"]
    assert len(document.pairs) == 6
    assert document.best.model == "B"


def test_a_system_called_lead_is_the_baseline():
    (document,) = study(example(systems={"lead": "The dog ran."})).documents
    assert document.scores[BASELINE].score == 4 / 6
    assert document.scores[BASELINE].words == 3


@pytest.mark.parametrize("measure", ["ngram(1,1)", "rouge-l"])
def test_random_is_the_mean_over_its_orders(measure):
    """Each order is a system of its own here."""
    settings = {"measure": parse_measure(measure), "lengths": (10,)}
    (document,) = study(example(), **settings).documents
    read = Document(example(), PLAIN)
    whole = [Part(0, len(TEXT), AgreementPlan(lengths=(10,)).baseline)]
    runs = next(candidates(read, whole)).runs
    passages = [write_run(read, whole, run)[0] for run in runs]
    systems = {f"{number}": " ".join(passage.sentences) for number, passage in enumerate(passages)}
    (alone,) = study(example(systems=systems), **settings).documents
    scores = [alone.scores[Source("system", name)].score for name in systems]
    assert len(scores) == ORDERS
    assert len(set(scores)) > 1
    assert document.scores[Source("system", "random")].score == pytest.approx(mean(scores), rel=1e-12)


def test_systems_by_name():
    result = study(example(systems={"mine": "x", "other": "The cat sat."}), systems=("other",))
    assert [source.name for source in result.sources if source.kind == "system"] == ["other"]
    with pytest.raises(SettingError, match="no document that was studied has a summary by 'nobody'"):
        study(example(), systems=("nobody",))


def test_averages_by_domain_and_by_set():
    result = study(
        example(domain="news", people={"A": ["The cat."], "B": ["The cat."]}),
        example(domain="law", people={"A": ["The cat sat on mats."], "B": ["The cat sat on it."]}, id="b"),
        example(domain="law", people={"A": ["The cat."], "B": ["A dog."]}, id="c"),
        thresholds=(0.9, 0.8),
    )
    assert [document.maximum for document in result.documents] == [1, 0.8, 0]
    assert list(result.domains) == ["news", "law"]
    assert result.domains["law"].mean(BEST_HUMAN).score == pytest.approx(0.4)
    assert result.everything.mean(BEST_HUMAN).documents == 3
    in_sets = {name: result.everything.in_set(name, result.plan).documents for name in ("A", "B", None)}
    ids = {name: [document.id for document in group] for name, group in in_sets.items()}
    assert ids == {"A": ["a"], "B": ["b"], None: ["c"]}
    assert not study(example(domain="law")).domains


def test_any_number_of_jobs_gives_the_same():
    alone, together = (
        AgreementStudy.run(sumspace.read("sample"), AgreementPlan(oracles=False, workers=Workers(jobs))).documents
        for jobs in (1, 3)
    )
    assert [document.scores for document in alone] == [document.scores for document in together]


def test_measures_that_count_no_units_go_without_oracles():
    (document,) = study(
        example(systems={"mine": "The cat sat. The dog ran."}), measure=parse_measure("ngram(1,2)")
    ).documents
    bodies = [Passage(sentences=tuple(body)) for body in PEOPLE.values()]
    for pair, (model, candidate) in zip(document.pairs, permutations(bodies, 2), strict=True):
        scores = score_texts([candidate], [[model]], ["ngram(1,2)"], Setting(PLAIN))["ngram(1,2)"]
        assert pair.score == scores.recall[0]
    assert document.scores[Source("system", "mine")].score == 1
