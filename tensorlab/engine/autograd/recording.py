"""What a recorded call remembers: where its gradients go, and what they are worked out from."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar, get_args

from tensorlab.engine.autograd.gradmode import Recording, Walks
from tensorlab.engine.autograd.graph import Node, Way, new_node, node_class, way_to
from tensorlab.engine.autograd.packing import Packing, pack_saved
from tensorlab.engine.autograd.saved import (
    kept,
    kept_if_standing,
    kept_operand,
    kept_result,
    read,
    saved_as,
    tie,
)
from tensorlab.engine.dtypes import INTEGER
from tensorlab.engine.facts import Kind, parameter_names
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import Operand
from tensorlab.engine.tensor import DENSE, Parameter, Tensor
from tensorlab.engine.warning import in_full

# in the place of a tensor: no way leads there
NUMBERS = frozenset({int, float, bool, type(None)})
PAIRS = Packing.pairs  # a name of our own: it is asked for at every call
# What it does at each recorded call stands in one piece: parts would take as long again.
Recorder = Callable[[Any, Sequence[Any], dict[str, Any]], None]


def shapes_of(tensors: Any) -> list[Any]:
    """Return the shapes of the tensors in a list."""
    return [tensor.shape for tensor in tensors]


def geometry_of(tensor: Any) -> tuple[Any, Any, int]:
    """Return a tensor's shape, its strides and where in its storage it begins."""
    return tuple(tensor.shape), tensor.stride(), tensor.storage_offset()


# What a rule can ask of its input in place of the tensors, which are then not saved.
FACTS: dict[str, Callable[[Any], Any]] = {"shapes": shapes_of, "geometry": geometry_of}

# What it can ask of the result: as it was made, or None once somebody has written over it.
RESULTS: dict[str, Callable[[Any], Any]] = {"out": kept_result, "standing": kept_if_standing}


class History:
    """How the record of a base learns of a write through a view: by operations, so set by these."""

    rebase: ClassVar[Callable[[Tensor, Tensor], None]]


class Plan:
    """What to remember of the calls of one operation that are given so many arguments.

    `rules` holds for each gradient rule the place and the name of its input, the names and places
    of what it asks for and how that is kept, the facts of the input, and how it asks for the
    result. `constants` are
    the defaults that stand for arguments not given, `step` the class of the step back, None where
    that depends on the arguments.
    """

    def __init__(self, operation: Operation, count: int) -> None:
        signature = operation.signature
        places = {name: place for place, name in enumerate(signature.parameters) if place < count}
        self.rules = [
            (
                places[name],
                name,
                [(part, places[part], keeper(operation, part)) for part in asked if part in places],
                [part for part in asked if part in FACTS and part not in places],
                next((part for part in RESULTS if part in asked), None),
            )
            for name, asked in operation.needs.items()
            if name in places
        ]
        self.constants = {
            part: signature.defaults[part]
            for asked in operation.needs.values()
            for part in asked
            if part not in places and part in signature.defaults and part not in RESULTS
        }
        self.step_of = step_chooser(operation)
        name = operation.node_name
        fixed = not callable(name) or places.keys().isdisjoint(parameter_names(name))
        self.step = self.step_of([None] * count) if fixed else None


def keeper(operation: Operation, part: str) -> Callable[[Any], Any]:
    """Return what keeps an argument: a number beside one tensor is kept as a tensor would be."""
    pair = len(operation.operands) == 2
    takes = operation.signature.parameters[part].annotation
    if Tensor in get_args(takes):
        return read  # a setting that a tensor may say
    return kept_operand if pair and takes is Operand else kept


@cache
def recorder(operation: Operation) -> Recorder:
    """Return what remembers a call: its result, its arguments in the parameters' order, by name."""
    # made at the first recorded call, when all rules are declared
    plans: dict[int, Plan] = {}
    rules = operation.rules
    single = 0 not in operation.constants  # the one result can have a gradient
    views = operation.kind is Kind.VIEW

    def record(result: object, values: Sequence[Any], settings: dict[str, Any]) -> None:
        if not (Recording.enabled and rules):
            if views and rules:
                require_as_viewed(result, values[0])
            return
        if settings:
            values = in_order(operation, values, settings)
        plan = plans.get(len(values))
        if plan is None:
            plan = plans[len(values)] = Plan(operation, len(values))
        ways: list[Way] = []
        saved = plan.constants.copy() if plan.constants else {}
        for place, name, asked, facts, of_result in plan.rules:
            value = values[place]
            kind = value.__class__
            if kind is Tensor or kind is Parameter:
                if not value._tracked:
                    continue
                # as way_to does it, which would take as long again
                node, shape, dtype = value._grad_fn, value._array.shape, value._element_type
                if node is None:
                    ways.append((name, None, None, 0, value, shape, dtype))
                else:
                    ways.append((name, None, node, value._output_nr, None, shape, dtype))
            elif kind in NUMBERS or not (found := ways_to(name, value)):
                continue
            else:
                ways += found
            for part, at, keep in asked:
                if part not in saved:
                    asked_for = values[at]
                    tensor = asked_for.__class__ in DENSE and keep is not read
                    saved[part] = (saved_as if tensor else keep)(asked_for)
            for fact in facts:
                saved[fact] = FACTS[fact](value)
            if of_result:
                saved[of_result] = RESULTS[of_result](result)
        if ways:
            if PAIRS:
                pack_saved(saved)
            node = new_node(plan.step or plan.step_of(values), operation, ways, saved)
            if single and result.__class__ is Tensor and result._element_type.category > INTEGER:
                # as `tie` does
                result._grad_fn, result._output_nr, result._tracked = node, 0, True
            elif isinstance(result, Tensor):
                tie_alone(node, result)
            else:
                tie_results(node, result)

    return refusing_complex(operation, record) if operation.facts.get("real_gradient") else record


