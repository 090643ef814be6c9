"""torch.nn: re-exports only."""

from tensorlab.nn import functional as functional
