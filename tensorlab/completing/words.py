"""The commands and their options: words.txt, which python -m tensorlab.cli.command_table makes."""

from os.path import dirname

TABLES: dict[str, dict[str, str]] = {}
with open(f"{dirname(__file__)}/words.txt", encoding="utf-8") as lines:
    for line in lines:
        place, _, words = line.rstrip("\n").partition(": ")
        table, _, name = place.partition(" ")
        TABLES.setdefault(table, {})[name] = words
ARGUMENTS, OPTIONS, SETTINGS = TABLES["arguments"], TABLES["options"], TABLES["settings"]
FLAGS = TABLES["flags"][""]
# What follows an option, where that is known: everywhere, and after some commands.
KINDS = TABLES["kinds"]
