"""Calls of functions and methods, with arguments by their declared parameters."""

from collections.abc import Mapping
from random import Random

from tensorlab.engine.tensor import Tensor
from tests.fuzz.arguments import hostile, realistic
from tests.fuzz.vocabulary import callables, parameters, words_after

MOST_HOSTILE = 0.12  # so that about half of the calls go well
# A missing `inplace` and the like are the rule; a missing `dim` often is an error.
GIVEN = 0.35


def call(random: Random, variables: Mapping[str, object]) -> str:
    """Return a call of any function or class, or of a method of a variable."""
    owners = [name for name, value in variables.items() if words_after(value)]
    if owners and random.random() < 0.5:
        owner = random.choice(owners)
        word = random.choice(words_after(variables[owner]))
        declared = f"torch.Tensor.{word}" if isinstance(variables[owner], Tensor) else word
        return f"{owner}.{word}" + arguments(random, declared, variables, skipped=1)
    name = random.choice(callables())
    return name + arguments(random, name, variables)


def arguments(random: Random, name: str, variables: Mapping[str, object], skipped: int = 0) -> str:
    """Return the arguments of a call, in parentheses; now and then none, as of an attribute."""
    wanted = parameters(name)[skipped:]
    if not wanted:
        if random.random() < 0.15:
            return ""
        count = random.choice((0, 0, 1, 1, 1, 2, 2, 3))
        return f"({', '.join(anything(random, variables) for _ in range(count))})"
    given, named = [], False
    for parameter in wanted:
        required = repr(parameter.default) == "MISSING" or parameter.name == "input"
        if not required and random.random() > GIVEN:
            named = True
            continue
        text = argument(random, parameter.name, parameter.annotation, variables)
        named = named or parameter.keyword_only
        given.append(f"{parameter.name}={text}" if named and not parameter.variadic else text)
    if random.random() < 0.03:
        given.append(f"{random.choice(('out', 'foo', 'dim', 'dtype'))}={hostile(random)}")
    return f"({', '.join(given)})"


def argument(random: Random, name: str, annotation: object, variables: Mapping[str, object]) -> str:
    """Return one argument: mostly a fitting one, often a variable."""
    if random.random() < MOST_HOSTILE:
        return hostile(random)
    wants_tensor = any(word in str(annotation) for word in ("'tensor", "Tensor", "'index'"))
    if random.random() < 0.5 and wants_tensor:
        tensors = [each for each, value in variables.items() if isinstance(value, Tensor)]
        if tensors:
            return random.choice(tensors)
    return realistic(random, name, annotation)


def anything(random: Random, variables: Mapping[str, object]) -> str:
    """Return a value of any kind: a variable, a usual argument, a hostile one."""
    if variables and random.random() < 0.5:
        return random.choice(list(variables))
    return hostile(random) if random.random() < 0.3 else realistic(random, "", None)
