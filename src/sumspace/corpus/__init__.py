"""Examples in and out: the model, one file for each format, the built-in sample, systems from other files.

Every format is read into records, objects as in our JSONL, with the place they came from;
`schema` turns a record into an `Example` or into the problems it has. May use `text`, nothing above it.
"""
