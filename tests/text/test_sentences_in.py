"""Which sentences of a document a summary is made of."""

import pytest

import sumspace
from sumspace.text.passage import sentences_in


@pytest.mark.parametrize(
    ("summary", "sentences"),
    [
        (["It rained."], [0]),
        (["it rained"], [0]),
        (["It rained. A dog ran."], [0, 1]),
        (["It", "rained", "It rained a dog ran!"], [0, 1, 2]),
        (["It rained.", "It rained.", "It rained."], [0, 2]),  # there are only two
        (["A dog."], None),
        (["It rained. A cat ran."], None),
        (["…"], None),
        ([], None),
        (["A dog ran home.", "A dog ran."], [1, 3]),
        (["a dog ran home it rained"], [0, 3]),
    ],
)
def test_which_sentences_a_summary_is_made_of(summary, sentences):
    extract = sentences_in(["It rained.", "A dog ran.", "It rained.", "A dog ran home.", "…"], summary)
    assert (extract is None) == (sentences is None)
    assert sorted(extract or []) == (sentences or [])


def test_extracts_of_real_systems_are_recognized(corpora):
    """REALSumm has the summaries of extractive and of abstractive systems of 100 documents."""
    extractive = ("ext_banditsumm_out", "ext_neusumm_out", "ext_matchsumm_out", "ext_pnbert_out_bert_tf_pn")
    extracts = dict.fromkeys((*extractive, "abs_semsim_out"), 0)
    for example in sumspace.read(corpora / "realsumm.jsonl.gz"):
        for name in extracts:
            extracts[name] += sentences_in(example.sentences(), example.systems[name].body.sentences) is not None
    assert extracts.pop("abs_semsim_out") == 0
    assert min(extracts.values()) >= 98
