"""torch.signal: the windows that a signal is weighted with."""

from tensorlab.signal import windows as windows
