"""What PyTorch prints for calls and says of wrong ones, word by word.

In `answers.txt` stands each call and behind it the answer, recorded where PyTorch is installed by
`python -m tests.ops.test_answers`.
"""

import warnings
from importlib import import_module
from pathlib import Path

import pytest

FILE = Path(__file__).parent / "answers.txt"
PARTS = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
ANSWERS = dict(part.split("\n", 1) for part in PARTS)
SETUP = """
y = torch.ones(2)
s = y.to_sparse()
q = torch.quantize_per_tensor(y, .1, 0, torch.qint8)
c = torch.quantize_per_channel(torch.ones(2, 3), torch.ones(2), torch.zeros(2), 0, torch.qint8)
"""


def answer(call: str, library: str) -> str:
    """Return what a library answers to a call: what it prints, or the class and words of an error.

    There are no empty lines in it.
    """
    names = {"torch": import_module(library), "F": import_module(f"{library}.nn.functional")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(SETUP, names)  # noqa: S102
        try:
            text = repr(eval(call, names))  # noqa: S307  of this folder's own file
        except Exception as error:  # noqa: BLE001  whichever it is, is the answer
            text = f"{type(error).__name__}: {error}"
    return "\n".join(filter(None, text.split("\n")))


@pytest.mark.parametrize("call", ANSWERS)
def test_a_call_is_answered_as_by_pytorch(call):
    assert answer(call, "tensorlab") == ANSWERS[call]


if __name__ == "__main__":
    recorded = (f"{call}\n{answer(call, 'torch')}" for call in ANSWERS)
    FILE.write_text("\n\n".join(recorded) + "\n", encoding="utf-8")
