"""A human summary and the best extracts beside it, as texts with the words that they share (figures 1 to 3)."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from markupsafe import Markup

from sumspace.document import tokenize
from sumspace.show.table import Column, Table
from sumspace.show.text import clean, counted, short
from sumspace.studies.agreement.documents import BEST_HUMAN, oracle_source
from sumspace.text.encoding import encoder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.agreement.documents import DocumentAgreement
    from sumspace.studies.agreement.study import AgreementStudy
    from sumspace.text.profile import Profile


def texts_tables(study: AgreementStudy) -> Iterator[Table]:
    """Yield the texts of one document for the page; none where no document has all the best extracts."""
    candidates = _documents_with_extracts(study)
    if not candidates:
        return
    document = candidates[(len(candidates) - 1) // 2]
    extracts = [source for source in map(oracle_source, study.plan.budgets) if source in document.texts]
    summary, profile = document.texts[BEST_HUMAN], study.plan.profile
    known = [_tokens(document.texts[source], profile) for source in extracts]
    record: Record = {"human": _mark(summary, known, profile)}
    columns = [
        _column(
            "human",
            f"The human summary {short(document.reference)}",
            document.humans[document.reference],
            "the summary that the extracts are scored by",
        )
    ]
    for source in extracts:
        score = document.scores[source]
        record[source.name] = _mark(document.texts[source], [_tokens(summary, profile)], profile)
        heading = f"{source.name}, {'' if score.proven else '≥ '}{100 * score.score:.1f} %"
        about = "the best extract of this length and its score"
        columns.append(_column(source.name, heading, int(score.words or 0), about))
    maximum = f"MaxH {100 * document.maximum:.1f} %"
    if len(candidates) > 1:
        maximum += f", the median of {counted(len(candidates), 'document')} that have such extracts"
    note = "Marked in extracts: words that the human summary has too. Marked in the human summary: words that "
    note += f"{extracts[0].name} has too"
    if len(extracts) > 1:
        note += f"; underlined: only longer extracts have them ({', '.join(source.name for source in extracts[1:])})"
    yield Table("texts", f"{short(document.id)}: {maximum}", columns, [record], [f"{note}."], only=("page",))


def _documents_with_extracts(study: AgreementStudy) -> list[DocumentAgreement]:
    """Return the documents that have an extract of every length, by rising MaxH."""
    wanted = [oracle_source(budget) for budget in study.plan.budgets]
    shown = [document for document in study.documents if wanted and all(document.texts.get(s) for s in wanted)]
    return sorted(shown, key=lambda document: document.maximum)


def _column(name: str, heading: str, words: int, about: str) -> Column:
    return Column(name, f"{heading}, {counted(words, 'word')}", html=lambda record: record[name], about=about)


def _tokens(sentences: Sequence[str], profile: Profile) -> set[int]:
    return {token for sentence in tokenize(sentences, profile) for token in sentence.tokens}


def _mark(sentences: Sequence[str], known: Sequence[set[int]], profile: Profile) -> Markup:
    """Write sentences, each on a line of its own, with words marked that the first set knows, or else another one."""
    encode = encoder(profile)
    lines = []
    for sentence, read in zip(sentences, tokenize(sentences, profile), strict=True):
        tagged = []
        for place, word in enumerate(encode.words(encode.bytes_of(sentence))):
            tokens = set(read.tokens[read.ends[place] : read.ends[place + 1]])
            found = next((number for number, others in enumerate(known) if tokens & others), None)
            tag = {None: "{}", 0: "<mark>{}</mark>"}.get(found, "<u>{}</u>")
            tagged.append((tag, clean(word.decode("utf-8", "replace"))))
        runs = [
            Markup(tag).format(" ".join(word for _, word in run))  # noqa: S704 - one of the three tags above
            for tag, run in groupby(tagged, key=itemgetter(0))
        ]
        lines.append(Markup("<p>{}</p>").format(Markup(" ").join(runs)))
    return Markup("<div class=text>{}</div>").format(Markup("").join(lines))
