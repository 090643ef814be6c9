"""The session that lessons run in, as the front ends make it."""

from tensorlab.language.running.session import Session


def our_session(write):
    return Session(write=write)
