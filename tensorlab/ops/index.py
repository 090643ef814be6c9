"""Which family declares a name: `index.txt`, which `python -m tensorlab.ops.stubs` makes."""

# A line: a family, namespaces, and names in each of them that the family declares.
FAMILIES: dict[str, dict[str, str]] = {}  # for each namespace, its names' families
with open(__file__.rpartition(".")[0] + ".txt", encoding="utf-8") as lines:  # noqa: PTH123  pathlib takes 3 ms
    for family, homes, *names in map(str.split, lines):
        for home in homes.split(","):
            FAMILIES.setdefault(home, {}).update(dict.fromkeys(names, family))