def refusing_complex(operation: Operation, record: Recorder) -> Recorder:
    """Return what remembers the calls of a function whose complex results have no gradient."""
    name = operation.facts.get("real_gradient")
    shown = name if isinstance(name, str) else operation.name

    def remember(result: Any, values: Sequence[Any], settings: dict[str, Any]) -> None:
        record(result, values, settings)
        refuse_complex_gradient(shown, result if isinstance(result, Tensor) else result[0])

    return remember


def refuse_complex_gradient(name: str, result: Tensor) -> None:
    """Refuse a recorded result of complex numbers, of a function that has no gradient for them.

    Raises:
        RuntimeError: it is one.
    """
    if result._tracked and result.dtype.is_complex and not Walks.going:
        raise RuntimeError(in_full("{} does not support automatic", name))


def refuse_gradients_of(function: str, still: bool = False, **parts: object) -> None:
    """Refuse operands that require a gradient where a function has none for them.

    Raises:
        RuntimeError: one does, while steps are recorded.
    """
    for name, part in parts.items():
        recorded = Recording.enabled and not (still and Walks.forwards)
        if isinstance(part, Tensor) and part._tracked and recorded:
            raise RuntimeError(in_full("The function '{}' is", function, name))


def require_as_viewed(result: object, input: Any) -> None:
    """Let views that are made while nothing is recorded require a gradient, as what they show."""
    for part in result if isinstance(result, tuple) else (result,):
        if part._view_of is not None and part is not input:
            part._tracked = input._tracked and part.dtype.category > INTEGER


def record_bound(operation: Operation, result: object, bound: dict[str, Any]) -> None:
    """Remember a call whose arguments are known by name."""
    recorder(operation)(result, in_order(operation, (), bound), {})


def in_order(operation: Operation, values: Sequence[Any], settings: dict[str, Any]) -> list[Any]:
    """Return all arguments in the parameters' order: some given by name, some by default."""
    names = tuple(operation.signature.parameters)[len(values) :]
    defaults = operation.signature.defaults
    return [
        *values,
        *[settings[name] if name in settings else defaults.get(name) for name in names],
    ]


def step_chooser(operation: Operation) -> Callable[[Sequence[Any]], type[Node]]:
    """Return what tells the class of a call's backward step: most operations have only one."""
    name = operation.node_name
    if not callable(name):
        own = node_class(name)
        return lambda values: own
    places = {name: place for place, name in enumerate(operation.signature.parameters)}
    defaults = operation.signature.defaults
    asked = [(places[part], defaults.get(part)) for part in parameter_names(name)]

    def step(values: Sequence[Any]) -> type[Node]:
        count = len(values)
        given = [values[place] if place < count else default for place, default in asked]
        return node_class(name(*given))

    return step


def under_name(result: Tensor, name: str) -> Tensor:
    """Return a result just recorded; its step back is now called as PyTorch calls it here."""
    if result.grad_fn is not None:
        result.grad_fn.__class__ = node_class(name)
    return result


def ways_to(name: str, value: object) -> list[Way]:
    """Return where the gradient of one input flows on to: nowhere, one place, or many."""
    if isinstance(value, Tensor):
        return [way_to(name, None, value)] if value._tracked else []
    if value.__class__ in (list, tuple):
        return [
            way_to(name, place, part)
            for place, part in enumerate(value)
            if isinstance(part, Tensor) and part._tracked
        ]
    return []


def tie_alone(node: Node, result: Tensor) -> None:
    """Make the one result know its step, as of a sum in a type that is asked for.

    Raises:
        RuntimeError: it should have a gradient, and is of whole numbers.
    """
    if result.dtype.category <= INTEGER and 0 not in node.operation.constants:
        raise RuntimeError(f"Autograd not support dtype: {result.dtype.scalar_name}")
    tie(node, result, 0)


def tie_results(node: Node, results: Any) -> None:
    """Make several results know the step that they come from."""
    parts = [part for part in results if isinstance(part, Tensor)]
    node.outputs = [(part.shape, part.dtype) for part in parts]
    for number, part in enumerate(parts):
        tie(node, part, number)


def is_at_once(*tensors: Any) -> bool:
    """Return whether tensors are plain floats, and nobody will differentiate what is made of them.

    The steps of a rule on their arrays are those that its calls of functions would take.
    """
    if Recording.enabled:
        return False
    for tensor in tensors:
        if tensor.__class__ not in DENSE or tensor._array.dtype.char not in "fd":
            return False
    return True
