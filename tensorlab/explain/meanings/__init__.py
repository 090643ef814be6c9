"""What functions mean whose forward cannot run on terms: a few lines for each, by name."""

from tensorlab.explain.meanings.choosing import by_condition, by_mask
from tensorlab.explain.meanings.counting import by_counting
from tensorlab.explain.meanings.creating import by_entry, by_progression, one_value, unset
from tensorlab.explain.meanings.determinant import by_cofactors
from tensorlab.explain.meanings.extremes import by_comparing
from tensorlab.explain.meanings.padding import by_padding
from tensorlab.explain.meanings.products import by_lines
from tensorlab.explain.meanings.quantization import by_scale, by_stored
from tensorlab.explain.meanings.ranking import by_places
from tensorlab.explain.meanings.repeating import by_repeating
from tensorlab.explain.meanings.scanning import by_running_product, by_running_sum
from tensorlab.explain.meanings.sparse import by_coordinates
from tensorlab.explain.telling import Way

# Tables, as ops know nothing of how they are told: each way is a function of this room.
PICKERS = ("sort", "topk", "kthvalue", "median", "mode", "cummax", "cummin")
QUANTIZERS = ("quantize_per_tensor", "quantize_per_channel", "quantize_per_tensor_dynamic")
# Likewise.
UNSET = ("empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided")
# Likewise.
MEANINGS: dict[str, tuple[Way, ...]] = {
    "where": (by_condition,),
    "masked_select": (by_mask,),
    "numel": (by_counting,),
    "nelement": (by_counting,),
    "tensor": (by_entry,),
    "arange": (by_progression,),
    "linspace": (by_progression,),
    "full": (one_value,),
    "zeros": (one_value,),
    "ones": (one_value,),
    **dict.fromkeys(UNSET, (unset,)),
    "det": (by_cofactors,),
    "cumprod": (by_running_product,),
    "cumsum": (by_running_sum,),
    "pad": (by_padding,),
    "repeat": (by_repeating,),
    "repeat_interleave": (by_repeating,),
    "tile": (by_repeating,),
    "to_dense": (by_coordinates,),
    "sparse_coo_tensor": (by_coordinates,),
    **dict.fromkeys(QUANTIZERS, (by_scale,)),
    **dict.fromkeys(("dequantize", "int_repr"), (by_stored,)),
    **dict.fromkeys(("mm", "bmm", "matmul", "mv", "dot"), (by_lines,)),
    **dict.fromkeys(PICKERS, (by_places,)),
    **dict.fromkeys(("argmax", "argmin", "max", "min", "amax", "amin"), (by_comparing,)),
}
