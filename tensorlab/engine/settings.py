"""What a program can switch for all that follows: one list, kept and put back as a whole."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NamedTuple

import numpy as np

from tensorlab.engine import addresses, told_by_numpy
from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.device import Placement
from tensorlab.engine.dtypes import float32
from tensorlab.engine.printing.array_text import OPTIONS, PrintOptions
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.random.generator import Generator, default_generator
from tensorlab.engine.warning import Warned, in_full, warn
from tensorlab.numerics.machine.threads import Threads


class Machine:
    """What programs choose about the machine, as PyTorch begins: nothing else hangs on it."""

    def __init__(self) -> None:
        self.interop_threads = 1
        # 1 warns and 2 refuses, where PyTorch would do otherwise
        self.deterministic: int = 0
        self.matmul_precision = "highest"
        self.watching_for_anomalies = False
        self.checking_for_nan = True
        # their parameters, and values asked about
        self.checking_distributions = True
        # of modules, by full name, as a program wrote them
        self.members: dict[str, Any] = {}
        # The hooks of every module of torch.nn, by when they are called; a dict with the first.
        self.module_hooks: dict[int, tuple[str, Any]] | None = None


MACHINE = Machine()
PRECISIONS: tuple[Any, ...] = ("highest", "high", "medium")
MODES: tuple[Any, ...] = ("default", "warn", "error")


def require_deterministic(kernel: str) -> None:
    """Refuse, where a program asks for it, a function that PyTorch answers in any order.

    Raises:
        RuntimeError: deterministic algorithms were asked for.
    """
    if not MACHINE.deterministic:
        return
    head = f"{kernel} does not have a deterministic implementation, but you set "
    if MACHINE.deterministic == 1:
        warn(in_full("{}'torch.use_deterministic_algorithms(True,", head))
        return
    raise RuntimeError(in_full("{}'torch.use_deterministic_algorithms(True)'.", head))


NUMPY_BEGINS: tuple[Any, ...] = (None, {}, told_by_numpy.BEGINS)


class Numpy:
    """The state of numpy in the session that is in force; no stream until one is asked for."""

    stream: ClassVar[Any] = None
    options: ClassVar[dict[str, Any]] = {}


def numpy_stream() -> Any:
    """Return the stream behind np.random's functions: a new one where none has been seeded."""
    if Numpy.stream is None:
        Numpy.stream = np.random.RandomState()  # the very numbers of np.random
    return Numpy.stream


def read_numpy() -> Any:
    """Return the stream, the options and how errors are told, as they are now."""
    state = None if Numpy.stream is None else Numpy.stream.get_state(legacy=False)
    return state, Numpy.options, (np.geterr(), told_by_numpy.Told.raising)


def write_numpy(held: Any) -> None:
    """Put back the stream, the options and how errors are told."""
    state, Numpy.options, (errors, told_by_numpy.Told.raising) = held
    if np.geterrcall() is None:  # in a thread that begins with numpy's own
        np.seterrcall(told_by_numpy.Told())
    if errors != np.geterr():
        np.seterr(**errors)
    if state is None:
        Numpy.stream = None
    else:
        numpy_stream().set_state(state)


Values = tuple[Any, ...]


class Setting(NamedTuple):
    """One thing that can be switched: how it stands, how to switch it, how PyTorch begins."""

    name: str
    read: Callable[[], Any]
    write: Callable[[Any], None]
    initial: Callable[[], Any]


def attribute(name: str, owner: object, field: str, initial: Callable[[], Any]) -> Setting:
    """Return the setting that an attribute of an object of ours holds."""
    return Setting(name, lambda: getattr(owner, field), partial(setattr, owner, field), initial)


def attributes(name: str, owner: object, initial: Callable[[], dict[str, Any]]) -> Setting:
    """Return the setting that all attributes of an object of ours make up."""

    def write(values: dict[str, Any]) -> None:
        vars(owner).clear()
        vars(owner).update(values)

    return Setting(name, lambda: dict(vars(owner)), write, initial)


class Streams:
    """The random streams besides PyTorch's: each is made when a program first draws from it."""

    made: ClassVar[dict[str, Any]] = {}


USUAL_PRINTING, USUAL_MACHINE = vars(PrintOptions()), vars(Machine())  # which writing copies
SETTINGS: tuple[Setting, ...] = (
    attribute("recording for gradients", Recording, "enabled", lambda: True),
    attribute("inference mode", Recording, "inference", lambda: False),
    attribute("default data type", Defaults, "floating", lambda: float32),
    attribute("default device", Placement, "device", lambda: Placement.chosen),
    Setting(
        "devices around open blocks",
        lambda: tuple(Placement.before),
        lambda devices: Placement.before.__setitem__(slice(None), devices),
        tuple,
    ),
    attributes("print options", OPTIONS, lambda: USUAL_PRINTING),
    attributes("choices about the machine", MACHINE, lambda: USUAL_MACHINE),
    attribute("threads", Threads, "asked", lambda: Threads.most),
    attribute("whether warnings are repeated", Warned, "always", lambda: False),
    Setting(
        "warnings given once",
        lambda: frozenset(Warned.texts),
        lambda texts: setattr(Warned, "texts", set(texts)),
        frozenset,
    ),
    attributes("random stream", default_generator, lambda: vars(Generator.fresh())),
    Setting("numpy's stream", read_numpy, write_numpy, lambda: NUMPY_BEGINS),
    attribute("other random streams", Streams, "made", dict),
    Setting(
        "numbers for addresses", addresses.read, addresses.write, lambda: ({}, addresses.FIRST)
    ),
)


def current() -> Values:
    """Return how all settings stand."""
    return tuple([setting.read() for setting in SETTINGS])


def put(values: Values) -> None:
    """Let all settings stand as they once did."""
    for setting, value in zip(SETTINGS, values, strict=True):
        setting.write(value)


def begin() -> None:
    """Let all settings stand as when PyTorch begins: the random stream is a new one."""
    for _, _, write, initial in SETTINGS:
        write(initial())


class Settings:
    """The settings of one session: in force from its first run until another's.

    They stay in force between its runs, for what was computed is still to be shown. Of settings
    that are not `kept` nothing is known once others are in force: no run comes back to them.
    """

    in_force: ClassVar["Settings"]

    def __init__(self, values: Values | None = None, *, kept: bool = True) -> None:
        self.values = values
        self.kept = kept

    def enter(self) -> None:
        """Put these settings in force; those of the session before wait until its next run."""
        before = Settings.in_force
        if before is self:
            return
        if before.kept:
            before.values = current()
        if self.values is None:
            begin()
        else:
            put(self.values)
        Settings.in_force = self


# of whoever uses the engine without a session
Settings.in_force = Settings(current())
