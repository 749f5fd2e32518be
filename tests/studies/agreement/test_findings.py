"""What the page says first: every number in it is computed here in another way."""

import re
from dataclasses import replace
from itertools import product
from statistics import mean

import pytest

import sumspace
from real_corpora import FOLDER
from sumspace.studies.agreement.differences import LEAD, OTHER_HUMANS, UNCUT_HUMAN, mean_interval
from sumspace.studies.agreement.documents import BASELINE, BEST_HUMAN, FULL_TEXT, Source
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.agreement.study import AgreementStudy


def percent(value, sign=""):
    return f"{100 * value:{sign}.1f}"


@pytest.fixture(scope="module")
def whole():
    return AgreementStudy.run(sumspace.read("sample"), AgreementPlan(lengths=(60,)))


def test_people_come_first(whole):
    people, *_ = whole.findings()
    documents = whole.documents
    for name in ("AvgH", "MaxH"):
        values = [document.agreement[name] for document in documents]
        interval = mean_interval(values, whole.plan)
        assert interval.low < mean(values) < interval.high
        assert f"{percent(mean(values))} % (95% interval {percent(interval.low)} … {percent(interval.high)})" in people
    assert "over 20 documents" in people
    assert "Documents have 2 to 3 human summaries" in people
    assert "--people 2" in people
    assert "In no best pair is the candidate longer than its model by 20% or more." in people
    cut = mean(document.cut_agreement["MaxH"] for document in documents)
    lost = mean(document.maximum for document in documents) - cut
    assert f"MaxH is {percent(cut)} %, {percent(lost)} points lower" in people


def test_differences_are_those_of_documents(whole):
    for (source, against), found in whole.differences.items():
        values = []
        for document in whole.documents:
            if source in document.scores:
                score = document.scores[source]
                other = {
                    BEST_HUMAN: score.human, OTHER_HUMANS: score.others, LEAD: score.lead,
                    UNCUT_HUMAN: document.maximum,
                }[against]  # fmt: skip
                values.append(score.score - other)
        result = found.result
        assert result.difference.mean == pytest.approx(mean(values))
        assert (result.documents, result.wins) == (len(values), sum(value > 1e-12 for value in values))
        assert result.difference.low <= mean(values) <= result.difference.high
        assert found.p >= result.p
    families = {against for _, against in whole.differences}
    assert families == {BEST_HUMAN, OTHER_HUMANS, LEAD, UNCUT_HUMAN}


def test_p_values_are_those_of_all_exchanges():
    examples = list(sumspace.read("sample"))[:7]
    study = AgreementStudy.run(examples, AgreementPlan(oracles=False, systems=("skim",)))
    found = study.differences[Source("system", "skim"), LEAD]
    scores = [document.scores[Source("system", "skim")] for document in study.documents]
    values = [score.score - score.lead for score in scores]
    sums = [abs(sum(sign * value for sign, value in zip(signs, values, strict=True))) for signs in
            product((1, -1), repeat=7)]  # fmt: skip
    p = mean(one >= abs(sum(values)) - 1e-12 for one in sums)
    assert found.result.exact
    assert (found.result.p, found.p, found.tests) == (pytest.approx(p), pytest.approx(p), 1)


def test_the_best_system_stands_beside_people_and_lead(whole):
    text = whole.findings()[1]
    best = Source("system", "retell")
    score = whole.everything.mean(best)
    systems = {s: whole.everything.mean(s).score for s in whole.sources if s.kind == "system"}
    assert score.score == max(systems.values())
    assert text.startswith(
        f"At the length of the reference, retell has the highest mean of 8 systems: {percent(score.score)} % with "
        f"{score.kept:.0f} words on 20 documents. Compared with human summaries, cut to its own length, it "
        "scores significantly lower than the best "
    )
    names = {BEST_HUMAN: "the best other human summary", OTHER_HUMANS: "the other human summaries on average"}
    for against, name in names.items():
        size = percent(whole.differences[best, against].result.difference.mean, "+")
        assert f"scores significantly lower than {name} ({size} points, 95% interval" in text
    lead = whole.differences[best, LEAD]
    assert (
        f"scores significantly higher than Lead of the same length ({percent(lead.result.difference.mean, '+')}" in text
    )
    better = [s.name for s in systems if whole.differences[s, LEAD].p < 0.05
              and whole.differences[s, LEAD].result.difference.mean > 0]  # fmt: skip
    (said,) = re.findall(r"Of 8 systems, (\d) \(([\w, ]+)\) scores? significantly higher than Lead", text)
    assert (int(said[0]), said[1].split(", ")) == (len(better), better)


