"""Summaries: what a ranking and a budget say, whoever asks for them."""

from dataclasses import dataclass, replace
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sumspace.studies.documents import prepare

import sumspace
from sumspace.corpus.model import Example, Section, Text
from sumspace.corpus.source import read
from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import parse_measure
from sumspace.report.summaries import record
from sumspace.space.budget import AtMost, Exactly, Reach, UpTo, Within
from sumspace.space.space import Part
from sumspace.tasks.space import SpacePlan
from sumspace.tasks.summarize import make_extract, make_summary
from sumspace.tasks.summarize import SummaryPlan, summarize_documents
from sumspace.tasks.systems import candidates
from sumspace.tasks.task import LeftOut
from sumspace.summarizers.callisto.model import built_in, save
from sumspace.summarizers.random import Random
from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer, parse_summarizer
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

SAMPLE = list(read("sample"))
SENTENCES = ("A b c.", "D e.", "F g h i.", "J.")


@dataclass(frozen=True)
class Fixed(Summarizer):
    """A summarizer that is told its ranking."""

    order: tuple[int, ...]

    def rank(self, article, seed=0):  # noqa: ARG002
        return list(self.order)


def document(sentences=SENTENCES, name="a"):
    return prepare(Example(name, (Text((Section(Passage(sentences=tuple(sentences))),)),)), Profile())


def length(sentence):
    return len(sentence.split())


ALLOWED = {
    "at_most(60)": lambda lengths: sum(lengths) <= 60,
    "reach(60)": lambda lengths: sum(lengths) == 60,
    "exactly(3)": lambda lengths: len(lengths) == 3,
    "up_to(2)": lambda lengths: 1 <= len(lengths) <= 2,
}


@pytest.mark.parametrize("name", list(SUMMARIZERS))
@pytest.mark.parametrize("budget", [AtMost(60), Reach(60), Exactly(3), UpTo(2)], ids=str)
def test_every_summarizer_keeps_to_the_budget(name, budget):
    examples = SAMPLE[::5]  # one of each domain
    found = list(summarize_documents(examples, SummaryPlan({name: name}, budget)))
    assert [made.id for made in found] == [example.id for example in examples]
    for made, example in zip(found, examples, strict=True):
        lengths = list(map(length, made.sentences))
        assert ALLOWED[str(budget)](lengths)
        assert sum(lengths) == made.words
        assert list(made.taken) == sorted(set(made.taken))
        whole = example.sentences()
        assert all(whole[i].startswith(text) for i, text in zip(made.taken, made.sentences, strict=True))


@pytest.mark.parametrize("name", list(SUMMARIZERS))
def test_the_highest_ranked_sentences_are_taken_that_fit(name):
    prepared = prepare(SAMPLE[0], Profile())
    made = make_summary(prepared, name, SUMMARIZERS[name](), AtMost(60))
    room, expected, article, seed = 60, [], prepared.article(), crc32(b"newswire-1")
    for sentence in SUMMARIZERS[name]().fit(article, 60, "words", seed).rank(article, seed):
        if length(prepared.sentences[sentence]) <= room:
            room -= length(prepared.sentences[sentence])
            expected.append(sentence)
    assert made.taken == tuple(sorted(expected))
    assert made.sentences == tuple(prepared.sentences[i] for i in made.taken)
    assert made.fields == {"extract": list(made.taken)}


def test_sentences_stand_in_the_order_of_the_document():
    made = make_summary(document(), "s", Fixed((2, 0, 3, 1)), AtMost(8))
    assert (made.taken, made.words, made.cut) == ((0, 2, 3), 8, None)
    assert made.sentences == ("A b c.", "F g h i.", "J.")


def test_the_sentence_that_was_taken_last_is_cut_wherever_it_stands():
    made = make_summary(document(), "s", Fixed((2, 0, 3, 1)), Reach(6))
    assert (made.taken, made.words, made.cut) == ((0, 2), 6, (0, 2))
    assert made.sentences == ("A b", "F g h i.")
    assert made.fields == {"sentences": ["A b", "F g h i."]}


def test_a_document_that_is_shorter_than_the_budget_is_its_own_summary():
    made = make_summary(document(), "s", Fixed((3, 2, 1, 0)), Reach(50))
    assert (made.sentences, made.words, made.cut) == (SENTENCES, 10, None)


@given(
    lengths=st.lists(st.integers(1, 6), min_size=1, max_size=8),
    size=st.integers(1, 20),
    kind=st.sampled_from([AtMost, Reach]),
    data=st.data(),
)
def test_a_summary_is_never_longer_than_the_budget_and_never_empty(lengths, size, kind, data):
    order = data.draw(st.permutations(range(len(lengths))))
    made = make_summary(document([" ".join("w" * n) for n in lengths]), "s", Fixed(tuple(order)), kind(size))
    if made is None:
        assert kind is AtMost
        assert min(lengths) > size
        return
    assert made.sentences
    assert made.words == sum(map(length, made.sentences)) <= size
    if kind is Reach:
        assert made.words == min(size, sum(lengths))


