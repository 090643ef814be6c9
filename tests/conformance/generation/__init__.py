"""The generated families: which sheets make each."""

from tests.conformance.generation import elementwise, matrices, reductions, shapes
from tests.conformance.generation.sheet import Sheet

SHEETS: dict[str, list[Sheet]] = {
    "promotion": elementwise.promotion,
    "scalars": elementwise.scalars,
    "arithmetic": elementwise.arithmetic,
    "special_values": elementwise.special,
    "comparison": elementwise.comparison,
    "unary": elementwise.unary,
    "reduction": reductions.reduction,
    "scan": reductions.scan,
    "matrix": matrices.matrix,
    "shape_and_views": shapes.shape_and_views,
    "joining": shapes.joining,
}
