"""Every declared function on both devices, with the calls of its examples as samples."""

import ast
import contextlib
import doctest
import io
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tensorlab
from tensorlab.engine.cuda.calls import Copies
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.tensor import Tensor
from tests.cuda.replay import on_cpu
from tests.ops.test_every_operation import NAMES, PUBLIC, value_of

pytestmark = pytest.mark.usefixtures("gpu")

TYPES = [
    getattr(tensorlab, name)
    for name in ("float32", "float64", "float16", "bfloat16", "complex64", "int64", "uint8", "bool")
]
# Quantized tensors stay in the main memory; these tell where a tensor is, or of what it is a view.
NOT_FOR_A_GPU = {
    "torch.Tensor.cpu", "torch.Tensor.numpy", "torch.from_numpy", "torch.get_device",
    "torch.Tensor.type", "torch.Tensor.data_ptr", "torch.set_default_device",
    "torch.Tensor.is_set_to", "torch.Tensor.storage_offset", "torch.Tensor.qscheme",
    "torch.Tensor.backward", "torch.autograd.grad", "torch.typename", "torch.is_conj",
}  # fmt: skip
# Computed by numpy on a copy: element by element, or CuPy has nothing for it.
ON_A_COPY = {
    "torch.Tensor.index_put_", "torch.Tensor.to_dense", "torch.Tensor.to_sparse", "torch.det",
    "torch.adaptive_max_pool1d", "torch.embedding_renorm_",
    *(f"torch.nn.functional.adaptive_max_pool{dims}d_with_indices" for dims in (1, 2, 3)),
    "torch.fake_quantize_per_tensor_affine", "torch.index_put", "torch.index_put_",
    "torch.index_reduce",
    "torch.linalg.ldl_solve", "torch.linalg.lu_solve", "torch.lu_solve",
    "torch.nn.functional.adaptive_max_pool1d",
    "torch.nn.functional.adaptive_max_pool2d", "torch.nn.functional.adaptive_max_pool3d",
    "torch.sparse.spdiags", "torch.segment_reduce",
    "torch.sparse_coo_tensor", "torch.special.erfcx", "torch.special.zeta", "torch.unravel_index",
    "torch.unique_consecutive",
    # The stand-in lacks these functions.
    "torch.erfinv", "torch.i0", "torch.special.i0e", "torch.special.i1", "torch.special.i1e",
    "torch.special.log_ndtr", "torch.special.ndtri",
    # Their steps are chosen by a look at the numbers.
    "torch.igamma", "torch.igammac", "torch.special.airy_ai",
    *(f"torch.special.bessel_{kind}{order}" for kind in "jy" for order in "01"),
    *(f"torch.special.{kind}modified_bessel_k{order}"
      for kind in ("", "scaled_") for order in "01"),
    "torch.special.modified_bessel_i0", "torch.special.modified_bessel_i1",
    *(f"torch.special.{kind}chebyshev_polynomial_{letter}"
      for kind in ("", "shifted_") for letter in "tuvw"),
    "torch.special.hermite_polynomial_h", "torch.special.hermite_polynomial_he",
    "torch.special.laguerre_polynomial_l", "torch.special.legendre_polynomial_p",
}  # fmt: skip


def sample_calls() -> Iterator[Any]:
    """The calls in the examples, with the function's name."""
    for name in PUBLIC:
        if name.startswith(("torch.cuda", "torch.quant")) or name in NOT_FOR_A_GPU:
            continue
        for number, example in enumerate(
            doctest.DocTestParser().get_examples(OPERATIONS[name].doc)
        ):
            tree = ast.parse(example.source.strip())
            call = tree.body[-1].value if isinstance(tree.body[-1], ast.Expr) else None
            if isinstance(call, ast.Call) and len(tree.body) == 1:
                yield pytest.param(name, number, id=f"{name}-{number}")


CALLS = list(sample_calls())


def parts_of(name: str, number: int) -> tuple[Any, list[Any], dict[str, Any]]:
    """The function that an example calls, and its arguments: of a method, the tensor first."""
    examples = doctest.DocTestParser().get_examples(OPERATIONS[name].doc)
    scope = dict(NAMES)
    with contextlib.redirect_stdout(io.StringIO()):
        for example in examples[:number]:
            exec(compile(example.source, name, "single"), scope)  # noqa: S102
        call = ast.parse(examples[number].source.strip()).body[-1].value
        args = [value_of(part, scope) for part in call.args]
        settings = {part.arg: value_of(part.value, scope) for part in call.keywords}
        if isinstance(call.func, ast.Attribute):
            owner = value_of(call.func.value, scope)
            if isinstance(owner, Tensor):
                attribute = call.func.attr
                return (
                    (lambda self, *a, **s: getattr(self, attribute)(*a, **s)),
                    [owner, *args],
                    settings,
                )
        return value_of(call.func, scope), args, settings


