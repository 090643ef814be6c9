"""torch's modules that are more than declared functions; each is imported as `tensorlab.NAME`."""
