"""Run libraries' own tests through tensorlab: `python -m tests.libraries FOLDER`.

The libraries that `requirements.txt` names are installed, without what they need, into a new
environment in the folder, which finds tensorlab, numpy and pytest where this Python does.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

HERE = Path(__file__).parent
# Whole folders of tests, and modules whose examples are run.
TESTS = ("einops/tests", "entmax/test_topk.py", "entmax/test_root_finding.py")
EXAMPLES = ("regression", "functional/regression", "classification", "aggregation.py", "wrappers")
# Tests that start `python` anew, where torch is nobody's, wait for PyTorch's compiler or for other
# packages, draw plots, or draw numbers with which they fail in PyTorch, too.
LEFT_OUT = "not (threading or torch_compile or FeatureShare or plot or budget_grad_multiple_k)"


def environment(folder: Path) -> tuple[Path, Path]:
    """Make the environment; return its Python and where the libraries lie in it."""
    venv.create(folder)
    python = folder / "bin" / "python"
    place = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    (place / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    wanted = ["--no-deps", "-r", HERE / "requirements.txt"]
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "-q", *wanted], check=True
    )
    return python, place


def main() -> int:
    """Install the libraries and run their tests; return pytest's exit code."""
    python, place = environment(Path(sys.argv[1]).absolute())
    parts = [place / part for part in TESTS]
    parts += [place / "torchmetrics" / part for part in EXAMPLES]
    ran = subprocess.run(
        [python, "-m", "tensorlab", "python", HERE / "suite.py", "-c", HERE / "pytest.ini",
         "-k", LEFT_OUT, "-q", *parts, HERE / "torchinfo.txt"],
        check=False, env={**os.environ, "EINOPS_TEST_BACKENDS": "numpy,torch"},
    )  # fmt: skip
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main())
