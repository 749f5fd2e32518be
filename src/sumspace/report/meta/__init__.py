"""The study of measures beside judgements (Steinberger & Ježek 2009): records, tables, figures and a page."""
