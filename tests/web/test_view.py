"""What the page knows of a document is what the api and brute force say of it, and every document has an answer."""

import math
import random
import re
import warnings

import numpy as np
import pytest

import sumspace
import texts_of_extracts
from asking import REFERENCES, TEXT
from sumspace.api import read
from sumspace.errors import LostTokens, NothingToDoError, SettingError, SumspaceError
from sumspace.measures.coverage import Coverage
from sumspace.space.scoring import Scoring
from sumspace.tasks.space import SpacePlan
from sumspace.web.requests import YOURS
from sumspace.web.tasks import example_of
from sumspace.web.view import view_document

#: Scores of texts have five digits, as the official script writes them, and F1 is made of two such.
ROUNDED = 2e-5


def sample(name):
    return next(example for example in read("sample") if example.id == name)


def view(record=None, summary="", **settings):
    """Look at a text of a few sentences, or at what is different of it."""
    pasted = {"id": "pasted", "sentences": TEXT, "references": [{"text": reference} for reference in REFERENCES]}
    pasted |= record or {}
    if summary:
        pasted["systems"] = {YOURS: {"text": summary}}
    return view_document(example_of({"record": pasted}), settings, summary=YOURS if summary else "")


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("newswire-1", {"measure": "rouge-1"}),
        ("literary-3", {"measure": "rouge-2", "words": 60, "score": "f1"}),
        ("scientific-2", {"measure": "rouge-1", "budget": "exactly(3)", "score": "precision"}),
        ("legal-5", {"measure": "rouge-1", "budget": "at_most(40)", "stopwords": True, "stem": False}),
    ],
)
def test_the_space_and_its_systems_have_the_numbers_of_the_api(name, settings):
    example = sample(name)
    payload = view_document(example, settings)
    space = sumspace.explore(example, **settings).only
    distribution = payload["distribution"]
    assert distribution["scores"] == space.distribution.scores.tolist()
    assert [int(count) for count in distribution["counts"]] == list(space.distribution.counts)
    assert int(distribution["extracts"]) == space.distribution.extracts
    assert (distribution["mean"], distribution["max"]) == (space.distribution.mean, space.distribution.max)
    assert (distribution["bound"], distribution["proven"]) == (space.max_bound, space.max_proven)
    assert distribution["exact"]
    ranked = {row["system"]: row for row in sumspace.rank(example, **settings).table(each_summary=True).records}
    assert set(ranked) == {system["system"] for system in payload["systems"]} >= {"lead", "random", "skim"}
    for system in payload["systems"]:
        row = ranked[system["system"]]
        assert system["score"] == pytest.approx(row["score"])
        assert system["official"] == pytest.approx(row["official"])
        if system["runs"] == 1:
            assert space.rank(system["score"]).below == pytest.approx(row["below"])


@pytest.mark.parametrize("name", ["newswire-4", "scientific-1"])
def test_systems_of_the_corpus_score_by_the_script_what_the_command_score_says(name):
    payload = view_document(sample(name), {"measure": "rouge-2", "words": 70})
    rows = sumspace.score(sample(name), measure="rouge-2", words=70, cut="peer", resamples=1).records()
    expected = {row["system"]: row["recall"] for row in rows if row["id"] is not None}
    shown = {system["system"]: system["official"] for system in payload["systems"]}
    assert {name: shown[name] for name in expected} == expected


@pytest.mark.parametrize("settings", [{"measure": "rouge-1"}, {"measure": "rouge-2", "words": 50, "score": "f1"}])
def test_oracles_are_those_of_the_api(settings):
    example = sample("literary-1")
    payload = view_document(example, settings)
    budget = payload["settings"]["budget"]
    oracles = sumspace.oracles(example, **{"words": None, **settings} | {"words": None, "budget": budget}).only.oracles
    shown = payload["oracles"]
    assert shown["score"] == oracles.score == payload["distribution"]["max"]
    assert (shown["optimal"], int(shown["count"])) == (True, oracles.count)
    listed = {(tuple(extract["sentences"]), extract["words"]) for extract in shown["list"]}
    assert listed == {(extract.sentences, extract.words) for extract in oracles.extracts()}
    assert shown["best"] == shown["list"][0]
    np.testing.assert_allclose(shown["shares"], oracles.shares)


def test_many_oracles_are_listed_in_part_and_counted_whole():
    payload = view({"sentences": ["A cat sat."] * 12}, budget="exactly(6)")
    assert payload["oracles"]["count"] == str(math.comb(12, 6))
    assert len(payload["oracles"]["list"]) == 200


