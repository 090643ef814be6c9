"""Plain words for what layers and their functions ask for, by the error's class and text."""

LAYERS: tuple[tuple[str, ...], ...] = (
    (
        "TypeError", "is not a Module subclass",
        "Sequential takes layers one by one: a * in front spreads a list of them.", "spread",
    ),
    (
        "RuntimeError", "(fewer|more) operands were provided",
        "What stands between the commas of the equation is one tensor each.",
    ),
    (
        "RuntimeError", "^running_(mean|var) should contain",
        "One mean is kept for each channel: as many as dimension 1 of the input has places.",
        "layer_size",
    ),
    (
        "RuntimeError", "^Given normalized_shape",
        "The last sizes of the input must be those over which it is normalized.", "layer_size",
    ),
    (
        "RuntimeError", "to have \\d+ channels",
        "Filters read as many channels as the input has: the second size of the weight.",
        "layer_size",
    ),
    (
        "RuntimeError", "Output size is too small",
        "A window may not be larger than the input with its padding.",
    ),
    (
        "RuntimeError", "bincount only supports",
        "bincount counts how often 0, 1, 2 and so on occur: no number below 0, no fraction.",
    ),
)  # fmt: skip
