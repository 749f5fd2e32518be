"""Numbers that the official script printed for the sample, for machines where it cannot run.

ROUGE-1.5.5.pl -n 4 -w 1.2 -2 4 -U -m -s -l 75 -f B -p 0.3 -c 90 -r 200: one summary (recall, precision, F), and a
system's average recall, precision and F with their intervals.
"""

import pytest

from sumspace.corpus.source import SAMPLE, read
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting
from sumspace.stats.resampling import Bootstrap, Interval
from sumspace.tasks.score import ScorePlan, score_corpus
from sumspace.text.limit import Limit
from sumspace.text.profile import Profile

PRINTED = {
    "rouge-1": (
        (0.38889, 0.31111, 0.36176),
        (0.41476, 0.38083, 0.45101), (0.42253, 0.39380, 0.45027), (0.41528, 0.38403, 0.44642),
    ),
    "rouge-4": (
        (0.00000, 0.00000, 0.00000),
        (0.05546, 0.03227, 0.08269), (0.05639, 0.03508, 0.07998), (0.05539, 0.03228, 0.08203),
    ),
    "rouge-l": (
        (0.36111, 0.28889, 0.33592),
        (0.37870, 0.34465, 0.41321), (0.38376, 0.35744, 0.40770), (0.37860, 0.34754, 0.40887),
    ),
    "rouge-w-1.2": (
        (0.16965, 0.21307, 0.18070),
        (0.17612, 0.15993, 0.19443), (0.28923, 0.26740, 0.31222), (0.19902, 0.18136, 0.21880),
    ),
    "rouge-s4": (
        (0.07273, 0.05714, 0.06723),
        (0.14874, 0.11971, 0.18062), (0.15930, 0.13038, 0.19138), (0.15108, 0.12276, 0.18170),
    ),
    "rouge-su4": (
        (0.13000, 0.10236, 0.12026),
        (0.19179, 0.16310, 0.22390), (0.20382, 0.17412, 0.23376), (0.19444, 0.16750, 0.22338),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def scores():
    setting = Setting(Profile(stopwords=True), Limit(75), "B", 0.3)
    measures = tuple(parse_measure(name) for name in PRINTED)
    return score_corpus(read(SAMPLE), ScorePlan(measures, setting, Bootstrap(200, 90), official=True))


def test_one_summary(scores):
    found = {
        record["measure"]: (record["recall"], record["precision"], record["f1"])
        for record in scores.records()
        if (record["id"], record["system"]) == ("legal-3", "retell")
    }
    assert found == {measure: printed[0] for measure, printed in PRINTED.items()}


def test_averages_with_intervals(scores):
    found = {str(a.measure): (a.recall, a.precision, a.f1) for a in scores.averages if a.system == "skim"}
    assert found == {m: tuple(Interval(*three) for three in printed[1:]) for m, printed in PRINTED.items()}
