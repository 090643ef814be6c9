"""How it looks: terminal, plain text and JSON forms of the same data."""
