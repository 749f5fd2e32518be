"""Where work runs. It maps functions over items and knows nothing of summaries."""
