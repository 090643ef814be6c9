"""The generated families: which sheets make each."""

from tests.conformance.generation import (
    creations,
    elementwise,
    forms,
    gradients,
    matrices,
    places,
    reductions,
    shapes,
    writing,
)
from tests.conformance.generation.sheet import Sheet

SHEETS: dict[str, list[Sheet]] = {
    "arithmetic": elementwise.arithmetic,
    "autograd": gradients.autograd,
    "comparison": elementwise.comparison,
    "creation": creations.creation,
    "errors": writing.errors,
    "indexing": places.indexing,
    "inplace_and_aliasing": writing.inplace_and_aliasing,
    "joining": shapes.joining,
    "matrix": matrices.matrix,
    "out_arguments": writing.out_arguments,
    "padding": places.padding,
    "printing": forms.printing,
    "promotion": elementwise.promotion,
    "random": creations.random,
    "reduction": reductions.reduction,
    "scalars": elementwise.scalars,
    "scan": reductions.scan,
    "selection": places.selection,
    "shape_and_views": shapes.shape_and_views,
    "sparse": forms.sparse,
    "special_values": elementwise.special,
    "unary": elementwise.unary,
}
