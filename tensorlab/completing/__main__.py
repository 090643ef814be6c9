"""`python -I -S tensorlab/completing/__main__.py WORD...`: three files, a table and no package."""

import sys
from os.path import dirname

sys.path.insert(0, dirname(__file__))  # which -I leaves out

import words  # type: ignore[import-not-found]  # beside this file
from candidates import complete  # type: ignore[import-not-found]  # likewise

complete(sys.argv[1:], words)
