"""The study of agreement (Lin & Hovy 2003) for people and for programs: records, tables, figures and a page."""
