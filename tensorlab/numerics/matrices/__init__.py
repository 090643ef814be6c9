"""Products and factorisations of matrices, in the order of PyTorch's library."""
