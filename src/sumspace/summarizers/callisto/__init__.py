"""CALLISTO, the summarizer that fits its configuration to each text (Rigouste 2004).

A configuration names a segmenter, a key phrase extractor and a few parameters; a model has learned from documents with
references which configuration suits a text with given features.
"""
