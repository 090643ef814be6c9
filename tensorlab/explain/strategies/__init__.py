"""The ways to explain a call: by labels that move, by terms, by factors, by steps."""
