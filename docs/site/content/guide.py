"""The guide: what stands in `docs/`, and every command with its options."""

import re
from html import escape

import click
import typer
from markdown_it import MarkdownIt

from content.layout import ROOT, page
from tensorlab.cli.application import app

# In the order in which they are read.
CHAPTERS = {
    "prompt": "The prompt", "command-line": "The command line", "python": "In Python",
    "notebook": "In a notebook", "classes": "For classes", "lessons": "Writing lessons",
    "json": "JSON", "batch": "Streams of programs", "gpu": "On a GPU", "speed": "Speed",
    "differences": "Differences from PyTorch", "publishing": "Publishing the page",
}  # fmt: skip
LINK = re.compile(r' (href|src)="([^"#]*)([^"]*)"')
MARKDOWN = MarkdownIt("commonmark").enable("table")


def pages() -> dict[str, str]:
    """Return the pages of the guide and the list of them."""
    found = {f"guide/{name}.html": page_of(name, title) for name, title in CHAPTERS.items()}
    items = "".join(
        f'<li><a href="{name}.html">{title}</a></li>' for name, title in CHAPTERS.items()
    )
    body = f'<main><h1>Guide</h1><ul class="lessons">{items}</ul></main>'
    shown = {name for text in found.values() for name in re.findall(r'src="([^"/]+\.svg)"', text)}
    pictures = {f"guide/{name}": (ROOT / "docs" / name).read_text("utf-8") for name in shown}
    return found | pictures | {"guide/index.html": written("index", "Guide", body)}


def page_of(name: str, title: str) -> str:
    """Return a page of the guide."""
    text = (ROOT / f"docs/{name}.md").read_text("utf-8")
    prose = LINK.sub(relinked, MARKDOWN.render(text))
    prose = prose.replace("<table>", '<div class="scroll"><table class="rows">')
    prose = prose.replace("</table>", "</table></div>")
    rest = commands() if name == "command-line" else ""
    return written(
        name, title, f'<main><article class="prose guide">{prose}{rest}</article></main>'
    )


def written(name: str, title: str, body: str) -> str:
    """Return a whole page of the guide."""
    return page(f"guide/{name}.html", f"{title} · tensorlab", body, script="search.mjs")


def relinked(found: re.Match[str]) -> str:
    """Return a link as it is here; what is no part of the site is no link, but words."""
    attribute, place, mark = found.groups()
    folder, _, file = place.rpartition("/")
    name = file.removesuffix(".md")
    if not place or file.endswith(".svg"):
        target = file
    elif name in CHAPTERS:
        target = f"{name}.html"
    elif (ROOT / "lessons" / file).exists() and folder.endswith("lessons"):
        target = f"../lessons/{name}.html"
    else:
        return ""
    return f' {attribute}="{target}{mark}"'


def commands() -> str:
    """Return every command with what it takes, as the commands themselves say it."""
    context = click.Context(typer.main.get_command(app), info_name="tensorlab")
    return f"<h2>Every command and its options</h2>{''.join(told(context))}"


def told(context: click.Context) -> list[str]:
    """Return what a command says of itself, and those below it."""
    command, parts = context.command, []
    if isinstance(command, click.Group):
        below = [
            (name, command.get_command(context, name)) for name in command.list_commands(context)
        ]
        for name, each in below:
            if each is not None and not each.hidden:
                parts += told(click.Context(each, info_name=name, parent=context))
        return parts
    rows = [each.get_help_record(context) for each in command.get_params(context)]
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    options = "".join(
        f"<tr><th scope=row><code>{escape(name)}</code></th><td>{escape(about)}</td></tr>"
        for name, about in filter(None, rows)
    )
    head = f"<h3><code>{escape(usage)}</code></h3><p>{escape(command.help or '')}</p>"
    return [f'{head}<div class="scroll"><table class="rows">{options}</table></div>']
