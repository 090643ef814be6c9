"""Which cases are recorded again, and what becomes of the lines of the others: nothing."""

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from tests.conformance.programs import HEADER, Case

Record = dict[str, Any]


def wanted(
    cases: Sequence[Case], before: Mapping[str, Record], patterns: Sequence[str]
) -> Iterator[Case]:
    """Yield the cases to be recorded: those named, or those that have no truth of their program.

    The patterns are those of a shell; a case's exact name is always itself.
    """
    for case in cases:
        if patterns:
            named = any(case.name == each or fnmatchcase(case.name, each) for each in patterns)
        else:
            named = before.get(case.name, {}).get("program") != case.fingerprint
        if named:
            yield case


def renewed(
    cases: Sequence[Case], before: Mapping[str, Record], new: Mapping[str, Record], machine: Record
) -> dict[str, Record]:
    """Return the truth of a family with new records in it, and without cases that are gone.

    The header names the machine of the family, the record of a case another one where that one
    said otherwise. A record that says what it said stays as it is.
    """
    names = {case.name for case in cases}
    header = machine if new.keys() >= names else before.get(HEADER, machine)
    own = {} if header == machine else {"machine": machine}
    kept = {name: record for name, record in before.items() if name in names}
    changed = {
        name: record | own
        for name, record in new.items()
        if not says_the_same(before.get(name, {}), record)
    }
    return {HEADER: header} | kept | changed


def says_the_same(before: Record, after: Record) -> bool:
    """Return whether two records differ in the machine at most."""
    return {**before, "machine": None} == {**after, "machine": None}
