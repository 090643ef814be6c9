"""autograd.Function: functions whose gradient the user writes."""

from copy import copy
from functools import lru_cache
from inspect import signature
from typing import Any, NoReturn

from tensorlab.engine.addresses import object_text
from tensorlab.engine.autograd.gradmode import Recording, SetGrad
from tensorlab.engine.autograd.graph import Edge, Node, invalid, sums_to, way_to
from tensorlab.engine.autograd.packing import Packing, packed
from tensorlab.engine.autograd.saved import Saved, alias, fit_gradient
from tensorlab.engine.calling.refusing import refuse_leaf
from tensorlab.engine.calling.writing import bump
from tensorlab.engine.declaring import NAMESPACES, Tensor
from tensorlab.engine.naming import named_in_c, printed_under
from tensorlab.engine.overriding import plain
from tensorlab.engine.warning import in_full
from tensorlab.ops.autograd.samples import Sample, sampled


class FunctionCtx:
    """What a function's forward leaves for its backward."""

    def __init__(self, needs: tuple[bool, ...]) -> None:
        self.needs_input_grad = needs
        self._given: tuple[Any, ...] = ()
        self._saved: list[Saved | None] = []
        self._node: Node | None = None
        self.non_differentiable: tuple[Tensor, ...] = ()
        self.dirty_tensors: tuple[Tensor, ...] = ()
        self.materialize_grads = True

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for the way back."""
        self._given = tensors

    save_for_forward = save_for_backward

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """The tensors kept, checked to be unchanged."""
        node: Any = self._node
        return tuple(None if one is None else one.unpack(node) for one in self._saved)

    def mark_non_differentiable(self, *outputs: Tensor) -> None:
        """Say that some results have no gradient."""
        self.non_differentiable = outputs

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say that some inputs were written to."""
        self.dirty_tensors = tensors

    def save(self) -> None:
        """Save what is kept as it is once forward has gone well, and count the writes.

        Raises:
            TypeError: something that is kept is no tensor, where a way back is recorded.
            RuntimeError: something that is marked is none.
        """
        for place, tensor in enumerate(self._given):
            if not isinstance(tensor, Tensor | None) and any(self.needs_input_grad):
                raise TypeError(in_full("save_for_backward can", place, named_in_c(tensor)))
        if not all(isinstance(one, Tensor) for one in self.dirty_tensors):
            raise RuntimeError("mark_dirty can only accept variables, but argument ")
        if not all(isinstance(one, Tensor) for one in self.non_differentiable):
            raise RuntimeError("mark_non_differentiable only accepts variable arguments, but got ")
        for tensor in self.dirty_tensors:
            bump(tensor)
        self._saved = [Saved(one) if isinstance(one, Tensor) else None for one in self._given]
        if Packing.pairs:
            self._saved = [packed(one, Packing.pairs[-1]) for one in self._saved]
        self._given = ()  # a result that is kept would keep itself

    def set_materialize_grads(self, value: bool) -> None:
        """Say whether missing gradients arrive as zeros (the default) or as None."""
        if not isinstance(value, bool):
            raise TypeError(in_full("set_materialize_grads"))
        self.materialize_grads = value


