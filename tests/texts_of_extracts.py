"""Small documents whose extracts are all written out and scored as the official script scores texts."""

import brute_force
from sumspace.corpus import source
from sumspace.document import Document
from sumspace.measures.batch import Pair
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting, evaluate
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, UpTo, Within
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

#: Words that make one token, none and two.
_WORDS = ("cat", "dog", "sat", "mat", "the", "a", "of", "red", "--", "it's", "x", "y")


def random_record(rng):
    """Make a document and references of few words, which repeat a lot; sentences are short, down to no token."""
    words = _WORDS[: rng.randint(2, len(_WORDS))]

    def sentence(lengths):
        return " ".join(rng.choice(words) for _ in range(rng.choice(lengths)))

    references = [[sentence((1, 2, 4, 8)) for _ in range(rng.randint(1, 3))] for _ in range(rng.randint(1, 3))]
    return {
        "id": "1",
        "sentences": [sentence((1, 1, 2, 3, 5, 7)) for _ in range(rng.randint(1, 8))],
        "references": [{"sentences": reference} for reference in references],
    }


def random_budget(rng, record):
    length = sum(len(sentence.split()) for sentence in record["sentences"])
    words, few = rng.randint(1, length + 1), rng.randint(1, len(record["sentences"]) + 1)
    return rng.choice((Reach(words), AtMost(words), Within(words, rng.randint(0, 4)), Exactly(few), UpTo(few)))


def document_of(record, profile="rouge155"):
    (example,) = source.read([record])
    return Document(example, Profile(profile))


def extracts(document, budget):
    """List every extract as it is written: sentences in their order, the cut one last."""
    lengths = document.lengths.tolist()
    listed = []
    for chosen, last, words in brute_force.extracts(lengths, budget):
        if last is None:
            listed.append(Extract(tuple(chosen)))
        else:
            listed.append(Extract((*chosen, last), words if words < lengths[last] else None))
    return listed


def scores(document, listed, measure, score):
    """Score extracts one by one, as texts, by all references."""
    (references,) = document.references("all")
    texts = [document.write(extract.sentences, extract.words) for extract in listed]
    pairs = [Pair(Passage(sentences=text), references.bodies) for text in texts]
    results = evaluate(pairs, [parse_measure(measure)], Setting(document.profile))
    return getattr(results[parse_measure(measure)], score).tolist() if pairs else []
