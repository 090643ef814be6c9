"""Which family declares a name: `index.txt`, which `python -m tensorlab.ops.stubs` makes."""

from tensorlab.frozen import lines_beside

# A line: a family, namespaces, and names in each of them that the family declares.
FAMILIES: dict[str, dict[str, str]] = {}  # for each namespace, its names' families
for line in lines_beside(__file__, "index.txt"):
    family, homes, *names = line.split()
    for home in homes.split(","):
        FAMILIES.setdefault(home, {}).update(dict.fromkeys(names, family))
