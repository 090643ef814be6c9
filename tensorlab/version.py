"""The version, in a file of its own: reading it costs nothing."""

__version__ = "0.1.0"
