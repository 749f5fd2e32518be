"""How the page looks, in light and in dark."""

__all__ = ["STYLE"]

STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d8dee4; --page: #ffffff; --band: #f6f8fa;
  --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9ba5b0; --line: #30363d; --page: #0f1318;
  --band: #171c23; --link: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 66rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
p { max-width: 46rem; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
.lead { font-size: 1.15rem; }
.note, figcaption { color: var(--soft); font-size: .85rem; }
a { color: var(--link); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: .3rem .55rem; text-align: right; }
th { color: var(--soft); font-weight: 600; border-bottom: 1px solid var(--line); vertical-align: bottom; }
th.group { text-align: center; color: var(--ink); }
th:first-child, td:first-child { padding-left: .3rem; }
.name { text-align: left; }
tbody tr:nth-child(even) { background: var(--band); }
tr.start td { border-top: 1px solid var(--line); }
figure { margin: 1.5rem 0; }
.card { background: #ffffff; border: 1px solid var(--line); border-radius: 8px; padding: .5rem; overflow-x: auto; }
.card svg { display: block; max-width: 100%; min-width: 36rem; height: auto; }
li { overflow-wrap: anywhere; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
footer { color: var(--soft); font-size: .85rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .8rem/1.5 ui-monospace, monospace; }
"""
