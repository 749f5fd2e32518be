"""CALLISTO's study: whether learning chooses the better summary (Rigouste, Szpakowicz, Japkowicz & Copeck 2004).

Documents are summarized with every configuration (`generate`), learners trained on that (`training`) and judged.
"""
