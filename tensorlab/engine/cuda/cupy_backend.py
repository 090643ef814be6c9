"""CuPy, which computes on NVIDIA GPUs: looked for when first asked, and why it can't be used."""

import os
import re
import sys
from functools import cache
from importlib import import_module
from typing import Any

from tensorlab.engine.warning import in_full

NO_CUDA = "Torch not compiled with CUDA enabled"


DRIVERS = {"win32": "nvcuda.dll", "linux": "libcuda.so.1"}

# What goes wrong, by the words that CuPy says it in, and what to do.
REMEDIES = {
    "InsufficientDriver": "The NVIDIA driver is older than CuPy needs: update the driver.",
    "NoDevice": "The NVIDIA driver finds no GPU: see what nvidia-smi says.",
    "SystemDriverMismatch": "The NVIDIA driver was updated: restart the machine.",
    "no kernel image": "This GPU is too old for CuPy: an older CuPy may still know it.",
    "unsupported gpu architecture": "This GPU is too new for the CUDA libraries: update them.",
    r"lib(cu|nv)\w+|CUDA root|cuda.*(not found|headers)": (
        "CuPy finds no CUDA libraries: pip install 'cupy-cuda13x[ctk]' brings them."
    ),
}


@cache
def obstacle() -> str | None:
    """Return why tensors can't be on a GPU here, and what to do; None where they can."""
    if os.environ.get("TENSORLAB_CUDA") == "0":
        return "The GPU is switched off: the environment has TENSORLAB_CUDA=0."
    if "cupy" not in sys.modules:
        if not has_driver():
            return "This machine has no NVIDIA driver, which a GPU needs."
        from importlib.util import find_spec  # noqa: PLC0415  a millisecond

        if find_spec("cupy") is None:
            return "CuPy is not installed: pip install 'tensorlab[cuda13x]', or [cuda12x]."
    try:
        try_out(import_module("cupy"))
    except Exception as error:  # noqa: BLE001  whatever is wrong there, the CPU still works
        return explained(error)
    return None


def has_driver() -> bool:
    """Return whether NVIDIA's driver can be loaded."""
    import ctypes  # noqa: PLC0415  another one

    name = DRIVERS.get(sys.platform)
    if name is None:
        return False
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def try_out(cupy: Any) -> None:
    """Compute a little of each kind: CuPy loads the compiler and the libraries only then."""
    if not cupy.cuda.is_available():
        cupy.cuda.runtime.getDeviceCount()
    ones = cupy.ones((2, 2), dtype="float32")
    (ones + 1).get()
    (ones @ ones).get()


def explained(error: Exception) -> str:
    """Return in a sentence what CuPy complains of, and what to do."""
    text = f"{type(error).__name__}: {error}"
    for words, remedy in REMEDIES.items():
        if re.search(words, text, re.IGNORECASE):
            return f"{remedy} ({first_line(error)})"
    return f"CuPy is installed but does not work here: {first_line(error)}"


def first_line(error: Exception) -> str:
    """Return the first line of an error's text."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


@cache
def library() -> Any:
    """Return the module.

    Raises:
        AssertionError: there is no GPU to compute on; a note says why.
    """
    if (why := obstacle()) is not None:
        error = AssertionError(NO_CUDA)
        error.add_note(why)
        raise error
    return sys.modules["cupy"]


def special_functions() -> Any:
    """Return the module of special functions that comes with CuPy."""
    return import_module("cupyx.scipy.special")


class OutOfMemoryError(RuntimeError):
    """The GPU has no room for another array; those that are there stay."""


class Guarded:
    """A block in which a GPU that is out of memory says so as PyTorch does."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None and type(error).__name__ == "OutOfMemoryError":
            raise out_of_memory(error) from None


guarded = Guarded()


def out_of_memory(error: BaseException) -> OutOfMemoryError:
    """Return PyTorch's complaint about a GPU that is full, its numbers CuPy's."""
    asked = re.search(r"allocating ([\d,]+) bytes", str(error))
    tried = size_in_words(int(asked[1].replace(",", ""))) if asked else "more than there is"
    free, total = free_and_total_bytes()
    return OutOfMemoryError(
        f"CUDA out of memory. Tried to allocate {tried}. GPU 0 has a total capacity of "
        f"{size_in_words(total)} of which {size_in_words(free)} is free. "
        f"{size_in_words(allocated_bytes())} is allocated by tensors."
    )


def size_in_words(count: int) -> str:
    """Return a number of bytes as PyTorch's memory errors write it."""
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:.2f} {unit}"
    return f"{count} bytes"


def device_name() -> str:
    """Return the name of the GPU."""
    name = library().cuda.runtime.getDeviceProperties(0)["name"]
    return name.decode() if isinstance(name, bytes) else str(name)


def compute_capability() -> tuple[int, int]:
    """Return the generation of the GPU, major and minor."""
    found = library().cuda.runtime.getDeviceProperties(0)
    return int(found["major"]), int(found["minor"])


def require_first(number: int) -> None:
    """Refuse any other GPU than the first one.

    Raises:
        RuntimeError: it is another one.
    """
    if number:
        raise RuntimeError(in_full("CUDA error: invalid"))


def synchronize() -> None:
    """Wait until the GPU has done everything it was asked to do."""
    library().cuda.Device().synchronize()


def free_and_total_bytes() -> tuple[int, int]:
    """Return the free and the total bytes of the GPU's memory."""
    free, total = library().cuda.runtime.memGetInfo()
    return int(free), int(total)


def allocated_bytes() -> int:
    """Return the bytes of GPU memory that arrays take."""
    return int(library().get_default_memory_pool().used_bytes())


def reserved_bytes() -> int:
    """Return the bytes of GPU memory that are held, for arrays and for those to come."""
    return int(library().get_default_memory_pool().total_bytes())


def release_memory() -> None:
    """Give GPU memory that no array takes back to other programs."""
    library().get_default_memory_pool().free_all_blocks()
