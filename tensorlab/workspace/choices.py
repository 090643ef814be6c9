"""What may be given to a parameter that takes one of a few words, a data type or a device."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tensorlab.engine.dtypes import DTYPES

if TYPE_CHECKING:
    from tensorlab.engine.operation import Operation

DEVICES = {
    "cpu": "the main memory",
    "cuda": "an NVIDIA GPU",
    "meta": "shapes and data types, no values",
}
# Parameters that take the same words wherever they are; others are facts of their declarations.
WORDS = {
    "reduction": ("mean", "sum", "none"),
    "rounding_mode": ("trunc", "floor"),
    "indexing": ("ij", "xy"),
    "norm": ("backward", "ortho", "forward"),
    "reduce": ("sum", "prod", "mean", "amax", "amin"),
    "UPLO": ("L", "U"),
    "padding_mode": ("zeros", "reflect", "replicate", "circular"),
    "approximate": ("none", "tanh"),
    "interpolation": ("linear", "lower", "higher", "midpoint", "nearest"),
    "side": ("left", "right"),
    "randomness": ("error", "different", "same"),
    "mode": ("nearest", "linear", "bilinear", "bicubic", "trilinear", "area"),
}


def words_for(operation: "Operation | None", keyword: str) -> tuple[str, ...]:
    """Return the words that a parameter takes, none where it takes something else."""
    if keyword == "device":
        return tuple(DEVICES)
    declared = {} if operation is None else operation.facts.get("choices", {})
    return declared.get(keyword, WORDS.get(keyword, ()))


def values_for(operation: "Operation | None", keyword: str) -> Iterator[tuple[str, str]]:
    """Yield what may be given to a parameter, as it is written in a program."""
    if keyword == "dtype":
        yield from ((f"torch.{name}", "data type") for name in DTYPES)
    for word in words_for(operation, keyword):
        yield f"{word!r}".replace("'", '"'), DEVICES.get(word, "")
    parameters = {} if operation is None else operation.signature.parameters
    if keyword in parameters and parameters[keyword].annotation is bool:
        yield from (("True", ""), ("False", ""))
