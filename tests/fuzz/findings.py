"""What the checks find: the kind, the cause by which findings are alike, and the words."""

import re
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from types import TracebackType
from typing import Any

# What no program may give; other findings are to be looked at, and some are PyTorch's own words.
NEVER = {
    "crash", "hang", "internal", "escaped", "bounds", "settings left behind", "changed by failing",
    "changed by diagnosis",
}  # fmt: skip
OURS = re.compile(r"tensorlab/(?!.*site-packages)[\w/]+\.py$")


@dataclass(frozen=True)
class Finding:
    """One breach of what must hold; two of one cause are the same mistake of ours."""

    kind: str
    place: str  # the innermost function of ours, or what else tells causes apart
    message: str
    detail: str = ""

    @property
    def cause(self) -> str:
        """What is the same in every occurrence of one mistake."""
        return f"{self.kind} | {self.place} | {normalised(self.message)}"

    def as_json(self) -> dict[str, Any]:
        """Return the parts by name."""
        return asdict(self)


def normalised(message: str) -> str:
    """Return a message without what differs from one occurrence to the next."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"|\[[^\[\]]*\]|\([^()]*\)", "_", message)
    return re.sub(r"-?\d+(\.\d+)?(e[-+]?\d+)?|\b(nan|inf)\b", "N", text)[:90]


def frames(error: BaseException) -> list[TracebackType]:
    """Return the frames that an error came through, the innermost last."""
    found, entry = [], error.__traceback__
    while entry is not None:
        found.append(entry)
        entry = entry.tb_next
    return found


def ours(error: BaseException) -> Iterator[TracebackType]:
    """Yield the frames that are in files of ours."""
    return (entry for entry in frames(error) if OURS.search(entry.tb_frame.f_code.co_filename))


def place_of(error: BaseException) -> str:
    """Return the innermost function of ours that an error came through."""
    return next((named(entry) for entry in reversed(list(ours(error)))), "nowhere of ours")


def named(entry: TracebackType) -> str:
    """Return the file and the function of a frame."""
    code = entry.tb_frame.f_code
    file = code.co_filename.rpartition("tensorlab/")[2]
    return f"{file}: {code.co_qualname.replace('<locals>.', '')}"


def of_error(kind: str, error: BaseException) -> Finding:
    """Return the finding that an error is."""
    words = f"{type(error).__name__}: {error}"[:300]
    return Finding(kind, place_of(error), words, "".join(traceback.format_exception(error)[-8:]))
