"""Sealed plans (판정패 목록): what may be handed in, refused in the order of the format's table.

The rules that look at one entry (`entry_fault`, `help_fault`) are asked again when its slot is resolved.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

import msgspec

from combat.rules.cards import Card
from combat.rules.moves import WAIT, Slot, Support
from combat.rules.purse import Purse
from combat.rules.refusals import RULE_OF
from combat.rules.settings import Settings
from combat.rules.state import WAIT_SLOT, Entry, Fight, Fighter, Help, SealedPlan, SealedSlot
from combat.rules.support import SupportCard
from tabletop.game import Illegal

type Faults = Mapping[int, Illegal]


def seal(fight: Fight, place: int, slots: Sequence[Slot], misshapen: Faults | None = None) -> SealedPlan | Illegal:
    """The plan as it would be sealed for the combatant at `place`, or the first fault, at `slots[j]`."""
    if len(slots) > fight.settings.slots_per_round:
        return Illegal("plan_too_long", "format", numbers={"slots": fight.settings.slots_per_round})
    draft = Draft(fight, place, slots, misshapen or {})
    sealed: list[SealedSlot] = []
    for at in range(len(slots)):
        slot = draft.slot(at)
        if isinstance(slot, Illegal):
            return slot
        sealed.append(slot)
    return tuple(sealed)


class Draft:
    """A plan that is gone through slot by slot, its costs counted down as they fall due.

    `foresee`: only by what its owner knows, without a look at other sealed plans.
    """

    def __init__(self, fight: Fight, place: int, slots: Sequence[Slot], misshapen: Faults, *, foresee: bool = False):
        self.fight = fight
        self.place = place
        self.me = me = fight.fighters[place]
        others = [other for other in fight.fighters if other.fighting]
        self.enemies = {other.kit.id: other for other in others if other.kit.side != me.kit.side}
        self.allies = {other.kit.id: other for other in others if other.kit.side == me.kit.side}
        self.purse = Purse(self.me)
        self.slots = slots
        self.misshapen = misshapen
        self.foresee = foresee
        self.casting: Entry | None = None

    def slot(self, at: int) -> SealedSlot | Illegal:
        """Slot `at` sealed and paid for, or its first fault; a faulty slot costs nothing."""
        slot = self.slots[at]
        fault = self.misshapen.get(at) or self._unknown(slot)
        if fault:
            return self._at(at, fault)
        if self.casting is not None:
            return self._continue(self.casting)
        attack = _cards_only(slot)
        fault = self._refused(at, attack, slot.support)
        return self._at(at, fault) if fault else self._pay(attack, slot.support)

    def _at(self, at: int, fault: Illegal) -> Illegal:
        return Illegal(fault.code, fault.rule, f"slots[{at}]", fault.numbers)

    def _continue(self, casting: Entry) -> SealedSlot:
        """A further slot of the spell that began in an earlier one, which was checked there."""
        entry = Entry(casting.target, casting.word, casting.step + 1)
        self.casting = entry if entry.step < self.me.hand[entry.word].steps else None
        return SealedSlot((entry,), written=Slot(attack={self.fight.fighters[entry.target].kit.id: entry.word}))

    def _unknown(self, slot: Slot) -> Illegal | None:
        for to, word in slot.attack.items():
            if to not in self.enemies:
                return Illegal("no_such_enemy", "format", numbers={"who": to[:80]})
            if word not in self.me.hand and word != WAIT:
                return Illegal("no_such_card", "format", numbers={"card": word[:80]})
        return self._unknown_support(slot.support) if slot.support else None

    def _unknown_support(self, support: Support) -> Illegal | None:
        card = self.me.kit.supports.get(support.with_)
        if support.to not in self.allies:
            return Illegal("no_such_ally", "format", numbers={"who": support.to[:80]})
        if card is None:
            return Illegal("no_such_card", "format", numbers={"card": support.with_[:80]})
        if card.spell and support.for_ is not msgspec.UNSET:
            return Illegal("support_with_purpose", "format", numbers={"card": card.word})
        if not card.spell and support.for_ is msgspec.UNSET:
            return Illegal("support_without_purpose", "format")
        return None

    def _refused(self, at: int, attack: dict[str, str], support: Support | msgspec.UnsetType) -> Illegal | None:
        """The first row of the format's table that forbids the slot."""
        if attack and support:
            return refuse("attack_beside_support")
        if self.me.down and (attack or support):
            return refuse("master_down")
        if support:
            return self._refused_support(at, support)
        return self._refused_attack(at, attack) if attack else None

    def _refused_support(self, at: int, support: Support) -> Illegal | None:
        card = self.me.kit.supports[support.with_]
        to = self.fight.places[support.to]
        if code := help_fault(self.me, self.fight.fighters[to]):
            return refuse(code, to=support.to)
        if card.spell and not self.foresee and _spell_on(self.fight, to, at, besides=self.place):
            return refuse("second_support_spell", to=support.to)
        return self._unpaid(card)

    def _refused_attack(self, at: int, attack: dict[str, str]) -> Illegal | None:
        me, settings = self.me, self.fight.settings
        cards = [me.hand[word] for word in attack.values()]
        if fault := self._refused_together(at, cards, attack):
            return fault
        for rule in ENTRY_RULES:
            for to, word in attack.items():
                if code := rule(me, self.enemies[to], me.hand[word], settings):
                    return _refuse_card(code, me.hand[word], to=to)
        return self._unpaid_cards(cards)

    def _refused_together(self, at: int, cards: list[Card], attack: dict[str, str]) -> Illegal | None:
        """What the cards of one slot forbid each other; only spells and phantasms do."""
        for card in cards:
            if card.family == "spell":
                return self._refused_spell(at, card, attack)
        if len(cards) == 1:
            return None
        np = next((card for card in cards if card.family == "np"), None)
        if np and any(card.word != np.word for card in cards):
            return refuse("np_beside_cards", card=np.word)
        return refuse("np_at_several", card=np.word) if np and not np.area else None

    def _refused_spell(self, at: int, spell: Card, attack: dict[str, str]) -> Illegal | None:
        if len(attack) > 1:
            return refuse("spell_beside_cards", card=spell.word)
        if not self._in_a_row(at, attack, spell.steps):
            return refuse("spell_not_in_a_row", card=spell.word, steps=spell.steps)
        return None

    def _in_a_row(self, at: int, attack: dict[str, str], steps: int) -> bool:
        """G-9: the spell is the only entry of its n slots, which follow each other in one plan."""
        row = list(islice(self.slots, at, at + steps))
        return len(row) == steps and all(
            place not in self.misshapen and not slot.support and _cards_only(slot) == attack
            for place, slot in enumerate(row, start=at)
        )

    def _unpaid_cards(self, cards: list[Card]) -> Illegal | None:
        """G-2 for every card of the slot first, then R-OTHER-4b; a phantasm is paid once for all its targets (G-24)."""
        costs = _costs(cards)
        wanted: dict[int, int] = {}
        for card in costs:
            wanted[card.at] = wanted.get(card.at, 0) + 1
            left = self.purse.left[card.at]
            if left is not None and left < wanted[card.at]:
                return _refuse_card("none_left", card)
        for card in costs:
            if self.purse.sinks(card):
                return self._sunk(card)
        return None

    def _unpaid(self, card: SupportCard) -> Illegal | None:
        if self.purse.lacks(card):
            return refuse(lacking(card), card=card.word) if card.spell else refuse(lacking(card))
        return self._sunk(card) if self.purse.sinks(card) else None

    def _sunk(self, card: Card | SupportCard) -> Illegal:
        numbers: dict[str, str | int] = {"card": card.word, "mp": card.mp, "left": self.purse.mp}
        return refuse("below_mp_floor", **numbers, floor=self.purse.floor or 0)

    def _pay(self, attack: dict[str, str], support: Support | msgspec.UnsetType) -> SealedSlot:
        if support:
            return self._pay_support(self.me.kit.supports[support.with_], support)
        return self._pay_attack(attack) if attack else WAIT_SLOT

    def _pay_attack(self, attack: dict[str, str]) -> SealedSlot:
        places, hand = self.fight.places, self.me.hand
        for card in _costs([hand[word] for word in attack.values()]):
            self.purse.pay(card)
        entries = [Entry(places[to], word) for to, word in attack.items()]
        if len(entries) > 1:
            entries.sort(key=_target)
        elif hand[entries[0].word].steps > 1:
            self.casting = entries[0]
        return SealedSlot(tuple(entries), written=Slot(attack=attack))

    def _pay_support(self, card: SupportCard, support: Support) -> SealedSlot:
        self.purse.pay(card)
        attack = card.attack > 0 if card.spell else support.for_ == "attack"
        help = Help(self.fight.places[support.to], card.word, attack)
        return SealedSlot(help=help, written=Slot(support=support))


