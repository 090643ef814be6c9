"""Vectors and matrices: products, decompositions, equations, norms."""
