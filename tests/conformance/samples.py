"""Compare with PyTorch on its own samples of arguments: `python -m tests.conformance.samples add`.

Needs torch and expecttest beside tensorlab. Every function that PyTorch's tests have samples for is
called in both on the same arguments: values, types, shapes, strides, gradients, whether the graph
may be walked back twice, and the words of errors. Without names: all functions.
"""

import argparse
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from types import FunctionType
from typing import Any

import numpy as np
import torch
from torch.testing._internal.common_methods_invocations import op_db

import tensorlab
from tensorlab.ops.nn.native import native_dropout_backward

TYPES = ("float32", "int64", "complex64", "bfloat16", "bool")
# Namespaces and functions that are no part of the reference, and those that answer with any
# elements.
LEFT_OUT = re.compile(
    r"_(?!_r)|jiterator|masked\.|torch\.|slice$|empty|new_empty|resize_|.*_with_indices_backward"
)
# What PyTorch has as an operator alone, as torch.ops.aten.native_dropout_backward.
INNER = {"native_dropout_backward": native_dropout_backward}
LOOSE = {"bfloat16": 2e-2, "float16": 2e-3, "float32": 2e-4, "complex64": 2e-4}


@dataclass
class Told:
    """What a call came to: its results, their gradients, or the words of its refusal."""

    results: list[Any]
    gradients: list[Any]
    refusal: str = ""
    again: str = ""  # what a second walk back is refused with


def ours(value: Any, kept: dict[Any, Any]) -> Any:
    """Return tensorlab's value for an argument of PyTorch's; memory it has met is in `kept`."""
    if isinstance(value, torch.Tensor):
        if id(value) not in kept:
            kept[id(value)] = our_tensor(value, kept)
        return kept[id(value)]
    if isinstance(value, torch.dtype | torch.layout | torch.memory_format):
        return getattr(tensorlab, str(value).removeprefix("torch."))
    if isinstance(value, torch.device):
        return tensorlab.device(str(value))
    if isinstance(value, torch.nn.Module):
        return getattr(tensorlab.nn, type(value).__name__)()
    if isinstance(value, torch.Size):
        return tensorlab.Size(value)
    if isinstance(value, tuple | list):
        return type(value)(ours(part, kept) for part in value)
    if isinstance(value, dict):
        return {name: ours(part, kept) for name, part in value.items()}
    return value


def our_tensor(value: torch.Tensor, kept: dict[Any, Any]) -> Any:
    """Return a tensor on the same numbers and places in memory, among the leaves or not."""
    found = our_view(value, kept) if value.layout == torch.strided else our_sparse(value, kept)
    return found.requires_grad_(value.requires_grad)


def our_view(value: torch.Tensor, kept: dict[Any, Any]) -> Any:
    """Return the same view of a storage with the same bytes."""
    dtype = getattr(tensorlab, str(value.dtype).removeprefix("torch."))
    plain = value.detach().resolve_conj().resolve_neg()
    place = tuple(plain.shape), plain.stride()
    if plain.device.type != "cpu" or not plain.numel():
        return tensorlab.empty_strided(*place, dtype=dtype, device=str(plain.device))
    storage = plain.untyped_storage()
    key = storage.data_ptr(), storage.nbytes()
    if key not in kept:
        elements = torch.empty(0, dtype=torch.uint8).set_(storage).clone().numpy()
        kept[key] = tensorlab.from_numpy(elements)
        kept[id(storage)] = storage  # lest another one comes to lie there
    return kept[key].view(dtype).as_strided(*place, plain.storage_offset())


def our_sparse(value: torch.Tensor, kept: dict[Any, Any]) -> Any:
    """Return a sparse tensor with the same parts."""
    value, sizes = value.detach(), tuple(value.shape)
    if value.layout == torch.sparse_coo:
        places, elements = our_view(value._indices(), kept), our_view(value._values(), kept)
        coalesced = value.is_coalesced()
        return tensorlab.sparse_coo_tensor(places, elements, sizes, is_coalesced=coalesced)
    rows = value.layout in (torch.sparse_csr, torch.sparse_bsr)
    names = ("crow_indices", "col_indices") if rows else ("ccol_indices", "row_indices")
    parts = [our_view(getattr(value, name)(), kept) for name in (*names, "values")]
    layout = getattr(tensorlab, str(value.layout).removeprefix("torch."))
    return tensorlab.sparse_compressed_tensor(*parts, sizes, layout=layout)


