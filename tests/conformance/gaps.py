"""The cases known not to come out as PyTorch's yet: read from gaps.txt, which only shrinks.

A line is `FAMILY: NAME -- REASON`; under the heading `[language]` it holds for the language only.
"""

from tests.conformance.programs import HERE

GAPS = HERE / "gaps.txt"
EVERYWHERE, LANGUAGE = "[everywhere]", "[language]"


def gaps(section: str) -> dict[tuple[str, str], str]:
    """Return the reason of each gap of a section, by family and name."""
    found, current = {}, ""
    for line in GAPS.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = line
        elif line and current == section:
            case, _, reason = line.rpartition(" -- ")
            family, _, name = case.partition(": ")
            found[family, name] = reason
    return found
