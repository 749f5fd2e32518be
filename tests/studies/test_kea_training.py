"""Training of Kea: key phrases of references, the shipped model, and that it finds more than simpler rankings."""

import json
from collections import Counter
from dataclasses import replace
from importlib.resources import files

import pytest

import sumspace
from real_corpora import FOLDER
from sumspace.errors import SettingError
from sumspace.studies.kea_training import key_phrases, train_kea
from sumspace.text.keyphrases.kea import Kea, kea_candidates, shipped
from sumspace.text.words import read_words


def test_key_phrases_are_the_parts_of_runs_between_stop_words_and_punctuation():
    found = {" ".join(stems) for stems in key_phrases(read_words(["Long term interest rates of the bank, gold."]))}
    runs = ["long term interest rate", "bank", "gold"]
    expected = set()
    for words in map(str.split, runs):
        expected |= {" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1) if j - i < 4}
    assert found == expected
    assert "long term interest rate" not in found


def test_nothing_but_stop_words_has_no_key_phrases():
    assert key_phrases(read_words(["It is of the."])) == key_phrases(read_words([])) == frozenset()


def test_the_shipped_model_is_the_one_that_the_built_in_corpus_gives():
    """Where training has changed, this writes the file anew.

    .venv/bin/python -c 'import json, sumspace; from sumspace.studies.kea_training import train_kea;
    print(json.dumps(train_kea(sumspace.read("sample")).as_json()))' > src/sumspace/text/keyphrases/sample.kea.json
    """
    trained = train_kea(sumspace.read("sample"))
    assert json.loads((files("sumspace.text.keyphrases") / "sample.kea.json").read_text("utf-8")) == trained.as_json()
    assert trained == shipped()
    assert trained.trained_on == "20 documents (5 legal, 5 literary, 5 newswire, 5 scientific)"


def test_documents_without_references_count_for_frequencies_alone():
    first, second, *_ = sumspace.read("sample")
    alone, together = train_kea([first]), train_kea([first, replace(second, references=(), domain="")])
    assert (alone.documents, together.documents) == (1, 2)
    assert together.trained_on == f"2 documents (1 {first.domain}, 1 without domain)"
    assert sum(together.tfidf.yes) == sum(alone.tfidf.yes) > 0
    assert sum(together.tfidf.no) == sum(alone.tfidf.no)


def test_a_corpus_without_references_cannot_be_trained_on():
    with pytest.raises(SettingError, match="no document holds a key phrase"):
        train_kea(replace(example, references=()) for example in sumspace.read("sample"))


def most_frequent_words(text):
    words = zip(text.stems, text.stops, text.words, strict=True)
    return [(stem,) for stem, _ in Counter(s for s, stop, w in words if not stop and w[0].isalpha()).most_common()]


def by_tfidf(text):
    model = shipped()
    phrases = sorted(kea_candidates(text), key=lambda p: -p.count * model.rarity.get(p.stems, model.unseen_rarity))
    names = [f" {' '.join(phrase.stems)} " for phrase in phrases[:100]]
    return [phrases[i].stems for i, name in enumerate(names) if not any(name in better for better in names[:i])]


@pytest.mark.skipif(not (FOLDER / "gum-news.jsonl.gz").exists(), reason="the real corpora are not there")
def test_kea_finds_more_key_phrases_of_unseen_news_than_frequency_or_tfidf():
    found = Counter()
    rankings = {"kea": lambda text: [p.stems for p in Kea().extract(text)], "frequency": most_frequent_words}
    for example in sumspace.read(str(FOLDER / "gum-news.jsonl.gz")):
        text = read_words(example.sentences())
        keys = frozenset().union(*(key_phrases(read_words(reference.body.split())) for reference in example.references))
        for name, ranking in (rankings | {"tfidf": by_tfidf}).items():
            found[name] += sum(stems in keys for stems in ranking(text)[:10])
    assert found["kea"] > found["frequency"]
    assert found["kea"] > found["tfidf"]
