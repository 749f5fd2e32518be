"""The documents themselves, every sentence as strongly marked as it is part of oracles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.study.html import safe, whole_page
from sumspace.show.text import counted, domain_label, large

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.studies.oracle_documents import StudiedDocument, StudiedOracles
    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["MOST", "texts_page"]

#: So many documents are shown.
MOST = 20

_TITLE = "Which sentences the best extracts have"
#: The share is told three times: by the colour, by the underline and by a number.
_MARKS = """
:root { --hot: 255 176 0; }
@media (prefers-color-scheme: dark) { :root { --hot: 196 122 0; } }
.text { max-width: 52rem; line-height: 1.9; }
mark { color: inherit; background: rgb(var(--hot) / calc(var(--share) * .8)); border-radius: 3px; padding: .1em .15em;
  text-decoration: underline; text-decoration-color: rgb(var(--hot)); text-underline-offset: .25em;
  text-decoration-thickness: calc(1px + var(--share) * 2px); box-decoration-break: clone;
  -webkit-box-decoration-break: clone; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
mark sup { font-size: .7em; font-variant-numeric: tabular-nums; opacity: .8; margin-left: .2em; line-height: 1; }
mark.best { font-weight: 600; }
@media print { section { break-inside: auto; } h2 { break-after: avoid; } }
"""


def texts_page(study: OracleStudy) -> Iterator[str]:
    """Write a page of its own with the first documents, a text for each objective."""
    return whole_page(_TITLE, _body(study), study.signature, _MARKS)


def _body(study: OracleStudy) -> Iterator[str]:
    shown = study.documents[:MOST]
    yield '<p><a href="index.html">Back to the study</a></p>'
    legend = " ".join(_mark(f"{percent} %", percent / 100, "", best=False) for percent in (10, 25, 50, 75, 100))
    yield (
        "<p>The stronger the colour and the line, the more of a document's best extracts have the sentence; the small "
        f"number says in what share of them it is, in percent: {legend}. Sentences without a mark are in none. "
        "<strong>Bold</strong> sentences are those of one of them. All are by all references of a document "
        "together.</p>"
    )
    if len(study.documents) > len(shown):
        yield f"<p class='note'>Of {len(study.documents):,} documents the first {len(shown)} are shown.</p>"
    for document in shown:
        yield from _document(document)


def _document(document: StudiedDocument) -> Iterator[str]:
    yield f"<section>\n<h2>{safe(document.id)}</h2>"
    yield (
        f"<p class='note'>{safe(domain_label(document.domain))}, {len(document.sentences):,} sentences, "
        f"{document.words:,} words, {counted(len(document.references), 'reference')}</p>"
    )
    for one in document.oracles:
        if one.references == "all":
            yield f"<h3>{safe(one.measure)}</h3>\n<p class='note'>{_summary(one)}</p>"
            yield f"<p class='text'>{' '.join(_sentences(document, one))}</p>"
    yield "</section>"


def _summary(one: StudiedOracles) -> str:
    """Say how many oracles a document has and what they score."""
    if not one.best:
        return f"No extract of {one.budget} has a unit of the references."
    score = f"{100 * one.score:.2f}"
    if not one.optimal:
        bound = f"none scores more than {100 * one.bound:.2f}"
        return f"The best extract of {one.budget} that was found scores {score}; {bound}."
    if one.count is None:
        return f"The best extracts of {one.budget} score {score}; they were not all looked for."
    what = "one best extract, which scores" if one.count == 1 else f"{large(one.count)} best extracts, which score"
    return f"There {'is' if one.count == 1 else 'are'} {what} {score} ({one.budget})."


def _sentences(document: StudiedDocument, one: StudiedOracles) -> Iterator[str]:
    shares = one.shares or (None,) * len(document.sentences)
    for place, (sentence, share) in enumerate(zip(document.sentences, shares, strict=True)):
        best = place in one.best
        if share:
            yield _mark(sentence, share, f"sentence {place}: in {_percent(share)} % of the best extracts", best=best)
        elif best:
            yield f"<mark class=best style='--share:0' title='sentence {place}'>{safe(sentence)}</mark>"
        else:
            yield safe(sentence)


def _mark(sentence: str, share: float, title: str, *, best: bool) -> str:
    told = f" title='{title}'" if title else ""
    number = f"<sup>{_percent(share)}</sup>" if title else ""
    return f"<mark{' class=best' if best else ''} style='--share:{share:.2f}'{told}>{safe(sentence)}{number}</mark>"


def _percent(share: float) -> str:
    """Write a share in percent, never as 0 or 100 where it is not.

    >>> _percent(0.5), _percent(0.0004), _percent(0.9996), _percent(1.0)
    ('50', '<1', '>99', '100')
    """
    shown = f"{100 * share:.0f}"
    if shown == "0":
        return "<1"
    return ">99" if shown == "100" and share < 1 - 1e-9 else shown
