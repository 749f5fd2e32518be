"""The computation of the study of limits."""

from fractions import Fraction
from itertools import islice, product

import pytest

import sumspace
from sumspace.compute.spool import Spool
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.document import Document
from sumspace.errors import SettingError, StoppedEarly
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Exactly, Reach
from sumspace.studies.limits import study as limits
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.studies.limits.study import LimitsStudy
from sumspace.studies.limits.whole_documents import look_at_whole
from sumspace.tasks.space import SpacePlan
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

ROUGE_1 = parse_measure("rouge-1")


def of_domain(domain, number):
    return list(islice((example for example in sumspace.read("sample") if example.domain == domain), number))


def brief(examples, **settings):
    return LimitsStudy.run(
        examples, LimitsPlan(SpacePlan((ROUGE_1,), workers=Workers(1), **settings), whole=False, sweep=False)
    )


def example(name, sentences, reference, domain=""):
    text = Text((Section(Passage(sentences=tuple(sentences))),))
    return Example(name, (text,), (Reference("A", Passage(reference)),), domain=domain)


def test_a_domain_is_the_average_over_one_extract_of_every_document():
    """By hand: single sentences of two documents have 2, 1, 0 of 2 hits and 3, 1 of 3; all six pairs are averaged."""
    one = example("1", ["Cats sleep.", "Cats run.", "It rained."], "Cats sleep.")
    two = example("2", ["Dogs bark loudly.", "Dogs run."], "Dogs bark loudly.")
    (domain,) = brief([one, two], budget=Exactly(1)).domains
    limits = domain.measures[ROUGE_1]
    means = [(Fraction(a, 2) + Fraction(b, 3)) / 2 for a, b in product((2, 1, 0), (3, 1))]
    assert limits.average.mean == pytest.approx(float(sum(means) / 6))
    assert (limits.average.max, limits.average.min) == (1.0, pytest.approx(1 / 6))
    assert limits.exact == 2
    lead = next(system for system in limits.systems if system.system == "lead")
    assert lead.score == 1.0
    assert lead.rank.below == pytest.approx(5 / 6)


def test_every_domain_has_its_documents_in_the_order_of_the_corpus():
    documents = [example(str(i), ["Cats sleep."], "Cats.", domain) for i, domain in enumerate(("law", "news", "law"))]
    study = brief(documents)
    assert [domain.domain for domain in study.domains] == ["law", "news"]
    assert [document.space.id for document in study.domains[0].measures[ROUGE_1].documents] == ["0", "2"]
    assert len(study.documents) == 3


def test_documents_that_cannot_be_studied_are_left_out_with_the_reason():
    documents = [example("short", ["Cats sleep."], "Cats."), example("long", ["Cats.", "Dogs."], "Cats.")]
    study = brief(documents, budget=Exactly(2))
    assert [(left.id, left.reason) for left in study.left_out] == [("short", "allows no extract of exactly(2)")]
    assert len(study.documents) == 1
    with pytest.raises(SettingError, match="no document to study: 'short' allows no extract"):
        brief(documents[:1], budget=Exactly(2))


def test_what_was_finished_before_an_interrupt_is_kept():
    def interrupted():
        yield example("1", ["Cats sleep.", "Dogs bark."], "Cats.")
        raise KeyboardInterrupt

    with pytest.warns(StoppedEarly):
        study = brief(interrupted())
    assert len(study.documents) == 1
    assert isinstance(study.stopped, KeyboardInterrupt)


def test_exploring_says_how_far_it_is():
    told = []
    plan = LimitsPlan(SpacePlan((ROUGE_1,), engine="exhaustive", workers=Workers(1)), whole=False, sweep=False)
    LimitsStudy.run([next(sumspace.read("sample"))], plan, lambda *report: told.append(report))
    assert told
    assert {task for task, _ in told} == {"extracts"}
    assert all(0 <= share <= 1 for _, share in told)


def test_sections_are_compared_with_the_same_documents_taken_whole(study, precise):
    for studied, plan in ((study.domains[1], study.plan.spaces), (precise.domains[0], precise.plan.spaces)):
        part = studied.measures[ROUGE_1]
        in_sections, whole = part.comparison
        assert part.sectioned == len(part.documents) == part.whole
        means = [document.space.distribution.mean for document in part.documents]
        assert in_sections == pytest.approx(sum(means) / len(means))
        by_id = {example.id: Document(example, Profile()) for example in of_domain("legal", 2)}
        documents = [by_id[document.space.id] for document in part.documents]
        samples = [look_at_whole(document, *document.references(), plan)[0] for document in documents]
        assert whole == pytest.approx(sum(sample.mean for sample in samples) / len(samples))
        assert part.visited == sum(sample.exact for sample in samples)
    assert study.domains[0].measures[ROUGE_1].comparison is None


def test_documents_in_a_file_give_the_same(monkeypatch):
    examples = [*of_domain("newswire", 2), *of_domain("legal", 1)]
    plan = LimitsPlan(SpacePlan((ROUGE_1,), sections="auto", budget=Reach(40)), ratios=(0.05, 0.1))
    study = LimitsStudy.run(examples, plan)
    monkeypatch.setattr(limits, "Spool", lambda: Spool(1))
    again = LimitsStudy.run(examples, plan)
    assert list(again.documents) == list(study.documents)
    assert "".join(again.render("json")) == "".join(study.render("json"))
    drawn, expected = again.figures(), study.figures()
    assert {name: figure.to_json(validate=False) for name, figure in drawn.items()} == {
        name: figure.to_json(validate=False) for name, figure in expected.items()
    }
    records = study.table("documents").records
    assert [records[place] for place in range(-len(records), len(records))] == [*records, *records]
    assert records[1:3] == list(records)[1:3]
    with pytest.raises(IndexError):
        records[len(records)]
