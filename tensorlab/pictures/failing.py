"""A failing line as a picture or a page: what is said of it in a terminal, with its repairs."""

from html import escape

from tensorlab.language.outcome import Failure
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.text_svg import text_svg

COLUMNS = 90


def failure_picture(failure: Failure, form: str) -> str:
    """Return what is said of a failure, as SVG or as an HTML page around it."""
    title = f"{failure.type}: {failure.message}"
    picture = text_svg(FailureView(failure), title, COLUMNS)
    if form == "svg":
        return picture
    head = '<meta charset="utf-8"><meta name="color-scheme" content="light dark">'
    head += f"<title>{escape(title)}</title>"
    return f'<!doctype html>\n<html lang="en">{head}\n<body>{picture}</body></html>'
