"""PyTorch's refusal of sparse tensors: it names the kernel that a call comes to, and lacks."""

import builtins
import re
from typing import Any

from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.signatures.combination import PREFIXES
from tensorlab.engine.signatures.overloads import Call, recorded
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor


def is_of_sparse(error: BaseException | None) -> bool:
    """Return whether an error refuses a sparse tensor, perhaps in a step of what was called."""
    return re.search("'SparseCPU' b|sparse tensors", str(error)) is not None


def sparse_refusal(call: Call, bound: dict[str, Any]) -> Exception:
    """Return the complaint about a call with a sparse tensor, by what was given by which name.

    A star marks the sparse tensors, an equals sign what is no tensor, of which few matter.
    """
    given = (
        f"{name}{'*' * isinstance(value, SparseTensor) if isinstance(value, Tensor) else '='}"
        for name, value in bound.items()
        if isinstance(value, Tensor) or name in (*call.signature.positional[:2], "dim")
    )
    usual = PREFIXES.get(call.key.rpartition(".")[0], "") + call.function
    said = recorded()["sparse"].get(call.key, {}).get(" ".join(given), usual)
    kind, _, text = said.partition(": ")
    error: Exception = getattr(builtins, kind)(text) if text else no_kernel(said, "SparseCPU")
    return error
