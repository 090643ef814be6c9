"""The stand-in's functions: numpy's, for the types that CuPy compiles its own for."""

from typing import Any

import numpy as np

from tests.cuda.stand_in_arrays import (
    RECORD,
    bare,
    bare_settings,
    in_range,
    ndarray,
    operand,
    wrapped,
)


def operator(name: str, *, swapped: bool = False) -> Any:
    """Return the method that computes with a ufunc."""

    def method(self: ndarray, *other: Any) -> Any:
        operands = (*other, self) if swapped else (self, *other)
        function = Ufunc(name) if name in RECORD["ufuncs"] else Function("", name, None)
        return function(*operands)

    return method


def loop_of_any_system(loop: str) -> str:
    """Return a ufunc's types in letters, the wide integers' alike where a system has two."""
    return loop.replace("q", "l").replace("Q", "L")


class Ufunc:
    """A ufunc with the types that CuPy compiles it for."""

    def __init__(self, name: str) -> None:
        self.name = name
        types = RECORD["ufuncs"][name]["types"]
        self.loops = {loop_of_any_system(line.replace("->", "")) for line in types}
        self.host = getattr(np, name)

    def __call__(
        self, *args: Any, out: Any = None, dtype: Any = None, casting: str = "same_kind"
    ) -> Any:
        given = [operand(value) for value in args]
        if dtype is None:
            self.require_loop(given)
        settings: dict[str, Any] = {"casting": casting}
        if dtype is not None:
            settings["dtype"] = dtype
        if out is not None:
            settings["out"] = out.host
        with np.errstate(all="ignore"):
            result = self.host(*given, **settings)
        return out if out is not None else wrapped(result)

    def require_loop(self, given: list[Any]) -> None:
        """Refuse types for which nothing was compiled."""
        kinds = [np.dtype(type(v)) if isinstance(v, np.generic) else getattr(v, "dtype", type(v))
                 for v in given]  # fmt: skip
        if not hasattr(self.host, "resolve_dtypes"):
            return
        found = self.host.resolve_dtypes((*kinds, *[None] * self.host.nout))
        loop = "".join(kind.char for kind in found)
        if loop_of_any_system(loop) not in self.loops:
            raise TypeError(f"Wrong type ({loop}) of arguments for cupy_{self.name}")

    def at(self, array: ndarray, indices: Any, values: Any = None) -> None:
        if not RECORD["ufuncs"][self.name]["scatters"]:
            raise NotImplementedError(f"`{self.name}.at` is not supported")
        if array.dtype.kind == "i" and array.dtype.itemsize not in {4, 8}:
            raise TypeError("scatter_add only supports int32, int64, uint32, uint64 and floats")
        self.host.at(array.host, in_range(array.shape, indices), bare(values))

    def outer(self, first: ndarray, second: ndarray) -> ndarray:
        return wrapped(self.host.outer(operand(first), operand(second)))

    def reduce(self, array: ndarray, **settings: Any) -> ndarray:
        if self.name not in {"add", "multiply"}:
            raise NotImplementedError(f"`{self.name}.reduce` is not supported")
        return wrapped(self.host.reduce(array.host, **settings))


class Function:
    """A function of CuPy's, which computes what numpy's of the same name computes."""

    def __init__(self, path: str, name: str, parameters: list[str] | None) -> None:
        self.name = self.__name__ = name
        self.parameters = parameters
        module: Any = np
        for part in path.split(".") if path else []:
            module = getattr(module, part)
        self.host = getattr(module, name)

    def __call__(self, *args: Any, **settings: Any) -> Any:
        if self.parameters is not None:
            for name in settings:
                if name not in self.parameters and not self.parameters[-1] == "kwargs":
                    raise TypeError(f"{self.name}() got an unexpected keyword argument '{name}'")
        given = [operand(value) for value in args]
        with np.errstate(all="ignore"):
            return wrapped(self.host(*given, **bare_settings(settings)))


for symbol, its_name in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "lshift": "left_shift",
    "matmul": "matmul", "rshift": "right_shift",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
}.items():  # fmt: skip
    setattr(ndarray, f"__{symbol}__", operator(its_name))
    setattr(ndarray, f"__r{symbol}__", operator(its_name, swapped=True))
for symbol, its_name in {
    "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal",
    "ne": "not_equal", "neg": "negative", "invert": "invert", "abs": "absolute",
}.items():  # fmt: skip
    setattr(ndarray, f"__{symbol}__", operator(its_name))
