"""What the pages of knowledge show: to a player what he knows, to who runs the table what everybody does."""

from collections.abc import Iterable

import msgspec
from django.db.models import F, Q

from campaigns.models import Campaign, Role, Seat
from characters.knowledge.books import Books, books
from characters.knowledge.facts import Told, told
from characters.knowledge.giving import EVERYBODY, Knower
from characters.models import Character, Fact, Knowledge, KnowledgeKind, SheetVersion
from characters.sheet import BLANK, Sheet, read

NEWEST = 60
"""So many entries a page tells."""


class Points(msgspec.Struct, frozen=True):
    """Points of one kind, and the grade beyond which they do not help."""

    label: str
    amount: int
    reach: int


class Learnt(msgspec.Struct, frozen=True):
    """What one seat knows of one character."""

    character: Character
    points: tuple[Points, ...]
    facts: tuple[Told, ...]
    grade: int

    @property
    def total(self) -> int:
        return sum(point.amount for point in self.points)

    @property
    def anything(self) -> bool:
        return bool(self.facts) or any(point.amount for point in self.points)


class Row(msgspec.Struct, frozen=True):
    """A knower in the GM's table: what he knows of each character, in the order of the table's head."""

    seat: Seat
    cells: tuple[Learnt, ...]


def known_by(seat: Seat, characters: Iterable[Character], kept: Books, sheets: dict[int, Sheet]) -> tuple[Learnt, ...]:
    """What the seat knows of each of the characters."""
    return tuple(_learnt(seat, character, kept, sheets) for character in characters)


def _learnt(seat: Seat, character: Character, kept: Books, sheets: dict[int, Sheet]) -> Learnt:
    points = kept.points(seat.pk, character.pk)
    kinds = [kind for kind in KnowledgeKind if character.kind == "servant" or kind != KnowledgeKind.LEGEND]
    sheet = sheets.get(character.pk, BLANK[character.kind])
    return Learnt(
        character=character,
        points=tuple(Points(str(kind.label), points.get(kind, 0), getattr(kept.rules, kind)) for kind in kinds),
        facts=tuple(told(fact, sheet) for fact in kept.known(seat.pk, character.pk)),
        grade=kept.rules.opened(points),
    )


def others(seat: Seat) -> list[Character]:
    """The characters that one can learn about: for a player everybody but his own."""
    characters = seat.campaign.characters.select_related("owner__user").order_by("pk")
    return [character for character in characters if seat.runs_table or character.owner_id != seat.pk]


def sheets_of(campaign: Campaign) -> dict[int, Sheet]:
    latest = SheetVersion.objects.filter(character__campaign=campaign, number=F("character__version"))
    return {pk: read(sheet) for pk, sheet in latest.values_list("character_id", "sheet")}


def learners(campaign: Campaign) -> list[Seat]:
    """Whose knowledge counts: everybody at the table who does not run it. Read once for all parts of a page."""
    kept: list[Seat] | None = campaign.__dict__.get("_learners")
    if kept is None:
        seats = campaign.seats.filter(removed_at=None, role__in=[Role.PLAYER, Role.SPECTATOR])
        kept = campaign.__dict__["_learners"] = list(seats.select_related("user").order_by("at", "pk"))
    return kept


def table(campaign: Campaign, characters: list[Character], kept: Books, sheets: dict[int, Sheet]) -> list[Row]:
    return [Row(seat, known_by(seat, characters, kept, sheets)) for seat in learners(campaign)]


def knowers(campaign: Campaign) -> dict[str, tuple[str, Knower]]:
    """Who can be given something, by the word of a form: everybody, a pair by its Servant, a seat. Read once a page."""
    if (kept := campaign.__dict__.get("_knowers")) is None:
        kept = campaign.__dict__["_knowers"] = _knowers(campaign)
    return dict(kept)


def _knowers(campaign: Campaign) -> dict[str, tuple[str, Knower]]:
    pairs = campaign.characters.filter(kind="servant").order_by("pk").values_list("pk", "name")
    return {
        "all": ("", EVERYBODY),
        **{f"pair-{pk}": (name, Knower(pair=pk)) for pk, name in pairs},
        **{f"seat-{seat.pk}": (seat.user.nickname, Knower(seat=seat.pk)) for seat in learners(campaign)},
    }


def history(seat: Seat, kept: Books, about: Character | None = None) -> list[Knowledge]:
    """The newest entries; for a player those that are his, and no word of who else learnt."""
    entries = Knowledge.objects.filter(campaign_id=seat.campaign_id)
    if about is not None:
        entries = entries.filter(about=about)
    if not seat.runs_table:
        mine = Q(seat=seat) | Q(pair__in=kept.pairs.get(seat.pk, ())) | Q(seat=None, pair=None)
        entries = entries.filter(mine).filter(Q(fact=None) | Q(fact__removed_at=None))
    entries = entries.select_related("about", "seat__user", "pair", "fact", "by", "undone_by")
    return list(entries.order_by("-pk")[:NEWEST])


def all_books(seat: Seat) -> tuple[Books, dict[int, Sheet]]:
    return books(seat.campaign), sheets_of(seat.campaign)


def all_facts(kept: Books, character: Character, sheet: Sheet) -> list[tuple[Fact, Told]]:
    """Every fact about one character, for who runs the table."""
    return [(fact, told(fact, sheet)) for fact in kept.facts.get(character.pk, ())]
