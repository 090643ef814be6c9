"""Record what PyTorch's functions in Python say where an argument is nonsense."""

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch

import tensorlab
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.signatures.accepting import accepts
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.signatures.overloads import recorded
from tensorlab.engine.signatures.python_refusal import Cases, circumstances, closest, filled_in


class Nonsense:
    """A value that no parameter takes; what it is, is filled in where a call is refused."""

    def __repr__(self) -> str:
        return "{value}"


Nonsense.__module__ = "builtins"  # no more is said of classes than their name
# Other nonsense, of which PyTorch may say something else.
VALUES = [
    Nonsense(), None, 41, 2.75, 2j, True, "nonsense", [Nonsense()], (Nonsense(),), torch.ones(1),
    torch.tensor(1j), torch.ones(2, 2), np.ones(1), np.ones((2, 2)), np.float64(2.75),
    np.float32(2.75), np.int64(41), np.int32(41), Nonsense,
]  # fmt: skip
# What other arguments are in turn, where the call is right with it.
CHANGES = [None, True, False, 0, 2, 0.5, [1, 1]]
# Calls of functions whose documentation has none, as they warn, or says less than there is.
CALLS = {
    "torch.nn.functional.upsample_nearest": "F.upsample_nearest(torch.ones(1, 1, 2, 2), 4)",
    "torch.nn.functional.upsample_bilinear": "F.upsample_bilinear(torch.ones(1, 1, 2, 2), 4)",
    "torch.lu": "torch.lu(torch.eye(2))",
    "torch.Tensor.lu": "torch.eye(2).lu()",
    "torch.nn.functional.multi_head_attention_forward": "F.multi_head_attention_forward(torch.eye("
    "2), torch.eye(2), torch.eye(2), 2, 1, torch.ones(6, 2), None, None, None, False, 0., "
    "torch.eye(2), None)",
    "torch.Tensor.split": "torch.ones(4).split([1, 3])",
    "torch.nn.functional.group_norm": "F.group_norm(torch.ones(2, 4, 3), 2)",
}


class Example(NamedTuple):
    """A call that PyTorch takes: its arguments, and the names that they have here and there."""

    function: Any
    args: tuple[Any, ...]
    words: dict[str, Any]
    names: dict[str, str]  # by ours

    def given(self) -> dict[str, Any]:
        """The arguments by our names."""
        own = {there: here for here, there in self.names.items()}
        named = {own.get(name, name): value for name, value in self.words.items()}
        found = dict(zip(self.names, self.args, strict=False)) | named
        return {name: ours(value) for name, value in found.items()}

    def replaced(self, name: str, value: Any) -> "Example":
        """The call with another value of a parameter."""
        place = [*self.names].index(name)
        if place < len(self.args):
            args = (*self.args[:place], value, *self.args[place + 1 :])
            return self._replace(args=args)
        return self._replace(words={**self.words, self.names[name]: value})

    def said(self) -> str | None:
        """What PyTorch says where it refuses the call."""
        try:
            self.function(*self.args, **self.words)
        except Exception as error:  # noqa: BLE001
            return f"{type(error).__name__}: {error}"
        return None


def own_name(function: Any, public: str) -> dict[str, Cases]:
    """The name that a function written in Python refuses calls by, if it is another one."""
    try:
        function(no_such_name=1)
    except TypeError as error:
        name = str(error).partition("()")[0]
        if name not in (public, "") and "keyword argument" in str(error):
            return {"": name}
    return {}


def call_of(name: str, line: str) -> ast.Call | None:
    """The call of a function, or of a method, in an example; else what the example calls last."""
    statement = ast.parse(line).body[-1]
    value = statement.value if isinstance(statement, ast.Expr | ast.Assign) else statement
    calls = (node for node in ast.walk(value) if isinstance(node, ast.Call))
    named = next((node for node in calls if ast.unparse(node.func).endswith(name)), None)
    last = isinstance(statement, ast.Expr) and isinstance(value, ast.Call)
    return named or (value if last else None)


