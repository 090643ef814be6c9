"""Gradients asked for by programs."""
