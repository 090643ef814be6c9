"""Record what PyTorch makes of each form: `python -m tests.conformance.forms.record` needs torch.

A form that answers in two ways, as one that shows memory nobody wrote, is left out.
"""

import torch

from tests.conformance.forms.finding import specifications
from tests.conformance.forms.outcomes import by_import
from tests.conformance.forms.recorded import RECORD, line_of
from tests.conformance.forms.specification import Specification, forms


def answers(spec: Specification) -> dict[str, str]:
    """Return what PyTorch makes of each form that it answers in one way."""
    first = {text: by_import(text, torch) for text in forms(spec)}
    return {text: said for text, said in first.items() if by_import(text, torch) == said}


def main() -> None:
    """Write the record anew."""
    torch.set_num_threads(1)
    lines = [line_of(spec, answers(spec)) for spec in specifications()]
    RECORD.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} signatures")


if __name__ == "__main__":
    main()
