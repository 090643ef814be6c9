import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

import tensorlab as torch
from tensorlab.nn import functional
from tensorlab.numerics import small_arrays
from tensorlab.numerics.machine.blocks import FEW
from tensorlab.ops.indexing.gathering import in_range
from tensorlab.ops.nn.softmax import softmax
from tensorlab.ops.ordering import sorting

FLOATS = st.floats(width=32) | st.floats(-9, 9, width=32)
SMALL = arrays(np.float32, array_shapes(min_dims=0, max_dims=3, max_side=7), elements=FLOATS)
LARGE = np.zeros((small_arrays.SMALL_N, 2), np.float32)

# The machine may be doing other work besides.
PATIENTLY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def same(found, plain):
    return np.array_equal(found, plain, equal_nan=True) and found.strides == plain.strides


@PATIENTLY
@given(SMALL, st.integers(-1, 2))
def test_softmax_of_few_numbers_is_that_of_the_plain_function(array, dim):
    if not -array.ndim <= dim < array.ndim:
        return
    found = small_arrays.shares(array, dim)
    with np.errstate(all="ignore"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(small_arrays, "shares", lambda array, dim: None)
        plain = softmax.operation.forward(array, dim)
    assert found is None or same(found, plain)


@pytest.mark.parametrize(
    "array", [LARGE, np.ones((2, 3), np.float32).T, np.ones(2), np.ones(2, int)]
)
def test_other_arrays_are_left_to_the_plain_function(array):
    assert small_arrays.shares(array, -1) is None


def test_few_numbers_of_moderate_size_take_the_fast_path():
    array = np.array([[1.0, -2.0], [30.0, 0.0]], np.float32)
    assert small_arrays.shares(array, 1) is not None


@PATIENTLY
@given(arrays(np.float32, st.integers(1, 12), elements=FLOATS), st.integers(0, 12), st.booleans())
def test_the_largest_one_after_another_are_those_of_the_whole_order(line, k, largest):
    k = min(k, line.size)
    found = sorting.one_after_another(line, k, largest)
    whole = sorting.order_of(line, 0, k, descending=largest)
    assert found is None or np.array_equal(found, whole)
    assert found is not None or not np.isfinite(line).all()


@PATIENTLY
@given(arrays(np.float32, st.tuples(st.integers(1, 20), st.integers(1, 9)), elements=FLOATS),
       st.sampled_from(("none", "mean", "sum")), st.integers(-1, 3), st.data())  # fmt: skip
def test_cross_entropy_is_that_of_its_two_steps(array, reduction, ignored, data):
    scores = torch.from_numpy(array)
    classes = st.integers(0, array.shape[1] - 1)
    target = torch.tensor(data.draw(st.lists(classes, min_size=len(array), max_size=len(array))))
    given = {"reduction": reduction, "ignore_index": ignored}
    with np.errstate(all="ignore"):
        at_once = functional.cross_entropy(scores, target, **given)
        by_steps = functional.nll_loss(scores.log_softmax(1), target, **given)
    assert same(at_once.numpy(), by_steps.numpy())


NORMALIZED = [
    lambda x, w: functional.layer_norm(x, x.shape[2:], w, w),
    lambda x, w: functional.layer_norm(x, x.shape[1:]),
    lambda x, w: functional.batch_norm(x, None, None, w[: x.shape[1]], None, training=True),
    lambda x, w: functional.group_norm(x, 2, w[: x.shape[1]]),
]


@PATIENTLY
@given(arrays(np.float64, (2, 4, 5), elements=st.floats(-9, 9)),
       st.sampled_from(NORMALIZED), st.booleans())  # fmt: skip
def test_the_gradient_of_a_normalization_is_that_of_its_steps(array, normalize, spread):
    x = torch.from_numpy(array + np.linspace(0, 1, array.size).reshape(array.shape))
    x.requires_grad_()
    weight = torch.linspace(0.5, 2, 5, dtype=x.dtype).requires_grad_()
    out = normalize(x, weight)
    total = (out * torch.linspace(-1, 1, out.numel()).reshape(out.shape) if spread else out).sum()
    (at_once,) = torch.autograd.grad(total, x, retain_graph=True)
    (by_steps,) = torch.autograd.grad(total, x, create_graph=True)
    assert torch.allclose(at_once, by_steps, atol=1e-9)


@PATIENTLY
@given(arrays(np.int64, st.integers(1, 40), elements=st.integers(-3, 20)), st.integers(0, 24))
def test_few_indices_are_in_range_where_many_are(index, size):
    inside = bool((index >= 0).all() and (index < size).all())
    assert in_range(index, size) is inside
    assert in_range(index.repeat(FEW), size) is inside
