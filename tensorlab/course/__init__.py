"""Lessons: Markdown to steps; predict, run, check, hint, progress (events in, events out)."""
