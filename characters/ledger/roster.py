"""Everybody in the war with his sheet and what he has left, and who belongs to whom."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import F, OuterRef, QuerySet, Subquery

from campaigns.models import Campaign, Seat
from characters.access import eye_of
from characters.knowledge.books import Person, keys_of
from characters.ledger.accounts import Numbers
from characters.models import Character, LedgerEntry, SheetVersion
from characters.sheet import Servant, Sheet, read
from characters.visibility import Eye, redacted
from tabletop.prepared import Prepared


class Held(msgspec.Struct, frozen=True):
    """A character, its sheet as it stands, and its accounts."""

    character: Character
    sheet: Sheet
    standing: Numbers

    @property
    def gone(self) -> bool:
        """Vanished or dead."""
        return bool(self.standing.get("gone"))

    def eye(self, seat: Seat) -> Eye:
        return eye_of(seat, self.character)

    @property
    def person(self) -> Person:
        master = self.sheet.master if isinstance(self.sheet, Servant) else None
        return self.character.pk, self.character.code, self.character.kind, self.character.owner_id, master

    def seen(self, seat: Seat) -> Sheet:
        """The sheet as this person may read it."""
        return redacted(self.sheet, self.eye(seat), known=keys_of(seat, self.character))


def roster(campaign: Campaign) -> list[Held]:
    """Everybody who has a sheet, with where he is, in the order they came (one query)."""
    return [Held(version.character, read(version.sheet), version.standing or {}) for version in LATEST.all(campaign.pk)]


def _latest(campaign: int) -> QuerySet[Any]:
    newest = LedgerEntry.objects.filter(character=OuterRef("character")).order_by("-number")
    return (
        SheetVersion.objects.filter(character__campaign=campaign, number=F("character__version"))
        .select_related("character__owner__user", "character__whereabouts__area")
        .annotate(standing=Subquery(newest.values("standing")[:1]))
        .order_by("character__pk")
    )


LATEST = Prepared(_latest, int)


def known_to(seat: Seat) -> list[Held]:
    """The same, read once for all parts of a page; what of it this person may see says `Held.seen`."""
    kept: list[Held] | None = seat.__dict__.get("_roster")
    if kept is None:
        kept = seat.__dict__["_roster"] = roster(seat.campaign)
    return kept


def bound_to(code: str, everybody: Iterable[Held]) -> list[Held]:
    """The Master of a Servant, or the Servants of a Master."""
    everybody = list(everybody)
    own = next((held for held in everybody if held.character.code == code), None)
    master = own.sheet.master if own is not None and isinstance(own.sheet, Servant) else ""
    return [
        held
        for held in everybody
        if held.character.code == master or (isinstance(held.sheet, Servant) and held.sheet.master == code)
    ]


def concerned(character: Character, everybody: Iterable[Held]) -> set[int]:
    """The seats that a term of the character concerns beside the table: its owner, and who plays its Master or Servants."""
    bound = bound_to(character.code, everybody)
    return {owner for owner in (character.owner_id, *(held.character.owner_id for held in bound)) if owner is not None}
