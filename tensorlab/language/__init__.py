"""A safe subset of Python: parse, compile to closures, budget, trace, names."""
