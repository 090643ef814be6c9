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
        "keyword_only", "keywords", "name", "places", "positional", "positional_only", "slots",
        "title", "variadic",
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
        self.places: dict[str, int] | None = None  # of arguments by name; found at the first call

    def laid_out(
        self, start: list[Any], given: tuple[Any, ...], named: dict[str, Any]
    ) -> list[Any] | None:
        """Return the variables of a call, `start` with the arguments that are given laid over it.

        None where not every argument has its place: binding them one by one says why.
        """
        count = len(given)
        if self.variadic or self.keywords or count > len(self.positional):
            return None
        variables = start.copy()
        variables[1 : count + 1] = given
        if named and not self.laid_by_name(variables, count, named):
            return None
        for value in variables[count + 1 : len(start)]:
            if value is UNBOUND:
                return None
        return variables + self.blank

    def laid_by_name(self, variables: list[Any], count: int, named: dict[str, Any]) -> bool:
        """Lay arguments by name over variables; tell whether each has a place that is free."""
        places = self.places
        if places is None:
            names = (*self.positional, *self.keyword_only)
            places = {name: place for place, name in enumerate(names, 1)}
            for name in self.positional[: self.positional_only]:
                del places[name]
            self.places = places
        for name, value in named.items():
            place = places.get(name, 0)
            if place <= count:
                return False
            variables[place] = value
        return True
