"""What sparse tensors answer in place: declared here, as other kinds of tensors are."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.calling.refusing import require_cast
from tensorlab.engine.calling.resolving import resolve
from tensorlab.engine.facts import Sparse
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.ops.creation.from_values import tensor
from tensorlab.ops.sparse.layouts import index_beside, made
from tensorlab.ops.sparse.methods import method
from tensorlab.ops.tensor.overwriting import both_sparse_or_none


def zeroed(self: SparseTensor) -> SparseTensor:
    """Return a sparse tensor of the same shape without values."""
    none = index_beside(np.zeros((len(self.coordinates), 0), np.int64), self.entries)
    return made(none, self.entries[:0], self.size_, coalesced=True)


def become(sparse: SparseTensor, other: SparseTensor) -> SparseTensor:
    """Return a tensor itself, with what another one stores."""
    sparse.data, sparse.made_by = other, other.made_by
    return sparse


@method("zero_")
def without_values(self: SparseTensor) -> SparseTensor:
    """Return the tensor, whose values are gone."""
    return become(self, zeroed(self))


@method("copy_")
def copied_from(self: SparseTensor, src: Any, non_blocking: bool = False) -> SparseTensor:
    """Return the tensor itself, with another one's elements.

    Raises:
        RuntimeError: the other one is dense.
    """
    if not isinstance(src, SparseTensor):
        raise both_sparse_or_none(self, src if hasattr(src, "dtype") else tensor(src))
    return become(self, src)


@method("blank")
def blank(self: Any, value: Any, dtype: Any) -> SparseTensor:
    """Return a sparse tensor of zeros of the same shape."""
    if value != 0:
        raise no_kernel("fill_.Scalar", "SparseCPU")
    return zeroed(self.to(dtype or self.dtype))


@method("rewritten")
def rewritten(self: Any, operation: Operation, args: Any, settings: Any, name: str) -> Any:
    """Return the tensor, made what an operation answers for its values; refuse by the name.

    Raises:
        NotImplementedError: PyTorch has no kernel for it.
        RuntimeError: an element may be stored twice, or values would become of a higher category.
    """
    if operation.facts.get("kernel") == "pow":
        raise no_kernel("pow_.Scalar", "SparseCPU")
    if operation.facts.get("sparse") is Sparse.VALUES and not self.coalesced:
        raise RuntimeError(f"{name} requires coalesced input")
    with SetGrad(mode=False):
        result: Any = resolve(operation, (self, *args), settings, name, 0)
    require_cast(result.dtype, self)
    return become(self, result)
