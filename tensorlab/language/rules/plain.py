"""Plain words for the errors that learners meet most, by the error's class and text."""

from tensorlab.language.rules.rule import Rule, in_words

WORDS: tuple[tuple[str, str, str], ...] = (
    (
        "ZeroDivisionError",
        "",
        "Python's numbers cannot be divided by zero; tensors can: torch.tensor(1.)/0 is inf.",
    ),
    ("NameError", "is not defined", "No value has been given to this name."),
    (
        "UnboundLocalError",
        "",
        "The function gives this name a value, so the name is its own; here it has none yet.",
    ),
    (
        "AttributeError",
        "cannot be changed",
        "Functions and types stay as they are; give your own value another name.",
    ),
    (
        "AttributeError",
        "^'NoneType'",
        "None is what a function gives that only changes something, as x.sort() changes x.",
    ),
    ("AttributeError", "^module '", "The module has nothing by that name."),
    ("AttributeError", "", "This kind of value has nothing by that name."),
    (
        "RecursionError",
        "",
        "A function keeps calling itself without end, or containers lie too deep in one another.",
    ),
    (
        "IndexError",
        "invalid index of a 0-dim tensor",
        "A tensor without dimensions is one number: x.item() gives it to Python.",
    ),
    ("IndexError", "only integers, slices", "A place is a whole number: x[1], not x[1.]."),
    ("IndexError", "^Target", "Classes count from 0: the largest is one less than the columns."),
    (
        "IndexError",
        "index out of range in self",
        "Indices count from 0: the largest is one less than the size.",
    ),
    (
        "_LinAlgError",
        "singular",
        "A singular matrix has no inverse: its rows depend on each other.",
    ),
    (
        "_LinAlgError",
        "positive-definite",
        "x @ x.T + torch.eye(n) is positive-definite, for instance.",
    ),
    ("RuntimeError", "Invalid device string", "A type is no text: write x.to(torch.float32)."),
    ("RuntimeError", "one_hot is only", "Write x.long(): classes are whole numbers."),
    ("RuntimeError", "expected target dtype", "Write y.long(): classes are whole numbers."),
    ("RuntimeError", "only supports boolean masks", "A mask comes from a comparison: x > 0."),
    ("IndexError", "out of range$", "Positions count from 0, and from -1 backwards."),
    ("KeyError", "", "The dict has no such key."),
    ("AssertionError", r"^(?!Torch)", "What the assert statement claims does not hold."),
    ("TypeError", "is not callable", "Only functions and types can be followed by parentheses."),
    ("TypeError", "is not subscriptable", "Only sequences, dicts and tensors have items."),
    ("TypeError", "not iterable", "Only sequences, dicts, sets and tensors can be gone through."),
    (
        "TypeError",
        "can only concatenate str|must be str, not",
        "Text and numbers do not add up: write str(...) around the number, or an f-string.",
    ),
    (
        "TypeError",
        "can only concatenate (list|tuple)",
        "A list takes another list: write [value] around one value, or x.append(value).",
    ),
    (
        "TypeError",
        "unsupported operand type.*'Tensor' and '(list|tuple)'|'(list|tuple)' and 'Tensor'",
        "A tensor meets tensors and numbers: torch.tensor(...) makes one of a list.",
    ),
    ("TypeError", "unsupported operand type", "This operator does not know such a pair of values."),
    (
        "TypeError",
        "0-d tensor",
        "A tensor without dimensions is one number: x.item() gives it to Python.",
    ),
    (
        "TypeError",
        "only integer tensors of a single element",
        "Python needs one whole number here: x.item() gives it, if x is one.",
    ),
    ("TypeError", "takes no arguments", "The parentheses stay empty."),
    ("TypeError", "not supported between", "Only values of like kinds have an order."),
    ("TypeError", "multiply sequence", "Text and lists are repeated by a whole number: 'ab' * 3."),
    ("TypeError", "has no len", "Only what has items has a length: lists, text, dicts, tensors."),
    ("TypeError", "item assignment", "Tuples and text stay as they are; a list can be changed."),
    (
        "TypeError",
        "unhashable",
        "Keys and members of sets must not change: use a tuple, not a list.",
    ),
    (
        "TypeError",
        "cannot unpack",
        "On the right there is one value, and several names on the left.",
    ),
    (
        "TypeError",
        "'type' object does not support the context",
        "A block is entered with parentheses: with torch.no_grad():",
    ),
    ("TypeError", "context manager", "Only such as torch.no_grad() can stand after with."),
    (
        "TypeError",
        "unsupported format string",
        "A format such as .2f is for one number: write x.item() for a tensor of one cell.",
    ),
    ("TypeError", "indices must be integers", "A list has places 0, 1, 2 ...: one whole number."),
    ("TypeError", "cannot be interpreted as an integer", "A whole number is needed here."),
    ("TypeError", "invalid data type", "Tensors hold numbers and truth values, nothing else."),
    ("TypeError", "only floating-point types", "Write torch.float32 or torch.float64."),
    ("TypeError", "missing .* required", "The call leaves out values that the function needs."),
    ("TypeError", "positional argument", "The call gives more values than the function takes."),
    ("TypeError", "unexpected keyword argument", "The function has no parameter of that name."),
    ("ValueError", "integer string conversion", "Whole numbers of so many digits are not written."),
    (
        "ValueError",
        "slice step cannot be zero",
        "A step of 0 goes nowhere: leave it out, or write 1.",
    ),
    ("ValueError", "empty sequence", "Among no values there is no largest and no smallest."),
    (
        "ValueError",
        "step must be greater",
        "Tensors have no backward slices: x.flip(0) turns one around.",
    ),
    ("ValueError", "dropout probability", "A probability lies between 0 and 1."),
    ("ValueError", "values to unpack", "There must be as many names on the left as values."),
    ("ValueError", "invalid literal for int", "Only digits, with a sign in front, make an int."),
    ("ValueError", "could not convert string to float", "The text is not a number."),
    ("ModuleNotFoundError", "", "Only torch, its parts, math and typing can be imported."),
)

PLAIN_RULES: tuple[Rule, ...] = tuple(in_words(*row) for row in WORDS)
