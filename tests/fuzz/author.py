"""Writes programs, one input after the other, knowing the variables that are there by then."""

import re
from collections.abc import Iterator, Mapping
from random import Random

from tensorlab.engine.tensor import Tensor
from tests.fuzz.arguments import SETUP, floats, hostile, tensor
from tests.fuzz.calls import anything, call
from tests.fuzz.corpus import inputs_of, programs
from tests.fuzz.grammar import grown, rules
from tests.fuzz.mutation import mutated
from tests.fuzz.numpy_calls import SETUP as NUMPY
from tests.fuzz.numpy_calls import array, numpy_call
from tests.fuzz.vocabulary import examples, parses, values

Variables = Mapping[str, object]
FILLED = re.compile(r"\$(any|hostile|tensor|call|array|npcall)")
NAMES = ("x", "y", "z", "a", "b")


def program(random: Random, variables: Variables) -> Iterator[str]:
    """Yield the inputs of a program; `variables` are looked at as it goes on."""
    yield SETUP
    kind = random.random()
    if kind < 0.1:
        yield from inputs_of(grown(random, rules("python"), "program"))
        return
    if kind < 0.4:
        yield from changed(random, written_program(random), variables)
    if random.random() < 0.2:
        yield NUMPY
    for name in NAMES[: random.randint(1, 3)]:
        yield f"{name} = {random.choice((tensor, floats))(random)}"
    for _ in range(random.randint(2, 6)):
        yield statement(random, variables)


def written_program(random: Random) -> list[str]:
    """Return the inputs of a recorded program that is one."""
    while not parses(text := random.choice(programs())):
        pass
    return inputs_of(text)


def changed(random: Random, inputs: list[str], variables: Variables) -> Iterator[str]:
    """Yield inputs, some of them with a change."""
    for text in inputs:
        yield mutated(random, text, variables) if random.random() < 0.3 else text


def statement(random: Random, variables: Variables) -> str:
    """Return one input that uses the variables."""
    if "state" in variables and random.random() < 0.6:
        return of_rules(random, variables, "numpy")
    kind = random.random()
    if kind < 0.35:
        text = call(random, variables)
    elif kind < 0.65:
        text = random.choice(examples())
        text = mutated(random, text, variables) if random.random() < 0.6 else text
    else:
        text = of_rules(random, variables, "tensors")
    if kind < 0.65 and text[0].isalpha() and random.random() < 0.5 and "=" not in text[:4]:
        named = f"{random.choice(NAMES)} = {text}"
        return named if parses(named) else text
    return text


def of_rules(random: Random, variables: Variables, about: str) -> str:
    """Return a statement by the rules of a file; another one where it is no program."""
    for _ in range(9):
        pattern = grown(random, rules(about), "statement")
        text = FILLED.sub(lambda slot: filling(random, slot[1], variables), pattern)
        if parses(text):
            return text
    return "pass"


def filling(random: Random, word: str, variables: Variables) -> str:
    """Return what stands for a word that needs the variables."""
    if word == "any":
        usual = random.random() < 0.9
        return anything(random, variables) if usual else random.choice(values())
    if word == "hostile":
        return hostile(random)
    if word == "call":
        return call(random, variables)
    if word == "npcall":
        return numpy_call(random, variables)
    if word == "array":
        return array(random, variables)
    tensors = [name for name, value in variables.items() if isinstance(value, Tensor)]
    return random.choice(tensors) if tensors else "torch.ones(2, 3)"
