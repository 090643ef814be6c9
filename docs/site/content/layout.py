"""What every page has: its head, the way to the others, a place for what it tells."""

from html import escape
from pathlib import Path
from string import Template

NAVIGATION = (("index.html", "Prompt"), ("lessons/index.html", "Lessons"),
              ("functions/index.html", "Functions"), ("errors/index.html", "Errors"),
              ("guide/index.html", "Guide"))  # fmt: skip
ROOT = Path(__file__).parents[3]
PAGE = """<!doctype html>
<html lang="en"{attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{about}">
<link rel="stylesheet" href="{home}page/style.css">
<link rel="icon" href="data:,">
{scripts}</head>
<body>
<header><nav aria-label="Site">{links}</nav></header>
{body}
</body>
</html>
"""


def template(name: str) -> Template:
    """Return the body that stands in a file beside this one, with $names to be filled in."""
    return Template((Path(__file__).parent / name).read_text("utf-8"))


def home_of(path: str) -> str:
    """Return the way from a page to the folder of the site, for relative links."""
    return "../" * path.count("/")


def page(path: str, title: str, body: str, *, script: str = "", about: str = "",
         attributes: str = "") -> str:  # fmt: skip
    """Return a whole page. `script` is a module of `page/` that it begins with."""
    home = home_of(path)
    links = " ".join(
        f'<a href="{home}{target}"{" aria-current=page" if target == path else ""}>{label}</a>'
        for target, label in NAVIGATION
    )
    scripts = f'<script type="module" src="{home}page/{script}"></script>\n' if script else ""
    return PAGE.format(
        title=escape(title), about=escape(about or title), home=home, links=links, body=body,
        scripts=scripts, attributes=f" {attributes}" if attributes else "",
    )  # fmt: skip
