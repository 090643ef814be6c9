"""The versions, in a file of their own: reading them costs nothing."""

VERSION = "0.2.0"
# Whose answers these are: what programs read as torch.__version__.
PYTORCH = __version__ = "2.13.0+cpu"
git_version = "unknown"  # as PyTorch says where it was not built from a repository

cuda = hip = xpu = None  # programs look for them in torch.version
debug = False
