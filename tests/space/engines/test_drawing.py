"""Spaces of measures that count no units: uniform draws, against every extract scored by brute force."""

import numpy as np
import pytest

import brute_force
import sumspace
from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import score_texts
from sumspace.space.budget import AtMost, Exactly, Reach
from sumspace.tasks.rank import rank_documents
from sumspace.tasks.space import SpacePlan, explore_document, explore_documents
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

SENTENCES = (
    "Ann sang.",
    "Bob ate a cake.",
    "The cake was large.",
    "Dogs bark at Bob.",
    "Ann left.",
    "It rained all day.",
)
EXAMPLE = Example(
    "a",
    (Text((Section(Passage(sentences=SENTENCES)),)),),
    (Reference("A", Passage("Bob ate a large cake and Ann sang all day.")),),
    extracts={"judge": (0, 1)},
)


def plan(*names, **changes):
    return SpacePlan(tuple(parse_measure(name) for name in names), **{"budget": AtMost(9), **changes})


def everything(budget, name, score="recall"):
    """The score of every extract of the space, each as one call from Python."""
    lengths = [len(sentence.split()) for sentence in SENTENCES]
    values = []
    for chosen, last, words in brute_force.extracts(lengths, budget):
        taken = [SENTENCES[i] for i in chosen]
        if last is not None:
            taken.append(" ".join(SENTENCES[last].split()[:words]))
        body = [EXAMPLE.references[0].body]
        summary = list(chosen) if last is None else taken
        (scores,) = score_texts([summary], [body], [name], documents=[EXAMPLE]).values()
        values.append(float(getattr(scores, score)[0]))
    return np.array(values)


@pytest.mark.parametrize("budget", [AtMost(9), Exactly(2), Reach(8)])
@pytest.mark.parametrize(("name", "score"), [("cosine", "recall"), ("rouge-w", "f1"), ("keywords(text)", "precision")])
def test_the_distribution_is_that_of_all_extracts(budget, name, score):
    values = everything(budget, name, score)
    (space,) = explore_documents([EXAMPLE], plan(name, budget=budget, score=score))
    drawn = space.distribution
    assert (drawn.extracts, drawn.exact) == (len(values), False)
    assert set(np.round(drawn.scores, 9)) <= set(np.round(values, 9))
    error = values.std() / 1000**0.5
    assert abs(drawn.mean - values.mean()) <= 5 * error + 1e-12
    middle = float(np.median(values))
    low, high = drawn.rank(middle).interval
    assert low <= float((values >= middle - 1e-9).mean()) <= high


def test_sentences_of_extracts_are_known_even_when_the_last_is_cut():
    (space,) = explore_documents([EXAMPLE], plan("co-selection", budget=Reach(8)))
    assert 0 < space.distribution.mean < 1


def test_a_document_shorter_than_the_budget_is_its_one_extract():
    (space,) = explore_documents([EXAMPLE], plan("cosine(text)", budget=Reach(500)))
    assert (space.distribution.extracts, space.distribution.exact) == (1, True)
    assert space.distribution.mean == pytest.approx(1)


def test_the_same_seed_gives_the_same_draws_and_another_one_others():
    document = Document(EXAMPLE, Profile())
    references = next(document.references("all"))
    first, same, other = (
        explore_document(document, parse_measure("cosine"), references, plan("cosine", seed=seed)).distribution
        for seed in (0, 0, 1)
    )
    assert first.shares.tolist() == same.shares.tolist()
    assert first.mean != other.mean


def test_systems_are_scored_as_they_are_and_left_out_where_the_measure_is_not_defined():
    example = next(sumspace.read("sample"))
    cosine, chosen = rank_documents([example], plan("cosine", "co-selection", budget=AtMost(100)))
    systems = {score.system: score for score in cosine.scores}
    assert {"retell", "skim", "lead"} <= set(systems)
    bodies = [reference.body for reference in example.references]
    expected = score_texts([example.summary("retell")], [bodies], ["cosine"])["cosine"].f1[0]
    assert systems["retell"].score == systems["retell"].official == expected
    assert {"retell"} == set(systems) - {score.system for score in chosen.scores}


def test_a_document_on_which_a_measure_is_not_defined_is_left_out():
    bare = Example("b", EXAMPLE.texts, EXAMPLE.references)
    left_out, explored = explore_documents([bare, EXAMPLE], plan("co-selection"))
    assert left_out == LeftOut("b", "has no human extracts")
    assert explored.id == "a"


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("pyramid(raw)", {}, "is known only for summaries that people have annotated"),
        ("relevance", {}, "relevance looks at a whole corpus"),
        ("cosine", {"sections": "given"}, "cosine does not add up over sections"),
    ],
)
def test_what_cannot_be_asked_is_refused(name, changes, message):
    with pytest.raises(SettingError, match=message):
        plan(name, **changes)
