"""From characters to units: sentences, words, tokens, stems, stop words, n-grams.

The lowest room: it knows strings and nothing of corpora, measures or budgets. A `Profile` names the whole
chain from a text to its tokens.
"""
