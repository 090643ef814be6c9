"""torch.distributions.transforms: what can be made of values, and back."""

from tensorlab.distributions.joined_transforms import (
    CatTransform,
    CumulativeDistributionTransform,
    StackTransform,
)
from tensorlab.distributions.matrix_transforms import (
    CorrCholeskyTransform,
    LowerCholeskyTransform,
    PositiveDefiniteTransform,
    StickBreakingTransform,
)
from tensorlab.distributions.number_transforms import (
    AbsTransform,
    AffineTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    SoftmaxTransform,
    SoftplusTransform,
    TanhTransform,
)
from tensorlab.distributions.shaped_transforms import IndependentTransform, ReshapeTransform
from tensorlab.distributions.transform import ComposeTransform, Transform

__all__ = [
    "AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform",
    "CumulativeDistributionTransform", "ExpTransform", "IndependentTransform",
    "LowerCholeskyTransform", "PositiveDefiniteTransform", "PowerTransform", "ReshapeTransform",
    "SigmoidTransform", "SoftmaxTransform", "SoftplusTransform", "StackTransform",
    "StickBreakingTransform", "TanhTransform", "Transform", "identity_transform",
]  # fmt: skip

identity_transform = ComposeTransform([])
