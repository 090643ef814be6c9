"""How a call is answered: quick closures for plain calls, the complete answer for all others.

The closures are longer than other functions: each has its whole plain case, since handing a part of
it to another function takes a tenth of the time of a call on small tensors.
"""
