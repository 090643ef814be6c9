"""Plain words for the errors that learners meet most, by the error's class and text."""

from tensorlab.language.rules.rule import Rule, in_words
from tensorlab.language.rules.slips import SLIPS

LAYERS: tuple[tuple[str, ...], ...] = (
    (
        "TypeError", "is not a Module subclass",
        "Sequential takes layers one by one: a * in front spreads a list of them.", "spread",
    ),
    (
        "RuntimeError", "(fewer|more) operands were provided",
        "Each part of the equation between commas stands for one tensor.",
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


WORDS: tuple[tuple[str, ...], ...] = (
    (
        "ZeroDivisionError", "",
        "Python's numbers cannot be divided by zero; tensors can: torch.tensor(1.)/0 is inf.",
    ),
    (
        "UnboundLocalError", "",
        "The function gives this name a value, so the name is its own; here it has none yet.",
    ),
    (
        "AttributeError", "cannot be changed",
        "Functions and types stay as they are; give your own value another name.",
    ),
    (
        "AttributeError", "^module '", "The module has nothing by that name.", "foreign_word",
        "near_word", "other_home",
    ),
    (
        "AttributeError", "", "This kind of value has nothing by that name.", "first_of_pair",
        "foreign_word", "near_word", "other_home", "made_tensor",
    ),
    (
        "RecursionError", "",
        "A function keeps calling itself without end, or containers lie too deep in one another.",
    ),
    (
        "RuntimeError", "Index tensor must have the same number of dimensions",
        "Each element of the index names a place, so it has as many dimensions as the input.",
        "unsqueeze",
    ),
    (
        "TypeError", "argument 'dtype'.* must be torch.dtype, not str",
        "A data type is not a string: write torch.float32, not 'float32'.", "type_of_name",
    ),
    (
        "TypeError", "^(linspace|logspace|randint)\\(\\) received an invalid combination",
        "Arguments are missing, or of other types than the function takes.", "size_in_brackets",
        "add_argument",
    ),
    (
        "IndexError", "invalid index of a 0-dim tensor",
        "A tensor without dimensions is one number: x.item() gives it to Python.",
    ),
    (
        "IndexError", "only integers, slices", "A place is a whole number: x[1], not x[1.].",
        "whole_numbers", "integer",
    ),
    (
        "_LinAlgError", "positive-definite",
        "x @ x.T + torch.eye(n) is positive-definite, for instance.",
    ),
    ("RuntimeError", "one_hot is only", "Write x.long(): classes are whole numbers.", "integer"),
    (
        "RuntimeError", "expected target dtype", "Write y.long(): classes are whole numbers.",
        "integer",
    ),
    (
        "RuntimeError", "only supports boolean masks", "A mask comes from a comparison: x > 0.",
        "boolean", "positive",
    ),
    ("IndexError", "out of range$", "Positions count from 0, and from -1 backwards.", "last_item"),
    (
        "ValueError", "only one element tensors can be converted",
        "int() and float() take a tensor of one element: pick an element, or combine all of them.",
        "inner_reduce",
    ),
    (
        "RuntimeError", "^Can't call numpy",
        "An array keeps no record for gradients: detach leaves that behind.", "unrecorded",
    ),
    ("RuntimeError", "Could not infer dtype", "Tensors hold numbers and truth values alone."),
    (
        "TypeError", "params argument given to the optimizer",
        "An optimizer takes a list of tensors, as net.parameters() gives it.", "in_list",
    ),
    (
        "TypeError", "is not callable", "Only functions and types can be followed by parentheses.",
        "without_brackets",
    ),
    (
        "TypeError", "is not subscriptable", "Only sequences, dicts and tensors have items.",
        "with_brackets",
    ),
    (
        "TypeError", "not iterable", "Only sequences, dicts, sets and tensors can be gone through.",
        "called",
    ),
    (
        "TypeError",
        "unsupported operand type.*'Tensor' and '(list|tuple)'|'(list|tuple)' and 'Tensor'",
        "A tensor meets tensors and numbers: torch.tensor(...) makes one from a list.",
        "tensor_of_list",
    ),
    ("TypeError", "unsupported operand type", "This operator is not defined for these two values."),
    ("TypeError", "takes no arguments", "The parentheses stay empty."),
    ("TypeError", "not supported between", "Only values of like kinds have an order."),
    ("TypeError", "multiply sequence", "Text and lists are repeated by a whole number: 'ab' * 3."),
    ("TypeError", "has no len", "Only what has items has a length: lists, text, dicts, tensors."),
    ("TypeError", "item assignment", "Tuples and text stay as they are; a list can be changed."),
    (
        "TypeError", "unhashable",
        "Keys of dicts and members of sets must not change: use a tuple, not a list.",
    ),
    (
        "TypeError", "cannot unpack",
        "There is one value on the right, but several names on the left.",
    ),
    (
        "TypeError", "'type' object does not support the context",
        "A block is entered with parentheses: with torch.no_grad():",
    ),
    ("TypeError", "context manager", "Only values such as torch.no_grad() can stand after with."),
    ("TypeError", "cannot be interpreted as an integer", "A whole number is needed here."),
    ("TypeError", "invalid data type", "Tensors hold numbers and truth values, nothing else."),
    ("TypeError", "only floating-point types", "Write torch.float32 or torch.float64."),
    ("TypeError", "missing .* required", "The call leaves out values that the function needs."),
    ("ValueError", "integer string conversion", "Whole numbers of so many digits are not printed."),
    (
        "ValueError", "slice step cannot be zero",
        "A step of 0 goes nowhere: leave it out, or write 1.",
    ),
    (
        "ValueError", "empty sequence|argument is empty",
        "Among no values there is no largest and no smallest.",
    ),
    (
        "ValueError", "step must be greater",
        "Tensors have no backward slices: x.flip(0) turns one around.",
    ),
    ("ValueError", "dropout probability", "A probability lies between 0 and 1."),
    ("ValueError", "invalid literal for int", "int() takes digits, and a sign in front of them."),
    ("ValueError", "could not convert string to float", "The text is not a number."),
    ("ModuleNotFoundError", "", "Only torch, numpy and parts of Python can be imported."),
)  # fmt: skip

PLAIN_RULES: tuple[Rule, ...] = (*SLIPS, *(in_words(*row) for row in (*LAYERS, *WORDS)))
