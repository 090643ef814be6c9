import pytest

from tensorlab.explain.search import found_by


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("running product", "torch.cumprod"), ("running products", "torch.cumprod"),
        ("the matrix product of two matrices", "torch.mm"), ("largest", "torch.max"),
        ("mean squared error", "torch.nn.functional.mse_loss"), ("join tensors", "torch.cat"),
        ("inverse of a matrix", "torch.inverse"), ("one hot", "torch.nn.functional.one_hot"),
    ],
)  # fmt: skip
def test_a_function_is_found_by_what_it_does(words, name):
    assert name in [hit.name for hit in found_by(words)][:3]


def test_words_that_say_nothing_find_nothing():
    assert found_by("xyzzy") == found_by("of the") == found_by("") == []
