"""The app's own player: it sees what `view` and `options` show to its seat, and says what the seat declares.

It lets nobody vanish who can be called home, calls up every plus sign, spends Conviction where a Master stands in front,
keeps its MP above 0, uses a phantasm and every spell it can pay once a round, and deals its cards in an order nobody can
foresee: against one enemy the best list by `guess`, against several what strikes hardest. It never flees, and casts no
support spells.
"""

from collections.abc import Sequence

from combat.odds.guess import list_against
from combat.rules.moves import (
    ActivatePlus,
    ForcedReturn,
    Move,
    Plan,
    Present,
    Purpose,
    Regroup,
    Slot,
    SpendConviction,
    Support,
)
from combat.rules.options import Options, PlanOption, PresentOption
from combat.rules.seen import CombatantView, FightView, HandCard, OwnView
from tabletop.game import Chance

COUNTED = frozenset({"basic", "skill", "critical"})
PURPOSES: tuple[Purpose, Purpose] = ("attack", "defence")


def declared(view: FightView, options: Options, chance: Chance) -> Move | None:
    """What the seat of `options` declares now, seeing the `view` of whoever holds it; None when nothing is due of it."""
    seat = options.seat
    if options.forced_return:
        return ForcedReturn(by=options.forced_return.by, servant=options.forced_return.servant, accept=True)
    me = next((one for one in view.combatants if one.id == seat), None)
    own = next((one for one in view.own if one.id == seat), None)
    if me is None or own is None:
        return None
    if options.present:
        return Present(by=seat, cards=_shown(own, options.present, chance))
    if options.plan is None or me.planned:
        return None
    return _before(own, me, options) or planned(view, options, chance)


def planned(view: FightView, options: Options, chance: Chance) -> Plan | None:
    """The plan alone that the seat of `options` hands in, with nothing declared before it; None when none is due."""
    me = next((one for one in view.combatants if one.id == options.seat), None)
    own = next((one for one in view.own if one.id == options.seat), None)
    if me is None or own is None or options.plan is None or me.planned:
        return None
    return Plan(by=me.id, slots=_Table(view, me, own, options.plan, chance).laid())


def _before(own: OwnView, me: CombatantView, options: Options) -> Move | None:
    """What makes the coming plan stronger."""
    if options.activate_plus:
        return ActivatePlus(by=me.id, stat=options.activate_plus[0])
    if options.spend_conviction and me.line == "front":
        return SpendConviction(by=me.id)
    if options.regroup and not any(card.left for card in own.hand if card.family == "basic"):
        return Regroup(by=me.id)
    return None


def _shown(own: OwnView, asked: PresentOption, chance: Chance) -> tuple[str, ...]:
    """The cards that hurt a fleeing enemy most, as far as MP goes."""
    values = {card.word: card.value for card in own.hand}
    chosen: list[str] = []
    spare = asked.spare
    for word in sorted(chance.shuffled(tuple(asked.left)), key=lambda word: -values[word]):
        cost, left = asked.mp.get(word, 0), asked.left[word]
        while len(chosen) < asked.cards and left != 0 and (not cost or spare is None or spare >= cost):
            chosen.append(word)
            left = None if left is None else left - 1
            spare = None if spare is None else spare - cost
    return tuple(chosen)


class _Table:
    """The slots of one plan while they are filled."""

    def __init__(self, view: FightView, me: CombatantView, own: OwnView, option: PlanOption, chance: Chance):
        self.view, self.me, self.own, self.option, self.chance = view, me, own, option, chance
        self.slots = [Slot()] * option.slots
        self.free = list(chance.shuffled(range(option.slots)))
        self.mp = me.mp

    def laid(self) -> tuple[Slot, ...]:
        if self.option.targets:
            self._phantasms()
            self._spells()
            self._cards()
        if self.option.allies:
            self._supports()
        return tuple(self.slots)

    def _lay(self, at: int, slot: Slot) -> None:
        self.slots[at] = slot
        self.free.remove(at)

    def _pays(self, card: HandCard) -> bool:
        """R-OTHER-4d: it is no good to win and vanish afterwards."""
        if card.left == 0 or (card.mp and self.mp - card.mp <= 0):
            return False
        self.mp -= card.mp
        return True

    def _phantasms(self) -> None:
        for card in self.own.hand:
            if card.family == "np" and self.me.line == "front" and self.free and self._pays(card):
                targets = self.option.targets if card.area else (self._target(),)
                self._lay(self.free[0], Slot(attack=dict.fromkeys(targets, card.word)))

    def _spells(self) -> None:
        """Each once, the longest first, in a row of free slots."""
        for card in sorted(self.own.hand, key=lambda card: -card.steps):
            row = self._row(card.steps) if card.family == "spell" else ()
            if row and self._pays(card):
                target = self._target()
                for at in row:
                    self._lay(at, Slot(attack={target: card.word}))

    def _row(self, length: int) -> Sequence[int]:
        rows = (range(at, at + length) for at in self.free)
        return next((row for row in rows if all(at in self.free for at in row)), ())

    def _cards(self) -> None:
        """Every free slot one card, and, where there are several enemies, what is left beside it at another of them."""
        targets, free = self.option.targets, tuple(self.free)
        words = list(self.chance.shuffled(self._chosen(len(free))))
        for at in free:
            if words:
                self._lay(at, Slot(attack={self._target(): words.pop()}))
        for at in free:
            others = [target for target in targets if target not in self.slots[at].attack]
            for target, word in zip(others, words[: len(others)], strict=False):
                self.slots[at] = Slot(attack={**self.slots[at].attack, target: word})
            del words[: len(others)]

    def _chosen(self, slots: int) -> Sequence[str]:
        """The words of the cards that go into this round."""
        hand = [card for card in self.own.hand if card.left and self._usable(card)]
        if len(self.option.targets) == 1 and slots:
            foe = next(one for one in self.view.combatants if one.id == self.option.targets[0])
            return list_against(self.view, self.me, foe, hand, slots, self.chance)
        deck = self.chance.shuffled([card for card in hand for _ in range(card.left or 0)])
        hardest = sorted(deck, key=lambda card: -card.value)
        return [card.word for card in hardest[: slots * len(self.option.targets)]]

    def _usable(self, card: HandCard) -> bool:
        return card.family in COUNTED and (card.family != "critical" or self.me.line == "front")

    def _supports(self) -> None:
        """R-BACK-9, R-BACK-10: skill supports first, as they do more; all of them draw on one number."""
        left = {"skill": 0, "general": 0}
        ways = {}
        for way in self.own.supports:
            kind = way.word.split(":")[0]
            if kind in left:
                left[kind], ways[kind] = way.left or 0, way.word
        for at in tuple(self.free):
            kinds = [kind for kind in left if left[kind]]
            if kinds:
                left[kinds[0]] -= 1
                self._lay(at, Slot(support=self._support(ways[kinds[0]])))

    def _support(self, word: str) -> Support:
        ally = self.option.allies[self.chance.below(len(self.option.allies))]
        return Support(to=ally, with_=word, for_=PURPOSES[self.chance.below(2)])

    def _target(self) -> str:
        targets = self.option.targets
        return targets[self.chance.below(len(targets))]