class CustomStep(Node):
    """The step back through a user's function."""

    __slots__ = ("context", "function", "inputs", "places", "wanted")

    def __init__(
        self, function: "type[Function]", context: FunctionCtx, inputs: tuple[Any, ...]
    ) -> None:
        tracked = [
            place
            for place, value in enumerate(inputs)
            if isinstance(value, Tensor) and value._tracked
        ]
        # A step without an operation of ours.
        super().__init__(None, [way_to("", None, inputs[place]) for place in tracked], {})  # type: ignore[arg-type]
        self.function = function
        self.context = context
        self.places = tracked
        tensors = [place for place, value in enumerate(inputs) if isinstance(value, Tensor)]
        self.wanted = {
            place: (tensors.index(place), inputs[place].shape, inputs[place].dtype)
            for place in tracked
        }
        self.inputs = inputs if function.jvp is not Function.jvp else ()

    def name(self) -> str:
        """Return the function's name and what it is here."""
        return f"{self.function.__name__}Backward"

    def __getattr__(self, name: str) -> Any:
        # a step that is only begun has none yet
        if name in CustomStep.__slots__ or not hasattr(self.context, name):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(self.context, name)

    def __repr__(self) -> str:
        return object_text(f"torch.autograd.function.{self.name()}", self)

    def slots(self) -> list[Edge | None]:
        """Return where its gradients go."""
        return list(self.edges)

    def gradients(self, incoming: list[Tensor | None]) -> list[Tensor | None]:
        """Return what the user's backward makes of the gradients."""
        from tensorlab.ops.creation.from_values import zeros  # noqa: PLC0415  a cycle otherwise

        near = next(grad for grad in incoming if grad is not None)
        arrived = [
            zeros(meant[0], dtype=meant[1], device=near.device)
            if grad is None and self.context.materialize_grads and meant is not None
            else grad
            for grad, meant in zip(incoming, self.outputs, strict=True)
        ]
        found = self.backward(*arrived)
        grads = found if isinstance(found, tuple) else (found,)
        expected = len(self.context.needs_input_grad)
        if len(grads) < expected or any(grad is not None for grad in grads[expected:]):
            raise RuntimeError(in_full("function {} returned", self.name(), expected, len(grads)))
        for grad in grads:
            if not isinstance(grad, Tensor | None):
                raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
        return [self.fitting(grads[place], *self.wanted[place]) for place in self.places]

    def fitting(self, grad: Any, number: int, shape: Any, dtype: Any) -> Tensor | None:
        """Return a gradient as its input needs it: summed to its shape, in its type.

        Raises:
            RuntimeError: it has another shape.
        """
        if grad is None:
            return None
        if not sums_to(grad.shape, shape):
            raise invalid(self, number, grad.shape, shape)
        return fit_gradient(grad, shape, dtype)

    def backward(self, *arrived: Tensor | None) -> Any:
        """Return what the user's rule makes of gradients: backward, or vjp as PyTorch calls it too.

        Where there is a rule forwards only, it is turned round: that is linear in directions, so
        its gradient by them is the way back.
        """
        function = self.function
        if function.vjp is not Function.vjp:
            return function.vjp(self.context, *arrived)
        if function.backward is not Function.backward or function.jvp is Function.jvp:
            return function.backward(self.context, *arrived)
        from tensorlab.ops.autograd.differentiation import grad  # noqa: PLC0415  a cycle otherwise

        with SetGrad(mode=True):
            given = [
                value.detach().mul(0).requires_grad_() if place in self.places else None
                for place, value in enumerate(self.inputs)
            ]
            moved = function.jvp(copy(self.context), *given)
            wanted = [one for one in given if one is not None]
            ways = iter(grad(moved, wanted, arrived, create_graph=True, allow_unused=True))
        return tuple(None if one is None else next(ways) for one in given)

    def release(self) -> None:
        """Forget what was saved: the way back has been walked."""
        for one in self.context._saved:
            if one is not None:
                one.forget()


@lru_cache(100)
def of_function(name: str, kind: type[Any]) -> Any:
    """Return the class of the steps back through functions of a name, or of their contexts."""
    place = {"__slots__": (), "__module__": "torch.autograd.function"}
    return type(f"{name}Backward", (kind,), place)


