"""What the page of the study of measures says."""

from dataclasses import replace

import numpy as np
import pytest

from sumspace.stats.resampling import Interval
from sumspace.studies.meta.correlations import Lengths
from sumspace.studies.meta.story import findings


def first_finding(study, **changes):
    return findings(replace(study, **changes))[0]


def with_p(study, p):
    """Give all tests of the study this p, and the highest measures an interval."""
    compared = {
        place: found._replace(
            tests=tuple(replace(test, permutation=dict.fromkeys(test.permutation, p)) for test in found.tests)
        )
        for place, found in study.compared.items()
    }
    return replace(study, compared=compared)


def test_findings_name_the_highest_measure_of_each_aspect_with_its_count_and_interval(study):
    first, second, studied = findings(study)
    assert first.startswith(
        "On responsiveness, where systems are compared: by recall, cosine is highest (r = 0.965, 95"
    )
    assert "6 systems" in first
    assert "interval" in first
    assert "By F1, " in first
    assert second.startswith("On reference clarity, ")
    assert studied == (
        "Studied: 6 systems and 20 documents, judged by people on responsiveness, reference clarity, with 8 measures."
    )


def test_nothing_is_called_better_that_the_tests_do_not_say(study):
    text = first_finding(with_p(study, 0.9))
    assert "cannot be told apart from rouge-1, " in text
    assert "surely" not in text
    assert "best" not in text


def test_what_all_tests_say_is_said(study):
    text = first_finding(with_p(study, 1e-9))
    assert "cosine agrees best (r = 0.965" in text
    assert "surely more than each of 6 other measures." in text


def test_too_few_permutations_are_named_and_not_called_a_tie(study):
    # The study has 99 permutations and more than five pairs, so that no corrected p of Kendall's τ can count.
    few = with_p(replace(study, plan=replace(study.plan, coefficient="kendall")), 0.01)
    (verdict,) = few.verdicts(study.aspects[0], "system", "f1")
    assert verdict.needed == 20 * verdict.pairs
    text = first_finding(few)
    assert (
        f"too few permutations to tell any two of {verdict.pairs} pairs apart: --permutations {verdict.needed}" in text
    )
    assert "cannot be told apart" not in text
    assert all(v.needed is None for v in study.verdicts(study.aspects[0], "system", "f1"))


def test_an_interval_that_disagrees_with_the_test_is_not_hidden(study):
    def with_interval(low, high):
        compared = {
            place: found._replace(
                tests=tuple(
                    replace(test, intervals=dict.fromkeys(test.intervals, Interval(0.1, low, high)))
                    for test in found.tests
                )
            )
            for place, found in with_p(study, 1e-9).compared.items()
        }
        return first_finding(study, compared=compared)

    assert "the interval of its difference holds 0 for rouge-1, " in with_interval(-0.1, 0.2)
    assert "holds 0" not in with_interval(0.1, 0.2)


def test_without_an_interval_there_is_no_verdict(study):
    compared = {
        place: found._replace(
            results=tuple(replace(result, intervals=dict.fromkeys(result.intervals)) for result in found.results)
        )
        for place, found in study.compared.items()
    }
    text = first_finding(with_p(replace(study, compared=compared), 1e-9))
    assert "cosine is highest of 7 (r = 0.965, no 95% interval, 6 systems), which is too little to say more." in text


def test_no_measure_that_rests_on_fewer_systems_makes_a_headline(study):
    compared = {
        place: found._replace(
            results=tuple(
                result if result.is_ranked else replace(result, correlation=replace(result.correlation, pearson=1.0))
                for result in found.results
            )
        )
        for place, found in study.compared.items()
    }
    assert not any("oracle" in text for text in findings(replace(study, compared=compared)))


def test_where_no_measure_rises_with_people_that_is_said(study):
    compared = {
        place: found._replace(
            results=tuple(
                replace(result, correlation=replace(result.correlation, pearson=-0.5)) for result in found.results
            )
        )
        for place, found in study.compared.items()
    }
    assert "no measure rises with what people say; the highest is " in first_finding(study, compared=compared)


def test_other_raters_and_lengths_are_said_beside_it(study):
    text = first_finding(study)
    assert "One rater has r = 0.996 with another (1 pair)." in text
    assert (
        "Systems' summaries have 97 to 106 words on average; what people say has r = 0.953 with length alone." in text
    )
    assert "differ a lot" not in text
    means = np.array([20.0, 30, 40, 50, 60, 70])
    lengths = {**study.lengths, "responsiveness": Lengths(means, 0.5, ())}
    assert "Lengths differ a lot: see the chapter on it." in first_finding(study, lengths=lengths)


def test_an_aspect_that_no_measure_correlates_with_has_no_finding(odd):
    texts = findings(odd)
    assert len([text for text in texts if text.startswith("On ")]) == 1
    assert not any(text.startswith("On constant") for text in texts)


@pytest.mark.parametrize("name", ["study", "odd"])
def test_notes_are_folded_at_the_end_of_the_page(name, request, tmp_path):
    study = request.getfixturevalue(name)
    page = study.write(tmp_path / "page").read_text()
    assert ("<details>" in page) == bool(study.notes())
    if study.notes():
        assert page.index("<details>") > page.index("How it is computed")
        assert "not defined for 20 of 120 summaries" in page[page.index("<details>") :]


def test_intervals_are_those_of_the_coefficient(study):
    place = "responsiveness", "system"
    results = tuple(
        replace(result, intervals={**result.intervals, "pearson": Interval(0.0, 0.123, 0.456)})
        for result in study.compared[place].results
    )
    compared = {**study.compared, place: study.compared[place]._replace(results=results)}
    assert "95% interval 0.12 … 0.46" in first_finding(study, compared=compared)
