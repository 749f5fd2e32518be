"""How Sphinx builds the documentation from Markdown and a notebook; `scripts/docs` runs it."""

import sys
from pathlib import Path

import sumspace

sys.path.insert(0, str(Path(__file__).parent))

project = "sumspace"
author = "The sumspace authors"
copyright = author  # noqa: A001 - the name that Sphinx gives it
version = release = sumspace.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "command_reference", "self_contained"]
exclude_patterns = ["files"]

html_theme = "furo"
html_title = f"sumspace {version}"
html_static_path = ["_static"]
html_css_files = ["wide.css"]
html_copy_source = False

# Every heading down to the third level has an anchor, so that pages can link to it as they do on GitHub.
myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline", "colon_fence"]

# The notebook is run whenever the site is built, and an error in it ends the build. What widgets would fetch from the
# network when a page is opened is left out.
nb_execution_mode = "force"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_ipywidgets_js = {}
suppress_warnings = ["mystnb.unknown_mime_type"]  # charts come as pictures; their sources, beside them, are not needed

# Docstrings write code between single backticks.
default_role = "code"
smartquotes = False  # options begin with two hyphens
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
maximum_signature_line_length = 100
add_module_names = False