def _target(entry: Entry) -> int:
    return entry.target


def _cards_only(slot: Slot) -> dict[str, str]:
    attack = slot.attack
    return {to: word for to, word in attack.items() if word != WAIT} if WAIT in attack.values() else attack


def _costs(cards: list[Card]) -> list[Card]:
    return cards[:1] if cards and cards[0].family == "np" else cards


def _spell_on(fight: Fight, ally: int, at: int, *, besides: int) -> bool:
    """R-MELEE-11: another plan already holds a support spell for this ally in this slot."""
    return any(
        (help := fighter.plan[at].help) is not None and help.to == ally and help.word.startswith("spell:")
        for place, fighter in enumerate(fight.fighters)
        if place != besides and fighter.fighting and fighter.plan is not None and at < len(fighter.plan)
    )


def refuse(code: str, /, **numbers: str | int) -> Illegal:
    return Illegal(code, RULE_OF[code], numbers=numbers)


def _refuse_card(code: str, card: Card, **numbers: str | int) -> Illegal:
    where = numbers if code in ("out_of_reach", "master_out_of_reach") else {}
    return refuse(code) if code == "reduction_unsettled" else refuse(code, card=card.word, **where)


def lacking(card: SupportCard) -> str:
    if card.spell:
        return "none_left"
    return "no_skill_support" if card.word.startswith("skill:") else "no_general_support"


