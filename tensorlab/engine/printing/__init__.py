"""How tensors are written."""
