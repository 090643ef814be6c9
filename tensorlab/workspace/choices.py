"""What may be given to a parameter that takes one of a few words, a data type or a device."""

from collections.abc import Iterator

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.operation import Operation

DEVICES = {
    "cpu": "the main memory",
    "cuda": "an NVIDIA GPU",
    "meta": "shapes and data types, no values",
}


USUAL_WORDS: dict[str, tuple[str, ...]] = {
    "device": tuple(DEVICES),
    "reduction": ("mean", "sum", "none"),
    "rounding_mode": ("trunc", "floor"),
    "indexing": ("ij", "xy"),
    "norm": ("backward", "ortho", "forward"),
    "reduce": ("sum", "prod", "mean", "amax", "amin"),
    "padding_mode": ("zeros", "reflect", "replicate", "circular"),
    "approximate": ("none", "tanh"),
    "interpolation": ("linear", "lower", "higher", "midpoint", "nearest"),
    "mode": ("nearest", "linear", "bilinear", "bicubic", "trilinear", "area"),
    "side": ("left", "right"),
    "UPLO": ("L", "U"),
}  # of a keyword, where the function says no others


def words_for(operation: Operation | None, keyword: str) -> tuple[str, ...]:
    """Return the words that a parameter takes, none where it takes something else."""
    declared = {} if operation is None else operation.facts.get("choices", {})
    return declared.get(keyword) or USUAL_WORDS.get(keyword, ())


def values_for(operation: Operation | None, keyword: str) -> Iterator[tuple[str, str]]:
    """Yield what may be given to a parameter, as it is written in a program."""
    if keyword == "dtype":
        yield from ((f"torch.{name}", "data type") for name in DTYPES)
    for word in words_for(operation, keyword):
        yield f"{word!r}".replace("'", '"'), DEVICES.get(word, "")
    parameters = {} if operation is None else operation.signature.parameters
    if keyword in parameters and parameters[keyword].annotation is bool:
        yield from (("True", ""), ("False", ""))
