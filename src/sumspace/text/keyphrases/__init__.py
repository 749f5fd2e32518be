"""Key phrases, one extractor a file: the words and phrases that characterize a text.

An extractor takes the words of a text, with stems, stop words and punctuation told apart, and returns its phrases from
the best on; it knows nothing of corpora.
"""
