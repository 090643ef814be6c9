"""torch.backends.cuda: switches that programs set and read again."""

from types import SimpleNamespace

from tensorlab.ops.modules import lookup

matmul = SimpleNamespace(
    allow_tf32=False,
    allow_fp16_reduced_precision_reduction=True,
    allow_bf16_reduced_precision_reduction=True,
)

__getattr__ = lookup("torch.backends.cuda")
