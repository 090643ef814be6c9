"""The errors that PyTorch does not have."""


class LimitReached(BaseException):
    """A program asked for more than its budget.

    Not an Exception: neither a program's `except` nor ours may swallow it.
    """

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(message)
        self.limit = limit
