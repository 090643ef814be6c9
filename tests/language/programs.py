"""Programs from files: those with one beginning, and those that stand alone."""

from pathlib import Path

HERE = Path(__file__).parent


def alone(name: str) -> list[str]:
    """Return the programs of a file."""
    return (HERE / f"{name}.txt").read_text("utf-8").rstrip("\n").split("\n----\n")


def started(name: str) -> list[str]:
    """Return the programs of a file, each after the beginning that all of them have."""
    start, _, programs = (HERE / f"{name}.txt").read_text("utf-8").partition("\n====\n")
    return [f"{start}\n{program}" for program in programs.rstrip("\n").split("\n----\n")]
