"""A page for every error that has a code: what it means, and an example that fails so."""

from html import escape

from content.functions import TRYING, code
from content.layout import page
from tensorlab.explain.reference.examples import example_of
from tensorlab.language.rules.catalogue import CODED
from tensorlab.language.rules.rule import Rule


def pages() -> dict[str, str]:
    """Return the pages of all codes and the list of them."""
    found = {f"errors/{name}.html": page_of(rule) for name, rule in CODED.items()}
    items = "".join(
        f'<li><a href="{name}.html">{name}</a> {escape(rule.title)}</li>'
        for name, rule in sorted(CODED.items())
    )
    body = f'<main><h1>Errors</h1><ul class="lessons">{items}</ul></main>'
    return found | {"errors/index.html": page("errors/index.html", "Errors · tensorlab", body,
                                              script="search.mjs")}  # fmt: skip


def page_of(rule: Rule) -> str:
    """Return the page of a code."""
    failure = example_of(rule).failure
    said = f"<pre>{escape(f'{failure.type}: {failure.message}')}</pre>" if failure else ""
    example = (
        f'<div class="example"><pre class="source">{code(rule.example)}</pre>{said}'
        '<button type="button" class="try" hidden>Try it</button></div>'
    )
    name = rule.code or ""
    body = TRYING.format(
        name=name, signature=escape(rule.title), summary=escape(rule.rule), rest=example
    )
    return page(
        f"errors/{name}.html",
        f"{name} · tensorlab",
        body,
        script="reference.mjs",
        about=rule.title,
        attributes='data-state="ready"',
    )
