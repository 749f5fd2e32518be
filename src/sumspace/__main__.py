"""`python -m sumspace`."""

from sumspace.cli.main import main

main()
