"""All of numpy that programs get, by what one would look for; importing this enters it."""

from tensorlab.language.numpy.declared import arranging as arranging
from tensorlab.language.numpy.declared import elementwise as elementwise
from tensorlab.language.numpy.declared import linear_algebra as linear_algebra
from tensorlab.language.numpy.declared import making as making
from tensorlab.language.numpy.declared import random_numbers as random_numbers
from tensorlab.language.numpy.declared import selecting as selecting
from tensorlab.language.numpy.declaring import DECLARED as DECLARED
