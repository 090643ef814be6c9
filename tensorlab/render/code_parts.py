"""A program in its parts, each with its role in the theme."""

from collections.abc import Iterator

from pygments.lexers.python import PythonLexer
from pygments.token import Token

ROLES = (
    (Token.Comment, "code.comment"), (Token.Keyword, "code.keyword"),
    (Token.Operator.Word, "code.keyword"), (Token.Literal.String, "code.string"),
    (Token.Literal.Number, "code.number"), (Token.Operator, "code.operator"),
)  # fmt: skip


def code_parts(source: str) -> Iterator[tuple[str, str]]:
    """Yield a program's text in stretches, each with its role."""
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    found = list(lexer.get_tokens(source))
    for (kind, text), (_, behind) in zip(found, [*found[1:], (None, "")], strict=True):
        role = next((role for token, role in ROLES if kind in token), "code")
        if role == "code" and kind in Token.Name and behind.startswith("("):
            role = "code.function"
        yield text, role
