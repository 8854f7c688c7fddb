"""Fights in the chronicle of the war: each links to its replay."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.models import Seat
from campaigns.posts.chronicle import Entry, Source, Span, Wanted, within
from combat.fights import newest, told, whole
from combat.models import Fight


def ask(seat: Seat, wanted: Wanted, span: Span) -> Iterable[Entry]:
    if wanted.place or wanted.nickname:
        return []
    fights = whole(within(_wanted(newest(seat.campaign), wanted), span), seat.user)
    return [Entry(fight.code, fight.at, fight.pk, fight) for fight in fights]


def tell(seat: Seat, fights: list[Fight]) -> Iterable[dict[str, Any]]:
    return [{"fights": [line]} for line in told(fights)]


def find(seat: Seat, code: str) -> Entry | None:
    fight = newest(seat.campaign).filter(code=code).first()
    return Entry(fight.code, fight.at, fight.pk) if fight else None


def _wanted(fights: QuerySet[Fight], wanted: Wanted) -> QuerySet[Fight]:
    if wanted.character:
        fights = fights.filter(fighters__character__code=wanted.character)
    if wanted.scene:
        # a fight belongs to the scene that was open when it began
        fights = fights.filter(at__gte=wanted.since) if wanted.since else fights.none()
        fights = fights.filter(at__lte=wanted.until) if wanted.until else fights
    return fights


SOURCE = Source("f", {"fights": _("Fights")}, "combat/entry.html", ask, tell, find)
