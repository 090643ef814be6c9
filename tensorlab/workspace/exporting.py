"""What was learned as a file to keep: a program, a notebook, Markdown or a page."""

import ast
import builtins
import html
import json
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tensorlab.course.authoring.handout import Piece
from tensorlab.language.compiling.scope import bound_in
from tensorlab.workspace.naming import indented, with_names
from tensorlab.workspace.statements import Statement

IMPORTS = {
    "torch": "import torch",
    "F": "import torch.nn.functional as F",
    "nn": "from torch import nn",
}


def program_of(statements: Sequence[Statement]) -> str:
    """Return the statements after the imports that a prompt does without."""
    written = with_names(statements)
    lines = [*imports_for("\n".join(written)), *written]
    return "".join(f"{line}\n" for line in lines)


def imports_for(program: str) -> list[str]:
    """Return the imports of the names that a program uses and does not give."""
    from tensorlab.ops.namespace import NAMESPACES  # noqa: PLC0415  it loads every operation

    tree = ast.parse(program)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    given = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    used = used_before_imported(tree) - given - set(dir(builtins))
    bare = sorted((used & set(NAMESPACES["torch"])) - set(IMPORTS))
    imports = [line for name, line in IMPORTS.items() if name in used]
    return [*imports, f"from torch import {', '.join(bare)}"] if bare else imports


def used_before_imported(tree: ast.Module) -> set[str]:
    """Return the names that statements use which none before them has imported."""
    used: set[str] = set()
    imported: set[str] = set()
    for statement in tree.body:
        used |= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} - imported
        if isinstance(statement, ast.Import | ast.ImportFrom):
            imported.update(bound_in(statement))
    return used


WIDTH = 88
BREAK = re.compile(r"(?<=\S)\n(?=[^\s|#>*\d-])")  # of a line within a paragraph
BARE = {ord(mark): f"&#{ord(mark)};" for mark in "*["}
SHORT = {"F": "nn.functional"}
TORCH = "try:\n    import torch\nexcept ModuleNotFoundError:\n    import tensorlab as torch\n"


def as_python(title: str, pieces: Sequence[Piece]) -> str:
    """Return a program that prints what the programs give, with the words as comments."""
    programs = "\n".join(piece.program for piece in pieces)
    said = bool(pieces) and pieces[0].words.startswith("# ")
    parts = ["" if said else commented(title), beginning(programs)]
    parts += [commented(piece.words) if piece.words else printing(piece) for piece in pieces]
    return "\n\n".join(part for part in parts if part) + "\n"


def beginning(programs: str) -> str:
    """Return what gives programs their names: from PyTorch, or where there is none, tensorlab."""
    found = re.findall(r"(?:as|torch import) (.+)$", "\n".join(imports_for(programs)), re.MULTILINE)
    names = [name for line in found for name in line.split(", ")]
    places = (f"torch.{SHORT.get(name, name)}" for name in names)
    return f"{TORCH}\n{', '.join(names)} = {', '.join(places)}" if names else TORCH


def commented(words: str) -> str:
    """Return words as comments, each paragraph wrapped as a whole; what is drawn stays."""
    joined = words if "```" in words else BREAK.sub(" ", words)
    lines = [part for line in joined.split("\n") for part in textwrap.wrap(line, WIDTH) or [""]]
    return "\n".join(f"# {line}".rstrip() for line in lines)


def printing(piece: Piece) -> str:
    """Return a program that prints its last value, and goes on after the error that it shows."""
    if not piece.fails:
        return printed(piece.program, piece.echo)
    caught = 'except Exception as error:\n    print(f"{type(error).__name__}: {error}")'
    return f"try:\n{indented(piece.program)}\n{caught}"


def printed(program: str, echo: str) -> str:
    """Return a program whose last expression is printed, if it shows one."""
    last = ast.parse(program).body[-1:]
    if not echo or not last or not isinstance(last[0], ast.Expr):
        return program
    own = ast.get_source_segment(program, last[0]) or ""
    # Of a bare tuple, print would make its several arguments.
    called = ast.parse(f"print({own})", mode="eval").body
    alone = isinstance(called, ast.Call) and len(called.args) == 1
    shown = echo.format(own if alone else f"({own})")
    *before, line = program.split("\n")[: last[0].lineno]
    begun = "\n".join([*before, line.encode()[: last[0].col_offset].decode()])
    return begun + indented(shown, " " * echo.index("{")).lstrip() + program[len(begun + own) :]


