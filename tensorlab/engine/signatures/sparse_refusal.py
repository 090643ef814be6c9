"""PyTorch's refusal of sparse tensors: it names the kernel that a call comes to, and lacks."""

import builtins
from typing import Any

from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.signatures.overloads import Call, recorded
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor


def sparse_refusal(call: Call, bound: dict[str, Any]) -> Exception:
    """Return the complaint about a call with a sparse tensor, by what was given by which name.

    A star marks the sparse tensors, an equals sign what is no tensor, of which few matter.
    """
    stars = {name: "*" * isinstance(value, SparseTensor) for name, value in bound.items()}
    given = (
        f"{name}{stars[name] if isinstance(value, Tensor) else '='}"
        for name, value in bound.items()
        if isinstance(value, Tensor) or name in (*call.signature.positional[:2], "dim")
    )
    said = recorded()["sparse"].get(call.key, {}).get(" ".join(given), call.function)
    kind, _, text = said.partition(": ")
    error: Exception = getattr(builtins, kind)(text) if text else no_kernel(said, "SparseCPU")
    return error
