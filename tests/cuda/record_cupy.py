"""Record what CuPy has, for the stand-in: `python -m tests.cuda.record_cupy`, beside a CuPy.

Importing CuPy needs no GPU; nothing is computed here.
"""

import inspect
import json
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
        "methods": sorted(name for name in dir(cupy.ndarray) if not name.startswith("_")),
    }
    RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
