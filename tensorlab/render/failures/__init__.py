"""Failures: where, on what, why, and what may help."""
