"""torch.library: operators of a program's own, which torch.ops finds by their names."""

import ast
import inspect
import re
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Self, Union, get_args, get_origin

from tensorlab.absent import find_absent
from tensorlab.autograd.graph import increment_version
from tensorlab.engine.autograd.gradmode import Recording, SetGrad
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.layout import share_storage
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.autograd.custom import Function
from tensorlab.ops.loading import find
from tensorlab.utils._pytree import tree_flatten, tree_leaves, tree_unflatten

__all__ = [
    "Library", "custom_op", "define", "impl", "infer_schema", "opcheck", "register_autograd",
    "register_fake", "register_kernel", "register_vmap",
]  # fmt: skip
DEFINED: dict[str, "CustomOpDef"] = {}  # by a library's name and their own: mylib::sin
# What schemas call the types of Python's annotations.
TYPES: dict[Any, str] = {
    Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", str: "str",
    DType: "ScalarType", Device: "Device",
}  # fmt: skip
OF_PYTORCH = ("aten", "prims", "prim", "quantized", "c10d", "_c10d_functional")
SCHEMA = re.compile(r"[\w.]*\((.*)\)\s*->.*", re.DOTALL)
OWN = (
    "The output of this custom operator (1) must not also be an input to this custom operator and "
    "(2) may not alias any inputs to this custom operator or other returns. The most common way to "
    "trigger this error is if we have y = custom_op(x) and y and x are the same Tensor. Please "
    "instead return a clone of the offending output tensor(s) (e.g. return x.clone()) or refactor "
    "the custom operator to not return y."
)


def type_text(annotation: Any) -> str | None:
    """Return what a schema calls a type, None if it has none such."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        left = [part for part in parts if part is not types.NoneType]
        if set(left) == {int, float, bool}:
            inner: str | None = "Scalar"
        else:
            inner = type_text(left[0]) if len(left) == 1 else None
        return inner and inner + "?" * (types.NoneType in parts)
    if origin in (list, Sequence):
        inner = type_text(parts[0])
        return inner and f"{inner}[]"
    return TYPES.get(annotation) if isinstance(annotation, type) else None


def returns_text(annotation: Any) -> str | None:
    """Return what a schema calls a function's results, None if it has no name for them."""
    if annotation is None:
        return "()"
    if get_origin(annotation) is tuple:
        parts = [type_text(part) for part in get_args(annotation)]
        return None if None in parts else f"({', '.join(map(str, parts))})"
    return type_text(annotation)


def default_text(value: object) -> str:
    """Return how a schema writes a default, behind a sign of equality."""
    if isinstance(value, str | Device):
        return f'"{value}"'
    return str(value).removeprefix("torch.")


def infer_schema(
    prototype_function: Callable[..., Any], /, *, mutates_args: Any, op_name: str | None = None,
    tags: object = (),
) -> str:  # fmt: skip
    """Return the schema that a function's annotations say.

    `mutates_args` names the arguments that the function writes to; "unknown" stands for all.

    Raises:
        ValueError: an annotation is missing, or has no place in a schema.
    """
    signature = inspect.signature(prototype_function, eval_str=True)

    def refusal(text: str) -> ValueError:
        return ValueError(f"infer_schema(func): {text}. Got func with signature {signature})")

    if unknown := set(() if mutates_args == "unknown" else mutates_args) - {*signature.parameters}:
        raise refusal(
            f"{unknown} in mutates_args were not found in the custom op's signature. mutates_args "
            "should contain the names of all args that the custom op mutates, or just the string "
            "'unknown' if you don't know"
        )
    written: list[str] = []
    for place, one in enumerate(signature.parameters.values()):
        if one.kind not in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY):
            raise refusal("We do not support positional-only args, varargs, or varkwargs")
        if one.annotation is one.empty:
            raise refusal(f"Parameter {one.name} must have a type annotation")
        text = type_text(one.annotation)
        if text is None:
            raise refusal(f"Parameter {one.name} has unsupported type {one.annotation}")
        if mutates_args == "unknown" or one.name in mutates_args:
            text = text.replace("Tensor", f"Tensor(a{place}!)")
        if one.kind is one.KEYWORD_ONLY and "*" not in written:
            written.append("*")
        default = "" if one.default is one.empty else f"={default_text(one.default)}"
        if isinstance(one.default, list | tuple | dict | Tensor):
            raise refusal(
                f"Parameter {one.name} has an unsupported default value type {type(one.default)}. "
                "Please file an issue on GitHub so we can prioritize this"
            )
        written.append(f"{text} {one.name}{default}")
    if signature.return_annotation is signature.empty:
        raise refusal("No return type annotation was provided. Please add one")
    if (results := returns_text(signature.return_annotation)) is None:
        raise refusal(f"Return has unsupported type {signature.return_annotation}")
    return f"{op_name or ''}({', '.join(written)}) -> {results}"


