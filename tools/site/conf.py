"""How Sphinx turns the folder that make_site.py has filled into pages."""

from importlib.metadata import metadata
from pathlib import Path

project = "Literate Wordle"
author = copyright = metadata("wordle_course")["Author"]
version = release = metadata("wordle_course")["Version"]

extensions = ["myst_nb", "sphinx.ext.autodoc", "tools.site.first_use", "tools.site.xhtml"]
nb_execution_mode = "off"  # the outputs are the stored ones, which the tests compare
nb_render_markdown_format = "myst"
myst_enable_extensions = ["attrs_inline", "colon_fence", "strikethrough"]
myst_heading_anchors = 3
suppress_warnings = ["mystnb.unknown_mime_type"]

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "show-inheritance": False}
add_module_names = False
default_role = "code"

html_theme = "sphinx_book_theme"
html_title = project
html_static_path = [str(Path(__file__).parent / "static")]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
html_theme_options = {
    "use_download_button": False,
    "use_fullscreen_button": False,
    "show_toc_level": 2,
    "show_navbar_depth": 1,
    "collapse_navigation": True,
}

# The same as a book for a reader of EPUB: make_epub.py.
epub_basename = "literate-wordle"
epub_title = project
epub_identifier = epub_uid = epub_basename  # of all versions, so that a new one takes its place
epub_description = metadata("wordle_course")["Summary"]
epub_css_files = ["epub.css"]
epub_exclude_files = ["_static/book.css"]
epub_show_urls = "no"  # a link is its words, on paper as on the site
epub_tocdepth = 2
epub_use_index = False
