"""What the start of a scene gives and costs, where the GM has switched it on: recovery of Masters, and upkeep of Servants."""

from collections.abc import Iterable

import msgspec
from django.db import transaction

from campaigns.models import Campaign, Scene, User
from characters.ledger.house import House
from characters.ledger.posting import post
from characters.ledger.recoveries import house_of
from characters.ledger.resting import Why
from characters.ledger.roster import Held, roster
from characters.models import LedgerEntry
from characters.sheet import Master, Servant
from tabletop.game import Illegal

CAUSE = "scene_start"


class Due(msgspec.Struct, frozen=True):
    """What the start of a scene does to one character, and why."""

    held: Held
    why: tuple[Why, ...]

    @property
    def changes(self) -> dict[str, int]:
        sums = {pool: sum(getattr(each, pool) for each in self.why) for pool in ("hp", "mp")}
        return {pool: change for pool, change in sums.items() if change}


def due(everybody: Iterable[Held], house: House) -> list[Due]:
    """What every Master gets and pays: some of his full points, MP for each Servant he keeps, MP back for one in spirit form."""
    everybody = [held for held in everybody if not held.gone]
    masters = [held for held in everybody if isinstance(held.sheet, Master)]
    found = [Due(held, tuple(_of(held, everybody, house))) for held in masters]
    return [each for each in found if each.changes]


def begin(scene: Scene, by: User) -> int | Illegal:
    """Book it, once a scene; how many characters it changed. Refused: `already_begun`, `not_open`."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=scene.campaign_id)
        if Scene.objects.get(pk=scene.pk).state != Scene.State.OPEN:
            return Illegal("not_open", "format")
        if begun(scene):
            return Illegal("already_begun", "format")
        booked = due(roster(scene.campaign), house_of(scene.campaign))
        for each in booked:
            post(each.held.character, each.changes, by=by, cause=CAUSE, source=scene.code)
        return len(booked)


def begun(scene: Scene) -> bool:
    return LedgerEntry.objects.filter(
        character__campaign=scene.campaign_id, cause=CAUSE, source=scene.code, undone_by=None
    ).exists()


def _of(master: Held, everybody: list[Held], house: House) -> Iterable[Why]:
    sheet = master.sheet
    if house.start_percent:
        hp, mp = (_share(getattr(sheet, pool), getattr(sheet, f"{pool}_max"), house) for pool in ("hp", "mp"))
        yield Why("start_share", "", hp, mp)
    for held in everybody:
        if isinstance(held.sheet, Servant) and held.sheet.master == master.character.code:
            if house.spirit_form and held.standing.get("spirit_form"):
                yield Why("in_spirit_form", "", mp=min(house.unsupplied_gain, max(0, sheet.mp_max - sheet.mp)))
            elif house.upkeep:
                yield Why("keeps", "", mp=-house.upkeep)


def _share(now: int, full: int, house: House) -> int:
    return max(0, min(full * house.start_percent // 100, full - now))
