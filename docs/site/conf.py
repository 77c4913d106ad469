"""The documentation site; `scripts/docs` builds it.

The source folder is the project's root, so that a link which works on the forge, such as
`../CONTRIBUTING.md`, works on the site too. Everything that Sphinx would only warn about fails the
build.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

SITE = Path(__file__).parent
ROOT = SITE.parents[1]
sys.path.insert(0, str(SITE))  # the extensions beside this file

project = "Rowlock"
author = "the Rowlock authors"
release = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "public_names", "command_help"]
root_doc = "docs/index"
include_patterns = ["docs/**.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
exclude_patterns = [".*", "dist", "mutants", "src", "tests", "training", "web"]

myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]  # Python that begins with >>> and ends without

autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
default_role = "code"  # docstrings write `names` in single backticks
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Rowlock {release}"
html_extra_path = ["root"]  # the site opens at dist/site/index.html
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_favicon = "../../web/public/icon.svg"
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
