"""The summarizer that learns from exact oracles: what it learns of documents, its training, and its evaluation."""
