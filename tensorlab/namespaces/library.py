"""torch.library: operators of a program's own, which torch.ops finds by their names."""

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from itertools import product
from typing import Any

from tensorlab.autograd.graph import increment_version
from tensorlab.engine.autograd.gradmode import Recording, SetGrad
from tensorlab.engine.layout import share_storage
from tensorlab.engine.overriding import plain
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.autograd.custom import Function
from tensorlab.ops.schemas import DEFINED, infer_schema, parameters_of
from tensorlab.utils._pytree import tree_flatten, tree_leaves, tree_map_only, tree_unflatten

__all__ = [
    "Library", "custom_op", "define", "impl", "infer_schema", "opcheck", "register_autograd",
    "register_fake", "register_kernel", "register_vmap",
]  # fmt: skip


class CustomOpDef:
    """An operator of a program: what computes it on which device, and what leads back from it."""

    def __init__(self, name: str, schema: str) -> None:
        if "::" not in name:
            raise ValueError(f"name={name!r}: it must be named as a library's: mylib::{name}")
        self._qualname, self.schema = name, f"{name}{schema}"
        self.name = name.partition("::")[2]
        self.signature = inspect.Signature(list(parameters_of(schema)))
        self.kernels: dict[str | None, Callable[..., Any]] = {}  # None stands for any device
        self.disabled: set[str] = set()
        self.setup: Callable[..., Any] | None = None
        self.rule: Callable[..., Any] | None = None
        self.may_return_inputs = False
        self.step: Any = step_of(self)
        DEFINED[name] = self

    def __repr__(self) -> str:
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args: object, **settings: object) -> Any:
        """Compute the result by the kernel of the device, and record the call.

        Raises:
            RuntimeError: an argument is missing, there are too many, or one should be a tensor.
        """
        given = self.bound(args, settings)
        leaves, spec = tree_flatten((given.args, given.kwargs))
        tracked = any(isinstance(leaf, Tensor) and leaf.requires_grad for leaf in leaves)
        if not (Recording.enabled and tracked) or "!" in self.schema:
            return self.run(given)
        found = self.step.apply(*leaves, spec)
        return list(found) if self.schema.endswith("[]") else found

    def bound(self, args: Any, settings: dict[str, Any]) -> inspect.BoundArguments:
        """Return the arguments, defaults among them."""
        told = f"Declaration: {self.schema}"
        try:
            given = self.signature.bind(*args, **settings)
        except TypeError as error:
            missing = "missing a required.* argument:"  # so Python; PyTorch counts before it looks
            text = re.sub(missing, "is missing value for argument", str(error))
            most, count = len(self.signature.parameters), len(args) + len(settings)
            if count > most:
                text = f"expected at most {most} argument(s) but received {count} argument(s)"
            raise RuntimeError(f"{self._qualname}() {text}. {told}") from None
        given.apply_defaults()
        for place, (name, value) in enumerate(given.arguments.items()):
            is_tensor = isinstance(value, Tensor | list | tuple | None)
            if self.signature.parameters[name].annotation.startswith("Tensor") and not is_tensor:
                raise RuntimeError(
                    f"{self._qualname}() Expected a value of type 'Tensor' for argument '{name}' "
                    f"but instead found type '{type(value).__name__}'.\nPosition: {place}\nValue: "
                    f"{value}\n{told}\nCast error details: Unable to cast {value} to Tensor"
                )
        return given

    def run(self, given: inspect.BoundArguments) -> Any:
        """Return what the kernel of the tensors' device makes of the arguments.

        Raises:
            RuntimeError: a result is an argument's own memory.
        """
        tensors = tensors_in(given.arguments)
        with SetGrad(mode=False), plain():
            result = self.kernel(tensors)(*given.args, **given.kwargs)
        pairs = product(() if self.may_return_inputs else tensors_in(result), tensors)
        if any(share_storage(one._array, tensor._array) for one, tensor in pairs):
            raise RuntimeError(in_full("{}: The output of this", self._qualname))
        parameters = self.signature.parameters.values()
        changed = [given.arguments[one.name] for one in parameters if "!" in one.annotation]
        increment_version(tensors_in(changed))
        return result

    def kernel(self, tensors: list[Tensor]) -> Callable[..., Any]:
        """Return what computes it for these tensors.

        Raises:
            RuntimeError: nothing says what the result's shape is, where there are no elements.
            NotImplementedError: there is no kernel for their device.
        """
        device = tensors[0].device.type if tensors else "cpu"
        for known in (device, None):
            if known in self.kernels and known not in self.disabled:
                return self.kernels[known]
            if known == "meta":
                raise RuntimeError(in_full("There was no fake impl", self, self.name))
        raise NotImplementedError(
            f"Could not run '{self._qualname}' with arguments from the '{device.upper()}' backend. "
            f"Register a kernel for it: torch.library.impl('{self._qualname}', '{device}')"
        )

    def register_kernel(self, device_types: Any, fn: Any = None, /) -> Any:
        """Let a function compute it on kinds of devices; None stands for all."""
        if fn is None:
            return partial(self.register_kernel, device_types)
        several = device_types is None or isinstance(device_types, str)
        self.kernels |= dict.fromkeys((device_types,) if several else device_types, fn)
        return fn

    @contextmanager
    def set_kernel_enabled(self, device_type: str, enabled: bool = True) -> Iterator[None]:
        """Compute without the kernel of a kind of device, or with it again, for a block."""
        before = set(self.disabled)
        (self.disabled.discard if enabled else self.disabled.add)(device_type)
        try:
            yield
        finally:
            self.disabled = before

    def register_fake(self, fn: Any = None, /) -> Any:
        """Let a function say the shape of the result where there are no elements."""
        return self.register_kernel("meta", fn)

    def register_autograd(self, backward: Any, /, *, setup_context: Any = None) -> None:
        """Let a function lead back, from what another keeps of a call."""
        self.rule, self.setup = backward, setup_context

    def register_vmap(self, func: Any = None, /) -> Any:
        """Take a rule for batches, which is not needed: vmap calls the operator for each sample."""
        return self.register_vmap if func is None else None


