"""Plain words for the errors that learners meet most, by the error's class and text."""

import re

EXPLANATIONS: tuple[tuple[str, str, str], ...] = (
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
    ("AttributeError", "", "This kind of value has nothing by that name."),
    (
        "RecursionError",
        "",
        "A function keeps calling itself; check that some call ends without a further one.",
    ),
    ("IndexError", "out of range", "Positions count from 0, and from -1 backwards."),
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
    ("TypeError", "unsupported operand type", "This operator does not know such a pair of values."),
    ("TypeError", "missing .* required", "The call leaves out values that the function needs."),
    ("TypeError", "positional argument", "The call gives more values than the function takes."),
    ("TypeError", "unexpected keyword argument", "The function has no parameter of that name."),
    ("ValueError", "values to unpack", "There must be as many names on the left as values."),
    ("ValueError", "invalid literal for int", "Only digits, with a sign in front, make an int."),
    ("ValueError", "could not convert string to float", "The text is not a number."),
    ("ModuleNotFoundError", "", "Only torch, its parts and math can be imported."),
)


def explain(error: BaseException) -> str:
    """Return what an error means, or nothing where its own words say it all."""
    kind, text = type(error).__name__, str(error)
    for name, pattern, words in EXPLANATIONS:
        if name == kind and re.search(pattern, text):
            return words
    return ""
