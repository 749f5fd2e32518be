"""Learners, one a file: which configuration will summarize a text best.

They see documents as features, configurations as settings, and how well each configuration summarized each document.
"""
