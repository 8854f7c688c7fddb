"""A fight looked back on (돌아보기): who dealt and took what, how HP and MP went, which cards fell, which slots turned it.

Only of what everybody has seen, so that it can be read by all and while the fight still runs; but what was to be expected of
a hand is measured as well as the reader knows it. Drawings are points for an
SVG of WIDTH × HEIGHT; every number of theirs stands in a table too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from combat.chronicle import Chronicle
from combat.expected import Measure, Shares, expected
from combat.person import Person
from combat.rules.reports import Damage, SlotReport
from combat.rules.sheet import Kind
from combat.rules.view import FightView
from combat.screen import Screen
from combat.told import Told

WIDTH, HEIGHT = 240, 56
KINDS: tuple[Kind | str, ...] = ("general", "skill", "magic", "np", "special")
TURNS = 3
"""How many slots are named as turning points."""


class Dealt(msgspec.Struct, frozen=True):
    """Damage by kind (in the order of KINDS), HP and MP together, with its sum, what was taken, and a bar of `width`."""

    person: Person
    kinds: tuple[int, ...]
    total: int
    taken: int
    width: int


class Curve(msgspec.Struct, frozen=True):
    """HP and MP at the start and after every slot; the same as points of a polyline, and the height of MP 0."""

    person: Person
    hp: tuple[int, ...]
    mp: tuple[int, ...]
    hp_points: str
    mp_points: str
    zero: int


class UsedCard(msgspec.Struct, frozen=True):
    """A card with its own name where it is known: how often it was shown, and was to be expected ("" where nothing was).

    The same as bars, `width` and `due`, in whole points.
    """

    word: str
    name: str
    count: int
    expected: str
    width: int
    due: int


class Used(msgspec.Struct, frozen=True):
    """The cards somebody showed beside those expected of him, by which `measure`."""

    person: Person
    measure: Measure
    cards: tuple[UsedCard, ...]


class Review(msgspec.Struct, frozen=True):
    dealt: tuple[Dealt, ...]
    curves: tuple[Curve, ...]
    used: tuple[Used, ...]
    turns: tuple[Told, ...]
    slots: tuple[SlotReport, ...]


def review(shown: Screen, log: Chronicle, reader: FightView, mixes: Mapping[str, Shares]) -> Review:
    """The fight on `shown` so far; `log` is its chronicle.

    `reader` is the view of whoever reads, and `mixes` what the odds say to him: what to expect of a hand, he knows best.
    """
    view = shown.view
    return Review(
        dealt=_dealt(shown),
        curves=tuple(_curve(person, view, log) for person in shown.people),
        used=tuple(_used(person, view, reader, mixes) for person in shown.people),
        turns=_turns(shown.every),
        slots=view.slots,
    )


def _damage(view: FightView) -> Iterable[Damage]:
    reports: tuple[Any, ...] = (*view.slots, *view.events)
    for report in reports:
        yield from report.damage


def _dealt(shown: Screen) -> tuple[Dealt, ...]:
    by_kind: Counter[tuple[str, str]] = Counter()
    taken: Counter[str] = Counter()
    for damage in _damage(shown.view):
        by_kind[damage.source, damage.kind] += damage.amount
        taken[damage.to] += damage.amount
    sums = {person.id: sum(by_kind[person.id, kind] for kind in KINDS) for person in shown.people}
    most = max(sums.values(), default=0) or 1
    return tuple(
        Dealt(
            person,
            tuple(by_kind[person.id, kind] for kind in KINDS),
            sums[person.id],
            taken[person.id],
            sums[person.id] * WIDTH // most,
        )
        for person in shown.people
    )


def _curve(person: Person, view: FightView, log: Chronicle) -> Curve:
    health = [log.health.get((slot.round, slot.slot), {}).get(person.id) for slot in view.slots]
    known = [one for one in health if one]
    hp = (known[0].hp_before if known else person.hp, *(one.hp for one in known), person.hp)
    mp = (known[0].mp_before if known else person.mp, *(one.mp for one in known), person.mp)
    top = max(person.mp_full, *mp, 1)
    low = min(0, *mp)
    return Curve(
        person,
        hp,
        mp,
        _points(hp, 0, max(person.hp_full, *hp, 1)),
        _points(mp, low, top),
        _height(0, low, top),
    )


def _points(numbers: tuple[int, ...], low: int, top: int) -> str:
    step = max(len(numbers) - 1, 1)
    return " ".join(f"{at * WIDTH // step},{_height(number, low, top)}" for at, number in enumerate(numbers))


def _height(number: int, low: int, top: int) -> int:
    return HEIGHT - (max(number, low) - low) * HEIGHT // (top - low)


def _used(person: Person, view: FightView, reader: FightView, mixes: Mapping[str, Shares]) -> Used:
    shown = Counter(card for slot in view.slots for card in _shown(slot, person.id))
    due = expected(reader, person.id, shown, mixes)
    names = _names(person.id, view, reader)
    most: Fraction = max(Fraction(1), *due.cards.values(), *map(Fraction, shown.values()))
    words = sorted(dict.fromkeys([*due.cards, *shown]), key=lambda word: (-shown[word], -due.cards.get(word, 0)))
    cards = tuple(
        UsedCard(
            word,
            names.get(word, ""),
            shown[word],
            _tenths(due.cards[word]) if word in due.cards else "",
            int(shown[word] * WIDTH / most),
            int(due.cards.get(word, 0) * WIDTH / most),
        )
        for word in words
    )
    return Used(person, due.measure, cards if shown else ())


def _names(who: str, view: FightView, reader: FightView) -> dict[str, str]:
    """What cards are called, as far as everybody has seen them or the reader holds them."""
    held = {card.word: card.name for own in reader.own if own.id == who for card in own.hand}
    return held | view.named.get(who, {})


def _tenths(number: Fraction) -> str:
    return f"{float(number):.1f}".removesuffix(".0")


def _shown(slot: SlotReport, who: str) -> Iterable[str]:
    """The cards of one slot; a phantasm that struck several is one."""
    cards = [duel.a_card if duel.a == who else duel.b_card for duel in slot.duels if who in (duel.a, duel.b)]
    phantasms = {card for card in cards if card.startswith("np:")}
    return [card for card in cards if card not in phantasms] + sorted(phantasms)


def _turns(every: tuple[Told, ...]) -> tuple[Told, ...]:
    """The slots in which somebody fell, then those that cost the most HP, told in the order of the fight."""
    weighed = sorted(every, key=lambda told: (len(told.falls), _lost(told)), reverse=True)[:TURNS]
    return tuple(told for told in every if told in weighed and (told.falls or _lost(told)))


def _lost(told: Told) -> int:
    return sum(hit.damage.amount for hit in told.damage if hit.damage.pool == "hp")
