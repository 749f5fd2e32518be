"""Evaluation measures, one a file: small values that parse, print and compare, and score whole batches.

A measure takes a `Batch` (texts already turned into numbers) and returns `Scores`. It may use `text` and the
examples of `corpus`; it knows nothing of spaces and studies.
"""
