"""The complete answer to a call: for any types, layouts and devices, and for `out=`."""

from functools import partial
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording, SetGrad
from tensorlab.engine.autograd.recording import record_bound
from tensorlab.engine.calling.casting import (
    Autocast,
    arrays_of,
    asked,
    common_type,
    finisher,
    given,
    with_casts,
)
from tensorlab.engine.calling.computing import computed, computed_on_gpu, computed_on_meta
from tensorlab.engine.calling.devices import refuse_mixed
from tensorlab.engine.calling.refusing import (
    is_overlapping,
    refuse_gradients,
    refuse_leaf,
    refuse_overlap,
    refuse_recorded,
    refuse_shared,
    refuse_sources,
    require_cast,
    require_room,
    require_shape,
    require_type,
)
from tensorlab.engine.calling.views import attach_views
from tensorlab.engine.calling.writing import (
    read_anew,
    snapshot,
    store,
    store_recorded,
    write_changed,
    write_out,
)
from tensorlab.engine.dtypes import DTYPES, DType, from_numpy_dtype
from tensorlab.engine.facts import Casts, Kind, parameter_names
from tensorlab.engine.kinds import QuantizedTensor, SparseTensor
from tensorlab.engine.meta import without_data
from tensorlab.engine.numbers import number_of
from tensorlab.engine.operation import Operation
from tensorlab.engine.plain_words import FOREIGN, plainly
from tensorlab.engine.shapes import broadcast_shapes, wrap_dims
from tensorlab.engine.signatures.accepting import is_index
from tensorlab.engine.signatures.binding import bind, refuse
from tensorlab.engine.signatures.out_types import refusal_of_out
from tensorlab.engine.signatures.overloads import Call
from tensorlab.engine.signatures.signature import MISSING, Operand
from tensorlab.engine.signatures.sparse_refusal import is_of_sparse, sparse_refusal
from tensorlab.engine.signatures.support import no_kernel, not_implemented
from tensorlab.engine.tensor import CudaTensor, MetaTensor, Tensor, wrap

NUMBERS = {bool, int, float, complex}
TYPES_FIRST = ("unique_dim",)  # kernels that know no type asked before the dimension is
# Kinds whose results are moved from operands, element by element in an order of their own.
MOVERS = (Kind.SELECTING, Kind.LIST)


def on_meta(result: Any) -> Any:
    """Return results without their elements: they keep shape and type."""
    if isinstance(result, tuple):
        parts = [on_meta(part) for part in result]
        return result.__class__(*parts) if hasattr(result, "_fields") else tuple(parts)
    return result if result.is_meta else wrap(without_data(result._array), result.dtype)


def resolve(
    operation: Operation, args: tuple[Any, ...], settings: dict[str, Any], name: str, first: int
) -> Any:
    """Answer any call of a function, or of a method where `first` is 0.

    Or say in PyTorch's words, under the name that the program calls it by, what is wrong with it.
    """
    if operation.variadic and not first:
        args = packed(operation, args)
    call, bound = Call(operation.signature, name, args, settings, first), {}
    try:
        bound = bind(*call)
        return answer(operation, bound)
    except (TypeError, AttributeError):
        refuse(call)
        raise
    except FOREIGN as error:
        raise plainly(error) from None
    except RuntimeError as error:
        if not is_of_sparse(error):
            raise
        raise sparse_refusal(call, bound) from None


