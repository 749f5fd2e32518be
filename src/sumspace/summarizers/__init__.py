"""Summarizers, one a file: they rank the sentences of a document.

A summarizer takes sentences that are already tokens, and says which it wants most; how many fit, and whether the
last is cut, is a budget's business, of which it knows nothing.
"""
