"""Stemmers, one a file: Porter's as ROUGE-1.5.5 and as NLTK have it (compiled), and Snowball's."""
