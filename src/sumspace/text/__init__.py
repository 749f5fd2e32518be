"""From characters to units: sentences, words, tokens, stems, n-grams; a `Profile` names the whole chain."""
