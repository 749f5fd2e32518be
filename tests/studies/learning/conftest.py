"""A corpus of two genres in two files, small enough to train on in no time."""

import json

import pytest

import sumspace
from sumspace.studies.learning import training

#: What makes a study quick.
QUICK = {"summarizer": ["lead", "lexrank"], "words": 25, "resamples": 200, "folds": 3}


@pytest.fixture(scope="session", autouse=True)
def _small_models():
    """Grow few trees: what is tested here does not depend on how many there are."""
    with pytest.MonkeyPatch.context() as patch:
        for options in (training._UNITS, training._SENTENCES):
            patch.setitem(options, "max_iter", 5)
        yield


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """News in one file; law, and one document of news, in another."""
    folder = tmp_path_factory.mktemp("corpora")
    examples = [e for e in sumspace.read("sample") if e.domain in ("newswire", "legal")]
    news = [e.record for e in examples if e.domain == "newswire"]
    law = [e.record for e in examples if e.domain == "legal"]
    names = folder / "news.jsonl", folder / "law.jsonl"
    for name, records in zip(names, (news[:4], [*law, news[4]]), strict=True):
        name.write_text("".join(json.dumps(record) + "\n" for record in records))
    return names


@pytest.fixture(scope="session")
def study(files):
    return sumspace.learning(list(files), **QUICK)
