"""CALLISTO's study: whether learning chooses the better summary (Rigouste, Szpakowicz, Japkowicz & Copeck 2004).

Every document is summarized with every configuration (`generate`), learners are trained on that (`training`), and their
versions are judged by cross-validation (`study`).
"""
