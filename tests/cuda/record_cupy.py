"""Record what CuPy has, for the stand-in: `python -m tests.cuda.record_cupy`, beside a CuPy.

Importing CuPy needs no GPU; nothing is computed here.
"""

import inspect
import json
import re
from pathlib import Path
from typing import Any

RECORD = Path(__file__).with_name("cupy.json")
MODULES = ("", "linalg", "fft", "lib.stride_tricks")


def parameters(function: Any) -> list[str] | None:
    """Return the names that a function takes, or None where it does not say."""
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return None


def written_parameters(method: Any) -> list[str] | None:
    """Return the names that a compiled method takes, from the first line of its documentation."""
    first = (method.__doc__ or "").split("\n")[0]
    found = re.search(r"\(self,? ?(.*?)\)(?: ->.*)?$", first)
    if found is None:
        return None
    parts = [part.split("=")[0].split()[-1] for part in found[1].split(", ") if part]
    return None if any(part.startswith("*") for part in parts) else parts


def functions(module: Any) -> dict[str, list[str] | None]:
    """Return a module's functions with what they take."""
    public = {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
    return {
        name: parameters(value)
        for name, value in public.items()
        if callable(value) and not inspect.isclass(value)
    }


def main() -> None:
    """Write the record."""
    import cupy

    ufuncs = {
        name: {"types": value.types, "scatters": value._scatter_op is not None}
        for name, value in vars(cupy).items()
        if isinstance(value, cupy.ufunc)
    }
    record = {
        "version": cupy.__version__,
        "modules": {
            path: functions(cupy if not path else eval(f"cupy.{path}"))  # noqa: S307
            for path in MODULES
        },
        "ufuncs": ufuncs,
        "methods": {
            name: written_parameters(getattr(cupy.ndarray, name))
            for name in dir(cupy.ndarray)
            if not name.startswith("_")
        },
    }
    RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
