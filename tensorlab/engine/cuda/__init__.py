"""Arrays on a GPU, by CuPy."""
