"""The documentation site: Sphinx with furo, as Gymnasium and PettingZoo build theirs; pages are MyST Markdown.

    pip install ".[docs]"
    sphinx-build -W --keep-going -j 2 docs docs/_build

The pages of the games draw real positions, so their games must be compiled (`moon-envs warmup`).
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent / "extension"), str(Path(__file__).resolve().parents[1])]

from source_links import repository  # noqa: E402  (the folders above must be on the path first)

from moon_envs.base.version import __version__  # noqa: E402  (the same)

project = "moon_envs"
author = "the moon_envs developers"
copyright = "the moon_envs developers"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "docstrings",
    "game_tables",
    "layers",
    "positions",
    "proofs",
    "source_links",
]
exclude_patterns = ["_build", "extension"]

myst_enable_extensions = ["colon_fence", "deflist", "attrs_block"]
myst_heading_anchors = 4

# Docstrings are written for plain text: `name` is code.
default_role = "literal"
smartquotes_action = "De"  # no curly quotes: "random" is what you type
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_mock_imports = ["jax", "stable_baselines3"]  # their extras are large
python_use_unqualified_type_names = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # the attributes that a class docstring lists are no entries of their own
maximum_signature_line_length = 110

html_theme = "furo"
html_theme_options = {"source_repository": repository(), "source_branch": "main", "source_directory": "docs/"}
html_title = "moon_envs"
html_static_path = ["static"]
html_css_files = ["moon.css"]
html_copy_source = False
html_show_sphinx = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
