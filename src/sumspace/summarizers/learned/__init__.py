"""The summarizer that learns from exact oracles: features of a text, trees as plain arrays, and what it makes of them.

It knows of sentences and words alone; references, oracles and scikit-learn are where it is trained, in
`sumspace.studies.learning`.
"""
