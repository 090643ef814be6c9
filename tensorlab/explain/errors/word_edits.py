"""Edits of words: what other libraries call it, a near name, brackets of another kind."""

import ast
import copy
from collections.abc import Iterator
from inspect import signature
from typing import Any

from tensorlab import nn, optim
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.errors.edit import repair, repair_of, repair_of_call
from tensorlab.explain.errors.scene import Candidate, Scene
from tensorlab.frozen import lines_beside
from tensorlab.language.failing.hints import nearest
from tensorlab.language.values.attributes import names_after
from tensorlab.ops.index import FAMILIES
from tensorlab.utils import data

ROWS = [line.split(": ") for line in lines_beside(__file__, "foreign_words.txt")]
FOREIGN = {word: (templates, meaning) for word, templates, meaning in ROWS}
LONG_FOR: dict[str | None, str] = {"learning_rate": "lr"}
HOMES = ("F", "nn", "torch.linalg", "torch")  # where a function may be instead


@repair_of(ast.Attribute)
def foreign_word(scene: Scene, word: ast.Attribute) -> Iterator[Candidate]:
    """Write what another library's word is called here."""
    templates, meaning = FOREIGN.get(word.attr, ("", ""))
    for template in filter(None, templates.split(" | ")):
        yield scene.made(template.format(ast.unparse(word.value)), meaning)


@repair_of(ast.Attribute)
def near_word(scene: Scene, word: ast.Attribute) -> Iterator[Candidate]:
    """Write the attribute that differs little."""
    owner = next((each.value for each in scene.operands), None)
    names = names_after(owner) if owner is not None else names_at(word.value)
    for name in () if word.attr in FOREIGN else nearest(word.attr, names):
        yield scene.made(f"{ast.unparse(word.value)}.{name}", f"Spelled {name}.")


def names_at(owner: ast.expr) -> list[str]:
    """Return the functions or the layers of a part of torch, by how it is written."""
    if ast.unparse(owner) in {"nn", "torch.nn"}:
        return [name for name in dir(nn) if name[0].isupper()]
    spaces = {"F": "torch.nn.functional"}
    space = spaces.get(ast.unparse(owner), ast.unparse(owner))
    return list(FAMILIES.get(space, ()))


@repair_of(ast.Attribute)
def other_home(scene: Scene, word: ast.Attribute) -> Iterator[Candidate]:
    """Look for a function in torch's other parts."""
    for home in HOMES if isinstance(word.value, ast.Name) else ():
        yield scene.made(f"{home}.{word.attr}", f"{word.attr} is a part of {home}.")


@repair_of(ast.Name)
def torch_for_numpy(scene: Scene, name: ast.Name) -> Iterator[Candidate]:
    """Write torch where numpy was meant: most functions have the same names."""
    if name.id in {"np", "numpy"}:
        yield scene.made("torch", "torch has the same under this name.")


@repair_of(ast.Name)
def near_name(scene: Scene, name: ast.Name) -> Iterator[Candidate]:
    """Write the variable that differs little."""
    for near in nearest(name.id, scene.known):
        yield scene.made(near, f"Spelled {near}.")


@repair_of_call
def without_brackets(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Leave out the brackets behind what is no function, or index with what is in them."""
    function, name = ast.unparse(call.func), scene.words(call.func)
    if not call.args:
        yield scene.made(function, f"{name} is a value, not a function.")
    elif len(call.args) == 1:
        inside, entry = ast.unparse(call.args[0]), scene.words(call.args[0])
        yield scene.made(f"{function}[{inside}]", f"Entry {entry} of {name}.")


@repair_of(ast.Subscript)
def with_brackets(scene: Scene, index: ast.Subscript) -> Iterator[Candidate]:
    """Call a function with what stood in square brackets."""
    function, inside = ast.unparse(index.value), ast.unparse(index.slice)
    yield scene.made(f"{function}({inside})", f"{function} is a function.")


@repair_of_call
def one_list(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Put all values into one list."""
    if isinstance(call.func, ast.Attribute) and len(call.args) > 1:
        call.args = [ast.List(call.args, ast.Load())]
        yield Candidate(call, "All values in one list: one more pair of brackets.")


@repair_of_call
def size_in_brackets(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Put the lengths of a shape into brackets of their own: the first values, or the last."""
    given, count = call.args, len(call.args)
    if isinstance(call.func, ast.Attribute) and count > 1:
        for start, stop in ((0, count - 1), (1, count), (2, count))[:count]:
            size = ast.Tuple(given[start:stop], ast.Load())
            tree = copy.deepcopy(call)
            tree.args = [*given[:start], size, *given[stop:]]
            yield Candidate(tree, "The lengths in brackets: the shape is one argument.")


@repair_of_call
def in_list(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Put the first value into a list of its own."""
    if call.args:
        call.args[0] = ast.List([call.args[0]], ast.Load())
        yield Candidate(call, "A list with this one tensor.")


@repair_of_call
def spread(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Give the items of a list one by one."""
    if len(call.args) == 1:
        given = call.args[0]
        call.args = given.elts if isinstance(given, ast.List) else [ast.Starred(given, ast.Load())]
        yield Candidate(call, "The layers one by one, not their list.")


@repair_of_call
def near_keyword(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Write the parameter that differs little, of a function or of a class of torch's."""
    called = (each for name, each in OPERATIONS.items() if name.split(".")[-1] == scene.call_name)
    names = {"dim", "axis"}.union(*(each.signature.parameters for each in called))
    for made in filter(None, (getattr(home, scene.call_name, None) for home in (nn, optim, data))):
        names |= signature(made).parameters.keys()
    for place, word in enumerate(call.keywords):
        given = LONG_FOR.get(word.arg, word.arg) or ""
        for near in [given] * (given in names) or nearest(given, names):
            tree = copy.deepcopy(call)
            tree.keywords[place].arg = near
            yield Candidate(tree, f"The parameter is called {near}.")


@repair
def whole_numbers(scene: Scene) -> Iterator[Candidate]:
    """Write whole numbers without a fraction: as sizes and places."""
    tree: Any = copy.deepcopy(scene.tree)
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    changed: list[Any] = [node for node in constants if isinstance(node.value, float)]
    for node in changed:
        node.value = int(node.value)
    if changed:
        numbers = ", ".join(str(node.value) for node in changed)
        yield Candidate(tree, f"Sizes and places are whole numbers: {numbers}.")


@repair_of(ast.Subscript)
def last_item(scene: Scene, index: ast.Subscript) -> Iterator[Candidate]:
    """Use the last item there is."""
    yield scene.made(f"{ast.unparse(index.value)}[-1]", "-1 is the last one there is.")


@repair_of(ast.Subscript, ast.BinOp)
def tensor_of_list(scene: Scene, tree: Any) -> Iterator[Candidate]:
    """Make a tensor of a list beside an operator, or in front of brackets."""
    if isinstance(tree, ast.BinOp):
        for side in ("left", "right"):
            part, changed = getattr(tree, side), copy.deepcopy(tree)
            if isinstance(part, ast.List | ast.Tuple):
                made = ast.parse(f"torch.tensor({ast.unparse(part)})", mode="eval").body
                setattr(changed, side, made)
                yield Candidate(changed, "torch.tensor makes a tensor from the list.")
    elif not isinstance(tree.value, ast.Tuple):
        whole = f"torch.tensor({ast.unparse(tree.value)})[{ast.unparse(tree.slice)}]"
        yield scene.made(whole, "A tensor takes many places at once, a list one.")
