"""The hot loops of the engines: arrays in, arrays out."""
