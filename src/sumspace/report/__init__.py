"""Results for people and for programs: terminal tables, JSON lines, CSV, pages with charts."""
