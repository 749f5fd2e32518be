"""All summaries of all configurations: what they are and what they score, told one by one."""

import weakref
from collections import Counter
from dataclasses import asdict, replace

import numpy as np
import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Section, Text
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import score_texts
from sumspace.space.budget import parse_budget
from sumspace.studies.callisto.generate import GeneratedSummaries, generate
from sumspace.studies.callisto.plan import GenerationPlan
from sumspace.studies.callisto.training import train_kea
from sumspace.summarizers.callisto.configuration import Configuration, grid
from sumspace.summarizers.callisto.features import features_of
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.callisto.summarizer import Configured
from sumspace.summarizers.summarizer import parse_summarizer
from sumspace.tasks.summarize import make_extract
from sumspace.tasks.task import LeftOut
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile
from sumspace.text.segmentation.segmenter import SEGMENTERS
from sumspace.text.words import read_words

SAMPLE = list(sumspace.read("sample"))
#: One of each domain.
SOME = SAMPLE[::5]
GRID = grid(
    ["none", "c99", "texttiling"], ["rake", "extractor"], phrases=[5, 20], thresholds=[1, 2],
    matches=["stems", "words"], sentences=[1, 3, 50], kind="paper",
)  # fmt: skip
PLAN = GenerationPlan(GRID, workers=Workers(1))
PARTS = ("recall", "precision", "f1")
LIN_HOVY, KPIA = parse_measure("lin-hovy"), parse_measure("kpia")


@pytest.fixture(scope="module")
def table():
    return list(generate(SOME, PLAN))


def test_a_summary_is_the_beginning_of_the_ranking_in_document_order(table):
    for example, found in zip(SOME, table, strict=True):
        article = Document(example, Profile()).article()
        for place, configuration in list(enumerate(GRID))[::11]:
            ranked = Configured(configuration).rank(article)
            expected = tuple(sorted(ranked[: configuration.sentences]))
            assert found.summaries[found.by_configuration[place]] == expected


def test_leads_are_the_first_sentences_or_all_where_there_are_fewer(table):
    for example, found in zip(SOME, table, strict=True):
        leads = [found.summaries[place] for place in found.by_baseline[0]]
        assert leads == [(0,), (0, 1, 2), tuple(range(len(example.sentences())))]


def test_different_summaries_stand_there_once(table):
    for found in table:
        assert len(set(found.summaries)) == len(found.summaries)
        assert {*found.by_configuration.tolist(), *found.by_baseline[0].tolist()} == set(range(len(found.summaries)))
        assert len(found.summaries) < len(GRID)


def test_word_budgets_and_other_summarizers():
    names, budget = ("lead", "luhn"), parse_budget("at_most(60)")
    plan = GenerationPlan(grid(["none"], ["rake"], phrases=[5], thresholds=[1], summarizers=names, words=[60]))
    assert [str(one) for one in plan.configurations[1:]] == [
        "configuration(summarizer=lead, words=60)", "configuration(summarizer=luhn, words=60)",
    ]  # fmt: skip
    for example, found in zip(SOME, generate(SOME, plan), strict=True):
        document = Document(example, Profile())
        for name, place in zip(names, found.by_configuration[1:], strict=True):
            made = make_extract(document, parse_summarizer(name), budget)
            assert found.summaries[place] == tuple(sorted(made.sentences))
        assert found.by_baseline.tolist() == [[found.by_configuration[1]]]
        assert all(document.lengths[list(summary)].sum() <= 60 for summary in found.summaries)


def test_where_no_sentence_is_short_enough_the_summary_is_empty_and_scores_0():
    (found,) = generate(SOME[:1], GenerationPlan(grid(["none"], ["rake"], words=[1])))
    assert found.summaries == ((),)
    assert (found.scores[LIN_HOVY].f1.tolist(), found.scores[KPIA].f1.tolist()) == ([0.0], [0.0])


def test_scores_are_those_of_each_summary_alone(table):
    for example, found in zip(SOME, table, strict=True):
        there, references = example.sentences(), [reference.body for reference in example.references]
        assert list(found.scores) == [LIN_HOVY, KPIA]
        for place, summary in list(enumerate(found.summaries))[::7]:
            text = [there[i] for i in summary]
            alone = score_texts([text], [references], ["lin-hovy", "kpia"], documents=[example])
            for measure, scores in alone.items():
                for part in ("recall", "precision", "f1"):
                    assert getattr(found.scores[parse_measure(measure)], part)[place] == getattr(scores, part)[0]


def test_features_are_those_of_the_text(table):
    for example, found in zip(SOME, table, strict=True):
        article = Document(example, Profile()).article()
        assert found.features.tolist() == features_of(article, read_words(article.texts, "en")).tolist()


def test_the_number_of_jobs_changes_nothing(table):
    for one, other in zip(table, generate(SOME, replace(PLAN, workers=Workers(3))), strict=True):
        assert (one.id, one.domain) == (other.id, other.domain)
        assert one.summaries == other.summaries
        assert (one.by_configuration == other.by_configuration).all()
        assert (one.by_baseline == other.by_baseline).all()
        assert (one.features == other.features).all()
        for measure, scores in one.scores.items():
            assert (scores.f1 == other.scores[measure].f1).all()
            assert (scores.recall == other.scores[measure].recall).all()


