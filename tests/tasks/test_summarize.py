"""Summaries: what a ranking and a budget make of a document."""

import inspect
import re
from dataclasses import dataclass, replace
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sumspace
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Section, Text
from sumspace.corpus.source import read
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.space.budget import AtMost, Exactly, Reach, UpTo, Within
from sumspace.space.space import Part
from sumspace.summarizers import summarizer as summarizer_module
from sumspace.summarizers.callisto.model import built_in, save
from sumspace.summarizers.lexrank import LexRank
from sumspace.summarizers.random import Random
from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer, parse_summarizer
from sumspace.tasks.summarize import Summaries, SummaryPlan, make_extract, make_summary, summarize_documents
from sumspace.tasks.systems import candidates
from sumspace.tasks.task import LeftOut
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
    return Document(Example(name, (Text((Section(Passage(sentences=tuple(sentences))),)),)), Profile())


def plan(*names, **choices):
    return SummaryPlan({name: parse_summarizer(name) for name in names}, **choices)


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
    summaries = list(summarize_documents(examples, plan(name, budget=budget)))
    assert [made.id for made in summaries] == [example.id for example in examples]
    for made, example in zip(summaries, examples, strict=True):
        lengths = list(map(length, made.sentences))
        assert ALLOWED[str(budget)](lengths)
        assert sum(lengths) == made.words
        assert list(made.extract) == sorted(set(made.extract))
        whole = example.sentences()
        assert all(whole[i].startswith(text) for i, text in zip(made.extract, made.sentences, strict=True))


@pytest.mark.parametrize("name", list(SUMMARIZERS))
def test_the_highest_ranked_sentences_are_taken_that_fit(name):
    read = Document(SAMPLE[0], Profile())
    made = make_summary(read, name, SUMMARIZERS[name](), AtMost(60))
    room, expected, article, seed = 60, [], read.article(), crc32(b"newswire-1")
    for sentence in SUMMARIZERS[name]().fit(article, 60, "words", seed).rank(article, seed):
        if length(read.sentences[sentence]) <= room:
            room -= length(read.sentences[sentence])
            expected.append(sentence)
    assert made.extract == tuple(sorted(expected))
    assert made.sentences == tuple(read.sentences[i] for i in made.extract)
    assert made.fields == {"extract": list(made.extract)}


def test_sentences_stand_in_the_order_of_the_document():
    made = make_summary(document(), "s", Fixed((2, 0, 3, 1)), AtMost(8))
    assert (made.extract, made.words, made.cut) == ((0, 2, 3), 8, None)
    assert made.sentences == ("A b c.", "F g h i.", "J.")


def test_the_sentence_that_was_taken_last_is_cut_wherever_it_stands():
    made = make_summary(document(), "s", Fixed((2, 0, 3, 1)), Reach(6))
    assert (made.extract, made.words, made.cut) == ((0, 2), 6, (0, 2))
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
    names = "random", "lexrank"
    expected = list(summarize_documents(SAMPLE, plan(*names, seed=7)))
    assert list(summarize_documents(SAMPLE, plan(*names, seed=7, workers=Workers(jobs)))) == expected
    assert expected != list(summarize_documents(SAMPLE, plan(*names, seed=8, workers=Workers(jobs))))


def test_ranks_are_those_of_the_summaries_that_are_made():
    read = Document(SAMPLE[3], Profile())
    parts = [Part(0, len(read.sentences), AtMost(70))]
    ranked = {one.system: one.runs[0][0] for one in candidates(read, parts, seed=3) if one.runs}
    made = summarize_documents([SAMPLE[3]], plan(*ranked, budget=AtMost(70), seed=3, min_words=0))
    assert {one.system: one.extract for one in made} == {
        name: tuple(sorted(extract.sentences)) for name, extract in ranked.items()
    }
    assert len(ranked) == 3


def test_a_document_that_is_too_long_for_a_summarizer_has_the_summaries_of_others(monkeypatch):
    monkeypatch.setattr(summarizer_module, "_STEPS", 3)
    long = document(("Cats purr.", "Dogs bark.", "Cats sleep."), "long").example
    (made, left_out) = summarize_documents([long], plan("lead", "kl-sum", budget=Exactly(1)))
    assert made.system == "lead"
    assert left_out.reason.startswith("has no summary by kl-sum: it has 3 sentences; kl-sum can handle about ")


def test_a_document_without_a_summary_of_the_budget_is_left_out():
    short, long = document(["One two three."], "short").example, document(SENTENCES, "long").example
    two = plan("lead", "random", budget=Exactly(2))
    left_out, *summaries = summarize_documents([short, long], two)
    assert left_out == LeftOut("short", "has no summary of exactly(2) by lead, random")
    assert [(made.id, made.system) for made in summaries] == [("long", "lead"), ("long", "random")]
    with pytest.raises(SettingError, match=r"no document to summarize: 'short' has no summary of exactly\(2\) by lead"):
        list(summarize_documents([short], two))