def scored_by_hand(text, references, words):
    """ROUGE-1 recall of a text that is cut, as the official script has it."""
    scores = sumspace.score([text], [references], measure="rouge-1", words=words, cut="peer", resamples=1)
    return float(scores["rouge-1"].recall[0])


@pytest.mark.parametrize("name", ["newswire-1", "newswire-2"])
def test_people_are_scored_by_the_references_of_the_others(name):
    example = sample(name)
    payload = view_document(example, {"measure": "rouge-1", "words": 60})
    texts = {reference.id: list(reference.body.split()) for reference in example.references}
    expected = [
        {"id": one, "score": scored_by_hand(text, [other for key, other in texts.items() if key != one], 60)}
        for one, text in texts.items()
    ]
    assert len(expected) == len(example.references)
    for shown, hand in zip(payload["people"], expected, strict=True):
        assert shown["id"] == hand["id"]
        assert shown["score"] == pytest.approx(hand["score"], abs=ROUNDED)


def test_a_single_person_has_nobody_to_be_compared_with():
    assert view({"references": ["A cat."]})["people"] == []


def test_a_pasted_summary_is_scored_as_a_system_is():
    text = "The red cat sat on a mat while dogs barked at night."
    payload = view(summary=text, words=6)
    record = {"id": "1", "sentences": TEXT, "references": REFERENCES, "systems": {YOURS: text}}
    (row,) = (
        row
        for row in sumspace.rank(record, measure="rouge-1", words=6).table(each_summary=True).records
        if (row["id"], row["system"]) == ("1", YOURS)
    )
    assert payload["summary"]["score"] == pytest.approx(row["score"])
    assert payload["summary"]["official"] == scored_by_hand([text], REFERENCES, 6)
    assert (payload["summary"]["words"], payload["summary"]["text"]) == (12, [text])
    assert payload["summary"]["system"] == YOURS


@pytest.mark.parametrize(
    ("budget", "unequal"),
    [("reach(6)", None), ("at_most(6)", "longer"), ("at_most(12)", None), ("within(6, 5)", "longer"),
     ("within(6, 6)", None), ("exactly(1)", "longer"), ("up_to(2)", None), ("reach(12)", None),
     ("reach(13)", "shorter"), ("within(14, 2)", None), ("within(15, 2)", "shorter"), ("exactly(3)", "shorter"),
     ("exactly(2)", None), ("at_most(99)", None)],
)  # fmt: skip
def test_a_summary_may_be_longer_or_shorter_than_any_extract(budget, unequal):
    """A shorter one only loses recall by that; precision and F1 may be higher."""
    for score in ("recall", "precision", "f1"):
        payload = view(summary="The red cat sat on a mat. Dogs barked all night long.", budget=budget, score=score)
        expected = None if (unequal, score) == ("shorter", "recall") else unequal
        assert payload["summary"]["unequal"] == expected
        shown = {system["system"]: system["unequal"] for system in payload["systems"]}
        assert shown == dict.fromkeys(shown) | {YOURS: expected}


def test_a_summary_as_long_as_a_short_document_is_not_shorter_than_its_extract():
    assert view(summary=" ".join(TEXT), words=1000, score="f1")["summary"]["unequal"] is None
    assert view(summary=TEXT[0], words=1000, score="f1")["summary"]["unequal"] == "shorter"


@pytest.mark.parametrize(
    ("summary", "sentences"),
    [
        (f"{TEXT[2]} {TEXT[0]}", [2, 0]),
        (TEXT[1].replace(" ", "  "), [1]),
        (f"{TEXT[1]} {TEXT[1]}", None),
        (f"{TEXT[1]} It was.", None),
    ],
)
def test_a_pasted_summary_that_is_an_extract_is_recognized(summary, sentences):
    assert view(summary=summary, budget="at_most(40)")["summary"]["sentences"] == sentences


def test_sentences_that_a_document_repeats_can_be_taken_as_often():
    again = {"sentences": ["A cat sat.", "Dogs bark.", "A cat sat."]}
    assert view(again, summary="A cat sat. A cat sat.", budget="at_most(40)")["summary"]["sentences"] == [0, 2]


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        ("exactly(9)", "the document has 4 sentences"),
        ("at_most(1)", "the shortest sentence has 3 words"),
        ("within(2, 0)", "the shortest sentence has 3 words"),
        ("within(500, 1)", "no sentences add up to that length; all have 19 words together"),
    ],
)
def test_a_budget_without_extracts_says_what_there_is(budget, reason):
    with pytest.raises(NothingToDoError, match=re.escape(f"'pasted' has no extract of {budget}: {reason}")):
        view(budget=budget)