def test_what_is_random_depends_on_the_document_and_the_seed():
    def drawn(name, seed):
        return make_extract(document(["W."] * 40, name), Random(), Exactly(5), seed).sentences

    assert drawn("a", 0) == drawn("a", 0)
    assert len({drawn("a", 0), drawn("a", 1), drawn("b", 0)}) == 3


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_the_same_seed_gives_the_same_summaries_with_any_number_of_jobs(jobs):
    names = {"random": "random", "lexrank": "lexrank"}
    expected = list(summarize_documents(SAMPLE, SummaryPlan(names, seed=7)))
    assert list(summarize_documents(SAMPLE, SummaryPlan(names, seed=7, jobs=jobs))) == expected
    assert expected != list(summarize_documents(SAMPLE, SummaryPlan(names, seed=8, jobs=jobs)))


def test_ranks_are_those_of_the_summaries_that_are_made():
    prepared, plan = prepare(SAMPLE[3], Profile()), SpacePlan((parse_measure("rouge-1"),), seed=3)
    parts = [Part(0, len(prepared.sentences), AtMost(70))]
    ranked = {one.system: one.extracts[0] for one in candidates(prepared, parts, plan) if one.extracts}
    made = summarize_documents([SAMPLE[3]], SummaryPlan({name: name for name in ranked}, AtMost(70), seed=3))
    assert {one.system: one.taken for one in made} == {
        name: tuple(sorted(extract.sentences)) for name, extract in ranked.items()
    }
    assert len(ranked) == 3


def test_a_document_without_a_summary_of_the_budget_is_left_out():
    short, long = document(["One two three."], "short").example, document(SENTENCES, "long").example
    found = list(summarize_documents([short, long], SummaryPlan({"x": "lead", "y": "random"}, Exactly(2))))
    assert found[0] == LeftOut("short", "has no summary of exactly(2) by x, y")
    assert [(made.id, made.system) for made in found[1:]] == [("long", "x"), ("long", "y")]
    with pytest.raises(SettingError, match=r"no document to summarize: 'short' has no summary of exactly\(2\) by x"):
        list(summarize_documents([short], SummaryPlan({"x": "lead"}, Exactly(2))))


def test_the_empty_extract_is_no_summary():
    assert make_extract(document(["One two three four."]), Fixed((0,)), Within(1, 2)).sentences == ()
    assert make_summary(document(["One two three four."]), "s", Fixed((0,)), Within(1, 2)) is None


@pytest.mark.parametrize("order", [(0, 1), (0, 1, 2, 2), (0, 1, 2, 4), (0, 1, 2, 3, 3)])
def test_a_summarizer_that_does_not_rank_every_sentence_once_is_named(order):
    with pytest.raises(SettingError, match="Fixed does not rank each of the 4 sentences of 'a' once"):
        make_extract(document(), Fixed(order), AtMost(9))


def test_a_plan_prints_what_decides():
    plan = SummaryPlan({"lead": "lead", "mine": "random"}, AtMost(9), seed=4)
    assert str(plan).split(" | ")[1:5] == ["lead,mine=random", "profile:rouge155+stem", "budget:at_most(9)", "seed:4"]


def test_a_text_is_summarized_in_one_line():
    text = "The cat sat. Nobody cared about it at all. Then the cat ran."
    assert sumspace.summarize(text, "lead", words=3) == ["The cat sat."]
    assert sumspace.summarize(text, "lead", budget="up_to(2)") == ["The cat sat.", "Nobody cared about it at all."]
    assert sumspace.summarize(["The cat sat.", "It ran."], Fixed((1, 0)), budget=Exactly(1)) == ["It ran."]
    assert " ".join(sumspace.summarize(text)) == text


def test_a_title_is_heard():
    text = ["Rain fell.", "Dogs barked.", "Rain fell.", "Cats slept on the ferry."]
    assert sumspace.summarize(text, Titled(), budget="exactly(1)", title="A ferry") == ["Cats slept on the ferry."]


class Titled(Summarizer):
    """A summarizer that likes what shares words with the title."""

    def rank(self, article, seed=0):  # noqa: ARG002
        return sorted(range(len(article)), key=lambda i: -len(set(article.sentences[i]) & set(article.title)))


@pytest.mark.parametrize(
    ("text", "choices", "expected"),
    [
        ("One two.", {"words": 3, "budget": "up_to(1)"}, "words and budget exclude each other"),
        ("One two.", {"words": 0}, r"a budget must allow something: at_most\(0\)"),
        ("One two.", {"words": 1}, r"the text has no summary of at_most\(1\)"),
        (" ", {}, "the text has no sentences"),
        ([], {}, "the text has no sentences"),
        ("One two.", {"seed": -1}, "a seed is a whole number from 0 on, not -1"),
    ],
)
def test_what_cannot_be_summarized(text, choices, expected):
    with pytest.raises(SettingError, match=expected):
        sumspace.summarize(text, "random", **choices)


def test_an_unknown_summarizer_is_answered_with_those_there_are():
    with pytest.raises(UnknownNameError, match=r"unknown summarizer 'led'; there are: .*lead, lexrank"):
        sumspace.summarize("One.", "led")


