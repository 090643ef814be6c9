"""The page about a function; its examples are run while it is made."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.dtype_reference import dtype_reference
from tensorlab.explain.reference import Reference, reference
from tensorlab.language.session import Session
from tensorlab.render.tables import Pairs
from tensorlab.render.transcript import result, typed

MARGIN = (0, 0, 0, 2)


class HelpPage:
    """A function's card: how to write it, what it does, examples, gradient, relatives."""

    def __init__(self, card: Reference) -> None:
        self.card = card

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        card = self.card
        yield Text(card.signature, "name")
        yield Text(f"\n{card.summary}")
        if card.details:
            yield Text(f"\n{card.details}")
        yield from section("Written as", Text(", ".join(card.spellings), "code"))
        if card.shapes:
            yield from section("Shapes", Text(card.shapes.replace("->", " -> "), "fact"))
        if card.examples:
            yield Text("\nExamples", "name")
            for part in transcript(card.examples):
                yield Padding(part, MARGIN)
        if card.gradient:
            formulas = ((f"for {name}", formula) for name, formula in card.gradient)
            yield from section("Gradient, where g is that of the result", Pairs(formulas))
        if card.related:
            yield from section("See also", Text(", ".join(card.related)))


def help_page(name: str) -> HelpPage | None:
    """Return the page about a function or a data type by any name, None where there is none."""
    card = dtype_reference(name) or reference(name)
    return None if card is None else HelpPage(card)


def section(title: str, content: RenderableType) -> Iterator[RenderableType]:
    """Yield a title and what stands below it."""
    yield Text(f"\n{title}", "name")
    yield Padding(content, MARGIN)


def transcript(programs: tuple[str, ...]) -> Iterator[RenderableType]:
    """Run the examples one after the other, and yield each with what it gives now."""
    printed: list[str] = []
    session = Session(write=printed.append)
    for program in programs:
        yield typed(program)
        yield from result(session.run(program), "".join(printed))
        printed.clear()
