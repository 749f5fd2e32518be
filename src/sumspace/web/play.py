"""Play against the oracle in a notebook: the document view as a widget."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from sumspace.api.options import examples_of
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.api.options import Corpus, References, Text
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget
    from sumspace.space.scoring import Score
    from sumspace.text.profile import Profile
    from sumspace.web.widget import Workbench


def play(
    corpus: Corpus | Text,
    references: References = "all",
    *,
    document: str = "",
    measure: str | Measure = "rouge-1",
    words: int | None = None,
    budget: str | Budget | None = None,
    score: Score = "recall",
    stem: bool | None = None,
    stopwords: bool | None = None,
    profile: str | Profile = "auto",
    language: str | None = None,
    time: float = 5.0,
) -> Workbench:
    """Show a document with all its extracts as a widget, in which sentences are chosen by clicking on them.

    It shows the first document of a corpus, the one whose id is `document`, or a bare text with its references. The
    attribute `chosen` has the chosen sentences and can be set; `score`, `rank` and `text` describe the extract. Needs
    the extra `notebook`.

    >>> view = play(["A cat sat.", "It slept.", "Dogs bark."], ["A cat slept."], budget="at_most(5)")
    >>> view.chosen = [0, 1]
    >>> view.score, view.rank.below_count, view.text
    (1.0, 5, ('A cat sat.', 'It slept.'))
    """
    if find_spec("anywidget") is None:
        raise SettingError("play needs anywidget: pip install 'sumspace[notebook]'")
    if isinstance(references, str) and references == "each":
        raise SettingError("play looks at all references of a document together; give references='all'")
    from sumspace.document import Document
    from sumspace.web.view import ViewSettings, view_document
    from sumspace.web.widget import Workbench

    settings = ViewSettings(
        str(measure), words, None if budget is None else str(budget), score, stem, stopwords, str(profile), language,
        time,
    )  # fmt: skip
    example = _chosen_example(corpus, references, document)
    return Workbench(view_document(example, settings), Document(example, settings.plan_for(example).profile))


def _chosen_example(corpus: Corpus | Text, references: References, document: str) -> Example:
    """Return the document with this id, or the first one."""
    first = ""
    for example in examples_of(corpus, None, references):
        if not document or example.id == document:
            return example
        first = first or example.id
    raise SettingError(f"there is no document {document!r} in the corpus; the first one is {first!r}")
