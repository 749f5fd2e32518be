"""What the paper found on DUC 2002, to stand beside what is found here (Rigouste 2004)."""

from __future__ import annotations

__all__ = ["BEST_SHARE", "LEAST_DIFFERENCE", "RECALL_AND_F", "SUMMARIES", "TEXTS", "WINS"]

#: Sections 5.2 and 5.3: summaries, Spearman's correlation of their recall and F-score, and texts ("over 1100").
SUMMARIES, RECALL_AND_F, TEXTS = 334_210, 0.8694, 1100
#: Sections 6.2 and 7: the smallest significant difference, and about what the best version reached of the best score.
LEAST_DIFFERENCE, BEST_SHARE = 0.0259, 0.66
#: Table 1, under our names: on how many texts a segmenter and an extractor score higher than all others.
WINS = {
    ("c99", "extractor"): 220, ("none", "extractor"): 146, ("columbia", "extractor"): 118, ("none", "kea"): 98,
    ("c99", "kea"): 89, ("c99", "np-seeker"): 83, ("texttiling", "extractor"): 79, ("none", "np-seeker"): 78,
    ("columbia", "kea"): 68, ("texttiling", "np-seeker"): 49, ("columbia", "np-seeker"): 47, ("texttiling", "kea"): 46,
}  # fmt: skip
