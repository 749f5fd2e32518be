"""Oracles: the best extracts of a space, one or all of them, and how a search proves it.

May use `space` and the rooms below it.
"""
