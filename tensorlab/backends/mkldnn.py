"""torch.backends.mkldnn: a switch that programs set and read again."""

from tensorlab.ops.modules import lookup

enabled = True

__getattr__ = lookup("torch.backends.mkldnn")
