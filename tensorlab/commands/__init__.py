"""What each command of `tensorlab` does, once its options are read."""
