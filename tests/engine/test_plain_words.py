"""What numpy says of its arrays reaches nobody in its words; what PyTorch says stays as it is."""

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.engine.plain_words import plainly


def said_by_numpy(call) -> Exception:
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: np.zeros(2**62), "more bytes than 64 bits"),
        (lambda: np.zeros(2**70), "64 bits|too large"),
        (lambda: np.zeros((2**40, 2**7), "f4"), "you tried to allocate 562949953421312 bytes"),
        (lambda: np.zeros((-1,)), "comes out negative"),
        (lambda: np.zeros([1] * 65), "at most 64 dimensions, and this one would have 65"),
        (lambda: np.zeros([1] * 64)[None], "at most 64 dimensions, and this one would have 65"),
        (lambda: np.zeros((2, 3)) + np.zeros(4), "do not fit together"),
        (lambda: np.zeros(6).reshape(4, 2), r"shape '\[4,2\]' is invalid for input of size 6"),
        (lambda: np.zeros(3)[np.array([5])], "index 5 is out of bounds for dimension 0"),
        (lambda: np.zeros(3).cumsum(2**62), "too large here"),
        (lambda: int(float("nan")), "int64_t without overflow"),
        (lambda: 1 // 0, "of 0 cannot be divided by"),
    ],
)
def test_what_numpy_says_is_said_plainly(call, words: str) -> None:
    error = plainly(said_by_numpy(call))
    assert type(error) in {RuntimeError, IndexError}
    with pytest.raises(type(error), match=words):
        raise error


@pytest.mark.parametrize(
    "text",
    [
        "Attempting to broadcast a dimension with negative length!",
        "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0",
        "int too big to convert", "Overflow when unpacking long long", "ZeroDivisionError",
    ],
)  # fmt: skip
def test_what_pytorch_says_stays_as_it_is(text: str) -> None:
    error = ValueError(text)
    assert plainly(error) is error


def test_it_is_said_wherever_a_call_ends() -> None:
    for call in (
        lambda: torch.zeros([1] * 64).unsqueeze(0),
        lambda: torch.stack([torch.zeros([1] * 64)]),
        lambda: torch.zeros([1] * 64)[None],
        lambda: torch.zeros([1] * 64).view([1] * 65),
    ):
        with pytest.raises(RuntimeError, match="tensorlab's tensors have at most 64 dimensions"):
            call()
