"""The Python interface: one function for each thing the program does, with the options of its command line.

Functions take a corpus: a path or name, one or several `Example`s or records, a polars or pandas frame, a Hugging Face
dataset, or any iterable of records. Those that score extracts also take a bare text with its references:
`explore(text, [reference])`. Measures, budgets, profiles and summarizers are values or plain strings. What comes back
is a value with a signature, `.table()`, `.frame()` and, where there is something to see, `.chart()`.
"""

from sumspace.api.callisto_functions import callisto, callisto_generate, callisto_train
from sumspace.api.corpora import check, describe, read, write
from sumspace.api.learning_functions import learning, train
from sumspace.api.listing import budgets, extractors, learners, measures, names, profiles, segmenters, summarizers
from sumspace.api.parts import merge
from sumspace.api.studies import agree, card, compare, limits, meta, oracle_study, report, study
from sumspace.api.tasks import against, explore, keyphrases, labels, oracles, rank, score, segment, summarize

__all__ = [
    "against", "agree", "budgets", "callisto", "callisto_generate", "callisto_train", "card", "check", "compare",
    "describe",
    "explore",
    "extractors", "keyphrases", "labels", "learners", "learning", "limits", "measures", "merge", "meta", "names",
    "oracle_study", "oracles", "profiles", "rank", "read", "report", "score", "segment", "segmenters", "study",
    "summarize", "summarizers", "train", "write",
]  # fmt: skip
