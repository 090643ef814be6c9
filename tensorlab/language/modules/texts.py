"""Texts, paid by length: `string`, `unicodedata`, `json`, `html`, `pprint`, `binascii`, `ast`."""

import ast
import binascii
import html
import json
import pprint
import string
import unicodedata
from collections import OrderedDict
from typing import Any, Final

from tensorlab.language.limits.contents import weight
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import by_letters, namespace_of, paid, taken_from
from tensorlab.language.modules.written import written
from tensorlab.language.reading.source import Source, parse
from tensorlab.language.values.display import FORMS, describe
from tensorlab.language.values.functions import under_names
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.values import ErrorType, Namespace, type_name

LONGEST_FORM: Final = 18  # characters that one can become in a normal form
DEEPEST_INDENT: Final = 100
BYTES_PER_LETTER: Final = 64
WIDEST: Final = 1000
STEPS_PER_VALUE: Final = 64
CONTAINERS: Final = (dict, list, tuple, set, frozenset, OrderedDict)


def unicodedata_module() -> Namespace:
    """Return the table of `unicodedata`."""
    functions = taken_from(unicodedata, "unicodedata")
    normalize = paid(unicodedata.normalize, by_letters(1, 4 * LONGEST_FORM))
    return namespace_of("unicodedata", {"normalize": normalize, **functions})


def dumps(
    obj: object, *, indent: Any = None, sort_keys: bool = False, ensure_ascii: bool = True,
    separators: Any = None, default: Any = None, allow_nan: bool = True,
) -> str:  # fmt: skip
    """Return the JSON text of a value."""
    indent = as_int(indent)
    wide = indent if isinstance(indent, int) else len(indent or "")
    if wide > DEEPEST_INDENT:
        raise ValueError(f"each level is indented by {DEEPEST_INDENT} characters at most")
    size = len(describe(obj))  # which counts it, and stops where it is endless
    meter.spend_at_once(8 * weight(obj) + size // 8)
    meter.grow(BYTES_PER_LETTER * size * (1 + max(wide, 0)))

    def otherwise(value: Any) -> Any:
        if default is None:
            kind = type_name(value).rpartition(".")[2]
            raise TypeError(f"Object of type {kind} is not JSON serializable")
        meter.spend(1)
        return default(value)

    return json.dumps(
        obj,
        indent=indent,
        sort_keys=bool(sort_keys),
        ensure_ascii=bool(ensure_ascii),
        separators=separators,
        default=otherwise,
        allow_nan=bool(allow_nan),
    )


def loads(s: str, /, *, cls: object = None, **hooks: Any) -> Any:
    """Return the value that a JSON text describes; hooks make others of parts of it."""
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type_name(s)}")
    return json.loads(s, **hooks)


def json_module() -> Namespace:
    """Return the table of `json`."""
    wrong = ErrorType("json.decoder.JSONDecodeError", json.JSONDecodeError)
    own = written("json", {"_dumps": dumps, "_loads": paid(loads, by_letters(1, BYTES_PER_LETTER))})
    return namespace_of("json", {}, {**own, "JSONDecodeError": wrong})


def literal_eval(text: str, /) -> Any:
    """Return the value that a text of literals means.

    Raises:
        SyntaxError: it is no expression.
        ValueError: it is more than a literal.
    """
    parts = parse(Source(text.lstrip(" \t"))).body
    if len(parts) != 1 or not isinstance(parts[0], ast.Expr):
        raise SyntaxError("invalid syntax")
    try:
        return ast.literal_eval(parts[0].value)
    except ValueError as error:  # which tells where in the process something lies
        raise ValueError(str(error).partition(":")[0]) from None


def binascii_module() -> Namespace:
    """Return the table of `binascii`."""
    acts = taken_from(binascii, "binascii").items()
    wrong = ErrorType("binascii.Error", binascii.Error)
    functions = {name: paid(act, by_letters(1, 4)) for name, act in acts}
    return namespace_of("binascii", functions, {"Error": wrong})


class Plain(pprint.PrettyPrinter):
    """What writes the values of programs: of each that is no container, its own text."""

    def format(self, value: Any, context: Any, maxlevels: int, level: int) -> Any:
        """Return a text, whether it can be read back, and whether it holds itself."""
        if type(value) in FORMS and type(value) not in CONTAINERS:
            return describe(value), False, False
        return super().format(value, context, maxlevels, level)


def pformat(
    object: object, indent: int = 1, width: int = 80, depth: int | None = None, *,
    compact: bool = False, sort_dicts: bool = True,
) -> str:  # fmt: skip
    """Return the text of a value, so wide at most, each level set in by so much."""
    indent, width, depth = as_int(indent), as_int(width), as_int(depth)
    if max(indent, width) > WIDEST:
        raise ValueError(f"a line has {WIDEST} characters at most")
    before = describe(object)  # which counts it, and stops where it is endless
    meter.spend_at_once(STEPS_PER_VALUE * (weight(object) + len(before) // 8))
    meter.grow(8 * len(before))
    printer = Plain(indent, width, depth, compact=bool(compact), sort_dicts=bool(sort_dicts))
    text = printer.pformat(object)
    meter.grow(4 * len(text))
    return text


PRETTY: Final[dict[str, Any]] = under_names({"pformat": pformat})
OF_HTML: Final = {
    name: paid(act, by_letters(8, 24)) for name, act in taken_from(html, "html").items()
}
OF_AST: Final = {"literal_eval": paid(literal_eval, by_letters(8, 256))}
MODULES = {
    "string": lambda: namespace_of(
        "string", {}, {**taken_from(string, "string"), **written("string")}
    ),
    "ast": lambda: namespace_of("ast", OF_AST),
    "binascii": binascii_module, "unicodedata": unicodedata_module, "json": json_module,
    "pprint": lambda: namespace_of("pprint", {}, {**PRETTY, **written("pprint", PRETTY)}),
    "html": lambda: namespace_of("html", OF_HTML),
}  # fmt: skip
