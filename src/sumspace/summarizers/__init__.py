"""Summarizers, one a file: they rank the sentences of a document.

A summarizer takes an `Article`, whose words are numbers, and says which sentences it wants most; how many fit, and
whether the last is cut, is a budget's business, of which it knows nothing.
"""
