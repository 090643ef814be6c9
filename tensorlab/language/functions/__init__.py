"""Functions of the program: their arguments and variables, and generators, which stop and go on."""
