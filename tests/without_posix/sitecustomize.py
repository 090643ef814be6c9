"""Hides from tensorlab, and from nobody else, what Windows has not: Python loads this by its name.

`pytest --without-posix` puts its folder on the path of the processes that the tests start. The
libraries below go on seeing the system there is, so that a terminal stays a terminal.
"""

import builtins
import ctypes
import os
import select
import signal
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

ABSENT = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}
OF_OS = {"fork", "getuid", "geteuid", "getpgid", "killpg", "mkfifo", "posix_spawn", "sysconf",
         "register_at_fork", "sched_getaffinity", "setsid", "uname", "WNOHANG"}  # fmt: skip
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"}
COMMITTED = 200 << 20  # bytes that a process is said to have


class Seen(ModuleType):
    """A module of the system as Windows has it: without some names, and others told otherwise."""

    def __init__(self, module: ModuleType, without: set[str], **told: Any) -> None:
        object.__getattribute__(self, "__dict__").update(
            _module=module, _without=without, _told=told
        )

    def __getattribute__(self, name: str) -> Any:
        own = object.__getattribute__(self, "__dict__")
        if name in own["_without"]:
            raise AttributeError(f"module {own['_module'].__name__!r} has no attribute {name!r}")
        return own["_told"][name] if name in own["_told"] else getattr(own["_module"], name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(object.__getattribute__(self, "__dict__")["_module"], name, value)


def only_sockets(*given: object) -> None:
    """Refuse to wait for a file, as Windows does."""
    raise OSError(10038, "An operation was attempted on something that is not a socket")


def memory_info(process: object, counters: Any, size: int) -> int:
    """Say how much memory a process has, as Windows' kernel does."""
    counters._obj.PrivateUsage = COMMITTED
    return 1


beyond = {name for name in dir(signal) if name.startswith("SIG")} - SIGNALS
SEEN = {
    "os": Seen(os, OF_OS, name="nt", linesep="\r\n"),
    "sys": Seen(sys, set(), platform="win32"),
    "signal": Seen(signal, {*beyond, "pthread_sigmask", "alarm", "setitimer"}),
    "select": Seen(select, {"poll", "epoll"}, select=only_sockets),
}


def install() -> None:
    """Let modules of tensorlab import what Windows would give them."""
    # A function of C, as the kernel's are: it is told its types, and no interrupt arrives within.
    kernel = SimpleNamespace(
        GetCurrentProcess=ctypes.CDLL(None).getpid, K32GetProcessMemoryInfo=memory_info
    )
    ctypes.windll = SimpleNamespace(kernel32=kernel)
    usual = builtins.__import__

    def importing(name: str, globals: Any = None, *more: Any, **named: Any) -> Any:
        package = (globals or {}).get("__package__") or ""
        if package.partition(".")[0] == "tensorlab":
            if name in ABSENT:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            if name in SEEN:
                return SEEN[name]
        return usual(name, globals, *more, **named)

    builtins.__import__ = importing


if __name__ == "sitecustomize":
    install()
