"""The record of what was computed, and the walk back along it."""
