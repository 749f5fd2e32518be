"""The command line: options and commands made of the api's functions, which it calls and whose results it shows."""
