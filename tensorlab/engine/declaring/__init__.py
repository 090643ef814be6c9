"""How a function is declared, and what a declaration makes of it."""