def changed(value: Any, change: Any) -> Any:
    """A value with its tensors changed."""
    if isinstance(value, Tensor) and not value.is_quantized:
        return change(value)
    if isinstance(value, dict):
        return {name: changed(part, change) for name, part in value.items()}
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return type(value)(changed(part, change) for part in value)
    return value


def outcome(name: str, number: int, change: Any) -> Any:
    """What a call gives, or the error that it raises; the random numbers are the same each time."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        function, args, settings = parts_of(name, number)
        tensorlab.manual_seed(0)
        try:
            return function(*changed(args, change), **changed(settings, change))
        except Exception as error:  # noqa: BLE001  both devices must say the same
            return on_cpu(f"{type(error).__name__}: {error}")


def compare(here: Any, there: Any, where: str) -> None:
    """Fail where the two devices gave something else."""
    if isinstance(here, Tensor) and isinstance(there, Tensor):
        assert (here.dtype, here.shape) == (there.dtype, there.shape), where
        if here.is_quantized:
            return
        one, other = (numbers(value) for value in (here, there))
        loose = 1e-2 if here.dtype.itemsize == 2 else 1e-4 if here.dtype.itemsize == 4 else 1e-6
        np.testing.assert_allclose(other, one, rtol=loose, atol=loose, err_msg=where)
    elif isinstance(here, list | tuple) and isinstance(there, list | tuple):
        assert len(here) == len(there), where
        for one, other in zip(here, there, strict=True):
            compare(one, other, where)
    elif isinstance(here, float) and isinstance(there, float):
        assert there == pytest.approx(here, nan_ok=True), where
    elif isinstance(here, str | int | bool | complex | None):
        assert here == there, where


def numbers(value: Tensor) -> Any:
    dense = value.detach().to_dense() if value.is_sparse else value.detach()
    wide = dense.cpu().to(tensorlab.complex128 if dense.dtype.is_complex else tensorlab.float64)
    return wide.numpy()


def apart(tensor: Tensor) -> Tensor:
    """The same numbers with gaps between them in memory."""
    if tensor.is_sparse or not tensor.ndim:
        return tensor
    return tensorlab.stack([tensor, tensor], -1).select(-1, 0)


def converted(dtype: Any) -> Any:
    """The change of a tensor of numbers to a data type; indices and masks stay as they are."""

    def change(tensor: Tensor) -> Tensor:
        if tensor.is_sparse or not tensor.dtype.is_floating_point:
            return tensor
        # What becomes of inf as a whole number is nobody's promise.
        return tensor.to(dtype) if bool(tensor.isfinite().all()) else tensor

    return change


def moved(change: Any) -> Any:
    return lambda tensor: change(tensor.cuda())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "number"), CALLS)
def test_both_devices_give_the_same(name: str, number: int) -> None:
    for what, change in {
        **{str(dtype): converted(dtype) for dtype in TYPES},
        "gaps": apart,
    }.items():
        here, there = outcome(name, number, change), outcome(name, number, moved(change))
        compare(here, there, f"{name} with {what}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "number"), CALLS)
def test_gradients_are_the_same(name: str, number: int) -> None:
    if not OPERATIONS[name].rules:
        return

    def leaf(tensor: Tensor) -> Tensor:
        wide = tensor.detach().double() if tensor.dtype.is_floating_point else tensor
        return (
            wide if tensor.is_sparse else wide.clone().requires_grad_(wide.dtype.is_floating_point)
        )

    found = []
    for place in ("cpu", "cuda"):
        leaves: list[Tensor] = []

        def change(tensor: Tensor, place: str = place, leaves: list[Tensor] = leaves) -> Tensor:
            leaves.append(leaf(tensor.to(place)))
            return leaves[-1]

        result = outcome(name, number, change)
        found.append(gradients(result, leaves))
    compare(*found, name)


def gradients(result: Any, leaves: list[Tensor]) -> list[Any]:
    """The gradients of the results' sum, None where there is none."""
    parts = result if isinstance(result, list | tuple) else [result]
    tracked = [p for p in parts if isinstance(p, Tensor) and p.requires_grad and not p.is_sparse]
    total = sum(part.abs().sum() for part in tracked)
    try:
        if isinstance(total, Tensor):
            total.backward()
    except RuntimeError as error:
        return [on_cpu(str(error))]
    return [leaf.grad for leaf in leaves if leaf.is_leaf and leaf.requires_grad]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "number"), CALLS)
def test_nothing_is_copied_to_the_main_memory(name: str, number: int) -> None:
    before = Copies.count
    outcome(name, number, lambda tensor: tensor.cuda())
    if name not in ON_A_COPY:
        assert Copies.count == before
