"""The `hashlib` module: digests of bytes, of those kinds that need no keys and no files."""

import hashlib
from collections.abc import Callable
from typing import Any, Final

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.keeping import KINDS, Kind, nothing
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import type_name

NAMES: Final = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s")
BYTES_OF_STEP: Final = 64


class Digest:
    """What `hashlib.sha256(b"...")` makes: it takes more bytes, and says what it comes to."""

    __slots__ = ("source",)

    def __init__(self, source: Any) -> None:
        self.source = source

    def update(self, data: Any, /) -> None:
        """Take more bytes."""
        self.source.update(paid(data))

    def copy(self) -> "Digest":
        """Return another one that stands where this one stands."""
        return Digest(self.source.copy())


Digest.__name__ = "HASH"
METHODS[Digest] = {
    "update": Digest.update, "copy": Digest.copy,
    "digest": lambda value: value.source.digest(),
    "hexdigest": lambda value: value.source.hexdigest(),
}  # fmt: skip
PROPERTIES[Digest] = reading(("name", "digest_size", "block_size"), of="source")
KINDS[Digest] = Kind(
    lambda value: value.source.copy(),
    nothing,
    lambda value, held: setattr(value, "source", held.copy()),
)


def paid(data: Any) -> bytes:
    """Return bytes, the steps for reading them taken.

    Raises:
        TypeError: they are none.
    """
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    if not isinstance(data, bytes):
        raise TypeError(f"object supporting the buffer API required, not '{type_name(data)}'")
    meter.spend_at_once(1 + len(data) // BYTES_OF_STEP)
    return data


def making(name: str) -> Callable[..., Digest]:
    """Return what begins a digest of a kind."""
    return lambda data=b"", /, usedforsecurity=True: Digest(getattr(hashlib, name)(paid(data)))


def by_name(name: Any, data: Any = b"", /) -> Digest:
    """Return a digest of the kind that has a name.

    Raises:
        ValueError: there is none.
    """
    if name not in NAMES:
        raise ValueError(f"unsupported hash type {name}")
    return making(name)(data)


def namespace() -> Namespace:
    """Return the table of `hashlib`."""
    return namespace_of("hashlib", {"new": by_name, **{name: making(name) for name in NAMES}})
