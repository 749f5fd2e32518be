"""Sacrebleu's paired tests on scores of segments: a metric whose corpus score is the mean of its segments' scores."""

import numpy as np
from sacrebleu.metrics.base import Metric, Score, Signature
from sacrebleu.significance import PairedTest


class Mean(Metric):
    """The scores of the segments stand in the hypotheses."""

    _SIGNATURE_TYPE = Signature

    def _extract_corpus_statistics(self, hypotheses, _references):
        return [[float(score), 1.0] for score in hypotheses]

    def _aggregate_and_compute(self, stats):
        return self._compute_score_from_stats(np.sum(stats, axis=0))

    def _compute_score_from_stats(self, stats):
        return Score("Mean", float(stats[0] / stats[1]))

    def _preprocess_segment(self, sent):
        raise NotImplementedError

    def _extract_reference_info(self, refs):
        raise NotImplementedError

    def _compute_segment_statistics(self, hypothesis, ref_kwargs):
        raise NotImplementedError

    def get_signature(self):
        return Signature({"num_refs": 1, "case": "-", "version": "-"})


def paired_p_values(systems, test_type, resamples):
    """Compare the first system with all others, columns of a table [segment, system]: `ar` or `bs`."""
    named = [(f"system {i}", [repr(float(score)) for score in column]) for i, column in enumerate(systems.T)]
    test = PairedTest(named, {"Mean": Mean()}, None, test_type, n_samples=resamples)
    return [result.p_value for result in test()[1]["Mean"][1:]]
