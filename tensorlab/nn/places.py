"""In which module and class of PyTorch something of ours is: as types and errors show it."""

from types import FunctionType
from typing import Any

from tensorlab.engine.naming import named
from tensorlab.nn import FILE_OF
from tensorlab.ops.modules import file_of

PLACES = file_of("torch.nn.modules")  # of classes, and of files of ours


def place_of(name: str, file: str) -> str:
    """Return the module of PyTorch for a class of a file of ours."""
    return PLACES.get(name) or PLACES.get(file, file)


# Methods that several classes share in PyTorch, too, and the class that it has them in.
SHARED = {
    "ToSize.__init__": "_AdaptiveAvgPoolNd", "ToSizeByLargest.__init__": "_AdaptiveMaxPoolNd",
    "Dropping.__init__": "_DropoutNd", "LargestOfWindows.__init__": "_MaxPoolNd",
    "NormOfWindows.__init__": "_LPPoolNd", "OfBatches.__init__": "_BatchNorm",
    "OfBatches.forward": "_BatchNorm", "OfSamples.__init__": "_InstanceNorm",
    "OfSamples.forward": "_InstanceNorm", "LazyChannels.__init__": "_LazyNormBase",
    "LazyFilters.initialize_parameters": "_LazyConvXdMixin",
    "LazyChannels.initialize_parameters": "_LazyNormBase", "L1Loss.__init__": "_Loss",
    "PaddedByValue.forward": "_ConstantPadNd", "MSELoss.__init__": "_Loss",
    "SoftMarginLoss.__init__": "_Loss",
    "MultiLabelMarginLoss.__init__": "_Loss", "BCELoss.__init__": "_WeightedLoss",
    "MultiLabelSoftMarginLoss.__init__": "_WeightedLoss",
    "RNN.forward": "RNN", "LSTM.forward": "LSTM", "GRU.forward": "GRU",
}  # fmt: skip
SEVERAL = ("__init__", "forward", "append", "extend", "insert", "pop", "initialize_parameters")
for padding in ("Zero", "Reflection", "Replication", "Circular"):
    owner = f"_{padding.replace('Zero', 'Constant')}PadNd"
    SHARED |= {f"{padding}Pad{dims}d.forward": owner for dims in (1, 2, 3)}


def owner_of(kind: type, word: str) -> str:
    """Return the class in which PyTorch has a method of one of our classes."""
    names = (f"{each.__name__}.{word}" for each in kind.__mro__)
    return next((SHARED[name] for name in names if name in SHARED), kind.__name__)


def name_methods(kind: type) -> None:
    """Let errors about a wrong call name the class in which PyTorch has what is called.

    What a public class takes over from one of ours alone is its own there.
    """
    for word in SEVERAL:
        method: Any = next((vars(it)[word] for it in kind.__mro__ if word in vars(it)), None)
        if not isinstance(method, FunctionType):  # it is made when it is called
            continue
        owner = method.__qualname__.partition(".")[0]
        if word in vars(kind):
            method.__qualname__ = f"{SHARED.get(f'{owner}.{word}', owner)}.{word}"
        elif kind.__name__ in FILE_OF and (
            f"{kind.__name__}.{word}" in SHARED
            or (owner not in FILE_OF and not owner.startswith("_"))
        ):
            setattr(kind, word, named(method, f"{owner_of(kind, word)}.{word}"))