def examples_of(qualified: str, function: Any) -> Iterator[Example]:
    """The calls of a function in its documentation."""
    operation = OPERATIONS[qualified]
    is_method = qualified.startswith("torch.Tensor.")
    if is_method:
        function = getattr(torch.Tensor, operation.name)
    theirs = list(inspect.signature(function).parameters)
    if theirs == ["args", "kwargs"]:  # one function of two, by what they return
        theirs = list(operation.signature.positional)
    own = dict(enumerate(operation.signature.positional))
    names = {own.get(place, name): name for place, name in enumerate(theirs)}
    lines = re.findall(r"^ *>>> (.*)$", operation.doc, re.MULTILINE)
    lines += [CALLS[qualified]] if qualified in CALLS else []
    scope = {"torch": torch, "F": torch.nn.functional}
    for line in lines:
        call = call_of(operation.name, line)
        if call is None or " = " in line:
            exec(line, scope)  # noqa: S102  our own examples
        if call is None:
            continue
        try:
            parts, callee = call.args, ast.unparse(call.func)
            owner = callee.rpartition(".")[0]
            if is_method and owner not in ("torch", "F") and callee.endswith(f".{operation.name}"):
                parts = [ast.parse(owner, mode="eval").body, *parts]
            args = tuple(eval(ast.unparse(part), scope) for part in parts)  # noqa: S307
            words = {
                str(word.arg): eval(ast.unparse(word.value), scope)  # noqa: S307
                for word in call.keywords
            }
        except Exception:  # noqa: BLE001, S112  such as an operand with a star
            continue
        yield Example(function, args, words, names)


def said_of_nonsense(qualified: str, function: Any) -> dict[str, Cases]:
    """What a function written in Python says where an argument is nonsense, by the argument's name.

    The calls are those of its documentation, in which the arguments are replaced in turn. What was
    recorded before stays: some of it was put right by hand.
    """
    known = recorded()["python"].get(qualified, {})
    said = own_name(function, OPERATIONS[qualified].name)
    said |= {name: text if isinstance(text, str) else text[0][1] for name, text in known.items()}
    for example in () if known else examples_of(qualified, function):
        for name in example.names:
            text = None if name in said else example.replaced(name, Nonsense()).said()
            if text is not None:
                said[name] = text.replace("Nonsense", "{}")
    return with_cases(qualified, function, said)


def with_cases(qualified: str, function: Any, said: dict[str, Cases]) -> dict[str, Cases]:
    """What is said of nonsense, with what is said of other kinds of it, and beside other values."""
    known = {**said}
    right = [one for one in examples_of(qualified, function) if one.said() is None]
    parameters = OPERATIONS[qualified].signature.parameters
    usual = circumstances(parameters, right[0].given()) if right else set()
    for example in [other for one in right for other in changed(one, parameters)]:
        others = circumstances(parameters, example.given()) - usual
        for name in [name for name in example.names if name in known and name in parameters]:
            beside = [one for one in others if not one.startswith(f"{name} ")]
            for value in VALUES:
                refused = not accepts(parameters[name].annotation, ours(value))
                if refused and not (value is None and parameters[name].default is None):
                    add_case(known, parameters, name, example.replaced(name, value), beside)
    return known


def changed(example: Example, parameters: dict[str, Any]) -> Iterator[Example]:
    """A call, and the right ones that differ from it in one argument."""
    yield example
    values = {name: part.default for name, part in parameters.items()} | example.given()
    for name in example.names:
        usual = values.get(name)
        for value in () if isinstance(usual, tensorlab.Tensor) else CHANGES:
            other = example.replaced(name, value)
            if isinstance(usual, bool) == isinstance(value, bool) and other.said() is None:
                yield other


def add_case(
    known: dict[str, Cases],
    parameters: dict[str, Any],
    name: str,
    wrong: Example,
    beside: list[str],
) -> None:
    """Add what PyTorch says of a wrong call, if the record says something else."""
    text, value = wrong.said(), wrong.given()[name]
    if text is None or ("invalid combination" in text and beside):  # which tells of all arguments
        return
    there = circumstances(parameters, wrong.given())
    kind, _, found = closest(known[name], there).partition(": ")
    usual = text.startswith((f"{kind}: ", "TypeError: ", "AttributeError: ", "NotImpl"))
    usual |= isinstance(value, complex) and text.startswith("RuntimeError: ")
    if text == f"{kind}: {filled_in(found, value)}" or not (usual or "ambiguous" in text):
        return
    own = [
        f"{name} {'list' if isinstance(value, tuple) else class_name(value)}",
        f"{name} of several",
        f"{name} of torch.complex64",
    ]
    own = [] if isinstance(value, Nonsense) else [one for one in own if one in there]
    text = text.replace("but found element of type Nonsense at pos 0", "not {}")
    if isinstance(value, list | tuple) and "Nonsense" in text:
        return
    if isinstance(value, Nonsense):
        text = text.replace("Nonsense", "{}")
    elif isinstance(value, str | float | int) and not isinstance(value, bool):
        text = text.replace(f"{value}", "{value}")
    cases = known[name]
    listed = [[[], cases]] if isinstance(cases, str) else cases
    known[name] = [*listed, [sorted([*own, *beside]), text]]


def ours(value: Any) -> Any:
    """A value of the same kind of ours."""
    if not isinstance(value, torch.Tensor):
        return value
    kind = tensorlab.complex64 if value.is_complex() else tensorlab.float32
    return tensorlab.ones(tuple(value.shape), dtype=kind)
