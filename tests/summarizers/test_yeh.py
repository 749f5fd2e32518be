"""Yeh et al. by numpy's decomposition and as a system of equations."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from summarizers.lsa import FREQUENCY, SENTENCES, decompose
from sumspace.document import Article
from sumspace.errors import SettingError
from sumspace.summarizers.yeh import Yeh
from sumspace.text.topics import term_matrix


@given(SENTENCES, st.sampled_from([0.3, 0.8, 1]), st.sampled_from([0.05, 0.3]))
def test_yeh_ranks_the_map_of_the_reduced_matrix(sentences, share, threshold):
    matrix = term_matrix(sentences, FREQUENCY)[1]
    values, _ = decompose(sentences, FREQUENCY)
    left, full, right = np.linalg.svd(matrix, full_matrices=False)
    kept = max(int(share * len(values) + 0.5), 1)
    columns = (left[:, :kept] * full[:kept] @ right[:kept]).T.tolist()
    many = len(sentences)
    links = np.zeros((many, many))
    for i, j in permutations(range(many), 2):
        lengths = np.linalg.norm(columns[i]) * np.linalg.norm(columns[j])
        cosine = np.dot(columns[i], columns[j]) / lengths if lengths > 1e-7 else 0
        assume(abs(cosine - threshold) > 1e-6)
        assume(lengths < 1e-12 or min(np.linalg.norm(columns[i]), np.linalg.norm(columns[j])) > 1e-4)
        links[i][j] = cosine if cosine > threshold else 0
    passed = [[w / sum(row) if w else 0 for w in row] for row in links.tolist()]
    expected = np.linalg.solve(np.eye(many) - 0.85 * np.array(passed).T, np.full(many, 0.15))
    scores = Yeh(FREQUENCY, share, threshold).score(Article(sentences))
    assert scores == pytest.approx(expected, abs=1e-6)


def test_yeh_links_sentences_that_share_a_topic_and_no_word():
    # 0 and 2 have nothing in common but what each shares with 1; with one topic, all three are the same direction.
    sentences = [[1, 2], [2, 3], [3, 4]]
    assert Yeh(share=0.3).score(Article(sentences)).tolist() == pytest.approx([1, 1, 1])
    centre = Yeh(share=1).score(Article(sentences)).tolist()
    assert centre[1] > centre[0] == pytest.approx(centre[2])


@pytest.mark.parametrize("options", [{"share": 0}, {"share": 1.5}, {"threshold": 1}, {"threshold": -0.5}])
def test_options_out_of_range_are_refused(options):
    ((name, value),) = options.items()
    with pytest.raises(SettingError, match=f"{name} .*not {value}$"):
        Yeh(**options)
