"""What a fight teaches (정보점): who met whom often enough, and whose phantasms were seen. Counted once it has ended.

Told right after the commit of the end (`ended`); where that failed, every read of the fight asks again (`settle`), and the
schedule (`settle_all`). Counting again adds nothing: each point has its name (`Learnt.once`).
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec
from django.db import transaction
from django.db.models import F, Q

from characters.knowledge.books import facts_of
from characters.knowledge.giving import Knower, Learnt, learn
from characters.knowledge.rules import Rules, rules_of
from characters.models import Character, Fact, KnowledgeKind, SheetVersion
from combat.models import Fight, Fighter
from combat.rules.view import FightView
from tabletop import records
from tabletop.models import Record

PHANTASM: Final = "np:"


class _Field(msgspec.Struct, frozen=True):
    """Who stood in a fight. `masters`: the code of a Master → his Servant's key; `fronts` stood on the front line."""

    code: str
    people: dict[str, Character]
    sides: dict[str, str]
    fronts: frozenset[str]
    masters: dict[str, int]
    rules: Rules
    facts: dict[int, tuple[Fact, ...]]


def ended(record: Record) -> None:
    """A fight has ended: what it taught. One that goes on again after a rewind has taught nothing yet."""
    fight = Fight.objects.select_related("campaign", "record").filter(record=record, rehearsal=False).first()
    if fight is None:
        return
    seq, closed = fight.record.seq, fight.record.closed
    field = _field(fight, records.view(fight.record, ())) if closed else None
    taught = [] if field is None else list(_taught(field, records.view(fight.record, ())))
    with transaction.atomic():
        learn(fight.campaign, fight.code, taught)
        Fight.objects.filter(pk=fight.pk).update(taught=seq if closed else None)


def settle(fight: Fight) -> None:
    """Count what the fight has taught, if that was not done when it ended, or went on again; no query where it was."""
    if not fight.rehearsal and fight.taught != (fight.record.seq if fight.record.closed else None):
        ended(fight.record)
        fight.refresh_from_db(fields=["taught"])


def settle_all() -> None:
    """The worker's part: every fight that was not counted as it stands."""
    uncounted = Q(record__closed=True) & (Q(taught=None) | ~Q(taught=F("record__seq")))
    still_taught = Q(record__closed=False, taught__isnull=False)
    for fight in Fight.objects.filter(uncounted | still_taught, rehearsal=False).select_related("record"):
        settle(fight)


def _field(fight: Fight, view: FightView) -> _Field | None:
    """None for a fight that was taken in from a record: nobody of the war stood in it."""
    fighters = Fighter.objects.filter(fight=fight).select_related("character")
    people = {fighter.combatant: fighter.character for fighter in fighters}
    rules = rules_of(fight.campaign)
    if not people or not rules.fights:
        return None
    servants = SheetVersion.objects.filter(character__in=people.values(), character__kind="servant").order_by("number")
    masters = dict(servants.values_list("sheet__master", "character"))
    return _Field(
        code=fight.code,
        people=people,
        sides={one.id: one.side for one in view.combatants},
        fronts=frozenset(one.id for one in view.combatants if one.line == "front"),
        masters={master: servant for master, servant in masters.items() if master},
        rules=rules,
        facts=facts_of(fight.campaign),
    )


def _taught(field: _Field, view: FightView) -> Iterator[Learnt]:
    met = Counter(pair for slot in view.slots for duel in slot.duels for pair in ((duel.a, duel.b), (duel.b, duel.a)))
    for (who, about), judgements in sorted(met.items()):
        if judgements >= field.rules.judgements:
            yield from _learnt(field, who, about, "fight")
    for about, card in sorted(_shown(view)):
        for who in sorted(field.sides):
            if field.sides[who] != field.sides.get(about):
                yield from _learnt(field, who, about, "phantasm", card.removeprefix(PHANTASM))


def _shown(view: FightView) -> set[tuple[str, str]]:
    """Whose phantasms were opened, by combatant and card."""
    played = ((duel.a, duel.a_card, duel.b, duel.b_card) for slot in view.slots for duel in slot.duels)
    cards = {one for a, a_card, b, b_card in played for one in ((a, a_card), (b, b_card))}
    return {(who, card) for who, card in cards if card.startswith(PHANTASM)}


def _learnt(field: _Field, who: str, about: str, cause: str, phantasm: str = "") -> Iterator[Learnt]:
    """What one side learns of one enemy: a point, and of a phantasm the fact that is about it."""
    if not {who, about} <= field.people.keys() or about not in field.fronts:
        return
    learner, met = field.people[who], field.people[about]
    knower = _knower(field, learner)
    if knower is None or (field.rules.alike and learner.kind != met.kind):
        return
    once = f"{field.code}:{cause}:{about}:{phantasm}:{knower.seat or ''}:{knower.pair or ''}"
    amount = field.rules.phantasm if phantasm else 1
    if amount:
        yield Learnt(met, knower, cause, once, KnowledgeKind.BATTLE, amount)
    for fact in field.facts.get(met.pk, ()):
        if phantasm and fact.opens == f"phantasms.{phantasm}":
            yield Learnt(met, knower, cause, f"{once}:{fact.code}", fact=fact)


def _knower(field: _Field, character: Character) -> Knower | None:
    """The pair of the one who was there, where pairs learn together, else who plays him; nobody, if that is the GM."""
    pair = character.pk if character.kind == "servant" else field.masters.get(character.code)
    if field.rules.pairs and pair is not None:
        return Knower(pair=pair)
    return Knower(seat=character.owner_id) if character.owner_id is not None else None
