"""What each function does: one file per family, one declaration per function."""