def in_payload(payload):
    """What extracts score, by the numbers that the page has."""
    arrays = {k: np.array(v, np.int64) if isinstance(v, list) else v for k, v in payload["coverage"].items()}
    return Scoring(Coverage(**arrays), payload["settings"]["score"])


@pytest.mark.parametrize("seed", range(40))
def test_every_number_of_a_random_small_document_is_that_of_brute_force(seed):
    """Distribution, oracles, and the extract nearest to a summary, which is an oracle with it as the reference."""
    rng = random.Random(seed)
    record = texts_of_extracts.random_record(rng)
    summary = " ".join(rng.choices(("cat", "dog", "sat", "mat", "the", "red", "x"), k=rng.randint(1, 8)))
    budget = texts_of_extracts.random_budget(rng, record)
    score = rng.choice(("recall", "f1", "precision"))
    settings = {"measure": "rouge-1", "budget": str(budget), "score": score, "profile": "rouge155"}
    document = texts_of_extracts.document_of(record)
    listed = texts_of_extracts.extracts(document, budget)
    if not listed:
        with pytest.raises(NothingToDoError, match=r"has no extract of .*: (the document|the shortest|no sentences) "):
            view(record, summary, **settings)
        return
    payload = view(record, summary, **settings)
    scores = texts_of_extracts.scores(document, listed, "rouge-1", score)
    assert int(payload["distribution"]["extracts"]) == len(listed)
    assert payload["distribution"]["mean"] == pytest.approx(np.mean(scores), abs=ROUNDED)
    assert payload["distribution"]["max"] == pytest.approx(max(scores), abs=ROUNDED)
    scoring = in_payload(payload)
    for extract, expected in zip(listed, scores, strict=True):
        assert scoring.score_of(extract.sentences, extract.words) == pytest.approx(expected, abs=ROUNDED)
    nearest = payload["summary"]["nearest"]
    if score == "precision":
        assert (payload["oracles"], nearest) == (None, None)
        (note,) = payload["notes"]
        assert note.startswith(
            "There are no oracles to show: this document is scored by precision, whose best extracts"
        )
        return
    judged_by_it = texts_of_extracts.document_of(record | {"references": [{"text": summary}]})
    likeness = texts_of_extracts.scores(judged_by_it, listed, "rouge-1", score)
    if nearest is None:
        assert max(likeness) == 0
        return
    assert nearest["proven"]
    assert nearest["likeness"] == pytest.approx(max(likeness), abs=ROUNDED)
    chosen = (tuple(nearest["sentences"]), nearest["words"])
    place = [(extract.sentences, extract.words) for extract in listed].index(chosen)
    assert likeness[place] == pytest.approx(max(likeness), abs=ROUNDED)
    assert payload["summary"]["text"] == [summary]


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ({"references": None}, "'pasted' has no references to score extracts against"),
        ({"sentences": None, "references": REFERENCES}, "'pasted' has no sentences"),
    ],
)
def test_what_a_document_lacks_is_one_line(record, line):
    with pytest.raises(NothingToDoError, match=f"^{line}$"):
        view(record)


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"measure": "cosine"}, "cosine does not count units, which a space needs; "),
        ({"measure": "rouge-l"}, "rouge-l does not count units, which a space needs; "),
        ({"measure": "given(x)"}, r"given\(x\) does not count units, which a space needs; "),
        ({"measure": "ngram(1,4)"}, r"ngram\(1,4\) counts several kinds of units, "),
        ({"measure": "pyramid"}, "'pasted' has no pyramid$"),
        ({"measure": "nonsense"}, "unknown measure 'nonsense'; there are: "),
        ({"budget": "exactly(9)"}, r"'pasted' has no extract of exactly\(9\): the document has 4 sentences$"),
        ({"budget": "kea(file)"}, r"'kea\(file\)' is not a budget; write reach\(100\), "),
        ({"profile": "nonsense"}, "unknown profile 'nonsense'; there are: "),
        ({"score": "best"}, "score is one of recall, precision, f1, not 'best'$"),
    ],
)
def test_what_cannot_be_shown_is_one_line(settings, line):
    with pytest.raises(SumspaceError, match=f"^{line}"):
        view(**settings)


