"""A script for `tensorlab python`: pytest, each test seeded, with torch answered by tensorlab."""

import sys

import pytest
import torch


class Seeded:
    """Begins each test with the random numbers that the libraries' own set-ups begin with."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item):
        torch.manual_seed(42)


if __name__ == "__main__":
    sys.exit(pytest.main(sys.argv[1:], [Seeded()]))
