"""Libraries for PyTorch, unchanged, whose own tests run through tensorlab."""
