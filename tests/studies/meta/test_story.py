"""What the page of the study of measures says."""

from sumspace.studies.meta.story import findings


def test_findings_name_the_best_measure_of_each_aspect(study):
    first, second, studied, *_ = findings(study)
    assert first.startswith("On responsiveness, closest to people where systems are compared is cosine (r = 0.965")
    assert second.startswith("On reference clarity, ")
    assert studied.startswith("Studied: ")


def test_an_aspect_that_no_measure_correlates_with_has_no_finding(odd):
    texts = findings(odd)
    assert len([text for text in texts if text.startswith("On ")]) == 1
    assert not any(text.startswith("On constant") for text in texts)


def test_the_page_says_what_was_studied_and_what_to_know(study):
    *_, studied, to_know = findings(study)
    assert studied == (
        "Studied: 6 systems and 20 documents, judged by people on responsiveness, reference clarity, with 8 measures."
    )
    assert to_know.startswith("To know: not defined for 20 of 120 summaries")


def test_without_anything_missing_there_is_nothing_to_know(odd):
    assert not any(text.startswith("To know") for text in findings(odd))
