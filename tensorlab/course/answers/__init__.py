"""Answers to exercises: run, observed, compared with what the solution gives."""
