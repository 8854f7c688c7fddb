"""Pairs as one person may know them: a Servant with the Master that is shown to him, and Masters of whom he knows no Servant."""

from typing import Final

import msgspec

from campaigns.models import Seat
from characters.knowledge.books import NOTHING, keys_for
from characters.ledger.roster import Held, roster
from characters.models import Alliance, Character
from characters.sheets import house_of
from characters.view import SheetView, seen
from characters.visibility import Eye

MOST_DRAWN: Final = 9


class Member(msgspec.Struct, frozen=True):
    """A character as the reader sees it. `gone`: vanished or dead, as far as he may know."""

    code: str
    view: SheetView
    mine: bool
    gone: bool
    spirit: bool

    @property
    def spells(self) -> range:
        """As many as are to be drawn: of command spells that the reader may know of."""
        left = next((pool.left for pool in self.view.pools if pool.key == "command_spells"), 0)
        return range(min(left, MOST_DRAWN))


class Pair(msgspec.Struct, frozen=True):
    first: Member
    beside: Member | None
    allies: tuple[str, ...]

    @property
    def mine(self) -> bool:
        return self.first.mine or (self.beside is not None and self.beside.mine)


class Pact(msgspec.Struct, frozen=True):
    """An alliance that the reader may know of; `owners` are the seats of whoever plays its members."""

    code: str
    names: tuple[str, ...]
    codes: tuple[str, ...]
    owners: frozenset[int]
    secret: bool
    note: str


def everybody(seat: Seat) -> list[Held]:
    """The roster, read once for all parts of one page."""
    kept: list[Held] | None = seat.__dict__.get("_everybody")
    if kept is None:
        kept = seat.__dict__["_everybody"] = roster(seat.campaign)
    return kept


def knows_gone(held: Held, seat: Seat) -> bool:
    return held.gone and (held.eye(seat) != Eye.OTHER or bool(held.standing.get("gone_told")))


def pacts(seat: Seat) -> list[Pact]:
    """The alliances that stand, a secret one for its members and who runs the table only (one query a page)."""
    kept: list[Pact] | None = seat.__dict__.get("_pacts")
    if kept is None:
        kept = seat.__dict__["_pacts"] = _pacts(seat)
    return kept


def pairs(seat: Seat) -> list[Pair]:
    """The reader's own first, then Servants, Masters of whom he knows no Servant, and who is gone; each as they came."""
    house = house_of(seat.campaign)
    known = keys_for(seat, (held.person for held in everybody(seat)))
    members = [
        _member(held, seat, seen(held.sheet, held.eye(seat), house, known=known.get(held.character.pk, NOTHING)))
        for held in everybody(seat)
    ]
    by_code = {member.code: member for member in members}
    shown = {member.view.master for member in members if member.view.master in by_code}
    found = [
        Pair(member, by_code.get(member.view.master), _allies(member, by_code.get(member.view.master), seat))
        for member in members
        if member.code not in shown
    ]
    return sorted(found, key=lambda pair: (not pair.mine, pair.first.gone, pair.first.view.kind == "master"))


def _member(held: Held, seat: Seat, view: SheetView) -> Member:
    own = held.eye(seat) != Eye.OTHER
    return Member(
        held.character.code,
        view,
        mine=held.character.owner_id == seat.pk,
        gone=knows_gone(held, seat),
        spirit=own and bool(held.standing.get("spirit_form")),
    )


def _allies(first: Member, beside: Member | None, seat: Seat) -> tuple[str, ...]:
    codes = {first.code} | ({beside.code} if beside else set())
    return tuple(
        name
        for pact in pacts(seat)
        if codes & set(pact.codes)
        for code, name in zip(pact.codes, pact.names, strict=True)
        if code not in codes
    )


def _pacts(seat: Seat) -> list[Pact]:
    standing = Alliance.members.through.objects.filter(alliance__campaign=seat.campaign, alliance__ended_at=None)
    members: dict[Alliance, list[Character]] = {}
    for each in standing.select_related("alliance", "character").order_by("alliance", "character"):
        members.setdefault(each.alliance, []).append(each.character)
    return [_pact(alliance, of) for alliance, of in members.items() if not alliance.secret or _in(of, seat)]


def _in(members: list[Character], seat: Seat) -> bool:
    return seat.runs_table or any(member.owner_id == seat.pk for member in members)


def _pact(alliance: Alliance, members: list[Character]) -> Pact:
    names, codes = tuple(member.name for member in members), tuple(member.code for member in members)
    owners = frozenset(member.owner_id for member in members if member.owner_id is not None)
    return Pact(alliance.code, names, codes, owners, alliance.secret, alliance.note)
