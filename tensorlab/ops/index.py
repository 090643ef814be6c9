"""Which family declares a name: `index.txt`, which `python -m tensorlab.ops.stubs` makes."""

# A line: a family, a namespace, and names in it that the family declares.
FAMILIES: dict[str, dict[str, str]] = {}  # for each namespace, its names' families
with open(__file__.rpartition(".")[0] + ".txt", encoding="utf-8") as lines:  # noqa: PTH123  pathlib takes 3 ms
    for family, home, *names in map(str.split, lines):
        FAMILIES.setdefault(home, {}).update(dict.fromkeys(names, family))