class Fitting(Summarizer):
    """A summarizer that is told the length of the summary, and remembers what it was told."""

    def __init__(self):
        self.told = []

    def fit(self, article, size, unit, seed=0):
        self.told.append((len(article), size, unit, seed))
        return Fitted(tuple(range(len(article)))[::-1])

    def rank(self, article, seed=0):
        pytest.fail(f"it was not fitted to {article} with {seed}")


class Fitted(Fixed):
    how = "backwards"


@pytest.mark.parametrize(
    ("budget", "told"),
    [
        (AtMost(9), (9, "words")),
        (Reach(7), (7, "words")),
        (Within(9, 3), (9, "words")),
        (Exactly(2), (2, "sentences")),
        (UpTo(3), (3, "sentences")),
    ],
    ids=str,
)
def test_a_summarizer_is_fitted_to_the_text_and_to_the_length_of_the_summary(budget, told):
    fitting = Fitting()
    made = make_summary(document(), "s", fitting, budget, seed=5)
    assert fitting.told == [(4, *told, crc32(b"a") + 5)]
    assert (made.taken, made.how) == (make_summary(document(), "s", Fixed((3, 2, 1, 0)), budget).taken, "backwards")


def test_a_summarizer_is_fitted_to_each_part_of_a_document():
    fitting = Fitting()
    extract = make_extract(document(), fitting, AtMost(9), 5, Part(1, 4, AtMost(9)))
    assert fitting.told == [(3, 9, "words", crc32(b"a") + 5 + 1)]
    assert extract.sentences == (2, 1, 0)


def test_how_a_summary_was_made_is_told_where_that_was_decided_for_the_text():
    decided, same = (make_summary(document(), "s", one, AtMost(9)) for one in (Fitting(), Fixed((0, 1, 2, 3))))
    assert (same.how, "how" in record(same)) == ("", False)
    assert record(decided)["how"] == "backwards"


@pytest.mark.parametrize("name", list(SUMMARIZERS))
def test_a_name_is_the_summarizer_of_that_name(name):
    assert parse_summarizer(name) == parse_summarizer(f" {name} ") == SUMMARIZERS[name]()


@pytest.mark.parametrize("name", sorted(set(SUMMARIZERS) - {"callisto"}))
def test_most_summarizers_have_no_options_and_are_the_same_for_all_texts(name):
    with pytest.raises(SettingError, match=r"is a summarizer without options, so \(x\) says nothing to it"):
        parse_summarizer(f"{name}(x)")
    summarizer = SUMMARIZERS[name]()
    assert summarizer.fit(prepare(SAMPLE[0], Profile()).article(), 5, "sentences", 3) is summarizer
    assert summarizer.how == ""


def test_what_is_no_name_with_an_option_is_told():
    with pytest.raises(SettingError, match=r"stands in parentheses, as in callisto\(FILE\), not 'callisto\(my'"):
        parse_summarizer("callisto(my")
    with pytest.raises(UnknownNameError, match="unknown summarizer 'calisto'"):
        parse_summarizer("calisto(my)")
    with pytest.raises(UnknownNameError, match="unknown summarizer ''"):
        parse_summarizer("(my)")


def test_a_plan_refuses_what_is_no_summarizer_before_it_begins(tmp_path):
    with pytest.raises(UnknownNameError, match="unknown summarizer 'led'"):
        SummaryPlan({"mine": "led"})
    with pytest.raises(SettingError, match="nowhere: cannot be read"):
        SummaryPlan({"mine": f"callisto({tmp_path / 'nowhere'})"})


def test_a_model_of_ones_own_makes_summaries_and_the_plan_names_it(tmp_path):
    save(built_in(), tmp_path / "own")
    plan = SummaryPlan({"mine": f"callisto({tmp_path / 'own'})", "callisto": "callisto"}, AtMost(80), jobs=2)
    assert f"| mine=callisto({tmp_path / 'own'}),callisto |" in str(plan)
    found = list(summarize_documents(SAMPLE[::5], plan))
    assert [replace(made, system="") for made in found[::2]] == [replace(made, system="") for made in found[1::2]]
    configurations = {str(one) for one in built_in().configurations}
    assert {made.how for made in found} <= configurations
    assert [record(made)["how"] for made in found] == [made.how for made in found]


@pytest.mark.parametrize("jobs", [1, 4])
def test_chance_in_a_model_is_a_matter_of_the_seed_with_any_number_of_jobs(tmp_path, jobs):
    save(replace(built_in(), selection="random"), tmp_path / "own")
    names = {"mine": f"callisto({tmp_path / 'own'})"}
    expected = list(summarize_documents(SAMPLE[::3], SummaryPlan(names, seed=7)))
    assert list(summarize_documents(SAMPLE[::3], SummaryPlan(names, seed=7, jobs=jobs))) == expected
    other = list(summarize_documents(SAMPLE[::3], SummaryPlan(names, seed=8, jobs=jobs)))
    assert [made.how for made in other] != [made.how for made in expected]
    assert len({made.how for made in expected}) > 3
