"""How a function is declared, and what a declaration makes of it: its words are found here."""

from tensorlab.engine.declaring.creating import composite, creation
from tensorlab.engine.declaring.declaration import (
    NAMESPACES,
    OPERATIONS,
    attribute,
    declare,
    elementwise,
    joining,
    operation,
    pairwise,
    selecting,
    triplewise,
    view,
)
from tensorlab.engine.facts import Casts, Facts, Kind, Quantized, Sparse, Work
from tensorlab.engine.operation import Declaration, Declared
from tensorlab.engine.signatures.out_types import USUAL

__all__ = [
    "NAMESPACES", "OPERATIONS", "USUAL", "Casts", "Declaration", "Declared", "Facts", "Kind",
    "Quantized", "Sparse", "Work", "attribute", "composite", "creation", "declare", "elementwise",
    "joining", "operation", "pairwise", "selecting", "triplewise", "view",
]  # fmt: skip  # a list of words
