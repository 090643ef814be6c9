"""Masked tensors: tensors with a mask of the elements that count."""
