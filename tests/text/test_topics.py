"""The topics of a text: weights by loops, singular values by hand and from the other side, A Aᵀ."""

from itertools import product
from math import log, sqrt
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError, TooLargeError
from sumspace.text import topics as topics_module
from sumspace.text.topics import BOOLEAN, Global, Local, Topics, Weighting, share_dimensions, term_matrix, topics

SENTENCES = st.lists(st.lists(st.integers(0, 9), max_size=6), min_size=1, max_size=7)
WEIGHTINGS = [Weighting(local, everywhere) for local, everywhere in product(get_args(Local), get_args(Global))]


def weight(term, sentence, sentences, weighting):
    """Section 6.2, term by term."""
    tf = sentence.count(term)
    if not tf:
        return 0.0
    most = max(sentence.count(other) for other in sentence)
    held = [other.count(term) for other in sentences if term in other]
    local = {"fq": tf, "bi": 1, "au": 0.5 + 0.5 * (tf / most), "lo": log(1 + tf)}
    entropy = sum(n / sum(held) * log(n / sum(held)) for n in held)
    everywhere = {
        "nw": 1,
        "isf": log(len(sentences) / len(held)) + 1,
        "gf": sum(held) / len(held),
        "en": 1 - entropy / log(len(sentences)) if len(sentences) > 1 else 1,
    }
    return local[weighting.local] * everywhere[weighting.global_]


def span(matrix, many):
    """The first left singular values and a projector on each group of equal ones, from A Aᵀ."""
    squares, left = np.linalg.eigh(matrix @ matrix.T)
    values, left = np.sqrt(np.maximum(squares[::-1], 0)), left[:, ::-1]
    kept = values >= values[many - 1] - 1e-9 * values[0]
    return values[kept], left[:, kept]


@given(sentences=SENTENCES, weighting=st.sampled_from(WEIGHTINGS))
def test_the_matrix_holds_the_printed_weights(sentences, weighting):
    terms, matrix = term_matrix(sentences, weighting)
    assert terms.tolist() == list(dict.fromkeys(term for sentence in sentences for term in sentence))
    assert matrix.shape == (len(terms), len(sentences))
    for row, term in enumerate(terms.tolist()):
        expected = [weight(term, sentence, sentences, weighting) for sentence in sentences]
        assert matrix[row].tolist() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fq-nw", [[2, 0, 1], [1, 1, 0]]),
        ("bi-nw", [[1, 0, 1], [1, 1, 0]]),
        ("au-nw", [[1, 0, 1], [0.75, 1, 0]]),
        ("lo-nw", [[log(3), 0, log(2)], [log(2), log(2), 0]]),
        ("bi-isf", [[log(1.5) + 1, 0, log(1.5) + 1], [log(1.5) + 1, log(1.5) + 1, 0]]),
        ("bi-gf", [[1.5, 0, 1.5], [1, 1, 0]]),
    ],
)
def test_weights_by_hand(name, expected):
    assert term_matrix([[5, 5, 8], [8], [5]], Weighting.parse(name))[1] == pytest.approx(np.array(expected))


def test_the_entropy_weight_has_the_sign_that_is_printed():
    # Spread over both sentences: 1 + log 2 / log 2; in one alone: 1.
    assert term_matrix([[1, 2], [1]], Weighting("bi", "en"))[1] == pytest.approx(np.array([[2, 2], [1, 0]]))
    assert term_matrix([[1, 2, 2]], Weighting("bi", "en"))[1].tolist() == [[1], [1]]


@pytest.mark.parametrize("weighting", WEIGHTINGS, ids=str)
def test_a_weighting_prints_as_it_parses(weighting):
    assert Weighting.parse(str(weighting)) == weighting
    assert Weighting.parse(f" {str(weighting).upper()} ") == weighting
    assert Weighting(weighting.local, weighting.global_) == weighting


