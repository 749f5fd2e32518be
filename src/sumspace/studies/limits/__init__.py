"""The limits of extracts: how good they can be in each domain of a corpus, and where systems stand among them.

Ceylan, Mihalcea, Özertem, Lloret & Palomar 2010: Quantifying the limits and success of extractive summarization
systems across domains. NAACL.
"""
