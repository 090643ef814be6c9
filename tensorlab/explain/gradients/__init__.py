"""Why a gradient is what it is: each step of the way back as arithmetic on a program's numbers."""
