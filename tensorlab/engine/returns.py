"""Results with named parts, such as the values and indices of max."""

from collections import namedtuple
from functools import cache
from typing import Any


@cache
def return_type(name: str, *fields: str) -> Any:
    """Return the tuple class `torch.return_types.<name>`, printed part by part."""

    def text(self: object) -> str:
        parts = ",\n".join(f"{field}={getattr(self, field)!r}" for field in fields)
        return f"torch.return_types.{name}(\n{parts})"

    plain: Any = namedtuple  # noqa: PYI024  the fields are not known here
    made = plain(name, fields)
    made.__repr__ = text
    made.__module__ = "torch.return_types"
    return made
