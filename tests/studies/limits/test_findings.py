"""What the study of limits says it has found, against the numbers of its tables and other ways to compute them."""

import re
from math import isnan, sqrt
from statistics import mean

import numpy as np
import pytest
from scipy import stats

from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import Exactly
from sumspace.studies.limits import findings as said
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.studies.limits.study import LimitsStudy
from sumspace.tasks.space import SpacePlan
from sumspace.text.passage import Passage

ROUGE_1 = parse_measure("rouge-1")
WORDS = ("apple", "river", "stone", "cloud", "tiger", "lemon", "piano", "zebra")


def example(number, domain, *, good=True):
    """A document whose second sentence is the reference; Lead takes the first, which has some words of it."""
    shared = WORDS[: 1 + number % 3]
    lines = (f"{' '.join(shared)} sleeps here.", f"{' '.join(WORDS)}.", "Nobody knows.", f"Number {number} ran.")
    text = Text((Section(Passage(sentences=lines)),))
    summary = Summary(Passage(sentences=(lines[1 if good else 2],)))
    return Example(
        f"{domain}-{number}", (text,), (Reference("A", Passage(lines[1])),), domain=domain, systems={"mine": summary}
    )


def study(examples):
    return LimitsStudy.run(examples, LimitsPlan(SpacePlan((ROUGE_1,), budget=Exactly(1)), whole=False, sweep=False))


def test_a_system_that_is_always_better_than_lead_is_named_with_its_difference():
    found = study([example(number, "news") for number in range(12)])
    hard, gap, against, studied = found.findings()
    lead = mean((1 + number % 3) / 8 for number in range(12))
    assert f"Lead falls short of the best extract by {100 * (1 - lead):.1f} points" in gap
    assert f"from {100 * lead:.1f} to 100.0" in gap
    assert re.search(
        rf"1 of 3 systems scores significantly higher than Lead: mine \(\+{100 * (1 - lead):.1f} points", against
    )
    assert "Over all 12 documents" in against
    assert studied.startswith("Studied: 12 documents of 1 domain (news)")
    (spaces,) = [[s.space.distribution for s in domain.measures[ROUGE_1].documents] for domain in found.domains]
    assert f"deviate from their mean by {100 * mean(space.std for space in spaces):.1f} points" in hard


def test_each_domain_has_its_verdict():
    examples = [example(number, domain, good=domain == "news") for domain in ("news", "law") for number in range(12)]
    _, gap, against, _ = study(examples).findings()
    assert "in news " in gap
    assert "in law " in gap
    assert re.search(r"In news, 1 of 3 systems scores significantly higher than Lead: mine \(", against)
    assert re.search(r"In law, 0 of 3 systems score significantly higher than Lead; \d lower: .*mine \(-", against)


def test_few_documents_have_no_verdict_and_one_has_no_interval():
    hard, gap, against, _ = study([example(1, "news")]).findings()
    assert "interval" not in hard + gap
    assert against == "On rouge-1 recall, 1 document is too few for any of 3 systems to differ significantly from Lead."
    _, _, against, _ = study([example(number, "") for number in range(5)]).findings()
    assert "5 documents are too few for any of 3 systems" in against


def test_without_lead_nothing_is_said_of_it():
    bare = [example(number, "news") for number in range(3)]
    found = study(bare)
    part = found.domains[0].measures[ROUGE_1]
    for document in part.documents:
        object.__setattr__(document, "scores", ())
    assert not any("Lead" in text for text in found.findings())


def test_the_hardest_domain_is_said_to_be_only_where_it_is_told_apart():
    def group(name, deviations):
        extracts = np.array([[0.0, deviation, 1.0, 1.0] for deviation in deviations])
        return said._Group(name, (), extracts, np.zeros((len(deviations), 0)))

    easy, hard = group("easy", [0.30, 0.31, 0.32, 0.33]), group("hard", [0.10, 0.11, 0.12, 0.13])
    text = said._hardness([easy, hard], "rouge-1 recall")
    assert text.startswith("The hardest domain on rouge-1 recall is hard: ")
    assert "that is significantly lower than easy" in text
    alike = said._hardness([group("one", [0.1, 0.2, 0.3]), group("two", [0.11, 0.19, 0.31])], "rouge-1 recall")
    assert alike.startswith("On rouge-1 recall, extracts deviate least in one: ")
    assert "that is not significantly different from two" in alike
    assert "not tested against two" in said._hardness([group("one", [0.1]), group("two", [0.2])], "rouge-1 recall")


@pytest.mark.parametrize("seed", range(5))
def test_welchs_test_and_students_interval_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    first, second = rng.normal(0.3, 0.1, 7), rng.normal(0.4, 0.3, 4)
    assert said._welch(first, second) == pytest.approx(stats.ttest_ind(first, second, equal_var=False).pvalue)
    assert isnan(said._welch(first, second[:2]))
    low, high = stats.t.interval(0.95, 6, first.mean(), first.std(ddof=1) / sqrt(7))
    assert f"95 % interval {100 * low:.1f} to {100 * high:.1f}, 7 documents" in said._with_interval(first, "%")
