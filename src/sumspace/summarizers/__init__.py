"""Summarizers, one a file: they rank the sentences of a document.

A summarizer takes an `Article`, whose words are numbers, and ranks its sentences. How many of them fit, and whether the
last one is cut, is decided by a budget.
"""
