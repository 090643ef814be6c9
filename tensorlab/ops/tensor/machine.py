"""Threads, precision and determinism: choices that programs make, and read again."""

from typing import Any

from tensorlab.engine import type_names
from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import composite, warn_once
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.settings import MACHINE, MODES, PRECISIONS
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.warning import in_full, warn
from tensorlab.numerics.machine.threads import Threads


def require_kind(name: str, value: object, kind: type) -> None:
    """Refuse what is not of a kind.

    Raises:
        RuntimeError: it is not.
    """
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        article = "an" if kind is int else "a"
        raise RuntimeError(f"{name} expects {article} {kind.__name__}, but got {class_name(value)}")


def positive(name: str, number: Any) -> int:
    """Return a number of threads.

    Raises:
        RuntimeError: it is none.
    """
    require_kind(name, number, int)
    if number <= 0:
        raise RuntimeError(f"{name} expects a positive integer")
    return int(number)


@composite(method=False)
def set_num_threads(int: Any) -> None:
    """Say how many threads functions of large tensors may take; results do not depend on it.

    >>> torch.set_num_threads(1)
    """
    Threads.asked = positive("set_num_threads", int)


@composite(method=False)
def get_num_threads() -> int:
    """Return how many threads were asked for.

    >>> torch.set_num_threads(1)
    >>> torch.get_num_threads()
    1
    """
    return Threads.asked


@composite(method=False)
def set_num_interop_threads(int: Any) -> None:
    """Note how many functions may run side by side; here one does."""
    MACHINE.interop_threads = positive("set_num_interop_threads", int)


@composite(method=False)
def get_num_interop_threads() -> int:
    """Return how many functions were to run side by side."""
    return MACHINE.interop_threads


@composite(method=False)
def set_flush_denormal(mode: Any) -> bool:
    """Return True; numbers below the smallest normal one are kept all the same."""
    require_kind("flush_denormal", mode, bool)
    return True


@composite(method=False)
def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Ask for results that are the same each time, which they always are here.

    >>> torch.use_deterministic_algorithms(True)
    >>> torch.are_deterministic_algorithms_enabled()
    True
    >>> torch.use_deterministic_algorithms(False)
    """
    MACHINE.deterministic = (1 if warn_only else 2) if mode else 0


@composite(method=False)
def are_deterministic_algorithms_enabled() -> bool:
    """Return whether the same results each time were asked for.

    >>> torch.use_deterministic_algorithms(False)
    >>> torch.are_deterministic_algorithms_enabled()
    False
    """
    return MACHINE.deterministic > 0


@composite(method=False)
def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Return whether functions without a deterministic algorithm were to warn, not to fail.

    >>> torch.use_deterministic_algorithms(True, warn_only=True)
    >>> torch.is_deterministic_algorithms_warn_only_enabled()
    True
    >>> torch.use_deterministic_algorithms(False)
    """
    return MACHINE.deterministic == 1


@composite(method=False)
def set_deterministic_debug_mode(debug_mode: Any) -> None:
    """Choose what an operation of random order brings: "default" (nothing), "warn" or "error".

    >>> torch.set_deterministic_debug_mode("warn")
    >>> torch.set_deterministic_debug_mode("default")
    """
    if isinstance(debug_mode, str):
        if debug_mode not in MODES:
            raise RuntimeError(in_full("invalid value", debug_mode))
        debug_mode = MODES.index(debug_mode)
    elif not isinstance(debug_mode, int):
        given = type(debug_mode).__name__
        raise TypeError(f"debug_mode must be str or int, but got <class '{given}'>")
    if debug_mode not in range(len(MODES)):
        raise RuntimeError(
            f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}"
        )
    MACHINE.deterministic = debug_mode


@composite(method=False)
def get_deterministic_debug_mode() -> int:
    """Return 0, 1 or 2: nothing, a warning or an error where a result is not the same each time.

    >>> torch.use_deterministic_algorithms(True)
    >>> torch.get_deterministic_debug_mode()
    2
    >>> torch.use_deterministic_algorithms(False)
    """
    return MACHINE.deterministic


@composite(method=False)
def set_float32_matmul_precision(precision: Any) -> None:
    """Allow less precise products of matrices: "highest", "high" or "medium"; here all are exact.

    >>> torch.set_float32_matmul_precision("high")
    """
    require_kind("set_float32_matmul_precision", precision, str)
    if precision in PRECISIONS:
        MACHINE.matmul_precision = precision
        return
    warn(in_full("{} is not one of 'highest'", precision))


@composite(method=False)
def get_float32_matmul_precision() -> str:
    """Return how precise products of matrices were asked to be.

    >>> torch.set_float32_matmul_precision("medium")
    >>> torch.get_float32_matmul_precision()
    'medium'
    """
    return MACHINE.matmul_precision


@composite(method=False)
def is_anomaly_enabled() -> bool:
    """Return whether backward steps that give nan are errors.

    >>> torch.is_anomaly_enabled()
    False
    """
    return MACHINE.watching_for_anomalies


@composite(method=False)
def is_inference_mode_enabled() -> bool:
    """Return whether tensors are being made that can never be recorded for gradients.

    >>> with torch.inference_mode():
    ...     print(torch.is_inference_mode_enabled())
    True
    """
    return Recording.inference


@composite(method=False, overridable=False)
def typename(obj: Any, /) -> str:
    """Return the name of a tensor's type, or of what something is.

    >>> torch.typename(torch.tensor([1]))
    'torch.LongTensor'
    """
    return type_names.typename(obj)


@composite(method=False, overridable=False)
def is_storage(obj: Any, /) -> bool:
    """Return whether something is the memory behind a tensor.

    >>> torch.is_storage(torch.ones(1))
    False
    """
    return type(obj).__name__.rpartition(".")[2] in {"TypedStorage", "UntypedStorage"}


@composite(method=False)
def set_default_tensor_type(t: Any, /) -> None:
    """Set the type of new tensors made of Python's floats, by a tensor type or its name."""
    from tensorlab.ops.creation.tensor_types import tensor_types  # noqa: PLC0415  old programs ask

    warn_once(in_full("torch.set_default_tensor_type()"))
    known = tensor_types("torch")
    name = str(t).rpartition(".")[2].rstrip("'>")
    dtype = getattr(known.get(name), "dtype", None)
    if dtype is None or not dtype.is_floating_point:
        opening = "" if dtype is not None else "invalid type object: "
        raise TypeError(f"{opening}only floating-point types are supported as the default type")
    Defaults.floating = dtype
