"""What tensors tell of themselves, and how they become other types and Python's values."""
