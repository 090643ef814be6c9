"""Reading a program: from an argument, a file or standard input."""

import sys
from typing import BinaryIO, NamedTuple

from tensorlab.process.lifecycle import WrongUsageError

UTF8_MARK = b"\xef\xbb\xbf"
# More than any program may have: the rest need not be read, which may never end.
MOST_BYTES = 4 << 20
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Program(NamedTuple):
    """A program's text, and the name that its errors give for it."""

    text: str
    name: str


class NotTextError(Exception):
    """The program's bytes are not text; the message says where and what to do."""


def program_of_argument(argument: str) -> Program:
    """Return the program that `eval` was given, read from standard input for a `-`."""
    if argument == "-":
        return program_of_file("-")
    # Bytes that are not UTF-8 reach us as lone surrogates.
    return Program(decode(argument.encode("utf-8", "surrogateescape"), "<eval>"), "<eval>")


def program_of_file(file: str) -> Program:
    """Return the program in a file, or on standard input for a `-`."""
    is_file = file != "-"
    try:
        with open(file if is_file else sys.stdin.fileno(), "rb", closefd=is_file) as stream:
            content = beginning(stream)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        asked = repr(file) if is_file else "standard input"
        raise WrongUsageError(f"cannot read {asked}: {reason}") from None
    name = file if is_file else "<stdin>"
    return Program(decode(content, name), name)


def beginning(stream: BinaryIO) -> bytes:
    """Return what a stream holds; of what is longer than any program its first lines."""
    content = stream.read(MOST_BYTES)
    if len(content) < MOST_BYTES:
        return content
    return content[: content.rfind(b"\n") + 1 or MOST_BYTES]


def decode(content: bytes, name: str) -> str:
    r"""Return the text of UTF-8 bytes, without a byte-order mark and with \n ending its lines."""
    content = content.removeprefix(UTF8_MARK)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotTextError(not_utf8(content, error.start, name)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def not_utf8(content: bytes, position: int, name: str) -> str:
    """Return the sentence about the first byte that is not UTF-8."""
    line = content.count(b"\n", 0, position) + 1
    column = position - (content.rfind(b"\n", 0, position) + 1) + 1
    advice = (
        "The file looks like UTF-16: save it as UTF-8."
        if content.startswith(UTF16_MARKS)
        else "Save the program as UTF-8."
    )
    return (
        f"{name} is not UTF-8 text: byte 0x{content[position]:02x} at position {position} "
        f"(line {line}, byte {column} of it). {advice}"
    )