def help_fault(me: Fighter, ally: Fighter) -> str | None:
    """R-BACK-7: support goes from the back line to another of the side on the front line."""
    return None if me.line == "back" and ally.line == "front" else "support_lines"


def from_back(me: Fighter, foe: Fighter, card: Card, settings: Settings) -> str | None:
    """R-BACK-2, R-BACK-5: no phantasm and no Critical from the back line."""
    if me.line == "front" or card.family not in ("np", "critical"):
        return None
    if card.family == "np":
        return "np_from_back"
    return "critical_from_back" if me.kit.servant else "master_critical_from_back"


def out_of_reach(me: Fighter, foe: Fighter, card: Card, settings: Settings) -> str | None:
    """R-BACK-3, R-BACK-6."""
    if reaches(me, foe, settings):
        return None
    return "out_of_reach" if me.kit.servant else "master_out_of_reach"


def unsettled(me: Fighter, foe: Fighter, card: Card, settings: Settings) -> str | None:
    """G-12: nobody has said yet how much weaker a Master is against a Servant."""
    return "reduction_unsettled" if owes_reduction(me, foe, settings) else None


ENTRY_RULES = (from_back, out_of_reach, unsettled)


def reaches(me: Fighter, foe: Fighter, settings: Settings) -> bool:
    """Whether the lines let `me` attack `foe` directly."""
    ranged = me.kit.ranged
    if me.line == "back" and not ranged:
        return False
    if foe.line == "front" or settings.back_line_targets == "anyone":
        return True
    return ranged and settings.back_line_targets == "ranged"


def owes_reduction(me: Fighter, foe: Fighter, settings: Settings) -> bool:
    return settings.master_reduction is None and not me.spent and not me.kit.servant and foe.kit.servant


def entry_fault(me: Fighter, foe: Fighter, card: Card, settings: Settings) -> str | None:
    """Why this card cannot be shown to this enemy now, apart from its cost."""
    if me.down:
        return "master_down"
    for rule in ENTRY_RULES:
        if code := rule(me, foe, card, settings):
            return code
    return None
