"""What a character has left in something that runs: rooms of games append their part in AppConfig.ready."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from campaigns.models import Seat
from characters.models import Character

type Part = Callable[[HttpRequest, Seat, Character], tuple[str, dict[str, Any]] | None]
"""From who looks and the character to a template and its context; None when there is nothing to show to him."""

RUNNING: list[Part] = []
