"""Lessons and training: targets by hand, and the same lessons make the same model."""

from itertools import pairwise

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.corpus.source import read
from sumspace.document import Document
from sumspace.space.budget import AtMost
from sumspace.studies.learning.lessons import TrainingPlan, oracle_shares, read_lesson
from sumspace.studies.learning.training import learn
from sumspace.summarizers.learned.model import save
from sumspace.summarizers.learned.summarizer import Learned
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile
from sumspace.text.words import read_words

PLAN = TrainingPlan(budget=AtMost(40))


@pytest.fixture(scope="module")
def lessons():
    return [read_lesson(Document(example, PLAN.profile), PLAN) for example in read("sample")]


def small(references):
    sentences = ("The red fox ran home.", "A dog slept here.", "Some red fox ran home.", "The end came.")
    bodies = tuple(Reference(str(i), Passage(text=text)) for i, text in enumerate(references))
    return Document(Example("d", (Text((Section(Passage(sentences=sentences)),)),), references=bodies), Profile())


def test_the_target_of_a_sentence_is_its_share_of_all_oracles():
    document = small(["red fox ran home"])
    plan = TrainingPlan(budget=AtMost(5))
    shares = oracle_shares(document, next(document.references("all")), plan)
    # either of two sentences has all three bigrams, and no other has any
    assert shares.tolist() == [0.5, 0.0, 0.5, 0.0]


def test_the_target_of_a_unit_is_the_share_of_references_that_have_it():
    document = small(["The red fox slept.", "A red dog slept here."])
    lesson = read_lesson(document, TrainingPlan())
    # 'red fox' and 'the red' are in one reference, 'dog slept' and 'slept here' in the other
    assert sorted(lesson.held[lesson.held > 0].tolist()) == [0.5] * 4
    assert lesson.counts.sum() == lesson.counts.size == 10
    assert (lesson.domain, lesson.group, len(lesson.sentences)) == ("", "", 4)


def test_the_same_lessons_make_the_same_model_with_any_number_of_threads(lessons, tmp_path):
    for name, threads in (("one", 1), ("two", 2)):
        with threadpool_limits(threads):
            save(learn(lessons, PLAN), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_model_fits_what_it_was_trained_on(lessons):
    model = learn(lessons, PLAN)
    document = Document(next(iter(read("sample"))), PLAN.profile)
    expected = model.expect(document.article())
    held = {(a, b) for body in document.example.references for a, b in _bigrams(body.body.joined)}
    has = np.array([pair in held for pair in expected.reading.stems])
    assert expected.units[has].mean() > 1.5 * expected.units[~has].mean()
    assert sorted(Learned(model).rank(document.article())) == list(range(len(document.sentences)))


def _bigrams(text):
    stems = read_words([text]).stems
    return pairwise(stems)


def test_one_document_is_enough(lessons):
    assert len(learn(lessons[:1], PLAN).familiarity.contexts) == 1