def test_segments_and_key_phrases_are_computed_once_a_document(monkeypatch):
    calls = Counter()

    def counted(kind, method, name):
        original = getattr(kind, method)

        def count(self, *given):
            calls[name] += 1
            return original(self, *given)

        monkeypatch.setattr(kind, method, count)

    for name in ("none", "c99", "texttiling"):
        counted(SEGMENTERS[name], "segment", name)
    for name in ("rake", "extractor"):
        counted(EXTRACTORS[name], "extract", name)
    counted(Pipeline, "rank", "ranking")
    list(generate(SOME[:2], PLAN))
    once = dict.fromkeys(("none", "c99", "texttiling", "rake", "extractor"), 2)
    # The length of a summary has no part in the ranking; the lead is one more.
    assert calls == Counter({**once, "ranking": 2 * (len(GRID) // 3 + 1)})


def test_kea_is_the_one_that_the_plan_has():
    own = train_kea(SAMPLE[5:10])
    plan = GenerationPlan((Configuration("none", "kea", sentences=3),), kea=own)
    articles = [Document(example, Profile()).article() for example in SAMPLE[::2]]
    with_own = [tuple(sorted(Configured(plan.configurations[0], own).rank(article)[:3])) for article in articles]
    shipped = [tuple(sorted(Configured(plan.configurations[0]).rank(article)[:3])) for article in articles]
    found = [one.summaries[one.by_configuration[0]] for one in generate(SAMPLE[::2], plan)]
    assert found == with_own != shipped
    assert f"kea:{own.trained_on}" in str(plan)


def nothing_in_it():
    return Example("empty", (Text((Section(Passage(sentences=())),)),), references=SAMPLE[0].references)


def test_documents_that_cannot_be_scored_are_left_out_with_a_reason():
    without = replace(SAMPLE[1], references=())
    first, second, third = generate([without, nothing_in_it(), SAMPLE[2]], PLAN)
    assert first == LeftOut(without.id, "has no references to score extracts against")
    assert second == LeftOut("empty", "has no sentences")
    assert (third.id, third.domain) == (SAMPLE[2].id, SAMPLE[2].domain)


def test_a_document_that_a_measure_is_not_defined_for_is_left_out():
    bare = replace(SAMPLE[0], extracts={})
    plan = GenerationPlan(GRID[:1], (parse_measure("co-selection"),))
    first, second = generate([bare, SAMPLE[0]], plan)
    assert isinstance(first, LeftOut)
    assert first.reason == "has no human extracts"
    assert not isinstance(second, LeftOut)


def test_a_text_of_stop_words_is_taken_from_its_beginning():
    text = Passage(sentences=("It is of the.", "He was there.", "Who is it?"))
    example = replace(SAMPLE[0], texts=(Text((Section(text),)),))
    (found,) = generate([example], GenerationPlan(grid(sentences=[2], phrases=[5], kind="paper")))
    assert found.summaries == ((0, 1),)
    assert np.isfinite(found.features).all()
    assert found.scores[KPIA].f1.tolist() == [0.0]


def summaries(examples=SOME, plan=PLAN):
    return GeneratedSummaries(plan, generate(examples, plan))


def test_every_summary_is_a_record_with_its_configuration_and_scores(table):
    records = list(summaries().table().records)
    assert len(records) == len(SOME) * len(GRID)
    for document, start in zip(table, range(0, len(records), len(GRID)), strict=True):
        for place, configuration in list(enumerate(GRID))[::7]:
            number = document.by_configuration[place]
            parameters = {name: value or None for name, value in asdict(configuration).items()}
            assert records[start + place] == {
                "id": document.id, "domain": document.domain, **parameters,
                "extract": list(document.summaries[number]),
                **{f"lin-hovy {part}": getattr(document.scores[LIN_HOVY], part)[number] for part in PARTS},
                "kpia": document.scores[KPIA].f1[number],
            }  # fmt: skip


def test_the_overview_has_the_means_of_each_combination_from_the_best_to_the_worst():
    results = summaries()
    overview = results.overview()
    records = list(summaries().table().records)
    for row in overview.records:
        own = [r for r in records if (r["segmenter"], r["extractor"]) == (row["segmenter"], row["extractor"])]
        assert row["lin-hovy f1"] == pytest.approx(sum(record["lin-hovy f1"] for record in own) / len(own))
        assert row["kpia"] == pytest.approx(sum(record["kpia"] for record in own) / len(own))
    means = [row["lin-hovy f1"] for row in overview.records]
    assert means == sorted(means, reverse=True)
    different = len({(record["id"], *record["extract"]) for record in records})
    assert results.summary() == (
        f"{len(records):,} summaries, {different:,} of them different: 4 documents, {len(GRID)} configurations each"
    )
    assert overview.remarks == (results.summary(),)
    assert len(results) == len(SOME)
    assert "segmenter" in results._repr_html_()


def test_documents_that_were_written_are_not_kept(tmp_path):
    seen, kept = [], []

    def watched():
        yield LeftOut("x", "has no sentences")
        for document in generate(SOME, PLAN):
            seen.append(weakref.ref(document))
            yield document
            del document
            kept.append(sum(known() is not None for known in seen[:-1]))

    results = GeneratedSummaries(PLAN, watched())
    results.write(str(tmp_path / "out.jsonl"))
    assert max(kept) <= 1
    assert len((tmp_path / "out.jsonl").read_bytes().splitlines()) == len(SOME) * len(GRID)
    # What is said of all of them can be asked afterwards.
    assert results.overview().records
    assert results.left_out == [LeftOut("x", "has no sentences")]


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.parquet"])
@pytest.mark.parametrize("end", [KeyboardInterrupt(), SettingError("the disk is full")])
def test_what_ends_early_leaves_no_file(tmp_path, name, end):
    def broken():
        yield from SOME[:2]
        raise end

    with pytest.raises(type(end)):
        summaries(broken()).write(tmp_path / name)
    assert not list(tmp_path.iterdir())
