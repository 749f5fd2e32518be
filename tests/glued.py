"""Texts whose segments are known: beginnings of different documents, one after the other, as Choi (2000) made them."""

import numpy as np

import sumspace
from sumspace.document import Document
from sumspace.text.profile import Profile

#: How many pieces a text has, and the most sentences of a piece.
PIECES = 10
LONGEST = 11


def documents(paths):
    """The first sentences of all documents that are long enough, as the numbers of their content words."""
    contents = (Document(example, Profile()).content for path in paths for example in sumspace.read(str(path)))
    return [content[:LONGEST] for content in contents if len(content) >= LONGEST]


def glue(documents, low, high, seed):
    """A text of the first low to high sentences of different documents, and where they start."""
    random = np.random.default_rng([seed, low, high])
    text, starts = [], []
    for document in random.choice(len(documents), PIECES, replace=False):
        starts.append(len(text))
        text += documents[document][: random.integers(low, high, endpoint=True)]
    return text, starts


def even(text):
    """Boundaries at equal distances, as many as there should be."""
    return [round(piece * len(text) / PIECES) for piece in range(PIECES)]


def drawn(text, seed):
    """Boundaries anywhere, as many as there should be."""
    inner = np.random.default_rng(seed).choice(len(text) - 1, PIECES - 1, replace=False)
    return [0, *sorted((inner + 1).tolist())]
