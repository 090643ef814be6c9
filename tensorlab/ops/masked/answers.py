"""What functions answer for masked tensors, by families; each is given the arguments of a call."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from tensorlab.engine.dtypes import bool_
from tensorlab.engine.facts import Kind
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.naming import SPARSE_COO, STRIDED
from tensorlab.engine.overriding import plain
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.frozen import names_beside
from tensorlab.ops.creation.from_values import ones_like, tensor
from tensorlab.ops.loading import find
from tensorlab.ops.masked.steps import Masked, Way, elements, stored_as

Act = Callable[..., Any]


def replaced(value: Any, act: Act) -> Any:
    """Return arguments with others for their tensors."""
    if isinstance(value, list | tuple):
        return type(value)([replaced(part, act) for part in value])
    return act(value) if isinstance(value, Tensor) else value


def taken(func: Act, args: Any, kwargs: Any) -> tuple[list[Any], Act]:
    """Return the masked tensors and those that are recorded, and a call for others."""
    inputs: list[Any] = []
    replaced(args, lambda one: inputs.append(one) if is_followed(one) else None)

    def act(*tensors: Any) -> Any:
        given = iter(tensors)

        def other(one: Any) -> Any:
            return next(given) if is_followed(one) else one

        return func(*replaced(args, other), **kwargs)

    return inputs, act


def is_followed(one: Any) -> bool:
    """Return whether a tensor has a mask, or a gradient goes back to it."""
    return hasattr(one, "_masked_mask") or one._tracked


def same(one: Any, other: Any) -> bool:
    """Return whether two masks are equal, and stored at the same places.

    Raises:
        ValueError: they are stored in different ways.
    """
    if one.layout is not other.layout:
        raise ValueError(in_full("`a` and `b` must have", one.layout, other.layout))
    if one.layout is not STRIDED:
        return all(map(same, one.parts().values(), other.parts().values()))
    return one.ndim == other.ndim and bool((one == other).all())


def alone(name: str, func: Act, args: Any, kwargs: Any, *, several: bool = False) -> Any:
    """Answer a function of each element, in place or not.

    Raises:
        ValueError: a setting is given, or the masks of two tensors differ.
        TypeError: there is a tensor too many.
    """
    parameters = getattr(Tensor, name).operation.signature.parameters
    named = (parameters[key] for key in kwargs)
    if any(one.keyword_only and kwargs[one.name] != one.default for one in named):
        words = in_full("MaskedTensor unary ops require")
        raise ValueError("len(kwargs) must equal 0" if several else words)
    if not several and any(isinstance(one, Tensor) for one in args[1:]):
        raise TypeError(in_full("MaskedTensor unary ops do not"))
    inputs, act = taken(func, args, kwargs)
    mask, *masks = [one._masked_mask for one in inputs if hasattr(one, "_masked_mask")]
    if not all(same(mask, other) for other in masks):
        raise ValueError(in_full("Input masks must match."))
    if func.__name__ != name and func.__name__[-1] == "_" != func.__name__[-2]:
        with plain():
            act(*map(elements, inputs))
        return args[0]
    return Masked.apply(Way(act, (mask,), stretches=several), *inputs)


paired = partial(alone, several=True)  # a function of elements at one place, under one mask


def moved(name: str, func: Act, args: Any, kwargs: Any) -> Any:
    """Answer a function that moves elements: it moves those of the mask as well."""
    inputs, act = taken(func, args, kwargs)
    if inputs[0].is_sparse:  # such tensors have methods of their own
        own = getattr(SparseTensor, func.__name__, func)
        inputs, act = taken(own, args, kwargs)
    with plain():
        found = act(*(one._masked_mask for one in inputs))
        if inputs[0].is_sparse:  # is moved as a whole, without a gradient
            data = act(*(one._masked_data for one in inputs))
            return Masked.of(in_order(data), in_order(found))
    masks = tuple(found) if isinstance(found, list | tuple) else (found,)
    return Masked.apply(Way(act, masks, moves=True), *inputs)


def in_order(tensor: Any) -> Any:
    """Return a tensor whose coordinates, if it has some, are in order."""
    return tensor.coalesce() if tensor.layout is SPARSE_COO else tensor


def chosen(name: str, func: Act, args: Any, kwargs: Any) -> Any:
    """Answer where: of a tensor without a mask, all elements count.

    Raises:
        ValueError: there are not three arguments.
    """
    if len(args) != 3:
        raise ValueError(in_full("__torch_function__, torch.where", len(args)))
    covering = list(map(covered, args[1:]))
    return moved(name, partial(func, args[0]), covering, kwargs)


def covered(value: Any) -> Any:
    """Return a tensor, or a number as one, with a mask: its own, or one of all elements."""
    one: Any = value if isinstance(value, Tensor) else tensor(value)
    if hasattr(one, "_masked_mask"):
        return one
    every = ones_like(one, dtype=bool_)
    return Masked.apply(Way(lambda data: data, (every,)), one)


def _reduce_dim_args(input: Any, dim: Any, keepdim: bool = False, dtype: Any = None) -> Any:
    return {"dim": dim, "keepdim": keepdim, "dtype": dtype}


def reduced(name: str, func: Act, args: Any, kwargs: Any) -> Any:
    """Answer a function that reduces the elements that count, all or those along dimensions."""
    input, own = args[0], args[0]._masked_mask
    mask = left = elements(own)
    settings = _reduce_dim_args(*args, **kwargs) if len(args) > 1 or kwargs else {}
    if input.is_sparse and (settings or name[:3] == "arg"):
        warn(in_full("The sparse version of", name))
        return NotImplemented
    dims = settings.get("dim", range(mask.ndim))
    for dim in sorted([dims] if isinstance(dims, int) else dims, reverse=True):
        left = left.any(dim, settings.get("keepdim", False))
    act = partial(find("torch.masked", name) or all_of, **settings, mask=mask)
    return Masked.apply(Way(act, (left,), own=own), input)


def all_of(input: Any, *, mask: Any, dtype: object = None, **settings: Any) -> Any:
    """Return whether all elements that count are true."""
    return input.masked_fill(~mask, True).all(**settings)


def copied(name: str, func: Act, args: Any, kwargs: Any) -> Any:
    """Answer a function that copies, perhaps in another type: the mask stays."""
    rest = replaced(args[1:], elements)
    way = Way(lambda data: func(data, *rest, **kwargs), (args[0]._masked_mask,))
    return Masked.apply(way, args[0])


def shared(name: str, func: Act, args: Any, kwargs: Any) -> Any:
    """Answer softmax: what does not count gets nothing."""
    mask = args[0]._masked_mask

    def act(data: Any, *rest: Any, **named: Any) -> Any:
        return func(data.masked_fill(~mask, -inf), *rest, **named)

    return copied(name, act, args, kwargs)


def detached(name: str, func: Act, args: Any, kwargs: Any) -> Any:
    """Answer the same without its history."""
    return Masked.of(args[0]._masked_data, args[0]._masked_mask)


def relaid(name: str, func: Act, args: Any, kwargs: Any) -> Any:
    """Answer a function that stores the elements in another way.

    Raises:
        ValueError: they can't be.
    """
    input, old = args[0], args[0]._masked_mask
    if name == "contiguous":
        input.is_contiguous()  # which sparse ones refuse
    if name == "to_sparse_csr" and old.ndim != 2:
        raise ValueError(in_full("Only 2D tensors can be", old.shape))
    mask = in_order(func(old))

    def act(stored: Any) -> Any:
        whole = stored_as(old, stored).to_dense()
        if mask.layout is STRIDED:
            return func(whole)
        return whole.sparse_mask(mask).values()

    return Masked.apply(Way(act, (mask,), moves=True), input)


def read(name: str, func: Act, args: Any, kwargs: Any) -> Any:
    """Answer what the one element is, as a number; or how the elements lie.

    Raises:
        ValueError: it does not count, or they are sparse.
    """
    if name == "is_contiguous" and args[0].is_sparse:
        raise ValueError(in_full("MaskedTensors with sparse"))
    if name != "is_contiguous" and not args[0]._masked_mask:
        raise ValueError(in_full("__torch_dispatch__, aten._local"))
    return func(args[0]._masked_data)


FAMILIES = names_beside(__file__, "families.txt")
ANSWERS: dict[str, Any] = {}
for family, members in FAMILIES.items():
    ANSWERS.update(dict.fromkeys(members, globals().get(family)))


def answer_to(name: str, operation: Any) -> Act | None:
    """Return the family's answer to a function, None where it has none."""
    joins = operation is not None and operation.kind in (Kind.VIEW, Kind.LIST)
    return ANSWERS.get(name, moved if joins else ANSWERS.get(name.removesuffix("_")))
