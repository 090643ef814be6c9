"""torch.nested: tensors of several lengths in one, each by itself or in one row of values."""

from .jagged import masked_select as masked_select
from .jagged import narrow as narrow
from .jagged import nested_tensor_from_jagged as nested_tensor_from_jagged
from .making import as_nested_tensor as as_nested_tensor
from .making import nested_tensor as nested_tensor
from .making import to_padded_tensor as to_padded_tensor
