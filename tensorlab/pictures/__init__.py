"""Explanations and graphs as pictures and pages that stand alone: SVG and HTML."""
