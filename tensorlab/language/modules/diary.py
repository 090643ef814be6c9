"""The `logging` module: what a program says of itself beside its output, as notices."""

from typing import Any, Final

from tensorlab.language.attributes import METHODS, PROPERTIES
from tensorlab.language.display import text_of
from tensorlab.language.guards import remainder
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.screen import aside
from tensorlab.language.values import Builtin, Namespace

LEVELS: Final = {"DEBUG": 10, "INFO": 20, "WARNING": 30, "ERROR": 40, "CRITICAL": 50}


class Logger:
    """What takes words of some weight: those that weigh too little are dropped."""

    __slots__ = ("level", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.level = LEVELS["WARNING"]

    def set_level(self, level: Any) -> None:
        """Say from which weight on words are shown."""
        self.level = LEVELS.get(level, LEVELS["WARNING"]) if isinstance(level, str) else int(level)

    def say(self, level: str, message: Any, *given: Any) -> None:
        """Say something."""
        if LEVELS[level] >= self.level:
            text = text_of(message)
            text = remainder(text, given) if given else text
            aside.write(f"{level}:{self.name}:{text}")


def saying(level: str) -> Any:
    """Return a method that says something of a weight."""

    def say(logger: Logger, message: Any, *given: Any, **named: Any) -> None:
        logger.say(level, message, *given)

    return say


def nothing(*given: Any, **named: Any) -> None:
    """Do nothing: words go to one place, in one form."""


Logger.__name__ = "Logger"
SAYING: Final = {level.lower(): saying(level) for level in LEVELS}
METHODS[Logger] = {
    **SAYING, "warn": SAYING["warning"], "exception": SAYING["error"],
    "setLevel": Logger.set_level, "addHandler": nothing,
}  # fmt: skip
PROPERTIES[Logger] = {"name": lambda logger: logger.name, "level": lambda logger: logger.level}


def get_logger(name: Any = None, /) -> Logger:
    """Return what takes words, under a name."""
    return Logger("root" if name is None else text_of(name))


def namespace() -> Namespace:
    """Return the table of `logging`."""
    root = Logger("root")

    def at_root(level: str) -> Any:
        return lambda message, *given, **named: root.say(level, message, *given)

    plain = {level.lower(): at_root(level) for level in LEVELS}
    return namespace_of(
        "logging",
        {
            **plain,
            "getLogger": get_logger,
            "basicConfig": nothing,
            "disable": nothing,
            "StreamHandler": nothing,
            "Formatter": nothing,
        },
        {**LEVELS, "Logger": Builtin("Logger", Logger)},
    )
