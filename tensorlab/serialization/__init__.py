"""torch.save and torch.load: tensors and what holds them, in PyTorch's files."""

from tensorlab.serialization.naming import add_safe_globals as add_safe_globals
from tensorlab.serialization.naming import clear_safe_globals as clear_safe_globals
from tensorlab.serialization.naming import get_safe_globals as get_safe_globals
from tensorlab.serialization.naming import safe_globals as safe_globals
from tensorlab.serialization.reading import load as load
from tensorlab.serialization.writing import DEFAULT_PROTOCOL as DEFAULT_PROTOCOL
from tensorlab.serialization.writing import save as save
