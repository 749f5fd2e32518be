"""Programs that answer questions from a summary alone, one a file; a measure counts how often they are right."""
