"""Statistics over scores; arrays in, arrays out, nothing of summaries."""
