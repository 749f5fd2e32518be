"""What a data set is like: sizes, extractiveness, ceiling, oracles, agreement of its references, and leaks."""
