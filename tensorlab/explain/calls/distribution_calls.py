"""Calls of distributions: densities, chances, entropies and divergences, on their parameters."""

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call, Values, names_of, text_of
from tensorlab.explain.calls.function_calls import by_name, function_value, positions
from tensorlab.explain.calls.spelling import LITERAL
from tensorlab.explain.recipes.recipes import recipe_of_class
from tensorlab.frozen import replace

# stands before what a recipe calls the parameters of two distributions
BEFORE = ("", "other_")


class Parameter(NamedTuple):
    """A parameter of a distribution, or an argument: its numbers and its name in the source."""

    value: Any
    text: str


def distribution_calls(node: ast.expr, values: Values, source: str) -> list[Call]:
    """Return the call of a distribution's method, or what it works out of its parameters.

    Without a recipe it is done again on other parameters, to find those that it depends on.
    """
    owners, result = owners_of(node, values), values.get(node)
    if not owners or not isinstance(result, Tensor):
        return []
    if hasattr(values[owners[0]], "reinterpreted_batch_ndims") and len(owners) == 1:
        return summed_calls(node, owners[0], values, source)
    kinds = [type(values[owner]) for owner in owners]
    found: dict[str, Parameter] = {}
    for owner, before in zip(owners, BEFORE, strict=False):
        found |= parameters_of(owner, before, values, source)
    if not found or any(result is each.value for each in found.values()):
        return []
    function = node.func if isinstance(node, ast.Call) else node
    method = ast.unparse(function).rpartition(".")[2]
    if len(owners) == 1:
        found |= arguments_of(node, kinds[0], method, values, source)
    again = again_on(kinds, method, function_value(function, values))
    doc = inspect.getdoc(getattr(kinds[0], method, None))
    again.__doc__ = doc or f"Return the {method} of what is drawn."
    names = {id(each.value): each.text for each in found.values()}
    settings = {name: each.value for name, each in found.items()}
    recipe = recipe_of_class(kinds[0], "" if method == "log_prob" else f"_{method}")
    # which may ask for what was not given, of two forms
    if recipe is not None:
        settings |= {name: settings.get(name) for name in recipe.parameters}
    call = Call(method, text_of(node, source), None, (), settings, result, names, again)
    return [replace(call, recipe=recipe if len({*kinds}) == 1 else None)]


def summed_calls(node: Any, owner: ast.expr, values: Values, source: str) -> list[Call]:
    """Return what the base of an Independent gives at a node, and the sum that it makes of that."""
    whole, result, asked = values[owner], values[node], getattr(node, "func", node)
    base = ast.Attribute(owner, "base_dist")
    part: ast.expr = ast.Attribute(base, asked.attr)
    terms = getattr(whole.base_dist, asked.attr)
    if isinstance(node, ast.Call):
        given = [value for _, value in positions(node.args, values)]
        part, terms = ast.Call(part, node.args, node.keywords), terms(*given)
    is_sum = result.shape != terms.shape
    values |= {base: whole.base_dist, part: terms if is_sum else result}
    calls = distribution_calls(part, values, source)
    settings = {"dim": tuple(range(-whole.reinterpreted_batch_ndims, 0))}
    names, total = {id(terms): ast.unparse(part)}, OPERATIONS["torch.sum"]
    head = "sum", text_of(node, source), total, (terms,)
    return calls + [Call(*head, settings, result, names, function_of(total))] * is_sum


def again_on(kinds: list[type], method: str, of_two: Any) -> Callable[..., Any]:
    """Return what asks distributions of the same kinds again, with other parameters."""

    def again(**changed: Any) -> Any:
        made = [
            kind(**chosen(kind, changed, before), validate_args=False)
            for kind, before in zip(kinds, BEFORE, strict=False)
        ]
        if made[1:]:
            return of_two(*made)
        part = getattr(made[0], method)
        return part(**chosen(part, changed)) if callable(part) else part

    return again


def chosen(function: Any, given: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return those arguments that a function takes."""
    found = {}
    for name in inspect.signature(function).parameters:
        if before + name in given:
            found[name] = given[before + name]
    return found


def owners_of(node: ast.expr, values: Values) -> list[ast.expr]:
    """Return the distributions that an expression asks: one, or two for their divergence."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner)) | ast.Attribute(value=owner) if (
            is_distribution(values.get(owner))
        ):
            return [owner]
        case ast.Call(args=[first, second]) if all(
            is_distribution(values.get(each)) for each in (first, second)
        ):
            return [first, second]
    return []


def is_distribution(value: object) -> bool:
    """Return whether a value is a distribution, without loading what makes them."""
    return hasattr(value, "arg_constraints")


def parameters_of(
    owner: ast.expr, before: str, values: Values, source: str
) -> dict[str, Parameter]:
    """Return the parameters that a distribution was made of, of two forms the one given."""
    whole = values[owner]
    given = given_to(whole, values)
    kept, form = vars(whole), getattr(whole, "_given", "")
    found = {}
    for name in whole.arg_constraints:
        of_two = form and name in {"probs", "logits"}
        is_own = name == form if of_two else name in kept or name in given
        value = getattr(whole, name) if is_own else None
        if not isinstance(value, Tensor):
            continue
        key = before + name
        is_short = isinstance(owner, ast.Name | ast.Attribute)
        own = Parameter(value, f"{ast.unparse(owner)}.{name}" if is_short else key)
        found[key] = as_given(own, key, given.get(name), values, source)
    return found


def as_given(
    own: Parameter, name: str, node: ast.expr | None, values: Values, source: str
) -> Parameter:
    """Return a parameter as the tensor that the program gave, unless it was stretched."""
    value = None if node is None else values.get(node)
    if node is None or not isinstance(value, Tensor) or value.shape != own.value.shape:
        return own
    text = names_of([node], [value], source)[id(value)]
    if not LITERAL.search(text):
        return Parameter(value, text)
    # Categorical makes chances of what it is given.
    is_kept = value._array.tobytes() == own.value._array.tobytes()
    return Parameter(value, own.text if is_kept else name)


def given_to(whole: object, values: Values) -> Mapping[str, ast.expr]:
    """Return what a distribution was made of, by the names of its parameters."""
    for node, value in values.items():
        if value is whole and isinstance(node, ast.Call):
            return dict(placed(node, inspect.signature(type(whole)), values))
    return {}


def arguments_of(
    node: ast.expr, kind: type, method: str, values: Values, source: str
) -> dict[str, Parameter]:
    """Return the arguments of a distribution's method by the names of its parameters."""
    if not isinstance(node, ast.Call):
        return {}
    found = {}
    for name, part in placed(node, inspect.signature(getattr(kind, method)), values, 1):
        value = values.get(part)
        text = names_of([part], [value], source).get(id(value), name)
        found[name] = Parameter(value, name if LITERAL.search(text) else text)
    return found


def placed(
    node: ast.Call, signature: inspect.Signature, values: Values, skipped: int = 0
) -> Iterator[tuple[str, ast.expr]]:
    """Yield the arguments of a call, each under the name of its parameter."""
    names = [*signature.parameters][skipped:]
    parts = [part for part, _ in positions(node.args, values)]
    yield from zip(names, parts, strict=False)
    yield from ((name, part) for name, part, _ in by_name(node.keywords, values))
