"""Any fight, fought many times: who wins how often, what is left, what runs out, which card decides.

Everybody is played by `player`, the slots are opened as in a real fight, and every fight has its own luck: number n of a seed
is always the same fight, however many are fought and in whatever portions.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from combat.odds.luck import Luck
from combat.odds.player import declared
from combat.rules import awaits, options, play, start, view
from combat.rules.moves import End, Move, Reveal
from combat.rules.reports import SlotReport
from combat.rules.sheet import Sheet
from combat.rules.state import Fight, Fighter, Setup
from tabletop.game import Chance, Illegal

ROUNDS = 20
"""A fight without an agreed end is judged as it stands after so many rounds."""

SURE = 1.959964
"""Standard deviations of a normal distribution that hold 95 % of it."""

TENTHS = 10
"""HP left is told in tenths of what was there before, and 0 apart."""


class Ending(msgspec.Struct, frozen=True):
    """How one fight ended. `winner` is a side, None for a draw; `hp` what is left by combatant; `fallen` who vanished or was
    called home; `spent` the (combatant, card) of which nothing was left; `decisive` the card that did the winners' side most
    good, by the HP it took.
    """

    winner: str | None
    slots: int
    hp: dict[str, int]
    fallen: tuple[str, ...]
    spent: tuple[tuple[str, str], ...]
    decisive: tuple[str, str] | None


class Rate(msgspec.Struct, frozen=True):
    """How often something happened, and between which shares its true frequency lies with 95 % (Wilson)."""

    count: int
    share: float
    low: float
    high: float


class Person(msgspec.Struct, frozen=True):
    """One combatant over all fights: mean HP left; in how many fights so much was left (0, up to a tenth, …); how often it
    fell; of which card nothing was left, and which card decided, how often."""

    id: str
    side: str
    hp: int
    left: float
    tenths: tuple[int, ...]
    fell: Rate
    spent: dict[str, Rate]
    decisive: dict[str, Rate]


class Summary(msgspec.Struct, frozen=True):
    """What many fights came to. `wins` by side in the order of the setup."""

    seed: int
    fights: int
    wins: dict[str, Rate]
    draws: Rate
    slots: float
    people: tuple[Person, ...]


def fights(setup: Setup, seed: int, numbers: Sequence[int]) -> Iterator[Ending]:
    """The endings of the fights with these numbers."""
    begun = start(setup)
    for number in numbers:
        yield ending(fought(begun, Luck(f"{seed}:{number}")))


def fought(fight: Fight, chance: Chance) -> Fight:
    """The fight played to its end by the app's own player on every seat."""
    while fight.verdict is None:
        played = play(fight, _next(fight, chance))
        if isinstance(played, Illegal):
            raise ValueError(f"the app's player is refused: {played.code} {played.at}")
        fight = played.state
    return fight


def _next(fight: Fight, chance: Chance) -> Move:
    """What is due: a declaration of whoever is awaited, else the opening of the round."""
    due = awaits(fight).seats
    if not due:
        return End(by="gm") if fight.round > ROUNDS else Reveal(by="gm")
    move = declared(view(fight, due[:1]), options(fight, due[0]), chance)
    if move is None:
        raise ValueError(f"the app's player has nothing to declare for {due[0]}")
    return move


def ending(fight: Fight) -> Ending:
    winner = fight.verdict.winner if fight.verdict else None
    return Ending(
        winner=winner,
        slots=len(fight.slots),
        hp={fighter.kit.id: fighter.hp for fighter in fight.fighters},
        fallen=tuple(fall.who for fall in fight.falls),
        spent=tuple(spent for fighter in fight.fighters for spent in _spent(fighter)),
        decisive=_decisive(fight, winner),
    )


def _spent(fighter: Fighter) -> list[tuple[str, str]]:
    """What the combatant had and has no more."""
    kit = fighter.kit
    return [
        (kit.id, word)
        for word, place in kit.places.items()
        if fighter.left[place] == 0 and fighter.full[place] != 0 and place in kit.presentable
    ]


def _decisive(fight: Fight, winner: str | None) -> tuple[str, str] | None:
    """The card of the winning side that took most HP; of equals the one that was shown first."""
    sides = {fighter.kit.id: fighter.kit.side for fighter in fight.fighters}
    taken: Counter[tuple[str, str]] = Counter()
    for slot in fight.slots:
        for who, word, amount in _blows(slot):
            if sides[who] == winner:
                taken[who, word] += amount
    return max(taken, key=taken.__getitem__, default=None)


def _blows(slot: SlotReport) -> Iterator[tuple[str, str, int]]:
    cards = {(duel.a, duel.b): duel.a_card for duel in slot.duels}
    cards |= {(duel.b, duel.a): duel.b_card for duel in slot.duels}
    for hit in slot.damage:
        if hit.pool == "hp":
            yield hit.source, cards[hit.source, hit.to], hit.amount


def summed(setup: Setup, seed: int, endings: Sequence[Ending]) -> Summary:
    """What these fights of the seed came to; there is at least one."""
    winners = Counter(one.winner for one in endings)
    sides = dict.fromkeys(sheet.side for sheet in setup.combatants)
    return Summary(
        seed=seed,
        fights=len(endings),
        wins={side: rate(winners[side], len(endings)) for side in sides},
        draws=rate(winners[None], len(endings)),
        slots=sum(one.slots for one in endings) / len(endings),
        people=tuple(_person(sheet, endings) for sheet in setup.combatants),
    )


def _person(sheet: Sheet, endings: Sequence[Ending]) -> Person:
    left = [one.hp[sheet.id] for one in endings]
    tenths = Counter(_tenth(hp, sheet.hp) for hp in left)
    return Person(
        id=sheet.id,
        side=sheet.side,
        hp=sheet.hp,
        left=sum(left) / len(left),
        tenths=tuple(tenths[step] for step in range(TENTHS + 1)),
        fell=rate(sum(sheet.id in one.fallen for one in endings), len(endings)),
        spent=_rates(sheet.id, [spent for one in endings for spent in one.spent], len(endings)),
        decisive=_rates(sheet.id, [one.decisive for one in endings if one.decisive], len(endings)),
    )


def _tenth(hp: int, before: int) -> int:
    return min(TENTHS, -(-hp * TENTHS // before)) if hp > 0 and before > 0 else 0


def _rates(id: str, cards: Sequence[tuple[str, str]], fights: int) -> dict[str, Rate]:
    """The cards of one combatant, the most frequent first."""
    found = Counter(word for who, word in cards if who == id)
    return {word: rate(count, fights) for word, count in found.most_common()}


def rate(count: int, of: int) -> Rate:
    """Wilson's interval: it stays between 0 and 1 and is honest for few fights and rare events."""
    share, square = count / of, SURE * SURE / of
    middle = (share + square / 2) / (1 + square)
    spread = SURE * math.sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    return Rate(count, share, max(0.0, middle - spread), min(1.0, middle + spread))
