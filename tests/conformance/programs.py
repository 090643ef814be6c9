"""What a case is: a named little program in a text file, and the files where its truth lies."""

import json
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.conformance.sheets import RULE, sheet_cases

HERE = Path(__file__).parent
CASES = HERE / "cases"
TRUTH = HERE / "truth"
HEADER = ""  # stands first among the names of cases
PREAMBLE = "import torch\nimport torch.nn.functional as F\n"


@dataclass(frozen=True)
class Case:
    """One program; its name is unique within its family, and a family is one file."""

    family: str
    name: str
    text: str

    @property
    def program(self) -> str:
        return PREAMBLE + self.text

    @property
    def fingerprint(self) -> str:
        """Tells a truth recorded from an older text of the program."""
        return f"{zlib.crc32(self.text.encode()):08x}"


def families() -> list[str]:
    """Return the names of all families."""
    return sorted(path.stem for path in CASES.glob("*.txt"))


def cases(family: str) -> list[Case]:
    """Return a family's cases in the order of its file; what precedes the first is prose."""
    text = (CASES / f"{family}.txt").read_text(encoding="utf-8")
    found: dict[str, Case] = {}
    for block in ("\n" + text).split("\n===")[1:]:
        for name, program in block_cases(block):
            if name in found:
                raise ValueError(f"{family}.txt has more than one case named {name!r}")
            found[name] = Case(family, name, program)
    return list(found.values())


def block_cases(block: str) -> list[tuple[str, str]]:
    """Return the names and programs of a block: one program, or a whole sheet."""
    title, _, text = block.partition("\n")
    if RULE in "\n" + text:
        return list(sheet_cases(title.strip(), "\n" + text))
    return [(title.strip(), text.strip() + "\n")]


@cache
def recorded(family: str) -> dict[str, dict[str, Any]]:
    """Return what stands in a family's file: its header, and what PyTorch did in each case."""
    path = TRUTH / f"{family}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def truth(family: str) -> dict[str, dict[str, Any]]:
    """Return what PyTorch did in each case of a family, by the case's name."""
    return {name: record for name, record in recorded(family).items() if name != HEADER}


def save_truth(family: str, records: dict[str, dict[str, Any]]) -> None:
    """Write a family's truth with one case a line, so that a change of one shows as one."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(record, sort_keys=True)}"
        for name, record in sorted(records.items())
    ]
    path = TRUTH / f"{family}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
