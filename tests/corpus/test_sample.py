"""The built-in sample is what the demo and the tests stand on."""

from collections import Counter

from sumspace.corpus.source import SAMPLE, read

EXAMPLES = list(read(SAMPLE))


def words(passage):
    return sum(len(sentence.split()) for sentence in passage.split())


def test_twenty_documents_five_of_each_genre():
    genres = Counter(example.domain for example in EXAMPLES)
    assert genres == dict.fromkeys(("newswire", "literary", "scientific", "legal"), 5)


def test_documents_are_short_and_all_but_newswire_have_sections():
    for example in EXAMPLES:
        assert 15 <= len(example.sentences()) <= 40
        assert (len(example.sections) > 1) == (example.domain != "newswire")
        assert len(set(example.sentences())) == len(example.sentences())


def test_two_or_three_references_of_about_a_hundred_words():
    for example in EXAMPLES:
        assert len(example.references) in (2, 3)
        assert all(80 <= words(reference.body) <= 120 for reference in example.references)


def test_six_systems_all_but_one_of_them_extractive():
    for example in EXAMPLES:
        assert list(example.systems) == ["skim", "retell", "opening", "closing", "scatter", "frequent"]
        assert all(summary.extract for name, summary in example.systems.items() if name != "retell")
        assert all(60 <= words(example.summary(system)) <= 130 for system in example.systems)


def test_it_says_that_it_is_a_demonstration():
    assert all("demonstration" in example.record["source"]["note"] for example in EXAMPLES)