def tensors_in(tree: object) -> list[Tensor]:
    """Return the tensors that lie in a value."""
    return [leaf for leaf in tree_leaves(tree) if isinstance(leaf, Tensor)]


def step_of(operator: CustomOpDef) -> type[Function]:
    """Return the function by which autograd knows an operator.

    What it is given last says how the other arguments are put together.
    """
    title = f"GeneratedBackwardFor_{re.sub('::|[.]', '_', operator._qualname)}_default"

    def forward(ctx: Any, *leaves: Any) -> Any:
        args, settings = tree_unflatten(leaves[:-1], leaves[-1])
        ctx.branches = leaves[-1].branches[0].branches
        result = operator.run(operator.bound(args, settings))
        if operator.setup is not None:
            named = {"keyword_only_inputs": settings} if settings else {}
            operator.setup(ctx=ctx, inputs=args, output=result, **named)
        return tuple(result) if isinstance(result, list) else result

    def backward(ctx: Any, *grads: Any) -> Any:
        if operator.rule is None:
            raise RuntimeError(
                f"Trying to backward through {operator._qualname.replace('::', '.')}.default but "
                "no autograd formula was registered. Please use register_autograd to add one."
            )
        several = operator.schema.endswith("[]")
        found = operator.rule(ctx, list(grads)) if several else operator.rule(ctx, *grads)
        each = found if isinstance(found, tuple) else (found,)
        wanted, given = len(ctx.branches) + 1, len(each) + 1  # in PyTorch forward is told more
        if given != wanted:
            raise RuntimeError(in_full("function {} returned", ctx._node.name(), wanted, given))
        flat: list[Any] = []
        for grad, branch in zip(each, ctx.branches, strict=True):
            flat += [None] * branch.num_leaves if grad is None else tree_leaves(grad)
        return (*flat, *[None] * (len(ctx.needs_input_grad) - len(flat)))

    own = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type(title, (Function,), own | {"generate_vmap_rule": True})


