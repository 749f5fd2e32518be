"""What a report says, beside what other commands say of the same corpus, and beside brute force."""

from itertools import combinations
from statistics import fmean, median

import numpy as np
import pytest

import brute_force
import sumspace
from sumspace.errors import NothingToDoError, SettingError
from sumspace.space.budget import Reach
from sumspace.studies.report.labels import short_letters

SENTENCES = [
    "red cats run by rivers",
    "green dogs sleep at noon",
    "small mice eat old cheese",
    "red cats sleep at noon",
    "tall birds sing at dawn",
]
REFERENCES = ["red cats run by rivers at noon today", "small mice eat old cheese"]
SETTINGS = {"profile": "rouge155(nostem)", "resamples": 200}


@pytest.fixture(scope="module")
def sample():
    return sumspace.report("sample", resamples=500)


@pytest.fixture(scope="module")
def rows(sample):
    return {row["system"]: row for row in sample.table("systems").records}


def test_scores_are_the_plain_means_of_score(rows):
    scores = sumspace.score("sample", measure=["rouge-1", "rouge-2", "rouge-l"])
    for measure in ("rouge-1", "rouge-2", "rouge-l"):
        for part in ("f1", "recall"):
            values = getattr(scores[measure], part)
            for system in ("retell", "skim", "closing"):
                own = [v for key, v in zip(scores.keys, values, strict=False) if key[1] == system]
                assert rows[system][f"{measure}_{part}"] == pytest.approx(np.mean(own), abs=1e-12)
                low, high = rows[system][f"{measure}_{part}_interval"]
                assert low < rows[system][f"{measure}_{part}"] < high


def test_places_are_those_of_rank(sample):
    ranks = sumspace.rank("sample", measure=["rouge-1", "rouge-2"])
    expected = {}
    for document in ranks:
        for score in document.scores:
            if score.runs is None:
                rank = document.space.distribution.rank(score.score)
                key = document.space.id, str(document.space.measure), score.system
                expected[key] = score.score, rank.below
    found = {(row["id"], row["measure"], row["system"]): row for row in sample.table("documents").records}
    shared = expected.keys() & found.keys()
    assert len(shared) == 20 * 2 * 7  # six systems and lead
    for key in shared:
        assert found[key]["score"] == pytest.approx(expected[key][0], abs=1e-12)
        assert found[key]["place"] == pytest.approx(expected[key][1], abs=1e-12)


def test_the_table_has_means_and_medians_of_the_places(sample, rows):
    by_system = {}
    for row in sample.table("documents").records:
        if row["measure"] == "rouge-2":
            by_system.setdefault(row["system"], []).append(row["place"])
    for system, places in by_system.items():
        assert rows[system]["place"] == pytest.approx(fmean(places))
        assert rows[system]["place_median"] == pytest.approx(median(places))


def test_reached_is_the_share_of_the_distance_from_the_average_to_the_best(rows):
    average, best = rows["average extract"]["score"], rows["best extract"]["score"]
    for system in ("retell", "closing", "lead"):
        row = rows[system]
        assert row["reached"] == pytest.approx((row["score"] - average) / (best - average))
    assert rows["best extract"]["proven"] == 20


def test_significance_is_that_of_compare(sample):
    compared = sumspace.compare("sample", space=False, resamples=500)
    fields = ("measure", "first", "second", "difference", "p", "corrected")
    expected = [tuple(row[name] for name in fields) for row in compared.table("pairs").records if row["domain"] is None]
    assert [tuple(row[name] for name in fields) for row in sample.table("pairs").records] == expected


def test_systems_stand_from_the_highest_score_to_the_lowest(sample, rows):
    scores = [rows[name]["rouge-2_f1"] for name in sample.ranked]
    assert scores == sorted(scores, reverse=True)
    assert sample.ranked[0] == "retell"
    assert [row["system"] for row in sample.table("systems").records][:6] == sample.ranked


def test_human_summaries_and_systems_are_judged_by_the_same_references(sample):
    """Each reference by the others, and a system by the same sets: worked out anew with `score`."""
    examples = list(sumspace.read("sample"))
    human, system = [], []
    for example in examples:
        bodies = [reference.body for reference in example.references]
        sets = [bodies[:i] + bodies[i + 1 :] for i in range(len(bodies))]
        own = sumspace.score(bodies, references=sets, measure="rouge-2")["rouge-2"].f1
        other = sumspace.score([example.summary("skim")] * len(sets), references=sets, measure="rouge-2")["rouge-2"].f1
        human.append(np.mean(own))
        system.append(np.mean(other))
    records = {row["system"]: row for row in sample.table("humans").records}
    assert records["human summaries"]["rouge-2_f1"] == pytest.approx(np.mean(human))
    assert records["skim"]["rouge-2_f1"] == pytest.approx(np.mean(system))


def test_the_same_seed_gives_the_same_report_with_any_number_of_workers():
    chosen = {"measure": "rouge-2", "words": 20, "resamples": 50}
    one, two = ("".join(sumspace.report("sample", jobs=jobs, **chosen).render("json")) for jobs in (1, 2))
    assert one == two


def words_of(text):
    return [[word] for word in text.split()]


def recall_of(sentences, references):
    """The ROUGE-1 recall of a text, counted anew: each reference holds a word as often as it has it."""
    have = [word for sentence in sentences for word in sentence.split()]
    hits = sum(min(have.count(word), body.split().count(word)) for body in references for word in {*body.split()})
    return hits / sum(len(body.split()) for body in references)


