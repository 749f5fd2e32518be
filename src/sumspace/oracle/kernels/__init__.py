"""The hot loops of the search for oracles."""
