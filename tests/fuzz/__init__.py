"""Random programs over everything that the language offers, and what must hold for each."""
