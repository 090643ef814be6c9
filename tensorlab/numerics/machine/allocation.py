"""How numpy takes memory for some thousand cells: in whole lines of the cache.

The C library's memory begins at any sixteenth byte, and a vector of 64 bytes that is stored across
two lines costs twice the time: 10^4 floats are added in 1.7 us in place of 3.1. So numpy is lent
another function to take memory with, as its C interface provides for, in a context of its own.
"""

import sys
from collections.abc import Callable
from contextvars import Context
from importlib import import_module
from operator import call
from typing import Any, ClassVar

import numpy as np

SOME = 1 << 12  # cells from which on whole lines gain more than the detour costs
LINE = 64  # bytes
GET_HANDLER, SET_HANDLER = 305, 304  # places in the table of numpy's C interface, which never move
NAME = b"mem_handler"


class Lines:
    """Runs one of numpy's own functions, whose result then begins with a line.

    Fails with a RuntimeError where another thread is doing so.
    """

    @staticmethod
    def first(function: Callable[..., Any], *arguments: Any) -> Any:
        """Make ready what runs functions from the second time on, and run the first."""
        Lines.run = runner()
        return Lines.run(function, *arguments)

    run: ClassVar[Callable[..., Any]] = first


def runner() -> Callable[..., Any]:
    """Return what runs functions in whole lines; as usual where the system is not known."""
    if sys.platform != "linux":
        return call
    try:
        import ctypes  # noqa: PLC0415  a millisecond that few cells do not need

        whole_lines = taking(ctypes.CDLL(None).aligned_alloc)
    except (ImportError, AttributeError, OSError):  # another C library, or numpy without a table
        return call
    context = Context()
    context.run(np.seterr, all="ignore")  # nobody hears of what odd numbers give
    context.run(whole_lines)
    return context.run


def taking(take: Any) -> Callable[[], Any]:
    """Return what makes numpy take memory by take(LINE, size) in the context where it is called."""
    import ctypes  # noqa: PLC0415

    compiled: Any = import_module("numpy._core._multiarray_umath")

    class Handler(ctypes.Structure):
        """PyDataMem_Handler, whose functions get `first` as their first argument."""

        _fields_ = (
            ("name", ctypes.c_char * 127), ("version", ctypes.c_uint8), ("first", ctypes.c_size_t),
            *[(function, ctypes.c_void_p) for function in ("malloc", "calloc", "realloc", "free")],
        )  # fmt: skip

    python, anything = ctypes.PyDLL(None), ctypes.py_object
    read, make, hold = python.PyCapsule_GetPointer, python.PyCapsule_New, python.Py_IncRef
    read.restype, read.argtypes = ctypes.c_void_p, (anything, ctypes.c_char_p)
    make.restype, make.argtypes = anything, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    hold.argtypes = (anything,)
    table = ctypes.cast(read(compiled._ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p))
    usual = ctypes.PYFUNCTYPE(anything)(table[GET_HANDLER])()
    handler = Handler.from_buffer_copy(Handler.from_address(read(usual, NAME)))
    handler.first, handler.malloc = LINE, ctypes.cast(take, ctypes.c_void_p)
    for held in (handler, NAME):  # arrays may outlive this module, and need both when they end
        hold(held)
    capsule = make(ctypes.addressof(handler), NAME, None)
    set_handler = ctypes.PYFUNCTYPE(anything, anything)(table[SET_HANDLER])
    return lambda: set_handler(capsule)
