"""The cards that somebody was to be expected to show (기대), beside those that he showed.

Three measures, the best that the reader's eyes allow: what the odds mix best in the duel, where he knows both hands; each
card of the hand as often as any other, where he knows that hand; else the three basic cards equally often. So nothing of a
hand is in it that its reader does not see anyway.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from combat.odds import sealed
from combat.odds.duel import Duel, duel
from combat.rules import read_setup
from combat.rules.moves import WAIT
from combat.rules.seen import FightView, HandCard
from combat.rules.settings import BASICS
from tabletop.game import GM, Illegal, Json

type Measure = Literal["odds", "hand", "basics"]
type Shares = Mapping[str, Fraction]
"""How many of each card there are in one on average."""

COUNTED = frozenset({"basic", "skill", "critical"})


class Expected(msgspec.Struct, frozen=True):
    """By which measure, and how many of each card."""

    measure: Measure
    cards: Mapping[str, Fraction]


def expected(view: FightView, who: str, shown: Counter[str], mixes: Mapping[str, Shares]) -> Expected:
    """What `who` was to show, in so many cards as he showed; `view` is the reader's, `mixes` what the odds say."""
    hand = next((own.hand for own in view.own if own.id == who), None)
    if who in mixes:
        return Expected("odds", _spread(mixes[who], len(view.slots)))
    if hand is not None and (shares := _shuffled(hand)):
        return Expected("hand", _spread(shares, _of_these(shares, shown)))
    shares = dict.fromkeys(BASICS, Fraction(1, len(BASICS)))
    return Expected("basics", _spread(shares, _of_these(shares, shown)))


def mixes(setup: Json, view: FightView, seats: tuple[str, ...]) -> dict[str, Shares]:
    """The best mix of both in a duel, for who knows both hands; nothing where the odds have none."""
    if GM not in seats or len(view.combatants) != 2:
        return {}
    read = read_setup(setup)
    met = duel(read) if not isinstance(read, Illegal) else read
    return {} if isinstance(met, Illegal) else _best(met)


def _best(met: Duel) -> dict[str, Shares]:
    lists = sealed.best(met).lists
    return {who: _mean(mixed, met.slots) for who, mixed in zip(met.ids, lists, strict=True)}


def _mean(lists: Sequence[sealed.List], slots: int) -> Shares:
    words = dict.fromkeys(word for one in lists for word in one.cards if word != WAIT)
    return {word: sum((one.share * one.cards.get(word, 0) for one in lists), Fraction()) / slots for word in words}


def _shuffled(hand: Sequence[HandCard]) -> Shares:
    full = {card.word: card.full or 0 for card in hand if card.family in COUNTED}
    whole = sum(full.values())
    return {word: Fraction(count, whole) for word, count in full.items()} if whole else {}


def _of_these(shares: Shares, shown: Counter[str]) -> int:
    return sum(shown[word] for word in shares)


def _spread(shares: Shares, cards: int) -> dict[str, Fraction]:
    return {word: share * cards for word, share in shares.items()}
