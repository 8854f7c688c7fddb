"""A plan while it is laid (판 짜기): what each slot leaves and what is wrong with it, by what its owner knows alone.

Nothing here looks at another sealed plan (I-6), so what only the sealing can tell (R-MELEE-11) is not told here.
"""

from collections.abc import Iterator, Sequence

import msgspec

from combat.rules.cards import Card
from combat.rules.moves import Slot
from combat.rules.options import Offer, PlanOption, offers, plan_option
from combat.rules.outcome import with_full_counts
from combat.rules.plan import Draft
from combat.rules.purse import Purse
from combat.rules.state import Fight, Fighter, SealedSlot, change
from combat.rules.support import SupportCard
from tabletop.game import Illegal


class LaidSlot(msgspec.Struct, frozen=True):
    """A slot of a draft: the MP after it, and its fault, if it has one."""

    mp: int
    fault: Illegal | None


def laying(fight: Fight, seat: str, slots: Sequence[Slot]) -> tuple[LaidSlot, ...]:
    """The draft slot by slot; empty for somebody who is not in the fight."""
    if fight.fighter(seat) is None:
        return ()
    draft = Draft(fight, fight.places[seat], slots, {}, foresee=True)
    return tuple(_laid(draft, at) for at in range(len(slots)))


def _laid(draft: Draft, at: int) -> LaidSlot:
    sealed = draft.slot(at)
    return LaidSlot(draft.purse.mp, sealed if isinstance(sealed, Illegal) else None)


def reach(fight: Fight, seat: str) -> PlanOption | None:
    """What a plan of `seat` could name if a round began as things stand; None for who does not fight any more."""
    fighter = fight.fighter(seat)
    return plan_option(fight, fighter) if fighter and fighter.fighting and not fight.verdict else None


def next_round(fight: Fight, seat: str, *, knows: bool) -> Fight:
    """The coming round as `seat` can foresee it: what its sealed plan still spends is spent, and what comes back is back.

    Without `knows`, for who may not see that plan, nothing of it is counted. All others stand as they stand now.
    """
    me = fight.fighter(seat)
    if me is None:
        return fight
    if knows and me.plan:
        purse = _spent(fight, me)
        me = change(me, left=tuple(purse.left), mp=purse.mp)
    if fight.settings.cards_return == "end_of_round":
        me = change(me, left=with_full_counts(me))
    place = fight.places[seat]
    fighters = (*fight.fighters[:place], change(me, plan=None), *fight.fighters[place + 1 :])
    return change(fight, fighters=fighters, round=fight.round + 1, slot=0)


def _spent(fight: Fight, me: Fighter) -> Purse:
    purse = Purse(me)
    for slot in (me.plan or ())[fight.slot :]:
        for card in _paid(me, slot):
            purse.pay(card)
    return purse


def _paid(me: Fighter, slot: SealedSlot) -> list[Card | SupportCard]:
    """What a slot costs: a spell with its first slot, an area phantasm once."""
    cards: list[Card | SupportCard] = [me.hand[entry.word] for entry in slot.entries if entry.step == 1]
    if any(entry.word.startswith("np:") for entry in slot.entries):
        return cards[:1]
    return [*cards, me.kit.supports[slot.help.word]] if slot.help else cards


def offered(fight: Fight, seat: str, slots: Sequence[Slot], index: int, target: str) -> tuple[Offer, ...]:
    """`offers` as a hand lays cards: what lies in the place goes first, and a phantasm or a support clears its whole slot."""
    me = fight.fighter(seat)
    if me is None:
        return ()
    cell = offers(fight, seat, lifted(me, slots, index, target), index, target)
    whole = offers(fight, seat, cleared(me, slots, index), index, target)
    return tuple(
        cleared_offer if offer.word.startswith("np:") else offer
        for offer, cleared_offer in zip(cell, whole, strict=True)
    )


def lifted(me: Fighter, slots: Sequence[Slot], index: int, target: str) -> list[Slot]:
    """The draft without what lies at `target` in slot `index`: a whole chant, a phantasm with all its targets, or one card."""
    word = slots[index].attack.get(target, "") if index < len(slots) else ""
    if word.startswith(("np:", "spell:")):
        return cleared(me, slots, index)
    return [
        Slot(attack={to: card for to, card in slot.attack.items() if to != target}, support=slot.support)
        if at == index
        else slot
        for at, slot in enumerate(slots)
    ]


def cleared(me: Fighter, slots: Sequence[Slot], index: int) -> list[Slot]:
    """The draft with slot `index` empty, and with it all slots of the chant it belongs to."""
    run = next((run for run in chants(me, slots) if index in run), range(index, index + 1))
    return [Slot() if at in run else slot for at, slot in enumerate(slots)]


def chants(me: Fighter, slots: Sequence[Slot]) -> Iterator[range]:
    """The slots of every spell of several steps, whether it fits or not (G-9)."""
    at = 0
    while at < len(slots):
        cards = [me.hand[word] for word in slots[at].attack.values() if word in me.hand]
        steps = max((card.steps for card in cards), default=1)
        if steps > 1:
            yield range(at, min(at + steps, len(slots)))
        at += steps
