"""The `json` module: values as text and back; no file is written."""

import json
from typing import Any, Final

from tensorlab.language.limits.contents import weight
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.display import describe
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import ErrorType, type_name

WIDEST: Final = 100
BYTES_PER_LETTER: Final = 64


def dumps(
    obj: Any, *, indent: Any = None, sort_keys: bool = False, ensure_ascii: bool = True,
    separators: Any = None, default: Any = None,
) -> str:  # fmt: skip
    """Return the text of a value."""
    indent = as_int(indent)
    wide = indent if isinstance(indent, int) else len(indent or "")
    if wide > WIDEST:
        raise ValueError(f"each level is set in by {WIDEST} characters at most")
    length = len(describe(obj))  # which counts it, and stops where it is endless
    meter.spend_at_once(8 * weight(obj) + length // 8)
    meter.grow(BYTES_PER_LETTER * length * (1 + max(wide, 0)))

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
    )


def loads(s: str, /) -> Any:
    """Return the value that a text describes."""
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, not {type_name(s)}")
    meter.spend_at_once(len(s))
    meter.grow(BYTES_PER_LETTER * len(s))
    return json.loads(s)


def namespace() -> Namespace:
    """Return the table of `json`."""
    wrong = ErrorType("json.decoder.JSONDecodeError", json.JSONDecodeError)
    return namespace_of("json", {"dumps": dumps, "loads": loads}, {"JSONDecodeError": wrong})
