"""How results are shown: tables in every format, numbers and names as text, the look of charts, pages.

It knows tables, charts and pages, and nothing of summaries; everything from `tasks` on may use it.
"""
