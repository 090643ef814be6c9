"""No program reaches memory outside its tensors: generated ones, and those that once did."""

import subprocess
import sys
from pathlib import Path

import pytest

HOSTILE = Path(__file__).with_name("hostile.py")
# Each of these once showed, or wrote, what was not its own.
HOLES = (
    "torch.empty_strided((2, 2), (-1, 1))",
    "torch.zeros(3).new_empty_strided((200000000, 2), (-1, 199999999))[-1, 0]",
    "torch.empty_strided((2, 2), (1 << 40, -(1 << 40)))[1, 0]",
    "F.unfold(torch.ones(1, 1, 4, 4), (2, 2), dilation=-1)",
    "F.unfold(torch.ones(1, 1, 1, 1), (2, 1), dilation=(-100000000, 1))",
    "F.fold(torch.ones(1, 2, 1000001), (1, 1), (2, 1), dilation=(-1000000, 1))",
    "torch.repeat_interleave(torch.tensor([1, 2**62, 2**62, 2**62, 2**62]))",
    "torch.ones(5).repeat_interleave(torch.tensor([2**62, 2**62, 2**62, 2**62, 1]))",
    "torch.zeros(0).as_strided((3,), (1,))",
    "torch.ones(3)[3:].as_strided((4,), (1,), 0)",
)
# numpy's own diagonal is one of them: there is no element so far off, and nothing to see.
NOTHING = "torch.ones(4, 4, 4).diagonal(-2**31).numel()"


def in_a_process(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python, which a hole may well kill."""
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize("program", HOLES)
def test_a_hole_is_closed(program: str) -> None:
    ended = in_a_process("-m", "tensorlab", "eval", program)
    assert ended.returncode == 1, ended
    assert "Error" in ended.stderr


def test_a_diagonal_that_is_not_there_is_empty() -> None:
    ended = in_a_process("-m", "tensorlab", "eval", NOTHING)
    assert (ended.returncode, ended.stdout) == (0, "0\n")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 100_001, 200_001])
def test_generated_programs_stay_inside_their_storages(seed: int) -> None:
    ended = in_a_process(str(HOSTILE), str(seed), "1000")
    last = ended.stderr.strip().splitlines()[-1]
    assert ended.returncode == 0, f"it died of {last}"
    assert last == f"seed {seed + 999}"
    assert not [line for line in ended.stdout.splitlines() if ".." in line], ended.stdout
