"""The stream that all random functions draw from when they are given no generator."""

from tensorlab.engine.random.generator import Generator, default_generator
from tensorlab.engine.tensor import Tensor


def manual_seed(seed: int) -> Generator:
    """Return the default generator, begun anew: the same seed gives the same numbers."""
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Return a seed of the operating system's chance, from which the numbers now begin."""
    return default_generator.seed()


def initial_seed() -> int:
    """Return the seed from which the numbers began."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """Return the state of the default generator as bytes."""
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Continue the default generator from a saved state."""
    default_generator.set_state(new_state)


__all__ = [
    "Generator",
    "default_generator",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]
