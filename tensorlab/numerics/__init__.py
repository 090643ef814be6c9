"""Kernels that know no tensors: special functions, and arithmetic rounded as PyTorch rounds."""
