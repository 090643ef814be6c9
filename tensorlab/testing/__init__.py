"""torch.testing: whether results are as expected, and tensors to try functions with."""

from tensorlab.testing.comparing import assert_allclose, assert_close
from tensorlab.testing.making import make_tensor

__all__ = ["assert_allclose", "assert_close", "make_tensor"]
