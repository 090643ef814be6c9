"""What a call comes to: the text of its value, or the class and text of what it raises."""

import re
import warnings
from typing import Any

from tests.conformance.forms.specification import GIVEN
from tests.conformance.outcome import FRAMES

ADDRESS = re.compile(r"0x[0-9a-f]+")
PROGRAM = compile(GIVEN, "<given>", "exec")
LONGEST = 160  # of a text, what is kept


def by_import(text: str, torch: Any) -> str:
    """Return what a call comes to with a library in torch's place."""
    names: dict[str, Any] = {"torch": torch}
    exec(PROGRAM, names)  # noqa: S102  our own text
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return shortened(str(eval(text, names)))  # noqa: S307  likewise
        except Exception as error:  # noqa: BLE001  a refusal is an answer
            return refused(type(error).__name__, str(error))


def refused(kind: str, text: str) -> str:
    """Return a refusal as it is recorded."""
    return shortened(f"!{kind}: {FRAMES.sub('', text)}")


def shortened(text: str) -> str:
    """Return a text without addresses, and of a long one the beginning."""
    return ADDRESS.sub("0x", text)[:LONGEST]
