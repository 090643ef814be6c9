"""Sparse tensors, and what functions answer for them."""
