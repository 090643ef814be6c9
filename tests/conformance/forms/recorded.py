"""What was recorded: signatures with their arguments, and what PyTorch makes of each form."""

import json
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import NamedTuple

from tests.conformance.forms.specification import Part, Specification, forms

HERE = Path(__file__).parent
RECORD, KNOWN = HERE / "forms.jsonl", HERE / "differences.txt"


class Recorded(NamedTuple):
    """One form of a call, and what PyTorch makes of it."""

    text: str
    outcome: str


def recorded() -> Iterator[tuple[Specification, list[Recorded]]]:
    """Yield the signatures with their forms; one line of the record each.

    A line has the outcomes once, and for each form the place of its own; -1 is no answer at all.
    """
    for line in RECORD.read_text(encoding="utf-8").splitlines():
        name, parts, outcomes, places = json.loads(line)
        spec = Specification(name, tuple(Part(*part) for part in parts))
        pairs = zip(forms(spec), places, strict=True)
        yield spec, [Recorded(text, outcomes[place]) for text, place in pairs if place >= 0]


def line_of(spec: Specification, answers: dict[str, str]) -> str:
    """Return the line of a signature; forms without an answer are left out."""
    outcomes = list(dict.fromkeys(answers.values()))
    places = [outcomes.index(answers[t]) if t in answers else -1 for t in forms(spec)]
    parts = [astuple(part) for part in spec.parts]
    return json.dumps([spec.name, parts, outcomes, places])


def known() -> set[str]:
    """Return the forms that are known to differ."""
    return set(KNOWN.read_text(encoding="utf-8").splitlines())
