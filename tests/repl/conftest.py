"""Terminals with tensorlab in them, ended after each test."""

import pytest


@pytest.fixture
def start(tmp_path):
    """Return what starts a command on a terminal of its own; none may end in a traceback."""
    # Only POSIX has the modules that this needs.
    from tests.repl.terminal import PseudoTerminal

    terminals = []

    def begin(*arguments, **options):
        terminals.append(PseudoTerminal(tmp_path, *arguments, **options))
        return terminals[-1]

    yield begin
    for terminal in terminals:
        terminal.kill()
        assert "Traceback" not in terminal.screen


@pytest.fixture
def prompt(start):
    """Return a terminal at tensorlab's prompt, ready for keys."""
    terminal = start("repl")
    terminal.wait_for("leaves")
    return terminal
