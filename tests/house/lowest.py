"""The lowest versions that pyproject.toml allows: `python -m tests.house.lowest` lists them."""

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
TESTED = ("test", "cluster", "notebook", "pictures")  # extras that the tests install


def lowest() -> dict[str, str]:
    """Return the lowest version of each package that the tests install."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    extras = [each for name in TESTED for each in project["optional-dependencies"][name]]
    needed = [each for each in (*project["dependencies"], *extras) if "tensorlab" not in each]
    return dict(re.fullmatch(r"([\w-]+)>=([\d.]+)(?:,<.*)?", each).groups() for each in needed)


if __name__ == "__main__":
    print("\n".join(f"{name}=={version}" for name, version in lowest().items()))
