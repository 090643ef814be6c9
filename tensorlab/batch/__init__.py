"""A stream of programs: JSON lines in, JSON lines out, in order, each under limits of its own.

from tensorlab.batch import answers

for line in answers(open("programs.jsonl"), jobs=2):
print(line)
"""

from tensorlab.batch.answering import answer as answer
from tensorlab.batch.job import FORMS as FORMS
from tensorlab.batch.job import USUAL as USUAL
from tensorlab.batch.job import Job as Job
from tensorlab.batch.stream import answers as answers
from tensorlab.language.running.session import Budget as Budget
