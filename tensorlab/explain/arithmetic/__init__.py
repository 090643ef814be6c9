"""Numbers, terms and the arithmetic that they were combined by."""
