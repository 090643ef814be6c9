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
from tensorlab.engine.naming import return_type
from tensorlab.engine.operation import Declaration, Declared
from tensorlab.engine.signatures.accepting import (
    Array,
    Arrays,
    Dims,
    Factor,
    Index,
    Mask,
    Number,
    Operand,
    Truth,
)
from tensorlab.engine.signatures.out_types import USUAL
from tensorlab.engine.signatures.support import (
    ANY,
    BOOLEAN,
    BUT_COMPLEX32,
    COMPLEX32,
    EVERY,
    FLOATS,
    HALVES,
    INEXACT,
    INTEGRAL,
    NUMBERS,
    REAL,
    WHOLE,
    leave_to_check,
    no_kernel,
    not_implemented,
    refuse_two_types,
    refusing_complex,
    require_same_type,
    unless_idle,
)
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import warn_once
