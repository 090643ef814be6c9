"""Sums and products of many numbers, in PyTorch's order."""