def test_the_empty_extract_is_no_summary():
    assert make_extract(document(["One two three four."]), Fixed((0,)), Within(1, 2)).sentences == ()
    assert make_summary(document(["One two three four."]), "s", Fixed((0,)), Within(1, 2)) is None


#: Sentences of several kinds, and fragments of several kinds.
GOOD = (
    "The bank was sold in May.",
    "Prices rose again that year.",
    "She has run the firm since then.",
    "Ten men left it.",
)
CRUMBS = (
    "Ms.",
    ")",
    "3.2 Results and Outlook",
    "FINDINGS OF FACT",
    "12 14 17 2001",
    "Monday, March 5, 2007",
    "He met Mr.",
)
EVERY_BUDGET = st.one_of(
    st.builds(AtMost, st.integers(1, 40)),
    st.builds(Reach, st.integers(1, 40)),
    st.builds(Within, st.integers(1, 40), st.integers(0, 5)),
    st.builds(Exactly, st.integers(1, 8)),
    st.builds(UpTo, st.integers(1, 8)),
)


@pytest.mark.parametrize("name", list(SUMMARIZERS))
@settings(max_examples=25, deadline=None)
@given(texts=st.lists(st.sampled_from([*GOOD, *CRUMBS]), min_size=1, max_size=8), budget=EVERY_BUDGET)
def test_a_fragment_is_never_taken_while_a_sentence_would_do(name, texts, budget):
    made = make_summary(document(texts), name, SUMMARIZERS[name](), budget, min_words=4)
    plain = make_summary(document(texts), name, SUMMARIZERS[name](), budget)
    if made is None:  # a window of lengths is not always met by filling it in another order
        assert plain is None or isinstance(budget, Within)
        return
    costs = [1 if budget.unit == "sentences" else length(text) for text in texts]
    fragments = [number for number in made.extract if texts[number] in CRUMBS]
    sentences_left = [n for n, text in enumerate(texts) if text in GOOD and n not in made.extract]
    if not fragments:
        return
    if isinstance(budget, AtMost | UpTo):  # a fragment alone is no better than a sentence alone
        assert not any(texts[number] in GOOD for number in made.extract)
        assert all(costs[number] > budget.size for number in sentences_left)
    elif isinstance(budget, Reach | Exactly):
        assert not sentences_left
    else:
        used = sum(costs[number] for number in made.extract)
        most = budget.size + budget.tolerance
        assert all(used - costs[f] + costs[s] > most for f in fragments for s in sentences_left)


def test_sentences_that_lean_on_others_lose_places_but_not_their_chance():
    texts = [
        "The bank was sold in May.",
        "It had lost money for years.",
        "Its rival paid little for it.",
        "Prices rose.",
    ]
    ranking = Fixed((1, 0, 2, 3))
    assert make_summary(document(texts), "s", ranking, Exactly(1)).extract == (1,)
    assert make_summary(document(texts), "s", ranking, Exactly(1), min_words=2).extract == (0,)
    assert make_summary(document(texts), "s", ranking, Exactly(2), min_words=2).extract == (0, 2)
    assert make_summary(document(texts[1:]), "s", Fixed((0, 1, 2)), Exactly(1), min_words=2).extract == (0,)


def test_the_rules_are_off_with_no_words():
    assert make_summary(document(("Ms.", *GOOD)), "s", Fixed((0, 1, 2, 3, 4)), AtMost(1)).sentences == ("Ms.",)
    assert inspect.signature(sumspace.summarize).parameters["min_words"].default == plan("lead").min_words == 4
    with pytest.raises(SettingError, match=r"--min-words must be 0 \(take every sentence\) or more, not -1"):
        plan("lead", min_words=-1)


@pytest.mark.parametrize("order", [(0, 1), (0, 1, 2, 2), (0, 1, 2, 4), (0, 1, 2, 3, 3)])
def test_a_summarizer_that_does_not_rank_every_sentence_once_is_named(order):
    with pytest.raises(SettingError, match="Fixed does not rank each of the 4 sentences of 'a' once"):
        make_extract(document(), Fixed(order), AtMost(9))


def test_a_plan_prints_what_decides():
    summarizers = {"lead": parse_summarizer("lead"), "mine": Random(), "near": LexRank(threshold=0.2)}
    parts = str(SummaryPlan(summarizers, AtMost(9), seed=4)).split(" | ")[1:6]
    names = "lead,mine=random,near=lexrank(threshold=0.2)"
    assert parts == [names, "profile:rouge155(stem)", "budget:at_most(9)", "min-words:4", "seed:4"]
    assert "mine=Fixed(order=(1, 0))" in str(SummaryPlan({"mine": Fixed((1, 0))}))
    with pytest.raises(SettingError, match="name at least one summarizer"):
        SummaryPlan({})


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
    configuration_used = "backwards"


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
    assert (made.extract, made.made_by) == (
        make_summary(document(), "s", Fixed((3, 2, 1, 0)), budget).extract,
        "backwards",
    )


