"""Experiments over a corpus that end in tables: each module takes examples and returns results, and prints nothing."""
