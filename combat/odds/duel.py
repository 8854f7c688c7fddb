"""A duel as a table of what each card wins against each other, asked from the rules themselves."""

from fractions import Fraction
from typing import Any

import msgspec

from combat.rules import play, start, view
from combat.rules.moves import WAIT, Plan, Reveal, Slot
from combat.rules.seen import HandCard, OwnView
from combat.rules.state import Fight, Setup
from tabletop.game import Illegal

COUNTED = ("basic", "critical", "skill")

type Mix = dict[str, float]
"""Card words, `wait` among them, with shares that sum to 1."""


class Duel(msgspec.Struct, frozen=True):
    """Two alone in front of each other. Both sides in every pair: the first one's, the second one's.

    `gains[x][y]` is what the first wins in HP shares when he shows card x and the other y; the last row and column are
    Wait. `left_out` names what was not counted in: `phantasms` and `spells` (they cost MP), `defences` that run out
    (taken as endless), `falls` (somebody may reach HP 0 before the end).
    """

    ids: tuple[str, str]
    words: tuple[tuple[str, ...], tuple[str, ...]]
    counts: tuple[tuple[int, ...], tuple[int, ...]]
    slots: int
    gains: tuple[tuple[Fraction, ...], ...]
    left_out: tuple[str, ...] = ()


def duel(setup: Setup) -> Duel | Illegal:
    """The duel of a fight of two; or why there is none: `not_a_duel`, or what forbids a card, as `reduction_unsettled`.

    One round is looked at, as long as the settings say.
    """
    if len(setup.combatants) != 2 or any(sheet.line != "front" or sheet.hp <= 0 for sheet in setup.combatants):
        return Illegal("not_a_duel", "format")
    fight = start(setup)
    ids = fight.fighters[0].kit.id, fight.fighters[1].kit.id
    hands = _hand(fight, ids[0]), _hand(fight, ids[1])
    damage = _met(fight, ids, hands)
    if isinstance(damage, Illegal):
        return damage
    return Duel(
        ids=ids,
        words=(_words(hands[0]), _words(hands[1])),
        counts=(_counts(hands[0]), _counts(hands[1])),
        slots=setup.settings.slots_per_round,
        gains=tuple(tuple(_gain(hit, setup) for hit in row) for row in damage),
        left_out=_left_out(fight, hands, damage),
    )


type _Damage = tuple[tuple[tuple[int, int], ...], ...]
"""HP that the first and the second lose, by both cards."""


def _hand(fight: Fight, id: str) -> tuple[HandCard, ...]:
    return tuple(card for card in _own(fight, id).hand if card.family in COUNTED and card.left)


def _own(fight: Fight, id: str) -> OwnView:
    return view(fight, (id,)).own[0]


def _words(hand: tuple[HandCard, ...]) -> tuple[str, ...]:
    return tuple(card.word for card in hand)


def _counts(hand: tuple[HandCard, ...]) -> tuple[int, ...]:
    return tuple(card.left or 0 for card in hand)


def _met(fight: Fight, ids: tuple[str, str], hands: tuple[tuple[HandCard, ...], ...]) -> _Damage | Illegal:
    """Every card against every other, each in a first slot of its own."""
    rows = []
    for one in (*_words(hands[0]), WAIT):
        row = []
        for other in (*_words(hands[1]), WAIT):
            met = _slot(fight, ids, (one, other))
            if isinstance(met, Illegal):
                return met
            row.append(met)
        rows.append(tuple(row))
    return tuple(rows)


def _slot(fight: Fight, ids: tuple[str, str], words: tuple[str, str]) -> tuple[int, int] | Illegal:
    moves = (
        Plan(by=ids[0], slots=(Slot(attack={ids[1]: words[0]}),)),
        Plan(by=ids[1], slots=(Slot(attack={ids[0]: words[1]}),)),
        Reveal(by="gm", slots=1),
    )
    report: Any = None
    for move in moves:
        played = play(fight, move)
        if isinstance(played, Illegal):
            return msgspec.structs.replace(played, at="")
        fight, report = played.state, played.report
    hits = report.slots[0].damage
    lost = [sum(hit.amount for hit in hits if hit.to == id and hit.pool == "hp") for id in ids]
    return lost[0], lost[1]


def _gain(lost: tuple[int, int], setup: Setup) -> Fraction:
    one, other = setup.combatants
    return Fraction(lost[1], other.hp) - Fraction(lost[0], one.hp)


def _left_out(fight: Fight, hands: tuple[tuple[HandCard, ...], ...], damage: _Damage) -> tuple[str, ...]:
    owned = [_own(fight, fighter.kit.id) for fighter in fight.fighters]
    families = {card.family for own in owned for card in own.hand if card.left != 0}
    found = {
        "phantasms": "np" in families,
        "spells": "spell" in families,
        "defences": any(ward.left is not None for own in owned for ward in own.defences),
        "falls": _may_fall(fight, hands, damage),
    }
    return tuple(word for word, true in found.items() if true)


def _may_fall(fight: Fight, hands: tuple[tuple[HandCard, ...], ...], damage: _Damage) -> bool:
    """Whether the most that the other's cards can do takes a combatant's HP."""
    slots = fight.settings.slots_per_round
    of_rows = [max(met[1] for met in row) for row in damage[:-1]]
    of_columns = [max(met[0] for met in column) for column in list(zip(*damage, strict=True))[:-1]]
    return any(
        _most(hand, most, slots) >= fighter.hp
        for hand, most, fighter in zip(hands, (of_rows, of_columns), reversed(fight.fighters), strict=True)
    )


def _most(hand: tuple[HandCard, ...], damage: list[int], slots: int) -> int:
    blows = sorted((hit for card, hit in zip(hand, damage, strict=True) for _ in range(card.left or 0)), reverse=True)
    return sum(blows[:slots])
