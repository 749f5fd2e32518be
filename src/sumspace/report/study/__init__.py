"""What the reports of all studies share: tables as they are shown, the look of figures, and one way to write a page."""
