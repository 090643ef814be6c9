"""A page for every public function, its examples to be tried, and a list to be searched."""

import json
from html import escape

from content.layout import page
from tensorlab.explain.reference import search
from tensorlab.explain.reference.examples import Example, Page, page_about
from tensorlab.explain.reference.functions import every_operation, function_names

SEARCHING = """<main><h1>Functions</h1>
<p><label>Search <input id="search" type="search" aria-label="Search" autocomplete="off"
placeholder="running product"></label></p>
<p id="none" role="status" hidden>No function is so described: try another word.</p>
<ul id="found" class="lessons" aria-live="polite">
{items}
</ul></main>
<script type="application/json" id="index">{index}</script>"""
TRYING = """<main class="two"><article class="prose">
<h1><code>{name}</code></h1>
<pre class="source"><code>{signature}</code></pre>
<p>{summary}</p>
{rest}
</article>
<section id="why" aria-label="Why" aria-live="polite" tabindex="-1">
<p>Choose a number of a result: here stands how it came about.</p></section></main>
<footer class="bar"><p id="status" role="status"></p>
<progress id="loading" max="1" value="0" aria-label="Loading" hidden></progress>
<div class="actions"><button id="stop" type="button" hidden>Stop</button></div></footer>"""


def pages() -> dict[str, str]:
    """Return the pages of all functions and the list of them."""
    told = {about.card.name: about for name in function_names() if (about := page_about(name))}
    found = {f"functions/{name}.html": page_of(about, told) for name, about in told.items()}
    items = "\n".join(
        f'<li><a href="{escape(name)}.html">{code(name)}</a> {escape(about.card.summary)}</li>'
        for name, about in sorted(told.items())
    )
    body = SEARCHING.format(items=items, index=json.dumps(index_of(told), separators=(",", ":")))
    listed = page("functions/index.html", "Functions · tensorlab", body, script="search.mjs")
    return found | {"functions/index.html": listed}


def index_of(told: dict[str, Page]) -> dict[str, object]:
    """Return what the search goes by, as the terminal's does: its words, and each function's."""
    declared, found = every_operation(), search.entries()
    known = {each.qualified_name: found[name] for name, each in declared.items() if name in found}
    entries = {
        name: known.get(name) or search.entry_of(name, about.card.summary)
        for name, about in told.items()
    }
    return {
        "entries": entries,
        "rareness": {each: round(weight, 2) for each, weight in search.rareness().items()},
        "synonyms": {word: sorted(alike) for word, alike in search.synonyms().items()},
        "endings": search.ENDINGS,
        "small": sorted(search.SMALL),
    }


def page_of(about: Page, told: dict[str, Page]) -> str:
    """Return the page of a function."""
    card = about.card
    parts = [f'<p class="details">{escape(card.details)}</p>'] if card.details else []
    if about.examples:
        parts.append("<h2>Examples</h2>")
        parts += [shown(each) for each in about.examples]
    if card.gradient:
        rules = "".join(
            f"<tr><th scope=row><code>{escape(name)}</code></th>"
            f"<td><code>{escape(rule)}</code></td></tr>"
            for name, rule in card.gradient
        )
        parts.append(
            f'<h2>Gradient</h2><div class="scroll"><table class="rows">{rules}</table></div>'
        )
    parts.append(f"<p>Also written: {', '.join(map(code, card.spellings))}</p>")
    near = [name for each in card.related for name in (each, f"torch.{each}") if name in told]
    if near:
        links = ", ".join(f'<a href="{escape(name)}.html">{code(name)}</a>' for name in near)
        parts.append(f"<p>See also: {links}</p>")
    body = TRYING.format(
        name=escape(card.name),
        signature=escape(card.signature),
        summary=escape(card.summary),
        rest="\n".join(parts),
    )
    return page(
        f"functions/{card.name}.html",
        f"{card.name} · tensorlab",
        body,
        script="reference.mjs",
        about=card.summary,
        attributes='data-state="ready"',
    )


def code(text: str) -> str:
    """Return a text as code."""
    return f"<code>{escape(text)}</code>"


def shown(example: Example) -> str:
    """Return an example with what it gives and a button to try it."""
    failure = example.outcome.failure
    gives = example.printed + (example.outcome.text or "")
    if failure is not None:
        gives += f"{failure.type}: {failure.message}"
    output = f"<pre>{escape(gives)}</pre>" if gives else ""
    return (
        f'<div class="example"><pre class="source">{code(example.source)}</pre>{output}'
        '<button type="button" class="try" hidden>Try it</button></div>'
    )
