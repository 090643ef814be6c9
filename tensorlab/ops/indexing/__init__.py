"""Elements chosen and written by index, mask and condition."""
