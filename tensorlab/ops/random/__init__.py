"""Tensors of random numbers, drawn from PyTorch's stream."""