@pytest.mark.parametrize("name", ["", "bi", "bi-", "-isf", "isf-bi", "bi-isf-en", "bi isf"])
def test_a_weighting_that_there_is_not(name):
    with pytest.raises(
        SettingError, match=r"not a weighting; write one of fq, bi, au, lo, a hyphen and one of nw, isf"
    ):
        Weighting.parse(name)


def test_topics_by_hand():
    # Two equal sentences of two terms and one of another term: σ = 2 and 1.
    found = topics([[1, 2], [3], [2, 1]], BOOLEAN)
    assert found.values.tolist() == pytest.approx([2, 1])
    assert found.main().tolist() == pytest.approx([sqrt(0.5), sqrt(0.5), 0])
    assert found.significances(1).tolist() == pytest.approx([4 * sqrt(0.5), 4 * sqrt(0.5), 0])
    assert found.significances(2).tolist() == pytest.approx([4 * sqrt(0.5), 4 * sqrt(0.5), 1])
    assert found.axes() == pytest.approx(np.array([[sqrt(0.5), 0], [0, 1], [sqrt(0.5), 0]]))


def test_the_golden_ratio():
    # AᵀA = [[2, 1], [1, 1]], whose eigenvalues are φ² and φ⁻².
    golden = (1 + sqrt(5)) / 2
    found = topics([[1, 2], [2]], BOOLEAN)
    assert found.values.tolist() == pytest.approx([golden, 1 / golden])
    assert found.main().tolist() == pytest.approx([1 / sqrt(1 + golden**2), golden / sqrt(1 + golden**2)])


@given(SENTENCES.filter(any), st.sampled_from(WEIGHTINGS), st.integers(1, 9))
def test_topics_are_those_of_the_matrix_from_its_other_side(sentences, weighting, many):
    found = topics(sentences, weighting)
    matrix = term_matrix(sentences, weighting)[1]
    _, first = span(matrix, 1)
    main = first @ first.T @ matrix.sum(axis=1)
    assert found.main() == pytest.approx(main / np.linalg.norm(main), abs=1e-9)
    values, left = span(matrix, min(many, len(matrix)))
    lengths = np.linalg.norm(left * values**2, axis=1)
    assert found.significances(many) == pytest.approx(lengths, abs=1e-9 * values[0] ** 2)


@given(SENTENCES, st.sampled_from(WEIGHTINGS))
def test_it_is_the_decomposition_that_numpy_finds(sentences, weighting):
    found = topics(sentences, weighting)
    left, values, _ = np.linalg.svd(term_matrix(sentences, weighting)[1], full_matrices=False)
    rank = len(found.values)
    assert found.values == pytest.approx(values[:rank], rel=1e-6)
    assert values[rank:] == pytest.approx(0, abs=1e-6)
    assert found.significances(99) == pytest.approx(np.linalg.norm(left * values**2, axis=1), abs=1e-9)


@given(SENTENCES.filter(any), st.sampled_from(WEIGHTINGS))
def test_the_main_topic_has_length_1_and_no_negative_numbers(sentences, weighting):
    main = topics(sentences, weighting).main()
    assert np.linalg.norm(main) == pytest.approx(1)
    assert (main >= 0).all()


@given(SENTENCES.filter(any), st.randoms())
def test_topics_of_terms_do_not_depend_on_the_order_of_sentences(sentences, random):
    before = topics(sentences, BOOLEAN)
    after = topics(random.sample(sentences, len(sentences)), BOOLEAN)
    order = [after.terms.tolist().index(term) for term in before.terms.tolist()]
    assert after.main()[order] == pytest.approx(before.main(), abs=1e-9)
    for many in range(1, 4):
        assert after.significances(many)[order] == pytest.approx(before.significances(many), abs=1e-6)


@given(SENTENCES.filter(any), st.permutations(range(30)), st.sampled_from(WEIGHTINGS))
def test_the_numbers_of_terms_do_not_change_a_single_digit(sentences, numbers, weighting):
    """Words are numbered as they are first read, by whichever process and thread reads them."""
    one, other = (
        topics([[given[term] for term in sentence] for sentence in sentences], weighting)
        for given in (range(30), numbers)
    )
    assert one.main().tolist() == other.main().tolist()
    assert one.significances(2).tolist() == other.significances(2).tolist()


