"""The `argparse` module: a program is given no arguments, and its options keep their defaults."""

from typing import Any

from tensorlab.language.attributes import METHODS
from tensorlab.language.invoking import call_value
from tensorlab.language.iteration import collected
from tensorlab.language.meter import meter
from tensorlab.language.modules.namespaces import simple_namespace
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.place import Unsupported
from tensorlab.language.screen import screen
from tensorlab.language.values import Namespace

OPTIONS = simple_namespace("Namespace")
SWITCHES = {"store_true": False, "store_false": True, "count": None}


class Parser:
    """The options of a program, each with its default."""

    __slots__ = ("needed", "values")

    def __init__(self, *given: Any, **named: Any) -> None:
        self.values: dict[str, Any] = {}
        self.needed: list[str] = []

    def add(self, *names: Any, **settings: Any) -> None:
        """Take note of an option."""
        meter.spend(8)
        action = settings.get("action", "store")
        first = next((name for name in names if name.startswith("--")), names[0])
        name = str(settings.get("dest") or first.lstrip("-")).replace("-", "_")
        default = settings.get("default", SWITCHES.get(action))
        kind = settings.get("type")
        if isinstance(default, str) and kind is not None:
            default = call_value(kind, [default], {})
        positional = not first.startswith("-") and settings.get("nargs") not in {"?", "*"}
        if (settings.get("required") or positional) and "default" not in settings:
            self.needed.append(first if positional else "/".join(names))
        self.values[name] = default

    def defaults(self, **named: Any) -> None:
        """Set defaults."""
        self.values.update(named)

    def default_of(self, name: str) -> Any:
        """Return a default."""
        return self.values.get(name)

    def parsed(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the options: their defaults.

        Raises:
            Unsupported: arguments are given, or there is no default.
        """
        if args is not None and collected(args):
            raise Unsupported(
                "Reading arguments is not part of tensorlab.",
                "parser.parse_args() gives the defaults: set them with default=.",
            )
        if self.needed:
            raise Unsupported(
                f"The option {self.needed[0]} is required, and a program is given no arguments.",
                "Give it a default: parser.add_argument(..., default=...).",
            )
        return call_value(OPTIONS, [], dict(self.values))

    def parsed_known(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[Any]]:
        """Return the options, and no further arguments."""
        return self.parsed(args), []

    def group(self, *given: Any, **named: Any) -> "Parser":
        """Return what takes further options: the parser itself."""
        return self

    def show_help(self) -> None:
        """Show which options there are."""
        screen.write("".join(f"  --{name}\n" for name in self.values))


Parser.__name__ = "ArgumentParser"
METHODS[Parser] = {
    "add_argument": Parser.add, "set_defaults": Parser.defaults, "get_default": Parser.default_of,
    "parse_args": Parser.parsed, "parse_known_args": Parser.parsed_known,
    "add_argument_group": Parser.group, "add_mutually_exclusive_group": Parser.group,
    "print_help": Parser.show_help,
}  # fmt: skip


def namespace() -> Namespace:
    """Return the table of `argparse`."""
    return namespace_of(
        "argparse",
        {"ArgumentParser": Parser},
        {"Namespace": OPTIONS, "ArgumentDefaultsHelpFormatter": None, "RawTextHelpFormatter": None},
    )
