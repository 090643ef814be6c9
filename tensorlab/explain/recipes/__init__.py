"""Functions and layers told by the steps that they are made of."""
