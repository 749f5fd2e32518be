"""Lead: the first sentences."""

from sumspace.document import Article
from sumspace.summarizers.lead import Lead


def test_lead_keeps_the_order_of_the_document():
    assert Lead().rank(Article([[5], [], [1, 2], [1]]), seed=3) == [0, 1, 2, 3]
