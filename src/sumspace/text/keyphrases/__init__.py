"""Key phrases, one extractor a file: the words and phrases that characterize a text, the best first."""
