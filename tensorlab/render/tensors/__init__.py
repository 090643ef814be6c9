"""Tensors and other values: grids, lines, tables of a page, maps of memory."""
