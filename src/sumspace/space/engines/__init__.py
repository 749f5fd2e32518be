"""The engines: each finds the distribution of a space, by visiting, counting, sampling or drawing extracts."""
