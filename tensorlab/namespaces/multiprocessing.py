"""torch.multiprocessing: Python's own; tensors are copied from process to process."""

from multiprocessing import *  # noqa: F403
