"""What every test starts from, and which are slow: those run where somebody asks for them."""

import gc
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.searched import FOLDERS, WITHOUT_POSIX

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell ignores Ctrl-C in what it starts in the background, and every process that the tests
    # interrupt would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let other Pythons run a part of all, and processes be without what only POSIX has."""
    parser.addoption("--share", default="1/1", help="run each n-th test from the k-th on, as k/n")
    parser.addoption("--without-posix", action="store_true", help="hide what Windows lacks")


def pytest_configure(config: pytest.Config) -> None:
    """Leave no test out that is named; hide the system where that is asked for."""
    if config.getoption("without_posix"):
        FOLDERS.insert(0, WITHOUT_POSIX)
    if any("::" in argument for argument in config.args):
        config.option.markexpr = config.option.markexpr.replace("not slow", "")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Use every core for the whole suite, and no further process for a part of it."""
    return None if config.args_source is config.ArgsSource.TESTPATHS else 0


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Load no file that speaks of none of the slow tests where those alone are wanted."""
    if config.option.markexpr != "slow" or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    return None if "slow" in text or "sampled" in text else True


@pytest.hookimpl(wrapper=True, tryfirst=True)  # around what leaves slow tests out
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Mark all but each n-th of the tests that are `sampled(n)` as slow; keep the asked share."""
    counts: Counter[tuple[object, int]] = Counter()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is not None:
            group = (item.path, sampled.args[0])
            if counts[group] % sampled.args[0]:
                item.add_marker("slow")
            counts[group] += 1
    yield
    which, _, parts = config.getoption("share").partition("/")
    items[:] = items[int(which) - 1 :: int(parts)]


def pytest_collection_finish() -> None:
    """Leave some hundred thousand objects of pytest's out of what is collected again and again."""
    look_at_sessions()
    gc.collect()
    gc.freeze()


def look_at_sessions() -> None:
    """Look at whatever sessions show, where tests have any."""
    if session := sys.modules.get("tensorlab.language.running.session"):
        from tests import leaks

        session.Session.run = leaks.watched(session.Session.run)


@pytest.fixture(autouse=True)
def no_leaks() -> Iterator[None]:
    """Let no session show an address of the process, or a name of ours."""
    yield
    if leaks := sys.modules.get("tests.leaks"):
        found, leaks.found = leaks.found, []
        assert not found