@pytest.mark.parametrize(
    ("record", "settings"),
    [
        ({"sentences": ["A cat sat."]}, {}),
        ({"sentences": ["A cat."]}, {"words": 1_000_000}),
        ({"sentences": ["A cat sat."]}, {"words": 1}),
        ({"references": ["..."]}, {}),
        ({"references": ["of the"]}, {"stopwords": True}),
        ({"sentences": ["...", "!"]}, {}),
        ({"sentences": ["a\x00b \x07", "\u200b\ufeff"]}, {}),
        ({"sentences": ["", " ", "A cat."]}, {}),
        ({"sentences": ["A cat."] * 300}, {"seconds": 0.1}),
        ({}, {"measure": "rouge-9"}),
        ({}, {"profile": "unicode(language=zh)"}),
        ({"sentences": ["猫坐在垫子上。", "狗叫。"], "references": ["猫坐。"]}, {}),
    ],
    ids=str,
)
@pytest.mark.parametrize("score", ["recall", "precision", "f1"])
def test_every_odd_document_has_an_answer(record, settings, score):
    payload = view(record, "A red cat.", score=score, **settings)
    sentences = len(payload["sentences"])
    assert len(payload["lengths"]) == len(payload["marks"]["document"]) == sentences
    assert int(payload["distribution"]["extracts"]) >= 1
    assert sum(payload["distribution"]["shares"]) == pytest.approx(1)
    scoring = in_payload(payload)
    for extract in (payload["oracles"] or {"list": []})["list"]:
        assert scoring.score_of(extract["sentences"], extract["words"]) == payload["oracles"]["score"]
        assert all(0 <= sentence < sentences for sentence in extract["sentences"])
    assert all(0 <= system["score"] <= 1 for system in payload["systems"])
    assert {system["system"] for system in payload["systems"]} >= {YOURS}


@pytest.mark.parametrize("measure", ["kpia", "lin-hovy(0.5)"])
def test_measures_that_count_in_ways_of_their_own_have_no_marks(measure):
    payload = view(measure=measure)
    assert payload["marks"] == {"document": [], "references": []}
    assert payload["distribution"]["max"] == payload["oracles"]["score"] > 0


def test_a_document_shorter_than_the_budget_has_one_extract():
    payload = view(words=1_000)
    assert (payload["distribution"]["extracts"], payload["window"]["whole"]) == ("1", True)
    assert payload["oracles"]["best"] == {"sentences": [0, 1, 2, 3], "words": None}


def test_a_summary_with_no_word_has_no_nearest_extract():
    payload = view(summary="...")
    assert (payload["summary"]["score"], payload["summary"]["nearest"]) == (0.0, None)


def test_without_a_summary_there_is_none():
    assert view()["summary"] is None


def test_settings_are_shown_as_they_are_understood():
    payload = view(stopwords=True)
    assert payload["settings"] == {
        "measure": "rouge-1", "budget": "reach(6)", "score": "recall", "stem": True, "stopwords": True,
        "signature": payload["settings"]["signature"],
    }  # fmt: skip
    assert "budget:reach(6)" in payload["settings"]["signature"]
    assert payload["window"] == {
        "costs": [6, 3, 4, 6], "low": 6, "high": 6, "cut": True, "empty": True, "whole": False, "unit": "words",
    }  # fmt: skip


def test_the_length_is_given_once():
    with pytest.raises(SettingError):
        view(words=3, budget="reach(3)")


def test_nothing_is_warned_of_without_a_reason():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert view()["notes"] == []


def test_a_profile_that_loses_letters_is_warned_of():
    record = {"sentences": ["猫坐在垫子上。", "狗叫。"], "references": ["猫坐。"]}
    with pytest.warns(LostTokens, match=r"^rouge155 keeps ASCII letters only: most words are lost in 1 of 1 documents"):
        view(record, profile="rouge155", budget="exactly(1)")


def test_a_measure_that_is_not_counted_sentence_by_sentence_is_refused_before_the_space_is_explored(monkeypatch):
    monkeypatch.setattr(SpacePlan, "scoring", lambda *_: None)
    monkeypatch.setattr("sumspace.web.view.explore_document", pytest.fail)
    with pytest.raises(SettingError, match=r"^rouge-1 is not counted sentence by sentence; choose another measure$"):
        view()
