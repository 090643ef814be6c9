"""Tensors over memory of numpy's and of others that is marked as only for reading."""

import warnings

import numpy as np
import pytest

import tensorlab as torch


def test_arrays_of_numpys_own_are_written_through() -> None:
    """As in PyTorch, which knows no such mark; it warns."""
    array = np.arange(6.0).reshape(2, 3)
    array.flags.writeable = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shown = torch.from_numpy(array.T)
    shown.add_(1)
    shown[0] = 9
    assert array.tolist() == [[9, 2, 3], [9, 5, 6]]


@pytest.mark.parametrize("write", [lambda x: x.add_(1), lambda x: x.zero_()])
def test_bytes_stay_as_they_are(write: object) -> None:
    """They are Python's own, which hold forever; words of ours say what to do."""
    held = bytes([1, 2, 3])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shown = torch.from_numpy(np.frombuffer(held, np.uint8))
    with pytest.raises(RuntimeError, match="only for reading"):
        write(shown)
    assert held == bytes([1, 2, 3])
