"""How errors are written down."""

import logging
from typing import Any, override


class OneLine(logging.Formatter):
    """What was sent from outside and refused is a line: where in Django that happened tells nobody anything."""

    @override
    def formatException(self, ei: Any) -> str:
        return ""

    @override
    def format(self, record: logging.LogRecord) -> str:
        return " ".join(super().format(record).splitlines())
