"""Equal length and equal numbers of people: texts cut by hand, and all groups of people one by one."""

from collections import Counter
from itertools import combinations, permutations
from statistics import mean, median

import pytest

import sumspace
from sumspace.errors import SettingError
from sumspace.studies.agreement import documents
from sumspace.studies.agreement.documents import BASELINE, BEST_HUMAN, FULL_TEXT, Source
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.agreement.study import AgreementStudy
from sumspace.text.profile import Profile

PLAIN = Profile(stem=False)
TEXT = ["a b c d e f g h.", "i j k l m n o p.", "q r s t u v w x.", "y z a b c d e f."]


def record(people, systems=None, name="d", **more):
    """Texts whose words are letters: a token is a letter, a list is a summary sentence by sentence."""
    return {
        "id": name, "sentences": TEXT, "systems": systems or {},
        "references": [{"id": human, "sentences": [body]} for human, body in people.items()], **more,
    }  # fmt: skip


def study(*records, **settings):
    return AgreementStudy.run(
        sumspace.read(list(records)), AgreementPlan(**({"profile": PLAIN, "oracles": False} | settings))
    )


def share(model, candidate, words=None):
    """What the first words of a candidate, a string of letters, hold of a model of one sentence."""
    have = Counter(candidate.split()[:words])
    wanted = Counter(model.split())
    return (wanted & have).total() / wanted.total()


def test_a_summary_is_cut_to_as_many_words_as_the_reference_has():
    people = {"A": "a b c d", "B": "a b c x"}
    systems = {"long": "x y a b c d", "short": "a b"}
    (document,) = study(record(people, systems), lengths=(6,)).documents
    assert document.reference == "A"
    long, short = (document.scores[Source("system", name)] for name in systems)
    assert (long.uncut, long.words, long.score, long.kept) == (1, 6, 2 / 4, 4)
    assert (short.uncut, short.words, short.score, short.kept) == (2 / 4, 2, 2 / 4, 2)
    lead = document.scores[BASELINE]
    assert (lead.words, lead.kept, lead.score) == (6, 4, 1)
    # Beside them, as many of the first words: a b c d, and a b.
    assert (long.lead, short.lead) == (1, 2 / 4)
    assert document.scores[FULL_TEXT].score == document.scores[FULL_TEXT].uncut == 1


def test_a_cut_falls_into_the_middle_of_a_sentence():
    people = {"A": "a b c d e", "B": "a b c d f"}
    (document,) = study(record(people, {"mine": {"sentences": ["a x y", "b c d e"]}})).documents
    score = document.scores[Source("system", "mine")]
    assert (score.uncut, score.score, score.kept) == (1, share("a b c d e", "a x y b c"), 5)


def test_a_long_system_that_is_first_falls_when_it_is_cut():
    people = {"A": "a b c d", "B": "a b c d"}
    systems = {"long": "x y z a b c d e f g", "mine": "a b c x", "other": "a b x y"}
    cut, uncut = study(record(people, systems)), study(record(people, systems), uncut=True)
    names = [source.name for source in uncut.sources if source.kind == "system" and source.name in systems]
    assert names == ["long", "mine", "other"]
    names = [source.name for source in cut.sources if source.kind == "system" and source.name in systems]
    assert names == ["mine", "other", "long"]
    assert cut.everything.mean(Source("system", "long")).uncut == 1
    assert cut.everything.mean(Source("system", "long")).score == 1 / 4
    (document,) = uncut.documents
    assert all(score.score == score.uncut and score.kept == score.words for score in document.scores.values())
    words = [text for text in cut.findings() if "Length matters most to long" in text]
    assert "as it is it has 10 words, scores 100.0 % and is at place 1 of 5" in words[0]
    assert "cut to 4 words it scores 25.0 % and is at place 5" in words[0]


def test_people_who_write_more_than_the_model_have_more_room():
    people = {"A": "a b c d", "B": "x a b c d y", "C": "a b z"}
    (document,) = study(record(people)).documents
    for pair in document.pairs:
        model, candidate = people[pair.model], people[pair.candidate]
        assert pair.score == share(model, candidate)
        assert pair.cut == share(model, candidate, len(model.split()))
    assert document.best.model == "A"
    assert document.agreement["MaxH"] == 1
    cuts = [share(people[m], people[c], len(people[m].split())) for m, c in permutations(people, 2)]
    assert document.cut_agreement == {
        "MaxH": max(cuts), "AvgH": pytest.approx(mean(cuts)), "MedH": pytest.approx(median(cuts)), "MinH": min(cuts),
    }  # fmt: skip
    # By A, the reference: B has x a b c, and C a b.
    best = document.scores[BEST_HUMAN]
    assert (best.uncut, best.words, best.score, best.kept) == (1, 6, 3 / 4, 4)
    assert document.longer == 1


def test_beside_a_system_people_and_lead_are_as_long_as_it():
    people = {"A": "a b c d", "B": "x a b c d y", "C": "b c z"}
    systems = {"long": "a x b c d", "short": "d b"}
    (document,) = study(record(people, systems)).documents
    # By A: four words of each and of the text, which begins with a b c d; then two.
    long, short = (document.scores[Source("system", name)] for name in systems)
    assert (long.score, long.lead, long.human, long.others) == (3 / 4, 1, 3 / 4, pytest.approx((3 + 2) / 8))
    assert (short.score, short.lead, short.human, short.others) == (2 / 4, 2 / 4, 2 / 4, pytest.approx((1 + 2) / 8))
    (document,) = study(record(people, systems), uncut=True).documents
    long, short = (document.scores[Source("system", name)] for name in systems)
    assert (long.score, long.lead, long.human, long.others) == (1, 1, 1, pytest.approx((4 + 2) / 8))
    assert (short.score, short.lead, short.human, short.others) == (2 / 4, 2 / 4, 1, pytest.approx((4 + 2) / 8))


