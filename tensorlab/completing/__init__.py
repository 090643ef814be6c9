"""Answers a shell that completes a word, as a program of its own: Python runs this folder alone.

A shell asks at each Tab, and nobody waits for the package, its console script and Python's `site`:
a third of the time is left without them.
"""
