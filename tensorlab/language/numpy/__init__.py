"""numpy as programs have it: a closed part, arrays of numbers only, every call paid for before."""

from tensorlab.language.numpy.module import namespace as namespace
from tensorlab.language.numpy.values import presented as presented

MODULES = {"numpy": namespace}
