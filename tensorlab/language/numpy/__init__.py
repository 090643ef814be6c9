"""numpy as programs have it: a closed part, arrays of numbers only, every call paid for before."""

from tensorlab.language.numpy.module import namespace as namespace

MODULES = {"numpy": namespace}
