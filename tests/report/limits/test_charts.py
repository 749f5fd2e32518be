"""The figures of the study of limits."""

from sumspace.report.limits.charts import figures
from sumspace.report.limits.paper_charts import middle_document
from sumspace.show.text import clean, short


def test_the_document_of_figure_1_is_the_one_in_the_middle(study):
    part = study.domains[0].measures["rouge-1"]
    assert middle_document(part).space.distribution.extracts == min(
        document.space.distribution.extracts for document in part.documents
    )


def test_axes_name_the_score(study, precise):
    for found, score in ((study, "recall"), (precise, "precision")):
        drawn = figures(found)["sweep-rouge-1"].to_json(validate=False)
        assert f'"rouge-1 {score}"' in drawn


def test_names_are_cut_and_cleaned():
    assert clean("a\x00b\ud800c") == "a�b�c"
    assert short("abcdef", 4) == "abc…"
    assert short("abcd", 4) == "abcd"
