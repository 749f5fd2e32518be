"""Coverage by hand, against counting in plain Python, and against official scores."""

import random
from collections import Counter
from itertools import chain

import pytest

import brute_force
from sumspace.document import tokenize
from sumspace.errors import SettingError
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import score_texts
from sumspace.space.budget import Reach
from sumspace.text.profile import Profile

PLAIN = Profile(stem=False)
DOCUMENT = ["The cat sat on the mat.", "A well-fed cat , asleep , is the one cat.", "", "Dogs bark."]
REFERENCES = [["The cat sat.", "The mat was red."], ["One cat is a well-fed cat."]]


def covered(measure, document=DOCUMENT, references=REFERENCES, profile=PLAIN):
    bodies = [tokenize(body, profile) for body in references]
    return cover(parse_measure(measure), tokenize(document, profile), bodies)


def units(measure, sentence):
    return brute_force.units(measure, list(chain.from_iterable(sentence)))


def test_words_are_what_a_limit_counts_and_tokens_what_a_measure_counts():
    first, second, nothing, last = tokenize(DOCUMENT, PLAIN)
    assert [words.length for words in (first, second, nothing, last)] == [6, 10, 0, 2]
    assert first.ends == list(range(7))
    # A, well-fed, cat, a lone comma, asleep, another comma, is, the, one, cat: no token in a comma, two in well-fed.
    assert second.ends == [0, 1, 3, 4, 4, 5, 5, 6, 7, 8, 9]
    assert (nothing.tokens, nothing.ends) == ([], [0])
    assert first.tokens[0] == first.tokens[4] == second.tokens[6]
    assert len({*first.tokens, *second.tokens, *last.tokens}) == 5 + 6 + 2


def test_stems_and_stop_words_are_the_profile_s_business():
    (stemmed,) = tokenize(["Cats purred with a cat"], Profile(stem=True))
    assert stemmed.tokens[0] == stemmed.tokens[4]
    (stopped,) = tokenize(["Cats purred with a cat"], Profile(stem=True, stopwords=True))
    assert stopped.length == 5
    assert len(stopped.tokens) == 3


def test_unigrams_by_hand():
    coverage = covered("rouge-1")
    assert (coverage.total, coverage.references) == (3 + 4 + 7, 2)
    assert coverage.lengths.tolist() == [6, 10, 0, 2]
    # Twice "the", "cat" for both references, "sat", "mat"; "on" is in none of them.
    assert coverage.hits([0]) == 2 + 2 + 1 + 1
    assert coverage.size([0]) == 6
    # "a", "well", "fed", "cat" for both, "is", "the", "one", and "cat" again for the second alone.
    assert coverage.hits([1]) == 3 + 2 + 1 + 1 + 1 + 1
    # Together: the third "the" gives nothing, and three times "cat" gives 2 + 1 instead of 2 and 2 + 1.
    assert coverage.hits([0, 1]) == coverage.hits([1, 0]) == 6 + 9 - 1 - 2
    assert coverage.hits([0, 1, 2, 3]) == coverage.most == 12
    assert coverage.size([0, 1, 2, 3]) == 6 + 9 + 2
    assert (coverage.hits([]), coverage.size([])) == (0, 0)


def test_a_cut_sentence_has_the_units_of_its_first_words():
    coverage = covered("rouge-2")
    # a well, well fed | fed cat | nothing by a comma, nor by what follows it: cat asleep, asleep is …
    assert [coverage.hits([1], words) for words in range(11)] == [0, 0, 2, 3, 3, 3, 3, 3, 3, 3, 4]
    assert [coverage.size([1], words) for words in range(11)] == [0, 0, 2, 3, 3, 4, 4, 5, 6, 7, 8]
    # The cut is that of the last sentence alone: "the cat", "cat sat", "the mat" stand in the first.
    assert coverage.hits([0, 1], 2) == 3 + 2


def test_units_that_no_reference_has_are_left_out():
    coverage = covered("rouge-1")
    held = {word for body in REFERENCES for s in body for word in s.lower().rstrip(".").replace("-", " ").split()}
    there = [w for s in DOCUMENT for w in s.lower().replace("-", " ").replace(",", " ").replace(".", "").split()]
    kept = [word for word in there if word in held]
    assert len(coverage.units) == len(kept) < len(there)
    assert len(coverage.gain_starts) - 1 == len(set(kept))


def test_levels_fall_with_the_number_of_references_that_want_more():
    coverage = covered("rouge-1", ["x x x x x x x"], [["x x x x x"], ["x x y"], ["x"]])
    assert coverage.levels(0).tolist() == [3, 2, 1, 1, 1]
    # What the document has too little of to use up is not there.
    assert covered("rouge-1", ["x x"], [["x x x x x"], ["x"]]).levels(0).tolist() == [2, 1]


@pytest.mark.parametrize("measure", ["rouge-1", "rouge-2", "rouge-su4"])
def test_hits_and_sizes_are_those_of_counting(measure):
    rng = random.Random(1)
    cuts = 0
    for _ in range(250):
        document, references, budget = brute_force.random_case(rng, sentences=5)
        bodies = [brute_force.as_words(body) for body in references]
        coverage = cover(parse_measure(measure), brute_force.as_words(document), bodies)
        held = [Counter(u for s in body for u in units(measure, s)) for body in references]
        assert coverage.total == sum(c.total() for c in held)
        for chosen, last, words in brute_force.extracts([len(sentence) for sentence in document], budget):
            whole = [document[i] for i in chosen]
            texts = whole if last is None else [*whole, document[last][:words]]
            have = Counter(u for text in texts for u in units(measure, text))
            extract = (chosen, None) if last is None else ((*chosen, last), words)
            assert coverage.size(*extract) == have.total()
            assert coverage.hits(*extract) == sum((have & c).total() for c in held)
            cuts += isinstance(budget, Reach) and last is not None and words < len(document[last])
    assert cuts > 100


@pytest.mark.parametrize("measure", ["rouge-1", "rouge-2", "rouge-su4"])
def test_within_one_sentence_hits_are_official(measure):
    pairs = [
        ("The quick brown fox jumps over the lazy dog", "A quick fox jumped over the dogs, the lazy ones"),
        ("He said that he said that he knew", "He said that she knew that he said so"),
        ("Nothing here", "is shared at all"),
        ("Prices rose 3.5 per cent in twenty-four hours", "In twenty four hours, prices had risen by 3.5 per cent"),
    ]
    for text, reference in pairs:
        coverage = covered(measure, [text], [[reference]], Profile())
        scores = score_texts([text], [[reference]], [measure])[measure]
        assert round(coverage.hits([0]) / coverage.total, 5) == scores.recall[0]
        assert round(coverage.hits([0]) / coverage.size([0]), 5) == scores.precision[0]


@pytest.mark.parametrize("measure", ["rouge-l", "rouge-lsum", "rouge-w-1.2"])
def test_measures_that_count_no_units_are_refused(measure):
    with pytest.raises(SettingError, match=f"{measure} does not count units"):
        covered(measure)


def test_a_document_or_a_reference_without_a_word():
    coverage = covered("rouge-2", [], [["a b"]])
    assert (coverage.most, coverage.total, len(coverage.lengths)) == (0, 1, 0)
    coverage = covered("rouge-1", ["a b", ""], [[], [""]])
    assert (coverage.most, coverage.total, coverage.size([0, 1])) == (0, 0, 2)
