"""Explanations and graphs in every form: terminal, plain, narrated, played, SVG, pages."""
