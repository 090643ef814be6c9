"""Sums in PyTorch's order, and reductions of many numbers."""
