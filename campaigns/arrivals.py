"""A double tap sits down once: each form that lets somebody in carries a token of its own, kept as a hash where it led to."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.utils import timezone

DOUBLE_TAP = timedelta(minutes=1)


def new_arrival() -> str:
    """What a form that lets somebody in carries."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> str:
    """What is kept of a token that must not be read from the database."""
    return sha256(token.encode()).hexdigest()


def just_now(at: datetime) -> bool:
    """Recent enough that the same form again is the same tap again."""
    return timezone.now() - at < DOUBLE_TAP
