"""Plain words for what layers and their functions ask for, by the error's class and text."""

LAYERS: tuple[tuple[str, ...], ...] = (
    (
        "AttributeError",
        r"before Module.__init__\(\) call",
        "A layer's own __init__ begins with super().__init__(): before that it holds no layers.",
    ),
    (
        "NotImplementedError",
        'required "forward"',
        "A layer does its work in a method forward(self, x): this class has none.",
    ),
    (
        "TypeError",
        "is not a Module subclass",
        "Sequential takes layers one by one: a * in front spreads a list of them.",
        "spread",
    ),
    (
        "RuntimeError",
        "(fewer|more) operands were provided",
        "What stands between the commas of the equation is one tensor each.",
    ),
    (
        "RuntimeError",
        "^running_(mean|var) should contain",
        "One mean is kept for each channel: as many as dimension 1 of the input has places.",
        "layer_size",
    ),
    (
        "RuntimeError",
        "^Given normalized_shape",
        "The last sizes of the input must be those over which it is normalized.",
        "layer_size",
    ),
    (
        "RuntimeError",
        "to have \\d+ channels",
        "Filters read as many channels as the input has: the second size of the weight.",
        "layer_size",
    ),
    (
        "RuntimeError",
        "Output size is too small",
        "A window may not be larger than the input with its padding.",
    ),
    (
        "ValueError",
        "to match target batch_size",
        "Each row of scores needs one target: there must be as many.",
    ),
    (
        "AssertionError",
        "embed_dim must be divisible",
        "Each head gets an equal part: embed_dim / num_heads must be a whole number.",
    ),
    (
        "RuntimeError",
        "selected index k out of range",
        "k counts cells along the dimension: no more than its size.",
    ),
    (
        "RuntimeError",
        "bincount only supports",
        "bincount counts how often 0, 1, 2 and so on occur: no number below 0, no fraction.",
    ),
    (
        "FileNotFoundError",
        "",
        "There is no file of that name where the program runs.",
    ),
)
