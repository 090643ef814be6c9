"""Values out of files and into files; a file's ending says what is in it."""

from tensorlab.files.formats import UnknownFormatError as UnknownFormatError
from tensorlab.files.formats import UnreadableError as UnreadableError
from tensorlab.files.formats import read as read
from tensorlab.files.formats import require_new as require_new
from tensorlab.files.formats import write as write
