"""A failing line as a picture or a page: what is said of it in a terminal, with its repairs."""

from html import escape

from tensorlab.language.outcome import Failure
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.text_svg import text_svg

COLUMNS = 90


def failure_svg(failure: Failure) -> str:
    """Return what is said of a failure as a picture that stands alone."""
    return text_svg(FailureView(failure), f"{failure.type}: {failure.message}", COLUMNS)


def failure_html(failure: Failure) -> str:
    """Return what is said of a failure as a page that stands alone."""
    head = '<meta charset="utf-8"><meta name="color-scheme" content="light dark">'
    title = f"<title>{escape(failure.type)}</title>"
    return f'<!doctype html>\n<html lang="en">{head}{title}\n<body>{failure_svg(failure)}</body>\n'
