"""torch.utils.flop_counter: a counter that libraries make and ask, which watches no block."""

from tensorlab.engine.warning import in_full


class FlopCounterMode:
    """A counter of multiplications: it has counted none, and refuses to watch a block.

    >>> torch.utils.flop_counter.FlopCounterMode(display=False).get_total_flops()
    0
    """

    def __init__(self, *ignored: object, **settings: object) -> None:
        """Take settings, which say how to show counts."""

    def get_total_flops(self) -> int:
        """Return 0: nothing was counted."""
        return 0

    def get_flop_counts(self) -> dict[str, dict[object, int]]:
        """Return no counts."""
        return {"Global": {}}

    def __enter__(self) -> None:
        raise NotImplementedError(in_full("FlopCounterMode:"))

    def __exit__(self, *error: object) -> None:
        """Do nothing: no block was entered."""
