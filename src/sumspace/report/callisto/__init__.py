"""The study of CALLISTO's versions (Rigouste 2004): records, tables, figures and a page."""
