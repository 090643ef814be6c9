"""torch.types: names of types for annotations."""

from collections.abc import Sequence

from tensorlab.engine import device, dtypes, naming
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

_device, _dtype, _layout, _size = device.Device, dtypes.DType, naming.Layout, Size
_int, _float, _bool, _complex = int, float, bool, complex
Number = int | float | bool
Device = _device | str | int | None
_TensorOrTensors = TensorOrTensors = Tensor | Sequence[Tensor]
