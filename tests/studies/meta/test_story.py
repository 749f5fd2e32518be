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


def with_intervals(study, low, high):
    """Give all differences this interval."""
    compared = {
        place: found._replace(
            tests=tuple(
                replace(test, intervals=dict.fromkeys(test.intervals, Interval(0.2, low, high))) for test in found.tests
            )
        )
        for place, found in study.compared.items()
    }
    return replace(study, compared=compared)


def test_findings_name_the_highest_measure_of_each_aspect_with_its_count_and_interval(study):
    first, second, *_, studied = findings(study)
    start = "responsiveness, system level: by recall, cosine (single value) ranks first (r = 0.965, 95"
    assert first.startswith(start)
    assert "6 systems" in first
    assert "interval" in first
    assert "By F1, " in first
    assert second.startswith("reference clarity, ")
    assert studied == (
        "Studied: 6 systems on 20 documents, human judgements of responsiveness, reference clarity, 8 measures."
    )


def test_nothing_is_called_better_that_the_tests_do_not_say(study):
    text = first_finding(with_p(study, 0.9))
    assert "no significant difference from rouge-1, " in text
    assert "it is significantly" not in text
    assert "best" not in text


def test_what_all_tests_say_is_said(study):
    text = first_finding(with_intervals(with_p(study, 1e-9), 0.1, 0.3))
    assert "cosine (single value) agrees best with the human judgements (r = 0.965" in text
    assert "significantly better than all 6 other measures." in text


def test_a_difference_whose_interval_holds_nothing_is_one_of_these_summaries_alone(study):
    text = first_finding(with_intervals(with_p(study, 1e-9), -0.1, 0.3))
    assert "higher only for these systems and documents than rouge-1, " in text
    assert "best" not in text


def test_measures_that_are_level_are_named_together(study):
    compared = {
        place: found._replace(
            results=tuple(
                replace(result, correlation=replace(result.correlation, pearson=0.5)) for result in found.results
            )
        )
        for place, found in study.compared.items()
    }
    text = first_finding(with_p(replace(study, compared=compared), 0.9))
    assert " ties for first place with " in text


def test_too_few_permutations_say_nothing_of_measures(study):
    few = replace(study, plan=replace(study.plan, coefficient="kendall", permutations=99))
    said = "too few permutations for any of the 21 pairs to be significant: use --permutations"
    assert said in first_finding(few)


def test_without_an_interval_there_is_no_verdict(study):
    compared = {
        place: found._replace(
            results=tuple(replace(result, intervals=dict.fromkeys(result.intervals)) for result in found.results)
        )
        for place, found in study.compared.items()
    }
    text = first_finding(with_p(replace(study, compared=compared), 1e-9))
    assert "ranks first (r = 0.965, no 95% interval, 6 systems); without an interval, no difference is called" in text


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
    assert "no measure correlates positively with the judgements; the highest is " in first_finding(
        study, compared=compared
    )


def test_other_raters_and_lengths_are_said_beside_it(study):
    text = first_finding(study)
    assert "Between two annotators, r = 0.996 (mean of 1 pair)." in text
    assert (
        "Mean lengths of the systems' summaries: 97 to 106 words; length alone has r = 0.953 with the judgements."
        in text
    )
    assert "differ much" not in text
    means = np.array([20.0, 30, 40, 50, 60, 70])
    lengths = {**study.lengths, "responsiveness": Lengths(means, 0.5, ())}
    assert "Lengths differ much: " in first_finding(study, lengths=lengths)


def test_an_aspect_that_no_measure_correlates_with_is_said_to_have_none(odd):
    (text,) = (text for text in findings(odd) if text.startswith("constant, "))
    assert text.endswith("no measure can be ranked (the judgements are constant).")


@pytest.mark.parametrize("name", ["study", "odd"])
def test_notes_are_folded_at_the_end_of_the_page(name, request, tmp_path):
    study = request.getfixturevalue(name)
    page = study.write(tmp_path / "page").read_text()
    assert ('<section id="notes">' in page) == bool(study.notes())
    if study.notes():
        assert page.index("<details>") > page.index("Method")
        assert "undefined for 20 of 120 summaries" in page[page.index("<details>") :]


def test_intervals_are_those_of_the_coefficient(study):
    place = "responsiveness", "system"
    results = tuple(
        replace(result, intervals={**result.intervals, "pearson": Interval(0.0, 0.123, 0.456)})
        for result in study.compared[place].results
    )
    compared = {**study.compared, place: study.compared[place]._replace(results=results)}
    assert "95% interval 0.12 … 0.46" in first_finding(study, compared=compared)
