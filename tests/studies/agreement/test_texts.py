"""Texts beside each other, with the words that they share."""

import re
from dataclasses import replace

import pytest

import sumspace
from sumspace.studies.agreement.documents import BEST_HUMAN, Source
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.agreement.study import AgreementStudy

RECORD = {
    "id": "<i>x",
    "sentences": ["The cats <b>sat</b> here.", "It rained & poured.", "A dog ran."],
    "references": [
        {"id": "<u>A", "sentences": ["A cat sat & slept.", "It rained."]},
        {"id": "B", "sentences": ["A cat sat & slept.", "It ran."]},
    ],
}


@pytest.fixture(scope="module")
def made():
    return AgreementStudy.run(sumspace.read(RECORD), AgreementPlan(lengths=(4, 8), tolerance=0))


def test_shared_words_are_marked_and_the_rest_is_text(made):
    (row,) = (row.cells for row in made.table("texts").rows(page=True))
    human, short, long = row
    document = made.documents[0]
    assert document.texts[BEST_HUMAN] == ("A cat sat & slept.", "It rained.")
    # Of four words, the first sentence has cat and sat, by stems, and the second it and rained: one of the two.
    sentences = tuple(RECORD["sentences"])
    assert document.texts[Source("oracle", "E4")] in (sentences[:1], sentences[1:2])
    assert document.texts[Source("oracle", "E8")] == sentences[:2]
    assert long == (
        "<div class=text><p>The <mark>cats &lt;b&gt;sat&lt;/b&gt;</mark> here.</p>"
        "<p><mark>It rained</mark> &amp; poured.</p></div>"
    )
    assert short in (
        "<div class=text><p>The <mark>cats &lt;b&gt;sat&lt;/b&gt;</mark> here.</p></div>",
        "<div class=text><p><mark>It rained</mark> &amp; poured.</p></div>",
    )
    assert re.findall(r"<(?:mark|u)>([\w ]+)", human) == ["cat sat", "It rained"]
    assert human.count("<mark>") == human.count("<u>") == 1
    assert human.startswith("<div class=text><p>A ")


def test_the_page_has_them_and_nothing_breaks_it(made, tmp_path):
    page = made.write(tmp_path / "report").read_text()
    assert "<b>sat" not in page
    assert "<i>x" not in page
    assert "<u>A" not in page
    assert "&lt;i&gt;x: MaxH 83.3 %" in page
    assert "The human summary &lt;u&gt;A, 7 words" in page
    assert "<mark>cats &lt;b&gt;sat" in page


def test_the_document_is_the_one_with_the_median_agreement(study):
    ordered = sorted(study.documents, key=lambda document: document.maximum)
    assert not [table for table in study.tables() if table.name == "texts"]  # none has an extract of 5,000 words
    short = replace(study, plan=replace(study.plan, lengths=(60,)))
    (table,) = (table for table in short.tables() if table.name == "texts")
    assert table.title.startswith(f"{ordered[2].id}: MaxH {100 * ordered[2].maximum:.1f} %, the median of 6 documents")
    assert table.only == ("page",)


def test_without_extracts_there_are_no_texts(odd):
    assert "texts" not in {table.name for table in odd.tables()}
