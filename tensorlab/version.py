"""The versions, in a file of their own: reading them costs nothing."""

__version__ = "0.2.0"
PYTORCH = "2.13.0+cpu"  # whose answers these are: what programs read as torch.__version__

cuda = hip = xpu = None  # programs look for them in torch.version
debug = False
