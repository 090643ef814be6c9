"""Predictions: read as people type them, and judged."""