def tensors_in(value: Any, kind: type) -> Iterator[Any]:
    """Yield the tensors of a kind in nested arguments or results."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from tensors_in(part, kind)
    elif isinstance(value, dict):
        yield from tensors_in(list(value.values()), kind)
    elif value is not None:
        yield value


def told(library: Any, function: Callable[..., Any], args: Any, settings: Any) -> Told:
    """Return what a call comes to in one of the two libraries."""
    library.manual_seed(42)  # as PyTorch wraps its functions that draw
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            results = list(tensors_in(function(*args, **settings), library.Tensor))
        except Exception as error:  # noqa: BLE001  a refusal is an answer
            return Told([], [], f"{type(error).__name__}: {error}")
        leaves = [
            leaf
            for leaf in tensors_in([args, settings], library.Tensor)
            if isinstance(leaf, library.Tensor) and leaf.requires_grad
        ]
        return walked(library, results, leaves)


def walked(library: Any, results: list[Any], leaves: list[Any]) -> Told:
    """Return results with their gradients, and whether they may be asked for again."""
    steps = [r for r in results if isinstance(r, library.Tensor) and r.requires_grad]
    if not steps or not leaves:
        return Told(results, [])
    steps = [s if s.layout is library.strided else s.to_dense() for s in steps]
    ones = [library.ones_like(step) for step in steps]
    for leaf in leaves:
        leaf.grad = None
    try:
        library.autograd.backward(steps, ones)
    except Exception as error:  # noqa: BLE001
        return Told(results, [f"{type(error).__name__}: {error}"])
    gradients = [leaf.grad.clone() if leaf.grad is not None else None for leaf in leaves]
    try:
        library.autograd.backward(steps, ones)
    except Exception as error:  # noqa: BLE001
        return Told(results, gradients, again=str(error)[:40])
    return Told(results, gradients)


def differs(theirs: Any, mine: Any) -> str:
    """Return in what two results differ, or nothing."""
    if not isinstance(theirs, torch.Tensor):
        mine = mine if not isinstance(mine, tensorlab.Tensor) else "a tensor"
        if isinstance(theirs, int | float | complex) and isinstance(mine, int | float | complex):
            return "" if np.isclose(theirs, mine, 1e-4, 1e-6, equal_nan=True) else "number"
        return "" if str(theirs) == str(mine) else f"object {theirs!r:.60} {mine!r:.60}"
    if not isinstance(mine, tensorlab.Tensor):
        return "no tensor"
    for fact in ("dtype", "shape", "layout", "requires_grad"):
        a, b = getattr(theirs, fact), getattr(mine, fact, None)
        a, b = (a(), b()) if callable(a) and callable(b) else (a, b)
        if str(a).replace("tensorlab", "torch") != str(b).replace("tensorlab", "torch"):
            return f"{fact} {a} {b}"
    return numbers_differ(theirs, mine)


def numbers_differ(theirs: torch.Tensor, mine: Any) -> str:
    """Return in what two tensors of a type and shape differ."""
    name = str(theirs.dtype).removeprefix("torch.")
    if theirs.layout != torch.strided:
        theirs, mine = theirs.to_dense(), mine.to_dense()
    wide = {"bfloat16": "float32", "complex32": "complex64"}.get(name)
    if wide:
        theirs, mine = theirs.to(getattr(torch, wide)), mine.to(getattr(tensorlab, wide))
    a = theirs.detach().resolve_conj().resolve_neg().numpy()
    b = mine.detach().resolve_conj().resolve_neg().numpy()
    loose = LOOSE.get(name, 1e-7)
    return "" if np.allclose(a, b, loose, loose, equal_nan=True) else "values"


def strides_differ(theirs: Any, mine: Any) -> str:
    """Return in what the strides of two results differ, or nothing."""
    if not isinstance(theirs, torch.Tensor) or theirs.layout != torch.strided:
        return ""
    same = theirs.stride() == mine.stride()
    return "" if same else f"stride {theirs.stride()} {mine.stride()}"


def verdict(theirs: Told, mine: Told) -> str:
    """Return in what two calls differ, or nothing."""
    if theirs.refusal or mine.refusal:
        same = theirs.refusal == mine.refusal
        return "" if same else f"refusal {theirs.refusal!r:.200} | {mine.refusal!r:.200}"
    for what in ("results", "gradients"):
        left, right = getattr(theirs, what), getattr(mine, what)
        if len(left) != len(right):
            return f"{what} number {len(left)} {len(right)}"
        for a, b in zip(left, right, strict=True):
            if said := differs(a, b):
                return f"{what} {said}"
            if what == "results" and (said := strides_differ(a, b)):
                return f"{what} {said}"
    return "" if theirs.again == mine.again else f"again {theirs.again!r} {mine.again!r}"


def our_function(op: Any) -> Callable[..., Any] | None:
    """Return tensorlab's function of a name; of PyTorch's own wrapping the same around ours."""
    if isinstance(op.op, FunctionType) and op.op.__module__.startswith("torch.testing"):
        names = {**op.op.__globals__, "torch": tensorlab}
        return FunctionType(op.op.__code__, names, None, op.op.__defaults__, op.op.__closure__)
    place: Any = tensorlab
    for part in op.name.split("."):
        found = getattr(place, part, None)
        found = found or getattr(tensorlab.Tensor, part, None)
        found = found or getattr(tensorlab.Tensor, f"{part}_", None)
        place = found or INNER.get(part)
    if isinstance(place, property):
        return place.fget
    return place if callable(place) else getattr(tensorlab.Tensor, op.name, None)


def calls(op: Any, dtype: torch.dtype, most: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the arguments of PyTorch's samples: one that is taken, and what is refused."""
    slopes = dtype in op.supported_backward_dtypes("cpu") and op.supports_autograd
    torch.manual_seed(0)
    for sample in islice(op.sample_inputs("cpu", dtype, requires_grad=slopes), most):
        yield op.op, (sample.input, *sample.args), sample.kwargs
    if dtype is torch.float32 and op.error_inputs_func is not None:
        for wrong in islice(op.error_inputs("cpu"), most):
            sample = wrong.sample_input
            yield op.op, (sample.input, *sample.args), sample.kwargs


