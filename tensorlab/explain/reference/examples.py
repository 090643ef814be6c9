"""Examples run: those on the page about a function, one after the other, and a rule's."""

from collections.abc import Iterable
from typing import NamedTuple

from tensorlab.explain.reference.functions import Reference, reference
from tensorlab.explain.reference.types import dtype_reference
from tensorlab.explain.running import explained
from tensorlab.language.outcome import Outcome
from tensorlab.language.rules.rule import Rule
from tensorlab.language.running.session import Session


class Example(NamedTuple):
    """A program, what came of it, and what it printed."""

    source: str
    outcome: Outcome
    printed: str


class Page(NamedTuple):
    """All there is to say about a function: its card, and what its examples give now."""

    card: Reference
    examples: tuple[Example, ...]


def page_about(name: str) -> Page | None:
    """Return the page about a function or a data type by any name, None where there is none."""
    card = dtype_reference(name) or reference(name)
    return None if card is None else Page(card, run_in_turn(card.examples))


def run_in_turn(programs: Iterable[str]) -> tuple[Example, ...]:
    """Return what each of the programs gives now; the later ones know the earlier ones' names."""
    printed: list[str] = []
    session = Session(write=printed.append)
    examples = []
    for program in programs:
        outcome = session.with_text(session.run(program))
        examples.append(Example(program, outcome, "".join(printed)))
        printed.clear()
    return tuple(examples)


def example_of(rule: Rule) -> Outcome:
    """Return what comes of the example of a rule, with its diagnosis."""
    session = Session(write=lambda text: None)
    return explained(session.run(rule.example), session)
