"""With whose eyes a log may be made."""

from typing import Final

import msgspec

from campaigns.models import Seat
from campaigns.posts.readable import rules_of
from campaigns.takeaway import session

EVERYBODY: Final = "all"


class Reader(msgspec.Struct, frozen=True):
    """For whose eyes a log may be made: the word of it, and what he is called ("" for everybody)."""

    word: str
    name: str


def readers(seat: Seat) -> list[Reader]:
    """Everybody, oneself, and for who runs the table each one who sits there.

    Nobody else's eyes are lent where sealed posts are closed to who runs the table too: their writers read them.
    """
    found = [Reader(EVERYBODY, ""), Reader(str(seat.pk), seat.user.nickname)]
    if seat.runs_table and rules_of(seat.campaign).gm_reads_sealed:
        others = seat.campaign.seats.filter(removed_at=None).exclude(pk=seat.pk).select_related("user").order_by("pk")
        found += [Reader(str(other.pk), other.user.nickname) for other in others]
    return found


def lent(seat: Seat, word: str) -> Seat | None:
    """The seat whose eyes are asked; to anybody else's there is no way."""
    if word == EVERYBODY:
        return session.everybody(seat.campaign)
    if word not in {reader.word for reader in readers(seat)}:
        return None
    return seat if word == str(seat.pk) else seat.campaign.seats.select_related("campaign", "user").get(pk=word)
