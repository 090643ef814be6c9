"""The generator of random numbers, and PyTorch's distributions drawn from it."""
