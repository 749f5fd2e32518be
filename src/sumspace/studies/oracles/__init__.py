"""The study of the best extracts: how far systems are from them, how many there are, and which.

T. Hirao, M. Nishino, J. Suzuki, M. Nagata (2017): Enumeration of Extractive Oracle Summaries. EACL.
"""
