"""The cases known not to come out as PyTorch's yet: those of gaps.txt, which only shrinks.

A line there is `FAMILY: NAME -- REASON`; under the heading `[language]` it holds for programs in
the language only, under `[by import]` for Python's alone. Under `[last digits]` stand cases whose
last digits depend on the processor, by import and in the language: they may be PyTorch's or near
them, and nothing else.
`python -m tests.conformance.gaps` strikes the gaps that have closed.
"""

from tests.conformance.programs import HERE, families
from tests.conformance.replay import Run, differences, run_by_import, run_by_language

GAPS = HERE / "gaps.txt"
EVERYWHERE, BY_IMPORT = "[everywhere]", "[by import]"
LANGUAGE, LAST_DIGITS = "[language]", "[last digits]"
Gaps = dict[tuple[str, str], str]


def gaps(section: str) -> Gaps:
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


def still_open(known: Gaps, run: Run) -> Gaps:
    """Return the known gaps that have not closed."""
    concerned = [family for family in families() if any(of == family for of, _ in known)]
    different = {(family, d.case.name) for family in concerned for d in differences(family, run)}
    return {key: reason for key, reason in known.items() if key in different}


def save(sections: dict[str, Gaps]) -> None:
    """Write the gaps file."""
    lines = []
    for heading, section in sections.items():
        lines += [heading, *(f"{of}: {name} -- {why}" for (of, name), why in section.items()), ""]
    GAPS.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Strike what has closed and say how many gaps are left."""
    everywhere = still_open(gaps(EVERYWHERE), run_by_import)
    by_import = still_open(gaps(BY_IMPORT), run_by_import)
    language = still_open(gaps(LANGUAGE), run_by_language)
    kept = {EVERYWHERE: everywhere, BY_IMPORT: by_import, LANGUAGE: language}
    save({**kept, LAST_DIGITS: gaps(LAST_DIGITS)})
    print(f"{len(everywhere)} gaps, {len(language)} more in the language")


if __name__ == "__main__":
    main()
