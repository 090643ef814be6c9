"""The report: each cause once, with how often it came, and a small program that shows it."""

from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.findings import Finding

BETWEEN = "\n# ---\n"  # between the inputs of a program in a file


@dataclass
class Entry:
    """One cause."""

    finding: Finding
    name: str
    inputs: list[str]
    times: int = 1


@dataclass
class Report:
    """What a run of the fuzzer gave."""

    entries: dict[str, Entry] = field(default_factory=dict)
    programs: int = 0
    good: int = 0
    bad: int = 0

    def enter(self, finding: Finding, name: str, inputs: list[str]) -> bool:
        """Count a finding; return whether its cause is new."""
        known = self.entries.get(finding.cause)
        if known is not None:
            known.times += 1
            return False
        self.entries[finding.cause] = Entry(finding, name, inputs)
        return True

    def text(self, seconds: float) -> str:
        """Return the whole report."""
        pace = self.programs / max(seconds, 1e-9) * 60
        head = (
            f"{self.programs} programs in {seconds:.0f} s ({pace:.0f} a minute), "
            f"{self.good} inputs went well, {self.bad} failed, {len(self.entries)} causes found.\n"
        )
        entries = sorted(self.entries.values(), key=lambda entry: entry.finding.cause)
        return head + "".join(map(entry_text, entries))


def entry_text(entry: Entry) -> str:
    """Return one cause with its program."""
    finding = entry.finding
    return (
        f"\n=== {finding.cause} ({entry.times} times; program {entry.name})\n"
        f"{finding.message}\n{finding.detail.strip()}\n--- program\n{BETWEEN.join(entry.inputs)}\n"
    )


def program_of(path: str) -> list[str]:
    """Return the inputs of a program in a file."""
    return Path(path).read_text(encoding="utf-8").rstrip("\n").split(BETWEEN)
