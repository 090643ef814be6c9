"""Where functions that make tensors put them."""

import tensorlab as torch


def test_a_device_is_entered_and_left_again():
    meta = torch.device("meta")
    with meta:
        assert torch.ones(2).is_meta
        with torch.device("cpu"):
            assert not torch.tensor([1]).is_meta
            with meta:
                assert torch.arange(3).is_meta
        assert torch.zeros(1).is_meta
        assert not torch.ones(2, device="cpu").is_meta
    assert not torch.ones(2).is_meta


def test_an_error_leaves_the_device_too():
    try:
        with torch.device("meta"):
            raise ValueError
    except ValueError:
        pass
    assert not torch.ones(2).is_meta
