"""How far human summaries of the same document agree, and systems with them.

C.-Y. Lin and E. Hovy. 2003. The Potential and Limitations of Automatic Sentence Extraction for Summarization. HLT-NAACL
workshop on text summarization.
"""
