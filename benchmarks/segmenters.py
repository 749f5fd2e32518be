"""How well segmenters find the seams of texts that were glued together, and how long they take.

Each text is made as Choi (2000) made his: ten pieces, each the first sentences of another document, drawn from all
corpora. Pieces have 3 to 11 sentences, or lengths from a narrower range. P_k and WindowDiff are errors, low is good; a
boundary similarity (B) of 1 is perfect. Beside the segmenters stand boundaries at equal distances and drawn ones, both
of the true number; where pieces are about equally long, equal distances are nearly the answer. All get the content
words that segmenters get in studies. NLTK's TextTiling, with its usual 20 words in a sequence and with as many as ours,
gets every sentence as a paragraph of long made-up words, as it overlooks paragraphs of fewer than a hundred characters;
it is slow and gets a few of the texts. Times are those of a text, in the fastest of three runs (NLTK: one). One core.

Texts are those of the corpora in SUMSPACE_CORPORA, or the built-in sample.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
from nltk.tokenize.texttiling import TextTilingTokenizer

from bench import corpora, fastest, machine, use_cores
from glued import documents, drawn, even, glue
from segmentation_scores import boundary_similarity, p_k, window_diff
from sumspace.text.segmentation.segmenter import SEGMENTERS
from sumspace.text.segmentation.texttiling import TextTiling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Text = list[list[int]]

#: How many sentences a piece has.
RANGES = ((3, 11), (3, 5), (6, 8), (9, 11))
TEXTS = 400
TEXTS_OF_NLTK = 20
#: Texts that settings were chosen with had seeds below this.
FIRST_SEED = 1000
#: Documents of one paragraph, and those whose sentences come in no order.
UNFIT = ("scitldr", "opinosis")


def spell(word: int) -> str:
    """Write a number as a long word of letters."""
    return "".join(chr(ord("a") + int(digit)) for digit in f"{word:030}")


def with_nltk(text: Text, words: int) -> list[int]:
    """Divide a text with NLTK's TextTiling."""
    paragraphs = [" ".join(map(spell, sentence)) for sentence in text]
    tiles = TextTilingTokenizer(w=words, stopwords=[]).tokenize("\n\n".join(paragraphs))
    ends = np.cumsum([len(tile.split()) for tile in tiles])[:-1]
    counts = np.cumsum([len(sentence) for sentence in text])
    return sorted({0, *(int(start) + 1 for start in np.searchsorted(counts, ends) if start + 1 < len(text))})


def judge(
    name: str, divide: Callable[[Text], list[int]], texts: Sequence[tuple[Text, list[int]]], runs: int = 3
) -> None:
    """Print the mean scores of a way to divide texts, the standard error of P_k, and the time."""
    found = [divide(text) for text, _ in texts]
    seconds = fastest(lambda: [divide(text) for text, _ in texts], runs) / len(texts)
    scores = np.array(
        [
            [measure(starts, hypothesis, len(text)) for measure in (p_k, window_diff, boundary_similarity)]
            for (text, starts), hypothesis in zip(texts, found, strict=True)
        ]
    )
    error = scores[:, 0].std(ddof=1) / np.sqrt(len(texts))
    p, w, b = scores.mean(axis=0)
    segments = np.mean([len(starts) for starts in found])
    print(f"{name:20}{p:>8.3f} ±{error:.3f}{w:>12.3f}{b:>8.3f}{segments:>10.1f}{1e3 * seconds:>10.2f}")


def main() -> None:
    """Compare on all ranges."""
    use_cores(1)
    print(f"segmenters: {machine()}, one core")
    files = [str(file) for file in corpora() if not file.name.startswith(UNFIT)]
    sources = documents(files or ["sample"])
    print(f"{len(sources)} documents, {TEXTS} texts of each kind")
    seeds = count()
    for low, high in RANGES:
        texts = [glue(sources, low, high, FIRST_SEED + number) for number in range(TEXTS)]
        print(f"\npieces of {low} to {high} sentences")
        print(f"{'':20}{'P_k':>8}{'':7}{'WindowDiff':>12}{'B':>8}{'segments':>10}{'ms':>10}")
        for name in SEGMENTERS:
            judge(name, SEGMENTERS[name]().segment, texts)
        judge("even boundaries", even, texts)
        judge("random boundaries", lambda text: drawn(text, next(seeds)), texts)
        if (low, high) == RANGES[0]:
            for words in (20, TextTiling().words):
                judge(f"NLTK's, {words} words", partial(with_nltk, words=words), texts[:TEXTS_OF_NLTK], 1)


if __name__ == "__main__":
    main()
