"""Kinds of elementwise functions, declared by what their members share."""

from typing import Unpack

from tensorlab.engine.declaring import FLOATS, INEXACT, Casts, Declaration, Facts, elementwise


def analytic(**facts: Unpack[Facts]) -> Declaration:
    """Declare a function such as sin: its results are inexact, and it can write in place."""
    own: Facts = {"casts": Casts.FLOATING, "takes": INEXACT, "inplace": True, **facts}
    return elementwise(**own)


def special(**facts: Unpack[Facts]) -> Declaration:
    """Declare a function of torch.special alone."""
    own: Facts = {"namespace": "torch.special", "casts": Casts.FLOATING, "takes": FLOATS, **facts}
    return elementwise(**own)
