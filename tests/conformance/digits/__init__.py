"""The last digits of results, compared bit by bit with PyTorch's."""
