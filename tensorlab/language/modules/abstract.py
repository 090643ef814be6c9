"""The `abc` module: classes that say what those that derive from them must have."""

from copy import copy
from typing import Any

from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.types import no_instances
from tensorlab.language.values.values import Function, TypeValue

ABC = TypeValue("abc.ABC", (object,), no_instances("abc.ABC"))


def abstractmethod(funcobj: Any, /) -> Any:
    """Return a method that a class must define anew before it has instances."""
    if type(funcobj) is Function:
        funcobj.code = copy(funcobj.code)
        funcobj.code.abstract = True
    return funcobj


def namespace() -> Namespace:
    """Return the table of `abc`."""
    return namespace_of("abc", {"abstractmethod": abstractmethod}, {"ABC": ABC, "ABCMeta": ABC})
