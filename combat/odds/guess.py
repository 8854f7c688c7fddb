"""How many of which cards to hand in against somebody whose hand is hidden, by what he has shown so far.

A stranger is taken for a Servant with rank B in everything: four of each basic card, four damage. What was opened corrects
that: a card that struck tells its value and so its number (G-2), and what was shown is gone.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from combat.odds import duel as duels
from combat.odds import sealed
from combat.rules.reports import Duel
from combat.rules.seen import CombatantView, FightView, HandCard
from combat.rules.settings import BASICS, Basic, Settings
from tabletop.game import Chance

ORDINARY = 4
"""What a hidden card is taken for: its damage value, and how many there are of it."""

IN_FULL = frozenset({"R-14", "R-16", "R-13a"})
"""Rules by which a card strikes with its own value, so that the first step of the damage tells it."""


def list_against(
    view: FightView, me: CombatantView, foe: CombatantView, hand: Sequence[HandCard], slots: int, chance: Chance
) -> list[str]:
    """The words of the cards to hand in, drawn from the best mix of lists; the rest of the slots is Wait."""
    values = {word: value_of(view, foe.id, word) for word in BASICS}
    left = left_of(view, foe.id, values)
    stranger = duels.Duel(
        ids=(me.id, foe.id),
        words=(tuple(card.word for card in hand), BASICS),
        counts=(tuple(min(card.left or 0, slots) for card in hand), tuple(min(left[word], slots) for word in BASICS)),
        slots=slots,
        gains=_gains(hand, values, Fraction(1, max(1, me.hp)), Fraction(1, max(1, foe.hp)), view.settings),
    )
    cards = _drawn(_best(stranger), chance).cards
    return [card.word for card in hand for _ in range(cards.get(card.word, 0))]


@lru_cache(maxsize=1024)
def _best(duel: duels.Duel) -> tuple[sealed.List, ...]:
    return sealed.best(duel).lists[0]


def _drawn(lists: tuple[sealed.List, ...], chance: Chance) -> sealed.List:
    whole = 1
    for one in lists:
        whole *= one.share.denominator
    point = Fraction(chance.below(whole), whole)
    for one in lists:
        point -= one.share
        if point < 0:
            return one
    return lists[-1]


def value_of(view: FightView, foe: str, word: str) -> int:
    """The damage value that the card showed when it struck; what never struck is ordinary."""
    for slot in view.slots:
        shown = {duel.b if duel.a == foe else duel.a for duel in slot.duels if (foe, word) in _cards(duel)}
        for hit in slot.damage:
            if hit.source == foe and hit.to in shown and hit.why[0].rule in IN_FULL:
                return hit.why[0].value
    return ORDINARY


def left_of(view: FightView, foe: str, values: Mapping[Basic, int]) -> dict[Basic, int]:
    fresh = view.settings.cards_return == "end_of_round"
    shown = Counter(
        word
        for slot in view.slots
        if not fresh or slot.round == view.round
        for duel in slot.duels
        for who, word in _cards(duel)
        if who == foe
    )
    return {word: max(0, value - shown[word]) for word, value in values.items()}


def _cards(duel: Duel) -> tuple[tuple[str, str], tuple[str, str]]:
    return (duel.a, duel.a_card), (duel.b, duel.b_card)


def _gains(
    hand: Sequence[HandCard], values: Mapping[Basic, int], mine: Fraction, his: Fraction, settings: Settings
) -> tuple[tuple[Fraction, ...], ...]:
    rows = [
        (*(_gain(card, word, values[word], mine, his, settings) for word in BASICS), card.value * his) for card in hand
    ]
    return (*rows, (*(-values[word] * mine for word in BASICS), Fraction(0)))


def _gain(card: HandCard, word: Basic, value: int, mine: Fraction, his: Fraction, settings: Settings) -> Fraction:
    """What the card wins against a basic card of that value, in HP shares (R-13a, R-14, R-15)."""
    if card.family == "critical" or word in _beaten(card, settings):
        return card.value * his
    if card.word != word:
        return -value * mine
    return (card.value - value) * (his if card.value > value else mine)


def _beaten(card: HandCard, settings: Settings) -> tuple[str, ...]:
    return (getattr(settings.cycle, card.word),) if card.family == "basic" else card.beats