def as_markdown(title: str, pieces: Sequence[Piece]) -> str:
    """Return the words and programs as Markdown, each with what it gives."""
    parts = [] if any(piece.words.startswith("# ") for piece in pieces) else [f"# {title}"]
    for piece in pieces:
        if piece.words:
            parts.append(piece.words)
        else:
            parts.append(f"```python\n{piece.program}\n```")
            if piece.output:
                parts.append(f"```text\n{piece.output}\n```")
    return "\n\n".join(parts) + "\n"


def as_notebook(title: str, pieces: Sequence[Piece]) -> str:
    """Return a notebook of format 4."""
    programs = "\n".join(piece.program for piece in pieces)
    cells = [words_cell(f"# {title}")] if not pieces[:1] or title not in pieces[0].words else []
    cells += [code_cell(Piece(program=beginning(programs)))]
    cells += [words_cell(piece.words) if piece.words else code_cell(piece) for piece in pieces]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    document = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def words_cell(words: str) -> dict[str, Any]:
    """Return a cell of words."""
    return {"cell_type": "markdown", "metadata": {}, "source": words.splitlines(keepends=True)}


def code_cell(piece: Piece) -> dict[str, Any]:
    """Return a cell of a program; one that is meant to fail does not stop the notebook."""
    metadata = {"tags": ["raises-exception"]} if piece.fails else {}
    source = piece.program.splitlines(keepends=True)
    known: dict[str, Any] = {"cell_type": "code", "execution_count": None, "outputs": []}
    return {**known, "metadata": metadata, "source": source}


def as_page(title: str, pieces: Sequence[Piece]) -> str:
    """Return a page that needs nothing else."""
    page = Path(__file__).with_name("page.html").read_text("utf-8")
    return page.format(title=html.escape(title), body="\n".join(blocks(pieces)))


def blocks(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield the blocks of a page."""
    for piece in pieces:
        if piece.words:
            yield from paragraphs(piece.words)
            continue
        yield f"<pre><code>{html.escape(piece.program)}</code></pre>"
        if piece.output:
            yield f'<pre class="output">{html.escape(piece.output)}</pre>'


def paragraphs(words: str) -> Iterator[str]:
    """Yield the Markdown that lessons use as the blocks of a page."""
    for part in re.split(r"\n\s*\n(?=\S)", words.strip()):
        heading = re.match(r"(#+) (.*)", part)
        if part.startswith(("```", "~~~")):
            yield f"<pre>{html.escape(part.partition(chr(10))[2].rstrip('`~').rstrip())}</pre>"
        elif heading:
            level = min(len(heading[1]), 6)
            yield f"<h{level}>{inline(heading[2])}</h{level}>"
        elif part.startswith("- "):
            items = re.split(r"\n- ", part[2:])
            yield f"<ul>{''.join(f'<li>{inline(item)}</li>' for item in items)}</ul>"
        elif part.startswith("|"):
            yield f"<table>{''.join(rows(part))}</table>"
        else:
            yield f"<p>{inline(part)}</p>"


def rows(table: str) -> Iterator[str]:
    """Yield the rows of a table."""
    for line in table.split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            yield f"<tr>{''.join(f'<td>{inline(cell)}</td>' for cell in cells)}</tr>"


def inline(text: str) -> str:
    """Return a text with its marks for code and emphasis as those of a page."""
    text = html.escape(text, quote=False)
    # What is code has no marks: its stars and brackets are written so that none is found there.
    text = re.sub(r"`([^`]+)`", lambda code: f"<code>{code[1].translate(BARE)}</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"(?<!\*)\*([^*\s][^*]*)\*(?!\*)", r"<i>\1</i>", text)
    return re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", r'<a href="\2">\1</a>', text)


Write = Callable[[str, Sequence[Piece]], str]
WRITERS = (as_python, as_notebook, as_markdown, as_page)
FORMS: dict[str, Write] = dict(zip(("py", "ipynb", "md", "html"), WRITERS, strict=True))
