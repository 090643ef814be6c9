"""What people say around a prediction, a letter, a number or a line: which one is meant."""

import re

from tensorlab.frozen import pattern

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
BEFORE = pattern(
    r"(?:(?:well|so|hm+|maybe|probably|then|and|my|the|"
    r"i(?:'d| would)? ?(?:think|guess|say|believe|choose|pick|take)|in|"
    r"(?:it|that|this)(?:'s| is| must be| should be| would be)|is|"
    r"(?:answer|mistake|error|fault|order|option|choice|letter|line|number|no\.?)"
    r"(?: is| in| number| no\.?)?)(?=[\s:,#(\[\d])[\s:,#]*)+"
)
AFTER = pattern(
    r"[\s,.!;:]*(?:(?:one|line|option|answer|choice)?[\s,]*"
    r"(?:(?:i think|please|it is|of course)|(?:is|it is|would be|must be) "
    r"(?:right|correct|wrong|it|the one|the mistake|mistaken|the answer|false|broken))?)[\s.!?]*$"
)
AROUND = "()[]{}'\"` \t.,:;!#*"


def bare(text: str) -> str:
    """Return what is left of a phrase such as "I think it is (b)." without the words around it."""
    words = " ".join(text.lower().replace("\u2019", "'").split())
    words = BEFORE.sub("", words, count=1) if BEFORE.match(words) else words
    return AFTER.sub("", words).strip(AROUND) or words.strip(AROUND)


def place_named(text: str, count: int) -> int | None:
    """Return the place, from 1, that "2", "the second one", "2nd" or "last" names among so many."""
    words = bare(text).removesuffix(" one").removesuffix(" line")
    numbered = re.fullmatch(r"l?\s?(\d{1,3})(?:st|nd|rd|th)?", words)
    if numbered:
        return int(numbered[1])
    if words == "last":
        return count
    for names in (ORDINALS, NUMBERS):
        if words in names:
            return names.index(words) + 1
    return None


THING = r"(?:value|answer|result|output|shape|size|d(?:ata ?)?type)"
SUBJECT = rf"(?:it|that|this|they|we|you|(?:the |its )?(?:new |resulting )?{THING})"
VERB = (
    r"(?:is|are|has|get|gives|becomes|stays|remains|returns|prints|"
    r"(?:is )?(?:promoted|converted|turned|cast) (?:in)?to|(?:will|would|should|must|might|could) "
    r"(?:be|have|give|stay))"
)
OPINION = r"i(?:'d| would)? ?(?:think|guess|say|believe|bet|expect|suppose)(?: that)?"
AHEAD_OF_PREDICTION = pattern(
    rf"(?:(?:{OPINION}|{SUBJECT} ?(?:'s|'ll be|{VERB})(?: (?:of )?(?:the )?{THING})?|{VERB}|"
    rf"maybe|probably|still|again|also|well|hm+|about|around|roughly|approximately|exactly|just|"
    rf"~+|>>>|(?:out|output|print)(?= ?[:=])|{SUBJECT} ?[:=]+|answer:?|"
    r"[a-z]\w*\.(?:shape|dtype|size\(\)) ?(?:=+|is\b)|"
    r"(?!rows?|col)[a-z]\w* ?=+(?= ?[\[(\d.+-]|tensor)|:|"
    r"=+|->|=>|\u2192|\u2248)(?![\w-])[\s,]*)+",
    re.IGNORECASE,
)
# a run of signs is tried once as a whole: there may be thousands
BEHIND_PREDICTION = pattern(
    rf"(?<![\s,.;(-])(?:[\s,.;(-]++(?:{OPINION}|i'm sure|right|please|of course|obviously|maybe|"
    r"probably|again|(?:because|since) .+)\)?)+[\s.!?]*$",
    re.IGNORECASE,
)


def bare_prediction(words: str) -> str:
    """Return an answer without what is said around it; words that are no more than that stay."""
    inner = BEHIND_PREDICTION.sub("", words)
    found = AHEAD_OF_PREDICTION.match(inner)
    return (inner[found.end() :] if found else inner) or words