def resolve_operator(operation: Operation, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    """Answer any use of the operator; what is no operand gets its chance to answer."""
    args = tuple(taken_in(one, operation.name) for one in args if one is not MISSING)
    settings = {name: taken_in(one, operation.name) for name, one in settings.items()}
    numbers = any(one.annotation is Operand for one in operation.signature.parameters.values())
    accepted = (Tensor, int, float, complex) if numbers else Tensor
    if all(isinstance(operand, accepted) for operand in (*args, *settings.values())):
        return resolve(operation, args, settings, operation.name, 1)
    return NotImplemented


def taken_in(operand: object, name: str) -> Any:
    """Return a number of numpy's as Python's; an array as it is, unless it is to be compared."""
    if name == "eq" and isinstance(operand, np.ndarray):
        return wrap(np.asarray(operand), from_numpy_dtype(operand.dtype))
    return number_of(operand)


def packed(operation: Operation, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments of `x.permute(2, 0, 1)` as those of `x.permute((2, 0, 1))`."""
    place = operation.signature.positional.index(operation.variadic or "")
    loose = args[place:]
    return (*args[:place], loose) if loose and is_index(loose[0]) else args


def answer(operation: Operation, bound: dict[str, Any]) -> Any:
    """Return the result for arguments that are known by name."""
    if operation.autocast and Autocast.dtype:
        return with_casts(operation, partial(answer, operation))(bound)
    kinds = operand_kinds(operation, bound)
    for kind in kinds:
        if kind in operation.variants:
            return operation.variants[kind](**bound)
    if not operation.facts.get("numbers_alone") and all(kind in NUMBERS for kind in kinds):
        raise TypeError  # the operation knows PyTorch's words
    if SparseTensor in kinds:
        raise no_kernel(operation.name, "SparseCPU")
    if QuantizedTensor in kinds:
        from tensorlab.engine.signatures.quantized_refusal import quantized_refusal  # noqa: PLC0415  rare

        raise quantized_refusal(operation, [bound.get(name) for name in operation.operands])
    if bound.pop("inplace", False):
        input = bound.pop(operation.operands[0])
        name = f"{operation.name}_"
        if not bound and hasattr(Tensor, name):
            return getattr(Tensor, name)(input)
        return write_in_place(operation, input, (), bound, name)
    if isinstance(bound.get("out"), Tensor) and operation.rules:
        refuse_gradients(operation, [bound.get(part) for part in (*operation.rules, "out")])
    if operation.check is not None:
        operation.check(*asked(operation, operation.check, bound))
    out, wanted = bound.pop("out", None), bound.pop("dtype", None)
    if wanted is None and isinstance(out, Tensor) and operation.casts == Casts.SUM:
        wanted = out._element_type
    if "begins_in_out" in operation.facts and isinstance(out, Tensor):
        bound[operation.operands[0]] = bound[operation.operands[0]].to(out._element_type)
    exact = wanted is not None and (operation.casts, bound.get("dim", 0)) != (Casts.SUM, None)
    common = computed_type(operation, bound, wanted, out)
    result = result_of(operation, bound, common, kinds)
    if out is not None:
        operands = [bound.get(part) for part in operation.operands]
        again = partial(result_of, operation, bound, common, kinds)
        result = read_anew(operation, result, out, operands, again)
        return written(operation, result, out, bound, common, exact)
    if operation.rules and (Recording.enabled or operation.kind is Kind.VIEW):
        record_bound(operation, result, bound)
    return result


def operand_kinds(operation: Operation, bound: dict[str, Any]) -> list[type]:
    """Return the classes of the operands; of a list of them, that of the first one."""
    kinds: list[type] = []
    for name in operation.operands:
        operand = bound.get(name)
        if isinstance(operand, list | tuple) and operand:
            kinds += [part.__class__ for part in operand]
        else:
            kinds.append(operand.__class__)
    if MetaTensor in kinds or CudaTensor in kinds:
        refuse_mixed(operation, bound)
    return kinds


def computed_type(
    operation: Operation, bound: dict[str, Any], wanted: DType | None, out: Any
) -> DType:
    """Return the type in which a call computes.

    Raises:
        NotImplementedError: the function does not know it.
    """
    common = common_type(operation, bound, wanted)
    if common not in given(operation, operation.takes, bound):
        if out is not None:
            (require_type if operation.keeps_type else require_cast)(common, out)
        kernel = given(operation, operation.kernel, bound)
        if kernel not in TYPES_FIRST:
            require_dims(operation, bound)
        raise not_implemented(kernel, common)
    return common


def require_dims(operation: Operation, bound: dict[str, Any]) -> None:
    """Ask whether the dimensions exist, as PyTorch's functions do before they look at types.

    Raises:
        IndexError: one does not.
    """
    input, dim = bound.get(operation.operands[0]), bound.get("dim")
    if isinstance(input, Tensor) and isinstance(dim, int | tuple | list):
        wrap_dims(dim, input.ndim)


def result_of(operation: Operation, bound: dict[str, Any], common: DType, kinds: list[type]) -> Any:
    """Return the result of a call that computes in a type, on the device of its operands."""
    finish = finisher(operation)
    arrays = arrays_of(operation, bound, common)
    if MetaTensor in kinds:
        result = on_meta(finish(computed_on_meta(operation, arrays), common))
    elif CudaTensor in kinds:
        result = finish(computed_on_gpu(operation, arrays), common)
    else:
        result = finish(computed(operation, arrays), common)
    return (
        attach_views(result, bound[operation.operands[0]])
        if operation.kind is Kind.VIEW
        else result
    )


def written(
    operation: Operation, result: Any, out: Any, bound: dict[str, Any], common: DType, exact: bool
) -> Any:
    """Write the result into what was given as `out=`, with the checks of this function.

    `exact` says that its type was asked for.
    """
    if isinstance(result, Tensor) and not isinstance(out, Tensor):
        raise TypeError  # the engine knows PyTorch's words
    if operation.elementwise and operation.facts.keys().isdisjoint(
        ("skips_overlap_check", "wrong_out")
    ):
        refuse_overlap(out)  # before it looks at types
    if operation.elementwise and any(bound.get(name) is out for name in operation.operands):
        require_shape(out, result.shape)
    if operation.kind in MOVERS and not operation.elementwise:
        operands = [bound.get(name) for name in operation.operands]
        first = operands[0]
        if isinstance(first, list | tuple):  # whose out is first made anew
            operands += first
        else:
            refuse_overlap(out)
        refuse_sources(out, operands)
    indices = isinstance(result, Tensor) and result.dtype is DTYPES["int64"] is not common
    of_its_type = operation.keeps_type and "wrong_out" not in operation.facts
    if of_its_type and isinstance(result, Tensor) and result.dtype is common:
        refuse_recorded(operation, common, out, bound)
        require_type(common, out)
    strict = exact or operation.kind is Kind.PAIR or indices
    return write_out(operation, result, out, bound, strict=strict)


def write_in_place(
    operation: Operation, input: Tensor, args: tuple[Any, ...], settings: dict[str, Any], name: str
) -> Any:
    """Write an operation's result over its first operand, and record that; refuse by the name.

    Raises:
        RuntimeError: the result has another shape or category, or the operand is a leaf that
            requires a gradient.
    """
    given = bind(operation.signature, name, (input, *args), settings, 0)
    if len(args) >= len(operation.signature.positional):  # in an order of before
        settings = {part: given[part] for part in given if part != operation.operands[0]}
        args = ()
    if not operation.name.startswith("logical"):  # of which nobody asks for a gradient
        refuse_leaf(input)
    if isinstance(input, SparseTensor):
        return input.rewritten(operation, args, settings, name)
    if operation.name == "abs" and input._element_type.is_complex and not (args or settings):
        raise RuntimeError("In-place abs is not supported for complex tensors.")
    if operation.elementwise:  # as PyTorch's loop over elements asks before it looks at types
        if not operation.facts.get("skips_overlap_check"):
            refuse_overlap(input)
        refuse_shared(input, given.values())
    if operation.check is not None and "inplace" in parameter_names(operation.check):
        named = {**given, "out": input, "inplace": True}
        operation.check(*asked(operation, operation.check, named))
    try:
        with SetGrad(mode=False):
            result = resolve(operation, (input, *args), settings, name, 0)
    except (NotImplementedError, RuntimeError) as error:
        if isinstance(error, NotImplementedError) or str(error) == "ZeroDivisionError":
            require_kept(operation, input, given)
        raise
    if "begins_in_out" in operation.facts and input.shape != result.shape:
        input._array = np.empty_like(result._array)
    require_room(operation, input, result)
    by_number = not all(isinstance(part, Tensor) for part in (*args, *settings.values()))
    wrong = refusal_of_out(operation, result.dtype, input._element_type, "", strict=False)
    if wrong is not None:
        raise wrong
    require_cast(result.dtype, input, in_c=by_number and operation.name.startswith("clamp"))
    if not operation.elementwise:
        if is_overlapping(input) and operation.facts.get("skips_overlap_check"):
            write_changed(result, input, name)
            return input
        refuse_overlap(input)
        others = (*args, *settings.values())  # of which tensors of one number are read before
        shown = [one for one in others if isinstance(one, Tensor) and one.ndim > 0]
        refuse_shared(input, shown, by_index=operation.takes_index)
    recorded = operation.facts.get("flat_in_place", operation)
    if Recording.enabled and recorded.rules:
        store_recorded(recorded, result, input, given)
    else:
        snapshot(input)
        store(result, input)
    return input


def require_kept(operation: Operation, input: Tensor, bound: dict[str, Any]) -> None:
    """Refuse what could not be written, which PyTorch asks before whether it can be computed.

    Raises:
        RuntimeError: the result would have another shape, or be of a higher category.
    """
    if "flat_in_place" in operation.facts:  # whose truth values any type holds
        return
    if operation.elementwise:
        operands = [bound.get(name) for name in operation.operands]
        require_shape(
            input, broadcast_shapes(*[x.shape for x in operands if isinstance(x, Tensor)])
        )
    require_cast(common_type(operation, bound, None), input)