def operator(op: Any) -> CustomOpDef:
    """Return the operator of a name; one of a library that is not loaded has no kernels."""
    made = getattr(op, "operator", op)
    return made if isinstance(made, CustomOpDef) else DEFINED.get(op) or CustomOpDef(op, "() -> ()")


def registering(name: str) -> Callable[..., Any]:
    """Return the function that is given an operator, or its name, and calls its method."""
    method = getattr(CustomOpDef, name)

    @wraps(method)
    def register(op: Any, *given: Any, lib: Any = None, **settings: Any) -> Any:
        return method(operator(op), *given, **settings)

    return register


register_kernel, register_fake, register_autograd, register_vmap = map(
    registering, ("register_kernel", "register_fake", "register_autograd", "register_vmap")
)


def custom_op(
    name: str, fn: Any = None, /, *, mutates_args: Any, device_types: Any = None,
    schema: str | None = None, tags: Any = None,
) -> Any:  # fmt: skip
    """Make a function an operator, which torch.ops finds by its name.

    `mutates_args` names the arguments that it writes to, `device_types` the devices for which it
    is; `schema` is worked out from the annotations.

    >>> @torch.library.custom_op("mylib::twice", mutates_args=())
    ... def twice(x: torch.Tensor) -> torch.Tensor:
    ...     return x * 2
    >>> torch.ops.mylib.twice(torch.ones(2))
    tensor([2., 2.])
    """
    if fn is None:
        told = {"mutates_args": mutates_args, "device_types": device_types, "schema": schema}
        return partial(custom_op, name, **told, tags=tags)
    made = CustomOpDef(name, schema or infer_schema(fn, mutates_args=mutates_args))
    made.register_kernel(device_types, fn)
    made.may_return_inputs = tags is not None
    made.__doc__ = fn.__doc__
    return made


def define(qualname: str, schema: str, *, lib: Any = None, tags: object = ()) -> None:
    """Declare an operator by its schema; `impl` gives it kernels."""
    CustomOpDef(qualname, schema)


def impl(qualname: Any, types: Any, func: Any = None, *, lib: Any = None) -> Any:
    """Let a function compute an operator on kinds of devices.

    An operator of a library can be given as `impl(library, name, key)`, too.
    """
    if isinstance(qualname, Library):
        return lambda function: qualname.impl(types, function, func or "")
    if func is None:
        return partial(impl, qualname, types, lib=lib)
    for key in [types] if isinstance(types, str) else types:
        every = key in ("", "default") or key.startswith("Composite")
        operator(qualname).register_kernel(None if every else key.lower(), func)
    return func


class Library:
    """The operators of a library, declared and given kernels one by one."""

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key

    def define(self, schema: str, alias_analysis: str = "", *, tags: object = ()) -> str:
        """Declare an operator by its name and schema; return the name."""
        name = schema.partition("(")[0].strip()
        define(f"{self.ns}::{name}", schema[schema.index("(") :])
        return name

    def impl(self, op_name: Any, fn: Any, dispatch_key: str = "", **_: object) -> Any:
        """Let a function compute an operator on a kind of device."""
        name = str(op_name).rpartition("::")[2]
        return impl(f"{self.ns}::{name}", dispatch_key or self.dispatch_key, fn)


def opcheck(op: Any, args: Any, kwargs: Any = None, **_: object) -> dict[str, str]:
    """Return what an operator fulfils: that it computes, and that its fake has the same shapes.

    Raises:
        AssertionError: the shapes differ.
    """
    made = operator(op)
    given = args, kwargs or {}
    empty = tree_map_only(Tensor, lambda one: one.to("meta"), given)
    results, said = (tensors_in(made(*args, **settings)) for args, settings in (given, empty))
    assert [one.shape for one in said] == [one.shape for one in results], (  # noqa: S101  PyTorch's
        f"the fake implementation of {made!r} has results of shapes {[one.shape for one in said]}"
    )
    checks = "schema", "autograd_registration", "faketensor", "aot_dispatch_dynamic"
    return {f"test_{check}": "SUCCESS" for check in checks}
