"""What people say around a prediction: "I think it's still (2, 3), because ..."."""

import re

from tensorlab.frozen import pattern

THING = r"(?:value|answer|result|output|shape|size|d(?:ata ?)?type)"
SUBJECT = rf"(?:it|that|this|they|we|you|(?:the |its )?(?:new |resulting )?{THING})"
VERB = (
    r"(?:is|are|has|get|gives|becomes|stays|remains|returns|prints|"
    r"(?:is )?(?:promoted|converted|turned|cast) (?:in)?to|(?:will|would|should|must|might|could) "
    r"(?:be|have|give|stay))"
)
OPINION = r"i(?:'d| would)? ?(?:think|guess|say|believe|bet|expect|suppose)(?: that)?"
BEFORE = pattern(
    rf"(?:(?:{OPINION}|{SUBJECT} ?(?:'s|'ll be|{VERB})(?: (?:of )?(?:the )?{THING})?|{VERB}|"
    rf"maybe|probably|still|again|also|well|hm+|about|around|roughly|approximately|exactly|just|"
    rf"~+|>>>|(?:out|output|print)(?= ?[:=])|{SUBJECT} ?[:=]+|answer:?|"
    r"[a-z]\w*\.(?:shape|dtype|size\(\)) ?(?:=+|is\b)|"
    r"(?!rows?|col)[a-z]\w* ?=+(?= ?[\[(\d.+-]|tensor)|:|"
    r"=+|->|=>|\u2192|\u2248)(?![\w-])[\s,]*)+",
    re.IGNORECASE,
)
AFTER = pattern(  # a run of signs is tried once as a whole: there may be thousands
    rf"(?<![\s,.;(-])(?:[\s,.;(-]++(?:{OPINION}|i'm sure|right|please|of course|obviously|maybe|"
    r"probably|again|(?:because|since) .+)\)?)+[\s.!?]*$",
    re.IGNORECASE,
)


def bare(words: str) -> str:
    """Return an answer without what is said around it; words that are no more than that stay."""
    inner = AFTER.sub("", words)
    found = BEFORE.match(inner)
    return (inner[found.end() :] if found else inner) or words
