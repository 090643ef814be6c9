"""Which family declares a name: `index.txt`, which `python -m tensorlab.ops.stubs` makes."""

from pathlib import Path

# A line: a family, a namespace, and names in it that the family declares; many take several lines.
LINES = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
FAMILIES: dict[str, dict[str, str]] = {}  # for each namespace, its names' families
for family, home, *names in map(str.split, LINES):
    FAMILIES.setdefault(home, {}).update(dict.fromkeys(names, family))
