"""What a file brought, kept for the half hour between looking at it and taking it in."""

import msgspec
from django.core.cache import cache
from redis.exceptions import RedisError

from campaigns.models import Seat, new_token
from characters.exchange.brought import Brought

KEPT = 30 * 60


def put(seat: Seat, figures: tuple[Brought, ...]) -> str:
    """The word to ask for them with; "" when they could not be kept, and only their lines are there to be taken in."""
    token = new_token()
    try:
        cache.set(f"brought:{seat.pk}:{token}", msgspec.json.encode(figures), KEPT)
    except RedisError:
        return ""
    return token


def get(seat: Seat, token: str) -> tuple[Brought, ...]:
    """The figures that this seat put there; none when they are gone, or somebody else's."""
    try:
        kept = cache.get(f"brought:{seat.pk}:{token}") if len(token) < 80 and token.isprintable() else None
    except RedisError:
        return ()
    return msgspec.json.decode(kept, type=tuple[Brought, ...]) if kept else ()
