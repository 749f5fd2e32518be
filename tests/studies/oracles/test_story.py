"""What the pages of the study of oracles say."""

from dataclasses import replace

from sumspace.measures.measure import parse_measure
from sumspace.show.page import render_page
from sumspace.studies.oracles.story import MOST_TEXTS

ROUGE_1 = (parse_measure("rouge-1"),)


def texts_of(study):
    (page,) = study.pages().values()
    return render_page(page.template, **page.values, signature=study.signature)


def test_every_sentence_is_marked_by_its_share(sample_study):
    page = texts_of(sample_study)
    results = [r for document in sample_study.documents for r in document.oracles if r.references == "all"]
    shares = [share for result in results for share in result.shares]
    assert page.count("<sup>") == sum(share > 0 for share in shares)
    assert page.count("<sup>100</sup>") == sum(share > 1 - 1e-9 for share in shares)
    assert page.count("<mark class=best") == sum(len(result.oracle) for result in results)
    for share in {share for share in shares if share}:
        assert f"--share:{share:.2f}" in page
    for result in results:
        assert f"title='sentence {result.oracle[0]}: in " in page


def test_only_the_first_of_many_documents_are_shown(sample_study):
    many = replace(sample_study, documents=sample_study.documents * 7)
    page = texts_of(many)
    assert page.count("<h2>") == MOST_TEXTS < len(many.documents)
    assert f"Of 21 documents the first {MOST_TEXTS} are shown." in page
    assert "are shown." not in texts_of(sample_study)


def test_texts_are_escaped_and_say_what_was_not_found(unproven_study, small_study):
    page = texts_of(unproven_study)
    assert "found in time scores" in page
    assert "<mark class=best style='--share:0'" in page
    page = texts_of(small_study)
    assert "No extract of at_most(2) has a unit of the references." in page
    assert "&lt;old&gt;" in page
    assert "<old>" not in page


def test_the_findings_name_the_best_score_and_the_best_system(sample_study):
    average = sample_study.everything.oracles[ROUGE_1, "all"]
    best = max(sample_study.everything.systems[ROUGE_1, "all"], key=lambda system: system.share)
    first, second, studied = sample_study.findings()
    assert first.startswith(f"On rouge-1, oracles score {100 * average.score:.1f} on average over {average.number}")
    assert f"{best.system}, the system with the largest share of that, reaches {best.share:.0%}" in first
    assert second.startswith("On rouge-2")
    number = sum(len(document.oracles) for document in sample_study.documents)
    assert f"{number} of {number} oracles are proven" in studied


def test_findings_of_an_unproven_study_are_bounds(unproven_study):
    assert "score at least" in unproven_study.findings()[0]
