"""Write the generated cases: `python -m tests.conformance.generate`. Needs no torch.

A generated case is one expression of a sheet, set into the sheet's program.
"""

from tests.conformance.generation import SHEETS
from tests.conformance.generation.sheet import Sheet
from tests.conformance.programs import CASES, HEADING


def text_of(sheets: list[Sheet]) -> str:
    """Return the text of a family's file; an expression that two sheets share is told apart."""
    blocks = ["Written by generate.py from the tables beside it: change those.\n"]
    for sheet in sheets:
        for expression in dict.fromkeys(sheet.expressions):
            name = f"{sheet.title}: {expression}" if sheet.title else expression
            blocks.append(f"{HEADING}{name}\n{sheet.program(expression)}")
    return "\n".join(blocks)


def generated() -> dict[str, str]:
    """Return each generated family with the text of its file."""
    return {f"generated/{family}": text_of(sheets) for family, sheets in SHEETS.items()}


def main() -> None:
    """Write every generated family."""
    for family, text in generated().items():
        path = CASES / f"{family}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{family}: {text.count(HEADING)} cases")


if __name__ == "__main__":
    main()
