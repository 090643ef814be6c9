"""A sheet: one set-up and template, and the many expressions that are tried in it."""

from collections.abc import Iterable
from dataclasses import dataclass

# Every data type that is not quantized, by the name that a tutorial uses.
DTYPES = (
    "float32",
    "float64",
    "float16",
    "bfloat16",
    "complex32",
    "complex64",
    "complex128",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "bool",
)
REALS = ("float32", "float64", "float16", "bfloat16")
# One of each kind that behaves in its own way.
KINDS = ("float32", "float16", "bfloat16", "float64", "complex64", "uint8", "int8", "int64", "bool")


@dataclass(frozen=True)
class Sheet:
    """The program of an expression is the set-up, then the template with EXPR replaced."""

    title: str
    setup: str
    expressions: Iterable[str]
    template: str = "print(EXPR)"

    def program(self, expression: str) -> str:
        return f"{self.setup}\n{self.template.replace('EXPR', expression)}\n".lstrip("\n")


def combined(pattern: str, **choices: Iterable[str]) -> list[str]:
    """Return the pattern with its {names} filled in every way, the last name fastest."""
    filled = [pattern]
    for name, values in choices.items():
        chosen = list(values)
        filled = [text.replace(f"{{{name}}}", value) for text in filled for value in chosen]
    return list(dict.fromkeys(filled))