def test_a_candidate_is_much_longer_from_a_fifth_more_on():
    for words, longer in ((11, 0), (12, 1)):
        people = {"A": "a b c d e f g h i j", "B": " ".join("abcdefghijklmnop"[:words])}
        assert [document.longer for document in study(record(people)).documents] == [longer]


PEOPLE = {
    "A": "a b c d e", "B": "a b c x y", "C": "a b u v w p q", "D": "d e x", "E": "c d e p q r s t",
}  # fmt: skip


@pytest.mark.parametrize("size", [2, 3, 4])
def test_so_many_people_are_all_groups_of_them(size):
    systems = {"mine": "a b c d x y z p q", "other": "d e"}
    (document,) = study(record(PEOPLE, systems), people=size).documents
    groups = []
    for group in combinations(PEOPLE, size):
        chosen = {name: PEOPLE[name] for name in group}
        groups += study(record(chosen, systems)).documents
    for name in ("MaxH", "AvgH", "MedH", "MinH"):
        assert document.agreement[name] == pytest.approx(mean(group.agreement[name] for group in groups))
        assert document.cut_agreement[name] == pytest.approx(mean(group.cut_agreement[name] for group in groups))
    assert document.references == pytest.approx(
        {name: count / len(groups) for name, count in Counter(group.reference for group in groups).items()}
    )
    assert document.longer == pytest.approx(mean(group.longer for group in groups))
    assert document.reference_compression == pytest.approx(mean(group.reference_compression for group in groups))
    for source in document.scores:
        beside = ["lead", "human", "others"] if source.kind == "system" else []
        for part in ("score", "uncut", "words", "kept", *beside):
            expected = mean(getattr(group.scores[source], part) for group in groups)
            assert getattr(document.scores[source], part) == pytest.approx(expected), (source, part)
    assert len(document.pairs) == 20
    assert document.texts[BEST_HUMAN] == (PEOPLE[document.reference],)


def test_oracles_of_groups_are_means_of_theirs():
    settings = {"oracles": True, "lengths": (8,), "tolerance": 1}
    (document,) = study(record(PEOPLE), people=2, **settings).documents
    source = Source("oracle", "E8")
    scores = [
        study(record({name: PEOPLE[name] for name in group}), **settings).documents[0].scores[source]
        for group in combinations(PEOPLE, 2)
    ]
    assert document.scores[source].score == pytest.approx(mean(score.score for score in scores))
    assert document.scores[source].proven


def test_average_agreement_does_not_depend_on_how_many_are_compared():
    (whole,), (pairs,) = study(record(PEOPLE)).documents, study(record(PEOPLE), people=2).documents
    assert pairs.agreement["AvgH"] == pytest.approx(whole.agreement["AvgH"])
    assert pairs.agreement["MaxH"] < whole.agreement["MaxH"]


def test_all_people_are_one_group():
    (whole,), (five,) = study(record(PEOPLE)).documents, study(record(PEOPLE), people=5).documents
    assert (five.agreement, five.scores, five.references) == (whole.agreement, whole.scores, whole.references)


def test_documents_with_fewer_people_are_left_out():
    result = study(record(PEOPLE, name="five"), record({"A": "a", "B": "b"}, name="two"), people=3)
    assert [document.id for document in result.documents] == ["five"]
    assert [(left.id, left.reason) for left in result.left_out] == [("two", "has 2 references, and 3 are compared")]
    with pytest.raises(SettingError, match="agreement takes two human summaries or more, not 1"):
        AgreementPlan(people=1)


def test_of_very_many_groups_some_are_drawn(monkeypatch):
    (exact,) = study(record(PEOPLE), people=3).documents
    monkeypatch.setattr(documents, "MOST_GROUPS", 9)
    first, again, other = (study(record(PEOPLE), people=3, seed=seed).documents[0] for seed in (0, 0, 1))
    assert first.agreement == again.agreement != other.agreement
    means = [study(record(PEOPLE), people=3, seed=seed).documents[0].maximum for seed in range(100)]
    assert mean(means) == pytest.approx(exact.maximum, abs=0.02)


def test_single_documents_and_topics_stand_side_by_side():
    topic = {"id": "t", "documents": [{"id": "1", "sentences": TEXT}, {"id": "2", "sentences": TEXT}]}
    topic["references"] = [{"id": "A", "text": "a b c"}, {"id": "B", "text": "a b x"}]
    result = study(record(PEOPLE), topic)
    assert {task: [d.id for d in group.documents] for task, group in result.tasks.items()} == {
        "single documents": ["d"], "topics": ["t"],
    }  # fmt: skip
    rows = {(row["scope"], row["task"]): row for row in result.table("agreement").records}
    assert list(rows) == [("corpus", None), ("task", "single documents"), ("task", "topics")]
    assert rows["task", "topics"]["maxh"] == pytest.approx(2 / 3)
    (view,) = result.table("averages").shown
    assert [name for name, _ in view.groups()] == ["", "all", "single documents", "topics"]
    assert "2 documents (1 single documents and 1 topics)" in result.findings()[-1]
    assert not study(record(PEOPLE)).tasks
