"""The card as a whole: its numbers are those of other commands, and what cannot be computed is skipped."""

import json
from statistics import fmean, median

import pytest

import sumspace
from sumspace.document import Document
from sumspace.studies.card.averages import REFERENCE, CardGroup
from sumspace.studies.card.documents import BEST, HUMAN, LEAD
from sumspace.text.profile import Profile


@pytest.fixture(scope="module")
def examples():
    return [example for example in sumspace.read("sample") if example.id.endswith(("-1", "-2"))][:4]


@pytest.fixture(scope="module")
def card(examples):
    return sumspace.card(examples, resamples=100)


def rouge_1(words, references):
    """Recall of unigrams by several references, counted one by one."""
    hits = total = 0
    for reference in references:
        total += len(reference)
        hits += sum(min(words.count(word), reference.count(word)) for word in set(reference))
    return hits / total


def test_the_average_and_the_best_extract_are_those_of_the_space(card, examples):
    spaces = sumspace.explore(examples, measure=["rouge-1", "rouge-2"])
    for space in spaces:
        facts = next(document for document in card.documents if document.id == space.id).extracts[space.measure]
        assert facts.best == space.distribution.max
        assert facts.proven
        assert facts.average == pytest.approx(space.distribution.mean, abs=1e-12 if facts.exact else 0.01)


def test_oracles_and_greedy_extracts_are_those_of_the_oracle_command(card, examples):
    found = sumspace.oracles(examples, measure="rouge-2")
    searches = [
        search for document in card.documents for search in document.searches if search.objective == "rouge-2 recall"
    ]
    assert [search.count for search in searches] == [result.oracles.count for result in found]
    gaps = [result.oracles.score - result.oracles.greedy[1] for result in found]
    assert card.everything.mean("rouge-2 recall", "gap").mean == pytest.approx(fmean(gaps))
    assert card.everything.oracle_count("rouge-2 recall") == (4, median(search.count for search in searches))


def test_human_summaries_are_judged_by_the_others_at_their_length(card, examples):
    (rouge, _) = card.plan.measures
    for example, facts in zip(examples, card.documents, strict=True):
        document = Document(example, Profile())
        references = [[list(s.tokens) for s in r.sentences[0]] for r in document.references("each")]
        lengths = [sum(s.length for s in r.sentences[0]) for r in document.references("each")]
        texts = [[word for sentence in reference for word in sentence] for reference in references]
        for place, score in enumerate(facts.judged[rouge][HUMAN]):
            others = texts[:place] + texts[place + 1 :]
            room = int(fmean(lengths[:place] + lengths[place + 1 :]) + 0.5)
            if lengths[place] <= room:  # it is not cut
                assert score == pytest.approx(rouge_1(texts[place], others))
        assert set(facts.judged[rouge]) >= {HUMAN, BEST, LEAD}


def test_means_are_over_all_references_and_intervals_over_documents(card):
    values = [r.copying.coverage for document in card.documents for r in document.references]
    mean = card.everything.mean(REFERENCE, "coverage")
    assert mean.mean == pytest.approx(fmean(values))
    assert (mean.values, mean.documents) == (len(values), 4)
    assert mean.interval[0] < mean.mean < mean.interval[1]
    ratios = [document.sizes.words / words for document in card.documents for words in document.sizes.references]
    assert card.everything.spread(REFERENCE, "compression").median == pytest.approx(median(ratios))
    one = CardGroup(card.documents[:1], card.plan)
    assert one.mean(REFERENCE, "coverage").interval is None


def test_the_summary_has_the_words_of_a_data_set_paper(card):
    rows = {record["what"]: record["value"] for record in card.summary_table().records}
    assert rows["documents"] == "4"
    assert {"coverage", "density", "novel bigrams", "compression ratio", "best extract, rouge-1"} <= {*rows}
    assert {"human summaries, rouge-2", "oracles, rouge-1 recall", "suspicious texts"} <= {*rows}
    assert "\\toprule" in card.summary_table().latex()


def test_the_same_seed_gives_the_same_card_with_any_number_of_jobs(examples):
    one, two = (sumspace.card(examples, jobs=jobs, resamples=50, oracles=False) for jobs in (1, 2))
    assert list(one.render("json")) == list(two.render("json"))


def test_the_sample_fits_a_screen_or_so(sumspace):
    result = sumspace("card", "sample", "--no-oracles", "--resamples", "50")
    assert result.code == 0
    assert len(result.out.splitlines()) <= 60
    assert "coverage" in result.out


def test_what_a_corpus_lacks_is_skipped_with_the_reason(sumspace, corpus_file):
    text = {"id": "a", "text": "It rained all day. Nobody went out."}
    only = sumspace("card", corpus_file(text))
    assert only.code == 0
    assert "no references: compression" in only.err
    assert "no systems: " in only.err
    summaries = {"id": "a", "references": ["It rained.", "Wet weather."], "systems": {"x": {"text": "Rain."}}}
    without = sumspace("card", corpus_file(summaries, name="b.jsonl"), "--json")
    assert without.code == 0
    assert "no texts: lengths" in without.err
    assert "it takes two systems and two references" in without.err
    tables = [json.loads(line) for line in without.out.splitlines()]
    assert next(row["summary"] for row in tables if row["table"] == "agreement") == "human summaries"
    single = sumspace("card", corpus_file({**text, "references": ["It rained."]}, name="c.jsonl"))
    assert "agreement of human summaries is skipped" in single.err


def test_an_empty_corpus_is_an_error(sumspace, corpus_file):
    result = sumspace("card", corpus_file())
    assert result.code == 2
    assert result.out == ""
    assert result.err.count("\n") == 1


def test_a_document_without_words_is_suspicious():
    found = sumspace.card([{"id": "a", "text": "…"}, {"id": "b", "text": "It rained.", "references": ["Rain."]}])
    assert [(leak.id, leak.kind, leak.text) for leak in found.leaks] == [("a", "empty", "document")]


def test_figures_and_findings_of_the_card(card):
    names = {"compression", "extractiveness", "novelty", "ceiling", "oracles", "agreement", "copying"}
    assert names <= {*card.figures()}
    findings = " ".join(card.findings())
    assert "Nothing suspicious" in findings
    assert "coverage" in findings