def test_a_summarizer_is_fitted_to_each_part_of_a_document():
    fitting = Fitting()
    extract = make_extract(document(), fitting, AtMost(9), 5, Part(1, 4, AtMost(9)))
    assert fitting.told == [(3, 9, "words", crc32(b"a") + 5 + 1)]
    assert extract.sentences == (2, 1, 0)


def test_how_a_summary_was_made_is_told_where_that_was_decided_for_the_text():
    examples = [document().example]
    decided, same = (
        Summaries(chosen, summarize_documents(examples, chosen))
        for chosen in (SummaryPlan({"s": one}, min_words=0) for one in (Fitting(), Fixed((0, 1, 2, 3))))
    )
    assert decided.frame()["how"].to_list() == ["backwards"]
    assert "how" not in next(iter(same.table().records))
    assert "a | s | backwards | 4 sentences, 10 words" in decided.table().text()
    assert decided.only.made_by == "backwards"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """Files with models: the one that comes with the package, and one that chooses at random."""
    folder = tmp_path_factory.mktemp("models")
    save(built_in(), folder / "own")
    small = {"segmenter": ["none", "c99"], "extractor": ["rake", "textrank"], "sentences": 5}
    sumspace.callisto_train(
        SAMPLE, learner="naive-bayes", classes=2, selection="random", **small, output=folder / "random"
    )
    return folder


def test_a_model_of_ones_own_makes_summaries_and_the_plan_names_it(own):
    mine = f"callisto({own / 'own'})"
    chosen = SummaryPlan(
        {"mine": parse_summarizer(mine), "callisto": parse_summarizer("callisto")}, AtMost(80), workers=Workers(2)
    )  # fmt: skip
    assert f"| mine={mine},callisto |" in str(chosen)
    summaries = list(summarize_documents(SAMPLE[::5], chosen))
    assert [replace(made, system="") for made in summaries[::2]] == [
        replace(made, system="") for made in summaries[1::2]
    ]
    assert {made.made_by for made in summaries} <= {str(one) for one in built_in().configurations}


@pytest.mark.parametrize("jobs", [1, 4])
def test_chance_in_a_model_is_a_matter_of_the_seed_with_any_number_of_jobs(own, jobs):
    name = f"callisto({own / 'random'})"
    expected = list(summarize_documents(SAMPLE[::3], plan(name, seed=7)))
    assert list(summarize_documents(SAMPLE[::3], plan(name, seed=7, workers=Workers(jobs)))) == expected
    other = list(summarize_documents(SAMPLE[::3], plan(name, seed=8, workers=Workers(jobs))))
    assert [made.made_by for made in other] != [made.made_by for made in expected]
    assert len({made.made_by for made in expected}) > 3


@pytest.mark.parametrize("name", list(SUMMARIZERS))
def test_explanations_are_of_the_summaries_that_are_made(name):
    plain, explained = (list(summarize_documents(SAMPLE[:2], plan(name, seed=2, explain=why))) for why in (False, True))
    assert [replace(one, why=None) for one in explained] == plain
    for one, example in zip(explained, SAMPLE, strict=False):
        assert tuple(sorted(s.number for s in one.why.sentences if s.taken)) == one.extract
        assert sorted(s.number for s in one.why.sentences) == list(range(len(example.sentences())))
        assert one.why.configuration == one.made_by
        if one.why.reasons:
            assert sum(reason.amount for reason in one.why.reasons) == pytest.approx(one.why.value, abs=1e-9)


def test_explanations_name_fragments_and_sentences_that_lean():
    texts = ["Ms.", "The bank was sold in May.", "It had lost money for years."]
    made = make_summary(document(texts), "s", Fixed((0, 2, 1)), Exactly(1), min_words=4, explain=True)
    assert made.sentences == ("The bank was sold in May.",)
    assert [(s.number, s.taken, s.fragment, s.leans_on) for s in made.why.sentences] == [
        (0, False, True, -1), (2, False, False, 1), (1, True, False, -1),
    ]  # fmt: skip


def test_explanations_are_in_records_and_tables():
    results = Summaries(
        plan("edmundson", explain=True), summarize_documents(SAMPLE[:1], plan("edmundson", explain=True))
    )
    (record,) = results.table().records
    assert record["why"] == results.only.why.record
    taken = [one for one in record["why"]["sentences"] if one["taken"]]
    assert [one["number"] for one in sorted(taken, key=lambda one: one["number"])] == record["taken"]
    shown = results.table().text()
    for one in taken:
        assert re.search(rf"^ +{one['number']} +{one['place']} +{one['score']:g}  yes", shown, re.MULTILINE)
    assert "why" not in results.table().csv()
