"""What may be given to a parameter that takes one of a few words, a data type or a device."""

from collections.abc import Iterator

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.operation import Operation

DEVICES = {
    "cpu": "the main memory",
    "cuda": "an NVIDIA GPU",
    "meta": "shapes and data types, no values",
}


def usual_words(keyword: str) -> tuple[str, ...]:
    """Return the words of a parameter that takes the same ones wherever it is."""
    match keyword:
        case "device":
            return tuple(DEVICES)
        case "reduction":
            return "mean", "sum", "none"
        case "rounding_mode":
            return "trunc", "floor"
        case "indexing":
            return "ij", "xy"
        case "norm":
            return "backward", "ortho", "forward"
        case "reduce":
            return "sum", "prod", "mean", "amax", "amin"
        case "padding_mode":
            return "zeros", "reflect", "replicate", "circular"
        case "approximate":
            return "none", "tanh"
        case "interpolation":
            return "linear", "lower", "higher", "midpoint", "nearest"
        case "mode":
            return "nearest", "linear", "bilinear", "bicubic", "trilinear", "area"
        case "side":
            return "left", "right"
        case "UPLO":
            return "L", "U"
    return ()


def words_for(operation: Operation | None, keyword: str) -> tuple[str, ...]:
    """Return the words that a parameter takes, none where it takes something else."""
    declared = {} if operation is None else operation.facts.get("choices", {})
    return declared.get(keyword) or usual_words(keyword)


def values_for(operation: Operation | None, keyword: str) -> Iterator[tuple[str, str]]:
    """Yield what may be given to a parameter, as it is written in a program."""
    if keyword == "dtype":
        yield from ((f"torch.{name}", "data type") for name in DTYPES)
    for word in words_for(operation, keyword):
        yield f"{word!r}".replace("'", '"'), DEVICES.get(word, "")
    parameters = {} if operation is None else operation.signature.parameters
    if keyword in parameters and parameters[keyword].annotation is bool:
        yield from (("True", ""), ("False", ""))