def parameters_of(schema: str) -> Iterator[inspect.Parameter]:
    """Return the parameters that a schema declares, annotated with its names for their types.

    Raises:
        RuntimeError: it is no schema.
    """
    found = SCHEMA.fullmatch(schema.strip())
    if found is None:
        raise RuntimeError(f"this is no schema such as '(Tensor x) -> Tensor': {schema}")
    kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
    for part in filter(None, re.split(r",\s*(?![^(\[]*[)\]])", found[1].strip())):
        if part == "*":
            kind = inspect.Parameter.KEYWORD_ONLY
            continue
        declared, _, default = part.partition("=")
        text, _, name = declared.rpartition(" ")
        value = default_of(default) if default else inspect.Parameter.empty
        yield inspect.Parameter(name, kind, default=value, annotation=text)


def default_of(text: str) -> Any:
    """Return the value that a schema writes as a default: a number, a text or a data type."""
    try:
        return ast.literal_eval(text)
    except ValueError:
        return find("torch", text)


class CustomOpDef:
    """An operator of a program: what computes it on which device, and what leads back from it."""

    def __init__(self, name: str, schema: str) -> None:
        if "::" not in name:
            raise ValueError(
                f"custom_op(..., name={name!r}) must be named as a library's: mylib::{name}"
            )
        self._qualname, self.schema = name, f"{name}{schema}"
        self.parameters = list(parameters_of(schema))
        self.changed = [one.name for one in self.parameters if "!" in one.annotation]
        self.kernels: dict[str | None, Callable[..., Any]] = {}  # None stands for any device
        self.disabled: set[str] = set()
        self.fake: Callable[..., Any] | None = None
        self.setup: Callable[..., Any] | None = None
        self.rule: Callable[..., Any] = self.refuse_gradient
        self.may_return_inputs = False
        self.step: Any = step_of(self)
        DEFINED[name] = self

    def __repr__(self) -> str:
        return f"<CustomOpDef({self._qualname})>"

    @property
    def name(self) -> str:
        """The operator's own name, without its library's."""
        return self._qualname.partition("::")[2]

    def __call__(self, *args: object, **settings: object) -> Any:
        """Compute the result by the kernel of the device, and record the call."""
        given = self.bound(args, settings)
        leaves, spec = tree_flatten(given)
        tracked = any(isinstance(leaf, Tensor) and leaf.requires_grad for leaf in leaves)
        if not (Recording.enabled and tracked) or self.changed:
            return self.run(*given)
        found = self.step.apply(*leaves, spec)
        return list(found) if self.schema.endswith("[]") else found

    def bound(
        self, args: tuple[Any, ...], settings: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments by place and those by name alone, defaults among them.

        Raises:
            RuntimeError: one is missing, there are too many, or one should be a tensor.
        """
        told = f"Declaration: {self.schema}"
        by_place = [one for one in self.parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
        if len(args) > len(by_place):
            raise RuntimeError(
                f"{self._qualname}() expected at most {len(by_place)} argument(s) but received "
                f"{len(args)} argument(s). {told}"
            )
        given = dict(zip((one.name for one in by_place), args, strict=False)) | settings
        values: dict[str, Any] = {}
        for place, one in enumerate(self.parameters):
            value = values[one.name] = given.pop(one.name, one.default)
            if value is one.empty:
                raise RuntimeError(
                    f"{self._qualname}() is missing value for argument '{one.name}'. {told}"
                )
            if one.annotation.startswith("Tensor") and not isinstance(
                value, Tensor | list | tuple | types.NoneType
            ):
                raise RuntimeError(
                    f"{self._qualname}() Expected a value of type 'Tensor' for argument "
                    f"'{one.name}' but instead found type '{type(value).__name__}'.\nPosition: "
                    f"{place}\nValue: {value}\n{told}\nCast error details: Unable to cast {value} "
                    "to Tensor"
                )
        if given:
            raise RuntimeError(f"{self._qualname}() has no argument '{next(iter(given))}'. {told}")
        return tuple(values.pop(one.name) for one in by_place), values

    def run(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Return what the kernel of the tensors' device makes of the arguments.

        Raises:
            RuntimeError: a result is an argument's own memory.
        """
        tensors = [leaf for leaf in tree_leaves((args, settings)) if isinstance(leaf, Tensor)]
        with SetGrad(mode=False):
            result = self.kernel(tensors)(*args, **settings)
        for one in tree_leaves(result):
            own = isinstance(one, Tensor) and not self.may_return_inputs
            if own and any(share_storage(one.array, tensor.array) for tensor in tensors):
                raise RuntimeError(f"{self._qualname}: {OWN}")
        names = [one.name for one in self.parameters]
        written = dict(zip(names, args, strict=False)) | settings
        for one in tree_leaves([written[name] for name in self.changed]):
            if isinstance(one, Tensor):
                increment_version(one)
        return result

    def kernel(self, tensors: list[Tensor]) -> Callable[..., Any]:
        """Return what computes it for these tensors.

        Raises:
            RuntimeError: nothing says what the result's shape is, where there are no elements.
            NotImplementedError: there is no kernel for their device.
        """
        device = tensors[0].device.type if tensors else next(iter(self.kernels), None) or "cpu"
        if device == "meta" and device not in self.kernels:
            if self.fake is None:
                raise RuntimeError(
                    f"There was no fake impl registered for {self!r}. This is necessary for "
                    f"torch.compile/export/fx tracing to work. Please use `{self.name}."
                    "register_fake` to add an fake impl."
                )
            return self.fake
        for known in (device, None):
            if known in self.kernels and known not in self.disabled:
                return self.kernels[known]
        raise NotImplementedError(
            f"Could not run '{self._qualname}' with arguments from the '{device.upper()}' backend. "
            f"Register a kernel for it: torch.library.impl('{self._qualname}', '{device}')"
        )

    def refuse_gradient(self, *_: object) -> None:
        """Say that nothing leads back.

        Raises:
            RuntimeError: always.
        """
        raise RuntimeError(
            f"Trying to backward through {self._qualname.replace('::', '.')}.default but no "
            "autograd formula was registered. Please use register_autograd to add one."
        )

    def register_kernel(self, device_types: Any, fn: Any = None, /) -> Any:
        """Let a function compute it on kinds of devices; None stands for all."""
        if fn is None:
            return partial(self.register_kernel, device_types)
        several = device_types is None or isinstance(device_types, str)
        for kind in (device_types,) if several else device_types:
            self.kernels[kind] = fn
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

    def register_fake(self, fn: Callable[..., Any], /) -> Callable[..., Any]:
        """Let a function say the shape of the result where there are no elements."""
        self.fake = fn
        return fn

    def register_autograd(self, backward: Any, /, *, setup_context: Any = None) -> None:
        """Let a function lead back, from what another keeps of a call."""
        self.rule, self.setup = backward, setup_context

    def register_vmap(self, func: Any = None) -> Any:
        """Take a rule for batches, which is not needed: vmap calls the operator for each sample."""
        return func or self.register_vmap


def step_of(operator: CustomOpDef) -> type[Function]:
    """Return the function by which autograd knows an operator.

    What it is given last says how the other arguments are put together.
    """

    def forward(ctx: Any, *given: Any) -> Any:
        args, settings = tree_unflatten(given[:-1], given[-1])
        ctx.branches = given[-1].branches[0].branches
        result = operator.run(args, settings)
        if operator.setup is not None:
            named = {"keyword_only_inputs": settings} if settings else {}
            operator.setup(ctx=ctx, inputs=args, output=result, **named)
        return tuple(result) if isinstance(result, list) else result

    def backward(ctx: Any, *grads: Any) -> Any:
        several = operator.schema.endswith("[]")
        found = operator.rule(ctx, list(grads)) if several else operator.rule(ctx, *grads)
        each = found if isinstance(found, tuple) else (found,)
        if len(each) != len(ctx.branches):
            raise RuntimeError(
                f"{operator!r}: its backward returned {len(each)} gradients for "
                f"{len(ctx.branches)} arguments"
            )
        flat: list[Any] = []
        for grad, branch in zip(each, ctx.branches, strict=True):
            flat += [None] * branch.num_leaves if grad is None else tree_leaves(grad)
        return (*flat, *[None] * (len(ctx.needs_input_grad) - len(flat)))

    name = re.sub("::|[.]", "_", operator._qualname)
    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type(f"GeneratedBackwardFor_{name}_default", (Function,), methods)


def operator(op: Any) -> CustomOpDef:
    """Return the operator of a name; one of a library that is not loaded has no kernels."""
    if isinstance(op, CustomOpDef):
        return op
    return DEFINED.get(op) or CustomOpDef(op, "() -> ()")


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


def kind_of_device(key: str) -> str | None:
    """Return the kind of device that a key of PyTorch's dispatcher stands for, None for all."""
    return None if key in ("", "default") or key.startswith("Composite") else key.lower()


def impl(qualname: Any, types: Any, func: Any = None, *, lib: Any = None) -> Any:
    """Let a function compute an operator on kinds of devices.

    An operator of a library can be given as `impl(library, name, key)`, too.
    """
    if isinstance(qualname, Library):
        return lambda function: qualname.impl(types, function, func or "")
    if func is None:
        return partial(impl, qualname, types, lib=lib)
    for key in [types] if isinstance(types, str) else types:
        operator(qualname).register_kernel(kind_of_device(key), func)
    return func


class Library:
    """The operators of a library, declared and given kernels one by one."""

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key

    def __repr__(self) -> str:
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={self.dispatch_key})>"

    def define(self, schema: str, alias_analysis: str = "", *, tags: object = ()) -> str:
        """Declare an operator by its name and schema; return the name."""
        name = schema.partition("(")[0].strip()
        define(f"{self.ns}::{name}", schema[schema.index("(") :])
        return name

    def impl(self, op_name: Any, fn: Any, dispatch_key: str = "", **_: object) -> Any:
        """Let a function compute an operator on a kind of device."""
        name = str(op_name).rpartition("::")[2]
        return impl(f"{self.ns}::{name}", dispatch_key or self.dispatch_key, fn)