def test_one_document_stands_where_brute_force_says():
    summary = "red cats run at noon"
    study = sumspace.report(SENTENCES, REFERENCES, {"mine": summary}, measure="rouge-1", words=5, **SETTINGS)
    document, references = [words_of(s) for s in SENTENCES], [[words_of(body)] for body in REFERENCES]
    counts = brute_force.counts(document, references, Reach(5), "rouge-1")
    total = sum(counts.values())
    units = sum(len(body.split()) for body in REFERENCES)
    hits = round(recall_of([summary], REFERENCES) * units)
    below = sum(number for (found, _), number in counts.items() if found < hits)
    rank = study.single.ranks[study.plan.sorted_by, "mine"]
    assert rank.below_count == below
    rows = {row["system"]: row for row in study.table("systems").records}
    assert rows["mine"]["score"] == pytest.approx(hits / units)
    assert rows["mine"]["place"] == pytest.approx(below / total)
    mean = sum(found * number for (found, _), number in counts.items()) / total / units
    assert rows["average extract"]["score"] == pytest.approx(mean)
    assert rows["best extract"]["score"] == pytest.approx(max(found for found, _ in counts) / units)
    assert study.single.best.proven
    assert recall_of(study.single.best.texts, REFERENCES) == pytest.approx(rows["best extract"]["score"])


def test_a_summary_above_every_extract_is_said_to_be_so():
    summary = "red cats run by rivers at noon today small mice eat old cheese"
    study = sumspace.report(SENTENCES, REFERENCES, {"mine": summary}, measure="rouge-1", words=13, **SETTINGS)
    best = max(recall_of([SENTENCES[i] for i in chosen], REFERENCES) for chosen in combinations(range(5), 3))
    assert recall_of([summary], REFERENCES) > best
    assert any("is above every extract of the document" in text for text in study.findings())
    row = next(row for row in study.table("systems").records if row["system"] == "mine")
    assert (row["place"], row["not_beaten"]) == (1.0, 0.0)


def test_summaries_that_are_cut_are_counted():
    record = {"sentences": SENTENCES, "references": ["red cats run"]}
    systems = [{"long": "red cats run by rivers", "short": "red cats"}, {"long": "red cats run by", "short": "noon"}]
    examples = [{"id": f"{i}", **record, "systems": own} for i, own in enumerate(systems)]
    study = sumspace.report(examples, measure="rouge-1", **SETTINGS)
    assert study.cut == {"long": 2}
    rows = {row["system"]: row for row in study.table("systems").records}
    assert rows["long"]["score"] == 1.0  # of three words, all are those of the reference
    assert rows["long"]["rouge-1_f1"] == pytest.approx((2 * 3 / (5 + 3) + 2 * 3 / (4 + 3)) / 2, abs=1e-5)
    assert "2 of 4 summaries of 1 system were cut" in " ".join(str(study).split())


def test_a_corpus_without_systems_has_baselines_in_their_place():
    examples = [{"id": f"{i}", "sentences": SENTENCES, "references": REFERENCES} for i in range(3)]
    study = sumspace.report(examples, measure="rouge-1", **SETTINGS)
    assert {*study.ranked} == {"lead", "textrank"}
    assert study.scale == ("random",)


def test_one_reference_has_no_row_of_human_summaries():
    record = {"sentences": SENTENCES, "references": REFERENCES[:1], "systems": {"a": "red cats", "b": "noon"}}
    study = sumspace.report([{"id": f"{i}", **record} for i in range(2)], measure="rouge-1", **SETTINGS)
    assert study.humans is None
    assert "No document has two references" in str(study)


def test_documents_without_texts_have_scores_and_no_places():
    record = {"references": REFERENCES, "systems": {"a": "red cats run", "b": "noon"}}
    study = sumspace.report([{"id": f"{i}", **record} for i in range(3)], measure="rouge-1", **SETTINGS)
    assert not study.places
    assert {row["system"] for row in study.table("systems").records} == {"a", "b", "human summaries"}


def test_systems_with_different_documents_have_no_highest_mean():
    record = {"sentences": SENTENCES, "references": REFERENCES}
    own = [{"a": "red cats run"}, {"a": "red cats", "b": "noon"}, {"b": "small mice"}]
    examples = [{"id": f"{i}", **record, "systems": systems} for i, systems in enumerate(own)]
    text = " ".join(sumspace.report(examples, measure="rouge-1", **SETTINGS).findings())
    assert "has the highest" not in text
    assert "means over different documents do not compare" in text


def test_nothing_is_significant_of_few_documents():
    study = sumspace.report(list(sumspace.read("sample"))[:3], measure="rouge-1", words=20, resamples=50)
    text = " ".join(study.findings())
    assert "too few for any difference to be significant" in text
    assert "significantly" not in text.replace("differ significantly", "")
    assert all(row["letters"] is None for row in study.table("systems").records)


def test_letters_that_follow_each_other_are_written_as_a_range():
    assert [short_letters(text) for text in ("", "a", "ab", "abc", "acde", "xyza2")] == [
        "", "a", "ab", "a-c", "ac-e", "x-za2",
    ]  # fmt: skip


def test_documents_without_references_are_an_error():
    with pytest.raises(NothingToDoError, match="no document has a reference summary"):
        sumspace.report([{"id": "a", "sentences": SENTENCES, "systems": {"a": "cats"}}])


def test_a_main_measure_is_one_of_the_measures():
    with pytest.raises(SettingError, match="--main rouge-l is not one of the measures of the report: rouge-1"):
        sumspace.report("sample", measure="rouge-1", main="rouge-l")


def test_summaries_belong_to_one_document():
    with pytest.raises(SettingError, match="summaries are those of one text, and the corpus has 20 documents"):
        sumspace.report("sample", summaries={"mine": "A cat."})
