"""What a retreat is likely to cost (후퇴), by what the fleeing one knows: an estimate in plain numbers.

Every enemy who stands in front is taken to show basic cards of a shuffled hand, as `guess` knows it: what struck has told its
value, what never did is ordinary. Who could hide more (phantasms, skills, ranged attacks from behind) is not guessed at.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb

import msgspec

from combat.odds.guess import left_of, value_of
from combat.rules.seen import CombatantView, FightView, OwnView
from combat.rules.settings import BASICS

type Chances = Mapping[int, Fraction]
"""How likely each amount of damage is."""


class Escape(msgspec.Struct, frozen=True):
    """The least and the most damage, and how likely it stays below the limit (R-RET-3)."""

    low: int
    high: int
    share: Fraction


def escape(view: FightView, me: CombatantView, own: OwnView) -> Escape | None:
    """The estimate for `me`; None where nobody can be told to reach him."""
    retreat = view.settings.retreat
    foes = [one for one in view.combatants if one.side != me.side and one.state == "fighting" and one.line == "front"]
    if not foes or (me.line == "back" and view.settings.back_line_targets != "anyone"):
        return None
    # R-RET-2: against Wait, so that only armour phantasms lower it.
    armour = sum(one.amount for one in own.defences if one.word.startswith("np:") and "general" in one.against)
    lowered = armour if retreat.tested == "after_reduction" else 0
    each = [_of_one(view, foe.id, retreat.cards, lowered) for foe in foes]
    chances = _together(each, worst=retreat.several_enemies == "worst")
    share = sum((chance for total, chance in chances.items() if total < retreat.fails_at), Fraction())
    return Escape(min(chances), max(chances), share)


def _of_one(view: FightView, foe: str, cards: int, lowered: int) -> Chances:
    """The sum of so many cards off the top of what this enemy has left of his basic cards."""
    values = {word: value_of(view, foe, word) for word in BASICS}
    left = left_of(view, foe, values)
    whole = sum(left.values())
    cards = min(cards, whole)
    found: Counter[int] = Counter()
    smash, counter, onslaught = (left[word] for word in BASICS)
    for one in range(min(smash, cards) + 1):
        for two in range(min(counter, cards - one) + 1):
            three = cards - one - two
            if three <= onslaught:
                shown = zip(BASICS, (one, two, three), strict=True)
                total = sum(count * max(0, values[word] - lowered) for word, count in shown)
                found[total] += comb(smash, one) * comb(counter, two) * comb(onslaught, three)
    return {total: Fraction(ways, comb(whole, cards)) for total, ways in found.items()}


def _together(each: Iterable[Chances], *, worst: bool) -> Chances:
    found: dict[int, Fraction] = {0: Fraction(1)}
    for chances in each:
        joined: dict[int, Fraction] = {}
        for before, chance in found.items():
            for more, other in chances.items():
                total = max(before, more) if worst else before + more
                joined[total] = joined.get(total, Fraction()) + chance * other
        found = joined
    return found
