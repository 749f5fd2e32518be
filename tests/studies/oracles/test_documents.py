"""Which sentences summaries are made of, and how far they are those of oracles."""

import pytest

from sumspace.studies.oracles.documents import dice, jaccard
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


def test_likeness_of_sets():
    assert jaccard({1, 2}, {2, 3}) == pytest.approx(1 / 3)
    assert jaccard((), ()) == 1
    # The paper's example (section 6.2.3).
    assert dice({1, 2, 3, 4}, {1, 2, 5, 6}) == 0.5
    assert dice({1, 2, 3, 4}, {1, 2, 3}) == pytest.approx(0.857, abs=5e-4)
    assert dice((), {1}) == 0
