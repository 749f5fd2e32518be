"""Text segmentation, one algorithm a file: where a new topic begins.

A segmenter takes sentences that are already tokens, and returns where segments start; it knows nothing of corpora.
"""
