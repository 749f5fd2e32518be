"""A trained model: its file, what it expects of texts, and what it leans on where a text is new to it."""

import zipfile
from dataclasses import replace

import numpy as np
import pytest

from sumspace.corpus.source import read
from sumspace.document import Article, Document
from sumspace.errors import SettingError
from sumspace.summarizers.learned.model import Familiarity, LearnedModel, built_in, load, save
from sumspace.summarizers.learned.summarizer import Learned
from sumspace.summarizers.learned.trees import Trees
from sumspace.summarizers.model_file import ModelFormat
from sumspace.summarizers.summarizer import parse_summarizer
from sumspace.text.profile import Profile

ARTICLE = Document(next(iter(read("sample"))), Profile()).article()


def same_for_all(value):
    """Trees that say the same of everything."""
    nothing = np.zeros(1, dtype=np.int64)
    return Trees(np.array(value), nothing, nothing - 1, np.zeros(1), nothing, nothing, np.zeros(1))


def by_hand(contexts):
    return LearnedModel(same_for_all(0.5), same_for_all(0.25), Familiarity(contexts), {"corpus": "nothing"})


@pytest.fixture
def path(tmp_path):
    save(built_in(), tmp_path / "model")
    return tmp_path / "model"


def test_a_file_makes_the_same_model_and_a_model_the_same_file(path, tmp_path):
    model = load(path)
    assert model.card == built_in().card
    assert Learned(model).rank(ARTICLE) == Learned().rank(ARTICLE)
    save(model, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == path.read_bytes()
    named = parse_summarizer(f"learned({path})")
    assert str(named) == f"learned({path})"
    assert named.model_description == str(built_in())


def parts_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def in_header(old, new):
    return lambda parts: {**parts, "header.json": parts["header.json"].replace(old, new)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: {"header.json": b"{}"}, "no model of the learned summarizer; `sumspace train` makes one"),
        (lambda parts: {**parts, "units_left.npy": b"no array"}, "no model of the learned summarizer"),
        (lambda parts: {**parts, "contexts.npy": parts["units_values.npy"]}, "damaged: contexts is not an array"),
        (lambda parts: {name: parts[name] for name in parts if name != "units_base.npy"}, "is no array units_base"),
        (in_header(b'"card"', b'"cart"'), "'card' is missing"),
        (in_header(b'"quotes"', b'"quote"'), "other features"),
    ],
)
def test_a_damaged_or_foreign_file_is_told_in_one_line(path, tmp_path, change, message):
    with zipfile.ZipFile(tmp_path / "bad", "w") as archive:
        for name, part in change(parts_of(path)).items():
            archive.writestr(name, part)
    with pytest.raises(SettingError, match=message) as raised:
        load(tmp_path / "bad")
    assert "\n" not in str(raised.value)


def test_a_model_of_callisto_is_none_of_the_learned_summarizer(tmp_path):
    ModelFormat("sumspace callisto", 1, "", "").write(tmp_path / "other", {"kind": "sumspace callisto"}, {})
    with pytest.raises(SettingError, match="no model of the learned summarizer"):
        parse_summarizer(f"learned({tmp_path / 'other'})")


def test_texts_unlike_those_learned_from_are_new():
    generator = np.random.default_rng(1)
    contexts = generator.normal(size=(60, 16))
    familiarity = Familiarity(contexts)
    assert familiarity.newness(contexts.mean(axis=0)) == 0
    assert familiarity.newness(contexts.mean(axis=0) + 30) == 1
    assert familiarity.newness(np.zeros(16)) <= familiarity.newness(np.full(16, 1.5))
    assert Familiarity(contexts[:2]).newness(contexts[0]) == 1


def test_where_nothing_is_known_of_a_text_its_beginning_is_worth_most():
    context = by_hand(np.zeros((9, 16))).expect(ARTICLE).reading.context
    texts = np.tile(context, (9, 1)) + np.linspace(-1, 1, 9)[:, None]
    new = by_hand(texts + 1000).expect(ARTICLE)
    known = by_hand(texts).expect(ARTICLE)
    assert known.early.max() == 1
    assert new.early.max() > 3
    owners, units, _ = new.reading.holdings
    first = units[owners == 0]
    assert new.early[first].min() == new.early.max() == pytest.approx(4)
    # all units are expected alike, so the first sentences are the best
    ranked = new.objective.rank(new.reading.wording.lengths)
    assert ranked[0] == 0


def test_texts_of_other_languages_and_texts_without_words():
    learned = Learned()
    german = ["Der Hund bellt laut im Garten.", "Die Katze schläft.", "Der Hund bellt laut im Garten am Abend."]
    article = Article([[1, 2, 3, 4], [5, 6], [1, 2, 3, 4, 7]], german, language="de")
    assert sorted(learned.rank(article)) == [0, 1, 2]
    for texts in (["..."], ["...", "!"], ["A", "."]):
        assert sorted(learned.rank(Article([[] for _ in texts], texts))) == list(range(len(texts)))


def test_explanations_name_word_pairs_and_add_up():
    explained = Learned().explain(ARTICLE, 100, "words")
    assert explained.phrases[0].score >= explained.phrases[-1].score > 0
    assert all(len(phrase.stems) == 2 for phrase in explained.phrases)
    for sentence in explained.sentences:
        assert sum(part.amount for part in sentence.parts) == pytest.approx(sentence.score, abs=1e-9)
    assert {"position", "frequency"} <= {part.what for part in explained.sentences[0].parts}


@pytest.mark.parametrize(
    "card",
    [
        {"sources": [{"corpus": "x"}]},
        {"sources": [{"corpus": "x", "documents": 1, "licences": [2]}]},
        {"sources": 1},
        {"scores": 5},
        {"scores": [{"learned": 0.1}]},
        {"scores": [{"measure": "rouge-2", "genre": None, "documents": 1, "learned": "high"}]},
    ],
)
def test_a_card_that_cannot_be_shown_is_damaged(tmp_path, card):
    save(replace(built_in(), card=card), tmp_path / "model")
    with pytest.raises(SettingError, match=r"model: a model of the learned summarizer that is damaged: .*its card"):
        load(tmp_path / "model")