def register_kernel(op: Any, device_types: Any, func: Any = None, /, *, lib: Any = None) -> Any:
    """Let a function compute an operator on kinds of devices."""
    return operator(op).register_kernel(device_types, func)


def register_fake(op: Any, func: Any = None, /, **_: object) -> Any:
    """Let a function say the shape of an operator's result where there are no elements."""
    register = operator(op).register_fake
    return register if func is None else register(func)


def register_autograd(
    op: Any, backward: Any, /, *, setup_context: Any = None, lib: Any = None
) -> None:
    """Let a function lead back from an operator, from what another keeps of a call."""
    operator(op).register_autograd(backward, setup_context=setup_context)


def register_vmap(op: Any, func: Any = None, /, *, lib: Any = None) -> Any:
    """Take a rule for batches, which is not needed: vmap calls the operator for each sample."""
    return operator(op).register_vmap(func)


def opcheck(op: Any, args: Any, kwargs: Any = None, **_: object) -> dict[str, str]:
    """Return what an operator fulfils: that it computes, and that its fake has the same shapes.

    Raises:
        AssertionError: the shapes differ.
    """
    made, settings = operator(getattr(op, "operator", op)), kwargs or {}
    told = {"test_schema": "SUCCESS", "test_autograd_registration": "SUCCESS"}
    results = tree_leaves(made(*args, **settings))
    if made.fake is not None:
        shapes = [getattr(one, "shape", None) for one in tree_leaves(made.fake(*args, **settings))]
        assert shapes == [getattr(one, "shape", None) for one in results], (  # noqa: S101  PyTorch's
            f"the fake implementation of {made!r} has results of shapes {shapes}"
        )
    return told | {"test_faketensor": "SUCCESS", "test_aot_dispatch_dynamic": "SUCCESS"}