def test_topics_of_equal_importance_are_taken_together():
    found = topics([[1, 2], [3, 4], [5]], BOOLEAN)
    assert found.main().tolist() == pytest.approx([0.5, 0.5, 0.5, 0.5, 0])
    assert [found.with_equals(many) for many in range(5)] == [0, 2, 2, 3, 3]
    assert found.significances(1).tolist() == pytest.approx([sqrt(2)] * 4 + [0])
    assert [found.at_least(share) for share in (0, 0.7, sqrt(0.5), 0.71, 1)] == [3, 3, 3, 2, 2]


@given(SENTENCES, st.sampled_from(WEIGHTINGS))
def test_axes_are_right_singular_vectors(sentences, weighting):
    found = topics(sentences, weighting)
    axes = found.axes()
    assert axes.T @ axes == pytest.approx(np.eye(len(found.values)), abs=1e-6)
    gram = found.matrix.T @ found.matrix
    assert gram @ axes == pytest.approx(axes * found.values**2, abs=1e-6)
    assert (axes.sum(axis=0) > -1e-6).all()


@given(st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_axes_do_not_depend_on_the_vectors_that_were_found(copies, seed):
    # Disjoint sentences, equally long: any rotation of their vectors is a decomposition, too.
    found = topics([[10 * i, 10 * i + 1] for i in range(copies)] + [[99]], BOOLEAN)
    rotation, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(copies, copies)))
    right = found.right.copy()
    right[:, :copies] = right[:, :copies] @ rotation
    right[:, copies:] *= -1
    turned = Topics(found.terms, found.matrix, found.values, right)
    assert found.axes() == pytest.approx(np.eye(copies + 1), abs=1e-9)
    assert turned.axes() == pytest.approx(np.eye(copies + 1), abs=1e-9)
    assert turned.main() == pytest.approx(found.main())
    assert turned.significances(1) == pytest.approx(found.significances(1))


def test_an_axis_without_a_direction_begins_with_a_positive_number():
    # [1, 2], [2, 3]: the second vector is (1, −1) or (−1, 1).
    assert topics([[1, 2], [2, 3]], BOOLEAN).axes()[:, 1].tolist() == pytest.approx([sqrt(0.5), -sqrt(0.5)])


@pytest.mark.parametrize("sentences", [[], [[]], [[], []]])
def test_a_text_without_terms_has_no_topics(sentences):
    found = topics(sentences, Weighting("au", "en"))
    assert found.values.size == found.terms.size == found.main().size == found.significances(2).size == 0
    assert found.axes().shape == (len(sentences), 0)
    assert found.at_least(0.5) == found.with_equals(1) == 0


def test_sentences_without_terms_are_columns_of_zeros():
    found = topics([[], [4, 5], []], BOOLEAN)
    assert found.values.tolist() == pytest.approx([sqrt(2)])
    assert found.axes().tolist() == [[0], [1], [0]]


def test_repeated_sentences_make_a_topic_more_important_and_leave_it_as_it_is():
    once, thrice = topics([[1, 2]], BOOLEAN), topics([[1, 2]] * 3, BOOLEAN)
    assert thrice.values.tolist() == pytest.approx([sqrt(6)])
    assert thrice.main() == pytest.approx(once.main())
    assert thrice.significances(3) == pytest.approx(3 * once.significances(1))


def test_shares_are_those_of_the_papers_example():
    # Squares of 100, 49, 25 and others, 500 in all: 20 %, 9.8 % and 5 % of it (section 5.2.1).
    values = [10, 7, 5, *[(326 / 27) ** 0.5] * 27]
    shares = share_dimensions(values, 30, [3, 7, 10, 100])
    assert shares.found.tolist() == pytest.approx([0.2, 0.298, 0.348, 1])