def test_best_extracts_stand_beside_people_as_they_are(whole):
    text = whole.findings()[2]
    assert text.startswith(f"Compared with MaxH uncut, {percent(mean(d.maximum for d in whole.documents))} %")
    for source, name in ((Source("oracle", "E60"), "the best extract (E60"), (FULL_TEXT, "the full text (FT")):
        size = whole.differences[source, UNCUT_HUMAN].result.difference.mean
        words = whole.everything.mean(source).words
        verb = f"scores significantly {'higher' if size > 0 else 'lower'}"
        assert f"{name}, {words:,.0f} words) {verb} ({percent(size, '+')} points" in text


def test_trends_are_said_over_the_range_of_the_documents(whole):
    text = whole.findings()[3]
    compressions = [document.first_compression for document in whole.documents]
    assert text.startswith(
        f"From the lowest compression of H1, {percent(min(compressions))} %, to the highest, "
        f"{percent(max(compressions))} %, on 20 documents: "
    )
    for source in (BEST_HUMAN, BASELINE, Source("system", "retell"), FULL_TEXT):
        line = whole.everything.line(source)
        trend = ("falls" if line.slope < 0 else "rises") if line.p < 0.05 else "has no significant trend"
        assert re.search(rf"{source.name} {trend}[\w ]*\({re.escape(percent(line.change.mean, '+'))} points", text)


def test_the_page_says_what_was_studied_and_what_is_proven(study, unproven):
    finding = study.findings()[-1]
    assert finding.startswith("Studied: 6 documents of 2 domains with 28 pairs of human summaries, on ngram(1,1)")
    assert "Of 6 best extracts, 6 are proven optimal." in finding
    assert "Of 6 best extracts, 5 are proven optimal." in unproven.findings()[-1]
    assert "(E60, 63 words; 1 of 6 may be higher)" in unproven.findings()[2]


def test_of_one_document_nothing_is_tested(odd):
    text = " ".join(odd.findings())
    assert "interval" not in text
    assert " p " not in text
    assert "on one document, too few to test" in text
    assert "compression" not in text


def test_of_few_documents_a_test_tells_nothing():
    study = AgreementStudy.run(list(sumspace.read("sample"))[:4], AgreementPlan(oracles=False))
    text = " ".join(study.findings())
    assert "4 documents, too few to test" in text
    assert "no significant difference" not in text


def test_without_texts_and_systems_people_are_all_there_is():
    record = {"id": "a", "references": [{"id": "A", "text": "The cat sat."}, {"id": "B", "text": "A cat sat."}]}
    people, studied = AgreementStudy.run(sumspace.read(record), AgreementPlan()).findings()
    assert people.startswith("Judged by another human summary of the same document, a human summary scores 66.7 % on")
    assert studied.startswith("Studied: 1 document with 2 pairs")


def test_long_summaries_that_cover_short_ones_are_named(whole):
    documents = tuple(replace(document, longer=float(place < 11)) for place, document in enumerate(whole.documents))
    people, *_ = replace(whole, documents=documents).findings()
    assert "MaxH comes mostly from long summaries that cover short ones: in 11 of 20, the candidate" in people
    documents = tuple(replace(document, longer=float(place < 10)) for place, document in enumerate(whole.documents))
    people, *_ = replace(whole, documents=documents).findings()
    assert "In 10 of 20, the candidate of the best pair is longer" in people


@pytest.mark.skipif(not (FOLDER / "bva-train.jsonl.gz").exists(), reason="the real corpora are not here")
def test_a_real_corpus_whose_annotators_mark_more_or_less():
    study = AgreementStudy.run(sumspace.read(str(FOLDER / "bva-train.jsonl.gz")), AgreementPlan(oracles=False))
    people, systems, *_ = study.findings()
    longer = sum(d.humans[d.best.candidate] >= 1.2 * d.humans[d.best.model] for d in study.documents)
    assert (longer, len(study.documents)) == (9, 11)
    assert "MaxH comes mostly from long summaries that cover short ones: in 9 of 11" in people
    assert "the other human summaries on average" not in systems  # there is one other
    assert OTHER_HUMANS not in {against for _, against in study.differences}
