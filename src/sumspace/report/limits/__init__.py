"""The study of limits (Ceylan 2010) for people and for programs: records, tables, figures and a page."""