def compared(op: Any, most: int) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield, for each call of a function, in what the libraries differ, or nothing."""
    function = our_function(op)
    for name in TYPES:
        dtype = getattr(torch, name)
        if dtype not in op.supported_dtypes("cpu"):
            continue
        for theirs, args, settings in calls(op, dtype, most):
            if function is None:
                yield name, "absent", args, settings
                continue
            yield name, tried(theirs, function, args, settings), args, settings


def tried(theirs: Any, function: Any, args: Any, settings: Any) -> str:
    """Return in what the libraries differ in one call, or nothing."""
    kept: dict[Any, Any] = {}  # what shares memory there shares it here
    try:
        mine = ours(args, kept), ours(settings, kept)
    except Exception as error:  # noqa: BLE001
        return f"arguments {type(error).__name__} {error!s:.100}"
    return verdict(told(torch, theirs, args, settings), told(tensorlab, function, *mine))


def main() -> None:
    """Compare and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--most", type=int, default=40, help="samples of a function and a type")
    parser.add_argument("--show", type=int, default=2, help="differences of a kind shown in full")
    asked = parser.parse_args()
    totals: Counter[str] = Counter()
    for op in op_db:
        if op.name not in asked.names if asked.names else LEFT_OUT.match(op.name):
            continue
        said: Counter[str] = Counter()
        try:
            for name, found, args, settings in compared(op, asked.most):
                totals["same" if not found else "different"] += 1
                said["same" if not found else found.split(" ")[0]] += 1
                if found and said[found.split(" ")[0]] <= asked.show:
                    print(f"    {op.name} {name}: {found}\n        {short(args)} {short(settings)}")
        except Exception as error:  # noqa: BLE001  a sample that cannot be made
            print(f"    {op.name}: no samples: {type(error).__name__} {error!s:.200}")
        if set(said) - {"same"}:
            print(f"{op.name}.{op.variant_test_name}: {dict(said)}", flush=True)
    print(dict(totals))


def short(value: Any) -> str:
    """Return arguments by their types and shapes."""
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype)[6:]}{list(value.shape)}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(short, value))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}={short(part)}' for name, part in value.items())}}}"
    return repr(value)[:60]


if __name__ == "__main__":
    sys.exit(main())
