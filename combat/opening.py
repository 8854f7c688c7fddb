"""Opening a fight (싸움 열기): from sheets of the campaign to a record that nothing on a sheet changes any more (I-15)."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F

from campaigns.models import Campaign, Seat, User
from campaigns.scenes.now import current
from characters.combatant import to_combatant
from characters.ledger import terms
from characters.models import Character, SheetVersion
from characters.sheet import Master, Servant, Sheet, read
from combat.findable import keep_found
from combat.models import Fight, Fighter
from combat.rules.settings import Settings
from combat.rules.sheet import read_sheet
from tabletop import referee
from tabletop.game import Illegal

SIDES = ("A", "B", "C", "D", "E", "F", "G")
"""How sides are called on the page: a war has seven pairs."""


class Pick(msgspec.Struct, frozen=True):
    """Who fights: a character's code, the side (any word) and the line, `front` or `back`."""

    code: str
    side: str
    line: str


class Sheeted(msgspec.Struct, frozen=True):
    """A character with its sheet as it stands, and the number of that version."""

    character: Character
    sheet: Sheet
    version: int

    @property
    def player(self) -> User | None:
        """Who plays it: its owner, while he sits at the table."""
        owner = self.character.owner
        return owner.user if owner is not None and owner.removed_at is None else None


def sheeted(campaign: Campaign) -> dict[str, Sheeted]:
    """Every character of the campaign that has a sheet, by code, in the order they came (one query)."""
    latest = (
        SheetVersion.objects.filter(character__campaign=campaign, number=F("character__version"))
        .select_related("character__owner__user")
        .order_by("character__pk")
    )
    return {
        version.character.code: Sheeted(version.character, read(version.sheet), version.number) for version in latest
    }


def open_fight(
    campaign: Campaign,
    by: Seat,
    title: str,
    picks: tuple[Pick, ...],
    settings: dict[str, Any],
    *,
    code: str = "",
    despite: str = "",
) -> Fight | Illegal:
    """A new fight between copies of the sheets, with everybody at his chair; all of it or nothing.

    `settings` is what differs from the defaults. Refused as `combat.rules.read_setup` does, `combatants[i]` being the i-th
    pick, or as `no_such_character` or `bound` (R-OTHER-6b) there; with a reason `despite` the rule who is
    bound may fight. Whoever nobody plays is played by the one who opens. `code` is the address that
    the form has named: sent twice, it opens one fight.
    """
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        if code and (opened := Fight.objects.filter(campaign=campaign, code=code).first()):
            return opened
        known = sheeted(campaign)
        for place, pick in enumerate(picks):
            if pick.code not in known:
                return Illegal("no_such_character", "format", f"combatants[{place}]")
        if refused := let_act(campaign, picks, by, despite):
            return refused
        setup = {"title": title, "settings": settings, "combatants": [combatant(pick, known) for pick in picks]}
        record = referee.open_record("fight", setup, chairs(picks, known, by.user))
        if isinstance(record, Illegal):
            transaction.set_rollback(True)
            return record
        fight = Fight(campaign=campaign, record=record, title=title, by=by.user)
        if code and not Fight.objects.filter(code=code).exists():
            fight.code = code
        return _kept(fight, [known[pick.code] for pick in picks])


def let_act(campaign: Campaign, picks: tuple[Pick, ...], by: Seat, despite: str) -> Illegal | None:
    """R-OTHER-6b: a Master who can only rest stands in no fight of this scene, unless there is a reason to let him."""
    held = terms.bound(campaign, current(campaign.pk))
    for place, pick in enumerate(picks):
        if (term := held.get(pick.code)) is None:
            continue
        if not despite:
            return Illegal("bound", "R-OTHER-6b", f"combatants[{place}]")
        terms.release(term, by.user, despite)
    return None


def combatant(pick: Pick, known: dict[str, Sheeted]) -> dict[str, Any]:
    """The pick as a combatant of the fight record, bound to his Master where that one is known."""
    chosen = known[pick.code]
    master = _master(chosen.sheet, known)
    bond = (master.character.code, master.sheet) if master and isinstance(master.sheet, Master) else None
    return to_combatant(chosen.sheet, pick.code, chosen.character.name, pick.side, pick.line, bond)


def unfit(chosen: Sheeted, known: dict[str, Sheeted], settings: Settings) -> Illegal | None:
    """Why this sheet cannot fight under these settings, whoever the others are."""
    checked = read_sheet(combatant(Pick(chosen.character.code, SIDES[0], "front"), known), settings)
    return checked if isinstance(checked, Illegal) else None


def lines_up(picks: Iterable[Pick]) -> bool:
    """Whether at least two sides stand, each with somebody on the front line."""
    picks = tuple(picks)
    sides = {pick.side for pick in picks}
    return len(sides) > 1 and {pick.side for pick in picks if pick.line == "front"} == sides


def _master(sheet: Sheet, known: dict[str, Sheeted]) -> Sheeted | None:
    return known.get(sheet.master) if isinstance(sheet, Servant) else None


def chairs(picks: tuple[Pick, ...], known: dict[str, Sheeted], host: User) -> dict[str, User]:
    """Who answers for whom. A Master who is not in the fight has a chair too: he may be asked for a command spell."""
    fighting = [known[pick.code] for pick in picks]
    masters = [master for one in fighting if (master := _master(one.sheet, known))]
    return {one.character.code: one.player or host for one in (*fighting, *masters)}


def _kept(fight: Fight, fighting: list[Sheeted]) -> Fight:
    fight.save()
    Fighter.objects.bulk_create(
        Fighter(fight=fight, combatant=one.character.code, character=one.character, version=one.version)
        for one in fighting
    )
    keep_found(fight)
    return fight
