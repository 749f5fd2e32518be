"""Every extract a budget allows, and how they all score: budget, engines, distribution, combining, rank.

It may use text, corpus and measures, and knows nothing of oracles, studies and reports.
"""
