"""A lesson as one learner gets it: numbers that follow from lesson, learner and question."""

from tensorlab.course.lessons.lesson import Block, Exercise, Lesson, Predict
from tensorlab.course.setups.drawing import draw
from tensorlab.frozen import replace


def for_learner(lesson: Lesson, learner: str) -> Lesson:
    """Return a lesson with a learner's own numbers; the same ones every time."""
    if not learner:
        return lesson
    blocks = tuple(own(block, f"{lesson.name}/{learner}") for block in lesson.blocks)
    return replace(lesson, blocks=blocks)


def own(block: Block, seed: str) -> Block:
    """Return a block with the numbers that a seed gives it, where it leaves them open."""
    if isinstance(block, Exercise) and block.drawn:
        return replace(block, setup=draw(block.vary, f"{seed}/{block.item}").program)
    if isinstance(block, Predict) and block.vary:
        program = draw(block.vary, f"{seed}/{block.item}").program
        return replace(block, source=f"{program}\n{block.body}", why="", wrong=())
    return block
