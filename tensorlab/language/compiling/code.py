"""What all functions made by one definition share."""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import ast


class Unbound:
    """Marks a variable that has no value yet."""

    def __repr__(self) -> str:
        return "<unbound>"


UNBOUND: Final = Unbound()


class Code:
    """What all functions made by one definition share."""

    __slots__ = (
        "abstract", "arguments", "arity", "blank", "closed", "cost", "doc", "evaluate",
        "keyword_only", "keywords", "name", "positional", "positional_only", "slots", "title",
        "variadic",
    )  # fmt: skip

    def __init__(self, name: str, title: str = "") -> None:
        self.name = name
        self.title = title or name  # with the class that it is a method of
        self.positional: tuple[str, ...] = ()
        self.positional_only = 0
        self.variadic = False
        self.keyword_only: tuple[str, ...] = ()
        self.keywords = False
        self.arity = 0  # of a function with nothing but positional parameters, else -1
        self.blank: list[Any] = []  # the variables that are no parameters
        self.slots: dict[str, int] = {}  # where its variables are, by name
        self.cost = 1
        self.abstract = False  # to be defined anew by classes that derive
        self.closed = False  # of a module: programs do not change it
        self.arguments: ast.arguments | None = None  # as they were written, for who asks
        self.doc = ""
        self.evaluate: Any  # from its variables to what it returns
