"""`sumspace callisto`, one command a file: the summarizer that fits itself to each text, and what judges it."""
