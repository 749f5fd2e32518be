"""One call from Python, whatever a measure looks at."""

import numpy as np
import pytest

import sumspace
from sumspace.errors import SettingError
from sumspace.measures.scoring import score_texts

DOCUMENT = ["A cat sat.", "It slept.", "Dogs bark."]


def test_measures_of_the_document_need_no_references():
    scores = score_texts(["A cat sat."], [], ["cosine(text)"], documents=[" ".join(DOCUMENT)])
    # 3 of the 7 words, each once: 3 / (√3 · √7)
    assert scores["cosine(text)"].f1.tolist() == pytest.approx([3 / 21**0.5])


def test_a_summary_may_be_the_numbers_of_sentences():
    by_number = score_texts([[2, 0]], [["A dog barks."]], ["rouge-1"], documents=[DOCUMENT])
    as_text = score_texts([["Dogs bark.", "A cat sat."]], [["A dog barks."]], ["rouge-1"])
    assert by_number["rouge-1"].f1[0] == as_text["rouge-1"].f1[0] > 0
    by_array = score_texts([np.array([2, 0])], [["A dog barks."]], ["rouge-1"], documents=[DOCUMENT])
    assert by_array["rouge-1"].f1[0] == as_text["rouge-1"].f1[0]


def test_an_example_brings_what_is_known_of_it_and_a_system_its_annotations():
    example = next(sumspace.read("sample"))
    scores = score_texts(["…", "…"], [], ["pyramid"], documents=[example] * 2, systems=["retell", "opening"])
    weights = example.pyramid.weights
    best = sorted(weights.values(), reverse=True)
    typical = best[: round(sum(best) / len(example.references))]
    for value, name in zip(scores["pyramid"].recall, ("retell", "opening"), strict=True):
        assert value == pytest.approx(sum(weights[unit] for unit in example.pyramid.matches[name]) / sum(typical))


def test_where_a_measure_is_not_defined_there_is_no_number():
    scores = score_texts([[0], "Something new."], [[], []], ["cosine(text)"], documents=[DOCUMENT] * 2)
    assert np.isfinite(scores["cosine(text)"].f1).all()
    example = next(sumspace.read("sample"))
    scores = score_texts([[0], "Something new."], [], ["co-selection"], documents=[example] * 2)
    assert np.isfinite(scores["co-selection"].f1[0])
    assert np.isnan(scores["co-selection"].f1[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["A."], [], ["cosine(text)"], None, ["B.", "C."]), "1 summaries, but documents for 2"),
        ((["A."], [["B."]], ["pyramid"], None, ["B."]), "pyramid is not defined for any summary: the first has no pyr"),
        (([[0]], [["B."]], ["rouge-1"]), r"summaries\[0\] has sentence numbers: pass the documents"),
        (([[5]], [["B."]], ["rouge-1"], None, ["B."]), r"summaries\[0\]: the document's sentences are numbered from 0"),
        (([[0, "B."]], [["B."]], ["rouge-1"], None, ["B."]), r"summaries\[0\]: the document's sentences are numbered"),
        (
            (["A."], [], ["rouge-1"], None, ["B."]),
            "rouge-1 is not defined for any summary: the first has no references",
        ),
        ((["A."], [], ["rouge-1"]), "1 summaries, but references for 0"),
        ((["A."], [["B."]], ["pyramid"], None, ["B."], ["x", "y"]), "1 summaries, but systems for 2"),
    ],
)
def test_what_does_not_fit_together_is_said(arguments, message):
    with pytest.raises(SettingError, match=message):
        score_texts(*arguments)
