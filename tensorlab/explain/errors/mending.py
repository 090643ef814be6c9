"""The text of a program with something else in one place, everything around it as it was."""

import ast

from tensorlab.language.outcome import Span

CLOSED = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.Constant, ast.List, ast.Tuple)


def mended(program: str, span: Span | None, part: ast.AST) -> str:
    """Return a program with a part of a tree at a place; nothing where that is not known."""
    if span is None:
        return ""
    text = ast.unparse(part)
    plain = exchanged(program, span, text)
    if not isinstance(part, ast.expr) or isinstance(part, CLOSED):
        return plain
    safe = exchanged(program, span, f"({text})")
    return plain if is_same(plain, safe) else safe


def is_same(first: str, second: str) -> bool:
    """Return whether two texts are one program."""
    try:
        return ast.dump(ast.parse(first)) == ast.dump(ast.parse(second))
    except SyntaxError:
        return False


def exchanged(program: str, span: Span, text: str) -> str:
    """Return a program with a text at a place, its further lines indented as the first is."""
    lines = program.split("\n")
    before, after = lines[span.line - 1][: span.column], lines[span.end_line - 1][span.end_column :]
    indentation = before[: len(before) - len(before.lstrip())]
    text = text.replace("\n", f"\n{indentation}")
    return "\n".join([*lines[: span.line - 1], f"{before}{text}{after}", *lines[span.end_line :]])


def excerpt(source: str, span: Span) -> str:
    """Return the text of a span."""
    lines = source.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column]
    lines[0] = lines[0][span.column :]
    return "\n".join(lines)