class Function:
    """A function of tensors with a gradient of the user's own: subclass it, then call apply."""

    def __init__(self, *inputs: object, **named: object) -> None:
        """Take anything: an instance is of no use, and says so where it is called."""

    def __call__(self, *inputs: object, **named: object) -> NoReturn:
        """Say that it is not called by an instance any more.

        Raises:
            RuntimeError: always.
        """
        raise RuntimeError(in_full("Legacy autograd function"))

    @staticmethod
    def forward(*args: Any) -> Any:
        """Compute the result; the first argument is the context."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Return a gradient for each argument of forward, or None."""
        raise NotImplementedError(in_full("You must implement"))

    # each may be given instead: a name of its own
    vjp = jvp = backward
    generate_vmap_rule = False  # whether vmap looks into forward
    vmap: Any = None  # how it takes a batch, which here is each sample by itself

    @staticmethod
    def setup_context(ctx: object, inputs: object, output: object) -> None:
        """Keep what the way back needs, where forward is given no context."""

    @classmethod
    def apply(cls, *inputs: object, **named: object) -> Any:
        """Compute the result and record the call."""
        apart = cls.setup_context is not Function.setup_context
        first: tuple[Any, ...] = () if apart else (None,)  # the context
        if apart or named:
            known = signature(cls.forward)
            try:
                call = (known.bind if apart else known.bind_partial)(*first, *inputs, **named)
            except TypeError as error:
                raise TypeError(f"{error}" if apart else f"forward() {error}") from None
            if apart:
                call.apply_defaults()
            inputs, named = call.args[len(first) :], call.kwargs
        needs = tuple(isinstance(value, Tensor) and value._tracked for value in inputs)
        context = of_function(cls.__name__, FunctionCtx)(needs)
        mapped = any(isinstance(value, Sample) for value in inputs)
        if mapped and not (cls.generate_vmap_rule or (apart and cls.vmap)):
            tried = in_full("You tried to vmap over", cls.__name__)
            raise RuntimeError(tried if apart else in_full("In order to use an autograd"))
        with SetGrad(mode=False), plain():
            result = cls.forward(*(context for _ in first), *inputs, **named)
            if apart:
                cls.setup_context(context, inputs, result)
        context.save()
        parts = result if isinstance(result, tuple) else (result,)
        if not {*map(id, context.dirty_tensors)} <= {*map(id, parts)}:
            raise RuntimeError(in_full("Some elements marked"))
        if Recording.enabled and any(needs) and any(isinstance(part, Tensor) for part in parts):
            result = cls.recorded(context, inputs, result)
        return sampled(result, inputs) if mapped else result

    @classmethod
    def recorded(cls, context: FunctionCtx, inputs: tuple[Any, ...], result: object) -> Any:
        """Return the result tied to the step that leads back from it.

        Raises:
            RuntimeError: a leaf that requires a gradient, or a view of one, was overwritten.
        """
        for tensor in context.dirty_tensors:
            if tensor._tracked and tensor.grad_fn is None:
                raise RuntimeError(in_full("a leaf Variable that requires grad has"))
            refuse_leaf(tensor)
        parts = result if isinstance(result, tuple) else (result,)
        kept = {*map(id, inputs)} - {*map(id, context.dirty_tensors)}
        fresh = tuple(
            alias(part) if isinstance(part, Tensor) and id(part) in kept else part for part in parts
        )
        step = of_function(cls.__name__, CustomStep)(cls, context, inputs)
        context._node = step
        meant: Any = [(one.shape, one.dtype) if isinstance(one, Tensor) else None for one in fresh]
        step.outputs = meant
        for number, (given, part) in enumerate(zip(parts, fresh, strict=True)):
            if not isinstance(part, Tensor):
                continue
            if any(given is fixed for fixed in context.non_differentiable):
                part._grad_fn, part._tracked = None, False
            elif part.dtype.is_floating_point or part.dtype.is_complex:
                part._grad_fn, part._output_nr, part._tracked = step, number, True
            if part is not given:
                part._view_of = given if given._view_of is None else given._view_of
        return fresh if isinstance(result, tuple) else fresh[0]


NAMESPACES.setdefault("torch.autograd", {})["Function"] = Function


printed_under("torch.autograd.function", globals())
