"""torch.save and torch.load: tensors and what holds them, in PyTorch's files."""

from tensorlab.serialization.reading import load as load
from tensorlab.serialization.writing import save as save