class Called:
    """What torch.ops has under a name: an operator, and each of its overloads."""

    def __init__(self, title: str, operator: Callable[..., Any]) -> None:
        self.title, self.operator = title, operator
        if isinstance(operator, CustomOpDef):
            self._schema = operator.schema

    def __call__(self, *args: Any, **settings: Any) -> Any:
        return self.operator(*args, **settings)

    def __getattr__(self, name: str) -> Self:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(self)(f"{self.title}.{name}", self.operator)

    def __repr__(self) -> str:
        return self.title


class Operators:
    """The operators of a library, as torch.ops has them: PyTorch's own are in aten."""

    def __init__(self, library: str) -> None:
        self.library = library

    def __getattr__(self, name: str) -> Called:
        found = DEFINED.get(f"{self.library}::{name}")
        if self.library in OF_PYTORCH:
            for place in ("torch", "torch.nn.functional", "torch.Tensor"):
                found = found or find(place, name)
            found = found or find_absent(f"torch.ops.{self.library}", name)
        if found is None:
            raise AttributeError(
                f"'_OpNamespace' '{self.library}' object has no attribute '{name}'"
            )
        return Called(f"{self.library}.{name}", found)


def load_library(path: object) -> None:
    """Refuse to load kernels, as a file that cannot be opened is refused: libraries go on without.

    Raises:
        OSError: always.
    """
    raise OSError(f"Could not load this library: {path}: kernels in C++ need PyTorch itself")


def key_set(*keys: object) -> set[object]:
    """Return keys of PyTorch's dispatcher as a set: libraries name some when they are loaded."""
    return set(keys)
