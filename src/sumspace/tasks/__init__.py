"""What one command does over a corpus: score, space, rank, oracle, labels, summarize.

Tasks may use every room but `studies`, and show their results as tables.
"""
