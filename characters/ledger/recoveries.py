"""Recoveries (회복 선언): players declare them, the app reckons, who runs the table books or refuses them."""

from typing import Any

import msgspec
from django.db import transaction

from campaigns.models import Campaign, Scene, User
from characters import sheets
from characters.ledger.book import standing
from characters.ledger.house import House, read_house
from characters.ledger.posting import post
from characters.ledger.resting import Body, Reckoning, Wish, reckon
from characters.models import Base, Character, Recovery, RestRules
from characters.sheet import Sheet
from combat.rules.recovery import Points
from tabletop.game import Illegal


def house_of(campaign: Campaign) -> House:
    """What the war says of rest and upkeep (one query)."""
    rules = RestRules.objects.filter(campaign=campaign).first()
    return read_house(rules.said if rules else {})


def body_of(sheet: Sheet, held: dict[str, int]) -> Body:
    return Body(
        sheet.kind,  # type: ignore[arg-type]
        Points(sheet.hp, sheet.mp),
        sheet.hp_max,
        sheet.mp_max,
        spirit=bool(held.get("spirit_form")),
    )


def wish_of(recovery: Recovery, **given: Any) -> Wish:
    """What was declared, with what who runs the table gives instead."""
    base = recovery.base if recovery.base is not None and not recovery.base.ruined else None
    wish = Wish(
        recovery.kind,
        base=base is not None,
        grade=base.area.leyline if base is not None and base.drawn else "",
        to=recovery.to,
        amount=recovery.amount,
        gain=recovery.gain,
    )
    return msgspec.structs.replace(wish, **given)


def reckoned(recovery: Recovery, house: House, sheet: Sheet, held: dict[str, int], **given: Any) -> Reckoning:
    return reckon(body_of(sheet, held), wish_of(recovery, **given), house)


def declare(
    character: Character,
    scene: Scene,
    kind: str,
    by: User,
    *,
    base: Base | None = None,
    to: str = "",
    amount: int = 0,
    gain: int = 0,
) -> Recovery | Illegal:
    """Say that the character recovers so in this scene, once a scene and kind; said again it is changed.

    Refused: `scene_closed`, `already_booked`, and the first reason that the rules have against it (R-OTHER-6d, -7b, -7c).
    """
    with transaction.atomic():
        locked = Character.objects.select_for_update().select_related("campaign").get(pk=character.pk)
        if not Scene.objects.filter(pk=scene.pk, state=Scene.State.OPEN).exists():
            return Illegal("scene_closed", "format")
        standing_one = Recovery.objects.filter(scene=scene, character=locked, kind=kind)
        if standing_one.filter(state=Recovery.State.DONE).exists():
            return Illegal("already_booked", "format")
        declared = standing_one.filter(state=Recovery.State.DECLARED).first() or Recovery(
            scene=scene, character=locked, kind=kind
        )
        declared.base, declared.to, declared.amount, declared.gain, declared.by = base, to, amount, gain, by
        found = reckoned(declared, house_of(locked.campaign), sheets.current(locked), standing(locked))
        if found.against:
            return Illegal(found.against[0].code, found.against[0].rule or "format")
        declared.save()
        return declared


def withdraw(recovery: Recovery) -> Recovery | Illegal:
    return _answered(recovery, Recovery.State.WITHDRAWN)


def refuse(recovery: Recovery, by: User, reason: str = "") -> Recovery | Illegal:
    return _answered(recovery, Recovery.State.REFUSED, by, reason)


def confirm(
    recovery: Recovery,
    by: User,
    *,
    hp: int | None = None,
    mp: int | None = None,
    changed: dict[str, int] | None = None,
    reason: str = "",
    supplied: bool = False,
) -> Recovery | Illegal:
    """Book it as it is reckoned now, with these amounts instead of the house's, or as `changed` says outright.

    Refused: `already_answered`, `amount_open` where nobody has said how much, and as `post`.
    """
    with transaction.atomic():
        locked = _open(recovery)
        if isinstance(locked, Illegal):
            return locked
        character = locked.character
        given = {"hp": hp, "mp": mp, "supplied": supplied}
        found = reckoned(locked, house_of(character.campaign), sheets.current(character), standing(character), **given)
        if changed is None and found.open:
            return Illegal("amount_open", "G-20")
        changes = found.changes if changed is None else changed
        if any(changes.values()):
            entry = post(character, changes, by=by, cause=locked.kind, source=locked.code, reason=reason)
            if isinstance(entry, Illegal):
                return entry
            locked.entry = entry
        locked.state, locked.answered_by, locked.reason = Recovery.State.DONE, by, reason
        locked.save()
        return locked


def _answered(recovery: Recovery, state: str, by: User | None = None, reason: str = "") -> Recovery | Illegal:
    with transaction.atomic():
        locked = _open(recovery)
        if isinstance(locked, Illegal):
            return locked
        locked.state, locked.answered_by, locked.reason = state, by, reason
        locked.save()
        return locked


def _open(recovery: Recovery) -> Recovery | Illegal:
    Character.objects.select_for_update().get(pk=recovery.character_id)
    locked = Recovery.objects.select_related("character__campaign", "base__area").get(pk=recovery.pk)
    return locked if locked.state == Recovery.State.DECLARED else Illegal("already_answered", "format")
