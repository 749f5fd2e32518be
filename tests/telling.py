"""What the interface tells of a document of the sample and its extracts, to be compared with what its page says."""

import re
from functools import cache

import pytest

import sumspace
from clicking import numbers, order
from sumspace.document import Document
from sumspace.web.view import ViewSettings

#: Its best extracts are several.
DOCUMENT = "literary-3"


@cache
def example():
    return next(one for one in sumspace.read("sample") if one.id == DOCUMENT)


@cache
def space(**settings):
    """Explore the document with nothing of the page: what is asked of its extracts, how they score, and the best."""
    plan = ViewSettings(**settings).plan_for(example())
    document = Document(example(), plan.profile)
    references = next(document.references("all"))
    budget = plan.budget_for(references)
    scoring = plan.scoring(*plan.measures, document, references, range(len(document.words)))
    options = {name: value for name, value in settings.items() if name != "words"} | {"budget": str(budget)}
    spaces, oracles = (
        find(example(), **({"measure": "rouge-1"} | options)) for find in (sumspace.explore, sumspace.oracles)
    )
    return document.lengths.tolist(), budget, scoring, spaces.only, oracles.only.oracles


def told(sentences, **settings):
    """Return the score of an extract, and its place among all."""
    lengths, budget, scoring, explored, _ = space(**settings)
    words, left = None, budget.most_words
    for place in sentences if budget.cuts else ():
        words = left if lengths[place] > left else None
        left -= min(lengths[place], left)
    score = scoring.score_of(sentences, words)
    return score, explored.rank(score)


def check_share(text, share):
    """Check a share that is written in percent: as a number, or, close to none or all, as less or more than one."""
    sign, written = re.fullmatch(r"([<>]?) ?([\d.]+) %", text).groups()
    bounds = {"": (float(written) - 0.06, float(written) + 0.06), "<": (0, float(written)), ">": (float(written), 100)}
    low, high = bounds[sign]
    assert low <= 100 * share <= high


def check_numbers(page, **settings):
    """Check what the panel says of the chosen sentences, in the order in which they were chosen."""
    taken = order(page)
    own, rank = told(taken, **settings)
    _, score, beats, nines, gap = numbers(page)
    assert score == f"{own:.3f}"
    lengths, budget, *_ = space(**settings)
    is_whole = not budget.cuts or sum(lengths[place] for place in taken) >= budget.most_words
    if settings.get("score") == "f1" and not is_whole:  # which may fall yet
        assert [beats, nines, gap] == ["–"] * 3
        return
    check_share(beats, rank.below)
    assert float(nines) == pytest.approx(rank.nines, abs=0.051)
    assert gap == f"{space(**settings)[-1].score - own:.3f}"
