"""How a call is answered: quick closures for plain calls, the complete answer for all others."""
