"""Tensors print as PyTorch prints them, to the character."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tensorlab.ops.namespace  # noqa: F401  all kinds of tensors are at hand
from tensorlab.engine import dtypes
from tensorlab.engine.autograd.graph import node_class
from tensorlab.engine.device import Device
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.naming import Layout
from tensorlab.engine.printing import tensor_text as printing
from tensorlab.engine.printing.array_text import (
    OPTIONS,
    get_printoptions,
    printoptions,
    set_printoptions,
)
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.tensor import Tensor, wrap

TRUTH: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "printing_truth.json").read_text(encoding="utf-8")
)


@pytest.fixture(autouse=True)
def initial_settings() -> Iterator[None]:
    yield
    set_printoptions(profile="default")
    Defaults.floating = dtypes.float32


def tensor(values: Any, dtype: dtypes.DType = dtypes.float32) -> Tensor:
    return wrap(dtype.encode(np.array(values, dtype.compute)), dtype)


def sparse(indices: Any, values: Tensor, size: tuple[int, ...]) -> SparseTensor:
    made = object.__new__(SparseTensor)
    made.coordinates = wrap(np.array(indices, np.int64).reshape(len(size), -1), dtypes.int64)
    made.entries, made.size_ = values, size
    made._element_type = values.dtype
    return made


def test_every_recorded_text_is_reproduced() -> None:
    wrong = [case for case in TRUTH if replayed(case) != case["text"]]
    assert not wrong, f"{len(wrong)} of {len(TRUTH)}, such as {wrong[0]}\n{replayed(wrong[0])}"


def replayed(case: dict[str, Any]) -> str:
    dtype = dtypes.DTYPES[case["dtype"]]
    elements = np.frombuffer(base64.b64decode(case["elements"]), dtype.carrier)
    made = wrap(elements.reshape(case["shape"]), dtype)
    made.requires_grad = case["requires_grad"]
    Defaults.floating = dtypes.DTYPES[case["default_dtype"]]
    set_printoptions(profile="default")
    set_printoptions(**case["options"])
    return repr(made)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([1e8], "[100000000.]"),
        ([1e8 + 8], "[1.0000e+08]"),
        ([1e-4, 0.05], "[0.0001, 0.0500]"),
        ([9.9e-5, 0.05], "[9.9000e-05, 5.0000e-02]"),
        ([1, 1000], "[   1., 1000.]"),
        ([1, 1001], "[1.0000e+00, 1.0010e+03]"),
    ],
)
def test_scientific_notation_begins_beyond_its_limits(values: list[float], shown: str) -> None:
    assert repr(tensor(values, dtypes.float64)) == f"tensor({shown}, dtype=torch.float64)"


@pytest.mark.filterwarnings("ignore:ComplexHalf")
def test_complex64_goes_without_saying_beside_a_16_bit_default() -> None:
    Defaults.floating = dtypes.float16
    assert repr(tensor([1j], dtypes.complex64)) == "tensor([0.+1.j])"
    assert repr(tensor([1j], dtypes.complex32)) == "tensor([0.+1.j], dtype=torch.complex32)"


def test_a_large_tensor_shows_its_corners() -> None:
    assert repr(tensor(np.arange(1_000_000).reshape(1000, 1000))) == (
        "tensor([[0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 9.9700e+02, 9.9800e+02,\n"
        "         9.9900e+02],\n"
        "        [1.0000e+03, 1.0010e+03, 1.0020e+03,  ..., 1.9970e+03, 1.9980e+03,\n"
        "         1.9990e+03],\n"
        "        [2.0000e+03, 2.0010e+03, 2.0020e+03,  ..., 2.9970e+03, 2.9980e+03,\n"
        "         2.9990e+03],\n"
        "        ...,\n"
        "        [9.9700e+05, 9.9700e+05, 9.9700e+05,  ..., 9.9800e+05, 9.9800e+05,\n"
        "         9.9800e+05],\n"
        "        [9.9800e+05, 9.9800e+05, 9.9800e+05,  ..., 9.9900e+05, 9.9900e+05,\n"
        "         9.9900e+05],\n"
        "        [9.9900e+05, 9.9900e+05, 9.9900e+05,  ..., 1.0000e+06, 1.0000e+06,\n"
        "         1.0000e+06]])"
    )


def test_numbers_that_are_left_out_do_not_widen_the_others() -> None:
    values = np.zeros(2000, np.int64)
    values[1000] = 123456
    assert repr(wrap(values, dtypes.int64)) == "tensor([0, 0, 0,  ..., 0, 0, 0])"


def test_a_thousand_elements_are_shown_in_full() -> None:
    assert "..." not in repr(tensor(np.ones(1000)))
    assert "..." in repr(tensor(np.ones(1001)))


def test_the_operation_that_made_a_tensor_is_named() -> None:
    made = tensor([1, 2])
    made._tracked = True
    made._grad_fn = object.__new__(node_class("AddBackward0"))
    assert repr(made) == "tensor([1., 2.], grad_fn=<AddBackward0>)"


def test_facts_that_do_not_fit_go_to_a_line_of_their_own() -> None:
    made = tensor(np.arange(12) + 0.5, dtypes.float64)
    made._tracked = True
    assert repr(made) == (
        "tensor([ 0.5000,  1.5000,  2.5000,  3.5000,  4.5000,  5.5000,  6.5000,  7.5000,\n"
        "         8.5000,  9.5000, 10.5000, 11.5000], dtype=torch.float64,\n"
        "       requires_grad=True)"
    )


def test_a_tensor_elsewhere_names_its_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tensor, "device", Device("cuda", 0))
    assert repr(tensor([1, 2])) == "tensor([1., 2.], device='cuda:0')"


def test_a_meta_tensor_shows_its_size_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tensor, "device", Device("meta"))
    assert repr(tensor(np.ones((2, 3)))) == "tensor(..., device='meta', size=(2, 3))"
    assert repr(tensor([1, 2], dtypes.int64)) == (
        "tensor(..., device='meta', size=(2,), dtype=torch.int64)"
    )


def test_a_sparse_tensor_shows_its_parts() -> None:
    made = sparse([[0, 1], [1, 2]], tensor([1, 2.5], dtypes.float64), (2, 3))
    assert repr(made) == (
        "tensor(indices=tensor([[0, 1],\n"
        "                       [1, 2]]),\n"
        "       values=tensor([1.0000, 2.5000]),\n"
        "       size=(2, 3), nnz=2, dtype=torch.float64, layout=torch.sparse_coo)"
    )


def test_a_sparse_tensor_without_entries_shows_the_sizes_of_its_parts() -> None:
    assert repr(sparse([], tensor([]), (2, 3))) == (
        "tensor(indices=tensor([], size=(2, 0)),\n"
        "       values=tensor([], size=(0,)),\n"
        "       size=(2, 3), nnz=0, layout=torch.sparse_coo)"
    )


def test_a_compressed_sparse_tensor_shows_both_index_vectors() -> None:
    parts = {
        "crow_indices": tensor([0, 1, 2], dtypes.int64),
        "col_indices": tensor([1, 2], dtypes.int64),
        "values": tensor([1, 2]),
    }
    written = printing.sparse(parts, (2, 3), Layout("sparse_csr"))
    assert printing.finish(printing.PREFIX + written.numbers, written.facts) == (
        "tensor(crow_indices=tensor([0, 1, 2]),\n"
        "       col_indices=tensor([1, 2]),\n"
        "       values=tensor([1., 2.]), size=(2, 3), nnz=2, layout=torch.sparse_csr)"
    )


def test_a_quantized_tensor_shows_what_it_stands_for_and_its_scheme() -> None:
    scheme = {
        "quantization_scheme": "torch.per_channel_affine",
        "scale": tensor([0.1, 0.2], dtypes.float64),
        "zero_point": tensor([0, 5], dtypes.int64),
        "axis": 0,
    }
    numbers = np.array([[0, 0, 1], [0.6, 2, 3]], np.float32)
    written = printing.quantized(numbers, dtypes.quint8, scheme)
    assert printing.finish(printing.PREFIX + written.numbers, written.facts) == (
        "tensor([[0.0000, 0.0000, 1.0000],\n"
        "        [0.6000, 2.0000, 3.0000]], size=(2, 3), dtype=torch.quint8,\n"
        "       quantization_scheme=torch.per_channel_affine,\n"
        "       scale=tensor([0.1000, 0.2000], dtype=torch.float64),\n"
        "       zero_point=tensor([0, 5]), axis=0)"
    )


def test_a_profile_sets_all_but_what_is_given_beside_it() -> None:
    set_printoptions(profile="short", precision=7)
    assert get_printoptions() == {
        "precision": 7, "threshold": 1000, "edgeitems": 2, "linewidth": 80, "sci_mode": None,
    }  # fmt: skip


def test_scientific_notation_lasts_until_the_next_change() -> None:
    set_printoptions(sci_mode=True)
    assert repr(tensor([1, 2])) == "tensor([1.0000e+00, 2.0000e+00])"
    set_printoptions(precision=2)
    assert repr(tensor([1, 2])) == "tensor([1., 2.])"
    assert OPTIONS.precision == 2


def test_options_of_a_block_end_with_it() -> None:
    before = get_printoptions()
    with printoptions(precision=1, sci_mode=True):
        assert repr(tensor(0.25)) == "tensor(2.5e-01)"
    assert get_printoptions() == before
