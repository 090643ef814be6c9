"""Elementwise functions: arithmetic, powers, comparisons, logic, special functions."""
