"""torch.backends, torch.accelerator, and kinds of devices that are never here."""

import sys
from typing import Any

import numpy as np

from tensorlab.engine.cuda import cupy_backend as backend
from tensorlab.engine.declaring import composite
from tensorlab.engine.device import Device


def answering(namespace: str, name: str, *, answer: int) -> None:
    """Declare a question of a program that always has the same answer."""

    def ask() -> int:
        return answer

    ask.__annotations__["return"] = type(answer)
    ask.__doc__ = f"""Return {answer}, as PyTorch without a GPU does.

    >>> {namespace}.{name}()
    {answer}
    """
    composite(namespace=namespace, name=name)(ask)


answering("torch.backends.mps", "is_built", answer=False)
answering("torch.backends.cuda", "is_built", answer=False)
for kind in ("backends.mps", "backends.cudnn", "mps", "xpu"):
    answering(f"torch.{kind}", "is_available", answer=False)
# These are there in the PyTorch whose answers ours are.
for kind in ("backends.mkl", "backends.mkldnn", "backends.openmp", "cpu"):
    answering(f"torch.{kind}", "is_available", answer=True)
for kind, count in {"cpu": 1, "mps": 0, "xpu": 0}.items():
    answering(f"torch.{kind}", "device_count", answer=count)


@composite(namespace="torch.backends.cudnn")
def version() -> None:
    """Return None: there is no cuDNN.

    >>> torch.backends.cudnn.version()
    """


@composite(namespace="torch.backends.cpu")
def get_cpu_capability() -> str:
    """Return the widest vectors that the processor computes with, as PyTorch names them.

    >>> torch.backends.cpu.get_cpu_capability() in ("DEFAULT", "AVX2", "AVX512")
    True
    """
    vectors: Any = np.show_config(mode="dicts")
    known = {name for names in vectors["SIMD Extensions"].values() for name in names}
    if known & {"AVX512_SKX", "X86_V4"}:
        return "AVX512"
    return "AVX2" if known & {"AVX2", "X86_V3"} else "DEFAULT"


NAMESPACE = "torch.accelerator"


@composite(namespace=NAMESPACE)
def is_available() -> bool:
    """Return whether there is a device that computes faster than the CPU."""
    return backend.obstacle() is None


@composite(namespace=NAMESPACE)
def device_count() -> int:
    """Return how many such devices there are: one, or none."""
    return int(is_available())


@composite(namespace=NAMESPACE)
def current_accelerator(check_available: bool = False) -> Device | None:
    """Return such a device; None where there is none."""
    return Device("cuda") if is_available() else None


def get_device_module(device: Any = None) -> Any:
    """Return torch.cpu or torch.cuda, by a device; without one, by what computes fastest."""
    device = Device(device or current_accelerator() or "cpu")
    return getattr(sys.modules["tensorlab"], device.type)
