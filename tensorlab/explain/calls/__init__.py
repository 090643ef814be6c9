"""Calls: which operation each part of a program is, on what, and what it gave."""
