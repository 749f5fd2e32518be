"""Random: every order is equally likely."""

from collections import Counter
from itertools import permutations

from sumspace.document import Article
from sumspace.summarizers.random import Random


def test_random_makes_every_order_equally_likely():
    orders = Counter(tuple(Random().rank(Article([[], [1], [1, 2]]), seed)) for seed in range(6000))
    assert set(orders) == set(permutations(range(3)))
    assert all(abs(times - 1000) < 150 for times in orders.values())  # five standard deviations


def test_random_looks_at_no_words():
    assert Random().rank(Article([[1], [2, 3], [], [4]] * 5), 7) == Random().rank(Article([[9]] * 20), 7)
