"""The command line: one command a file, which parses, calls one library function and prints."""
