"""Lessons as their files have them: Markdown, fields, blocks, questions, and where they lie."""