@pytest.mark.parametrize(
    ("sentences", "percent", "dimensions"),
    [(30, 10, 3), (30, 1, 1), (30, 5, 2), (30, 4, 1), (30, 100, 6), (6, 50, 3), (7, 50, 4), (100, 5, 5)],
)
def test_a_percentage_of_the_dimensions_is_rounded_half_up_at_least_1_and_at_most_all(sentences, percent, dimensions):
    shares = share_dimensions([3, 2, 2, 1, 1, 1], sentences, [percent])
    squares = [9, 4, 4, 1, 1, 1]
    assert shares.found.tolist() == pytest.approx([sum(squares[:dimensions]) / 20])
    harmonic = [1 / i for i in range(1, 7)]
    assert shares.zipf.tolist() == pytest.approx([sum(harmonic[:dimensions]) / sum(harmonic)])


@given(st.lists(st.floats(0.01, 100), min_size=2, max_size=30).map(lambda values: sorted(values, reverse=True)))
def test_the_law_is_the_line_that_numpy_fits_to_the_logarithms(values):
    shares = share_dimensions(values, len(values), [10, 50, 100])
    ranks = np.arange(1, len(values) + 1)
    slope, intercept = np.polyfit(np.log(ranks), 2 * np.log(values), 1)
    assert (shares.b, np.log(shares.a)) == pytest.approx((slope, intercept), abs=1e-7)
    assert shares.found[-1] == shares.fitted[-1] == shares.zipf[-1] == 1
    kept = max(int(len(values) / 2 + 0.5), 1)
    assert shares.fitted[1] == pytest.approx((ranks[:kept] ** slope).sum() / (ranks**slope).sum(), abs=1e-7)
    explained = np.corrcoef(np.log(ranks), np.log(values))[0, 1] ** 2 if np.ptp(np.log(values)) > 1e-6 else None
    assert explained is None or shares.r_squared == pytest.approx(explained, abs=1e-6)


def test_a_law_that_holds_is_found_again():
    shares = share_dimensions((50 * np.arange(1, 21) ** -1.0) ** 0.5, 20, range(5, 101, 5))
    assert (shares.a, shares.b, shares.r_squared) == pytest.approx((50, -1, 1))
    assert shares.found.tolist() == pytest.approx(shares.fitted.tolist())
    assert shares.found.tolist() == pytest.approx(shares.zipf.tolist())
    flat = share_dimensions([2, 2, 2], 3, [34])
    assert (flat.a, flat.b, flat.r_squared, flat.found[0]) == pytest.approx((4, 0, 1, 1 / 3))


def test_there_is_no_law_of_fewer_than_two_dimensions():
    assert share_dimensions([], 0, [10]) is None
    assert share_dimensions([3], 1, [10]) is None
    assert share_dimensions([3, 0], 2, [10]) is None
    assert share_dimensions([3, 1, 0], 3, [10]).found.tolist() == pytest.approx([0.9])


@given(SENTENCES, st.sampled_from(WEIGHTINGS))
def test_shares_of_a_text_are_those_of_numpys_singular_values(sentences, weighting):
    values = np.linalg.svd(term_matrix(sentences, weighting)[1], compute_uv=False)
    shares = share_dimensions(topics(sentences, weighting).values, len(sentences), [25])
    if shares is not None:
        kept = max(int(len(sentences) / 4 + 0.5), 1)
        assert shares.found[0] == pytest.approx((values**2)[:kept].sum() / (values**2).sum(), abs=1e-6)


def test_a_matrix_that_would_not_fit_into_memory_is_refused(monkeypatch):
    monkeypatch.setattr(topics_module, "_CELLS", 8)
    assert term_matrix([[1, 2], [2, 3]], BOOLEAN)[1].shape == (3, 2)
    with pytest.raises(TooLargeError, match="has 3 sentences with 2 terms, whose matrix takes"):
        term_matrix([[1], [2], [1]], BOOLEAN)
