"""Odds as a page shows them: names in place of ids, per cent in place of shares; templates only lay it out."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from combat.jobs import Job
from combat.odds.answers import DuelOdds, FightOdds, Pair, PairsOdds
from combat.odds.simulated import TENTHS, Person, Rate, Summary
from combat.templatetags.telling import Cast

HIGH = 40
"""Units of height of the longest column."""


class Percent(msgspec.Struct, frozen=True):
    """How often, and between what with 95 %, in per cent."""

    share: float
    low: float
    high: float


class SideRow(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    won: Percent


class Card(msgspec.Struct, frozen=True):
    word: str
    name: str
    percent: float


class Column(msgspec.Struct, frozen=True):
    """In how many fights a combatant had up to `upto` per cent of its HP left; `at`, `top` and `height` are the drawing's."""

    upto: int
    percent: float
    at: int
    top: float
    height: float


class PersonRow(msgspec.Struct, frozen=True):
    name: str
    hp: int
    left: float
    percent: float
    fell: Percent
    columns: tuple[Column, ...]
    spent: tuple[Card, ...]
    decisive: tuple[Card, ...]


class ListRow(msgspec.Struct, frozen=True):
    """One list to shuffle, and how often to hand it in."""

    cards: tuple[tuple[str, str, int], ...]
    percent: float


class DuelSide(msgspec.Struct, frozen=True):
    name: str
    mix: tuple[Card, ...]
    lists: tuple[ListRow, ...]


class DuelRows(msgspec.Struct, frozen=True):
    """Values in per cent of HP, for the first; `ahead` is who gains by it, "" where nobody does."""

    ahead: str
    value: float | None
    best: float
    best_text: str
    shuffled: float
    shuffled_text: str
    sides: tuple[DuelSide, DuelSide]
    left_out: tuple[str, ...]


class FightRows(msgspec.Struct, frozen=True):
    seed: int
    fights: int
    slots: float
    sides: tuple[SideRow, ...]
    draws: Percent
    people: tuple[PersonRow, ...]
    duel: DuelRows | None
    inexact: str


class Cell(msgspec.Struct, frozen=True):
    """The row's person against the column's; None on the diagonal. `tone` from 0 (always loses) to 4."""

    won: Percent | None = None
    draws: float = 0
    tone: int = 2


class PairRow(msgspec.Struct, frozen=True):
    name: str
    cells: tuple[Cell, ...]
    mean: float


class PairRows(msgspec.Struct, frozen=True):
    seed: int
    fights: int
    names: tuple[str, ...]
    rows: tuple[PairRow, ...]


def shown(job: Job) -> FightRows | PairRows | None:
    """What the answer of the job looks like, once all of it is there."""
    cast = Cast(job.names, job.cards)
    match job.answer if job.state == "done" else None:
        case FightOdds() as odds:
            return _fight(odds, cast)
        case PairsOdds() as odds:
            return _pairs(odds, job.names)
    return None


def _fight(odds: FightOdds, cast: Cast) -> FightRows:
    summary = odds.summary
    return FightRows(
        seed=summary.seed,
        fights=summary.fights,
        slots=summary.slots,
        sides=tuple(SideRow(_names(summary, side, cast), _percent(won)) for side, won in summary.wins.items()),
        draws=_percent(summary.draws),
        people=tuple(_person(person, summary.fights, cast) for person in summary.people),
        duel=_duel(odds.duel, [person.id for person in summary.people], cast) if odds.duel else None,
        inexact=odds.inexact,
    )


def _names(summary: Summary, side: str, cast: Cast) -> tuple[str, ...]:
    return tuple(cast.name(person.id) for person in summary.people if person.side == side)


def _percent(rate: Rate) -> Percent:
    return Percent(rate.share * 100, rate.low * 100, rate.high * 100)


def _person(person: Person, fights: int, cast: Cast) -> PersonRow:
    return PersonRow(
        name=cast.name(person.id),
        hp=person.hp,
        left=person.left,
        percent=person.left * 100 / person.hp if person.hp > 0 else 0,
        fell=_percent(person.fell),
        columns=_columns(person.tenths, fights),
        spent=_cards(person.id, {word: rate.share for word, rate in person.spent.items()}, cast),
        decisive=_cards(person.id, {word: rate.share for word, rate in person.decisive.items()}, cast),
    )


def _columns(tenths: tuple[int, ...], fights: int) -> tuple[Column, ...]:
    longest = max(tenths)
    heights = [count * HIGH / longest for count in tenths]
    return tuple(
        Column(step * 100 // TENTHS, count * 100 / fights, step * 10, round(HIGH - height, 2), round(height, 2))
        for step, (count, height) in enumerate(zip(tenths, heights, strict=True))
    )


def _cards(who: str, shares: Mapping[str, float], cast: Cast) -> tuple[Card, ...]:
    return tuple(Card(word, cast.card(who, word), share * 100) for word, share in shares.items())


def _duel(odds: DuelOdds, ids: list[str], cast: Cast) -> DuelRows:
    value = float(Fraction(odds.best)) if odds.value is None else odds.value
    one, other = (_side(odds, place, ids[place], cast) for place in (0, 1))
    return DuelRows(
        ahead="" if abs(value) < 1e-9 else one.name if value > 0 else other.name,
        value=None if odds.value is None else odds.value * 100,
        best=float(Fraction(odds.best)) * 100,
        best_text=odds.best,
        shuffled=float(Fraction(odds.shuffled)) * 100,
        shuffled_text=odds.shuffled,
        sides=(one, other),
        left_out=odds.left_out,
    )


def _side(odds: DuelOdds, place: int, id: str, cast: Cast) -> DuelSide:
    mix = odds.mixes[place] if odds.mixes else {}
    lists = (
        ListRow(tuple((word, cast.card(id, word), count) for word, count in one.cards.items()), one.share * 100)
        for one in odds.lists[place]
    )
    return DuelSide(cast.name(id), _cards(id, mix, cast), tuple(lists))


def _pairs(odds: PairsOdds, names: dict[str, str]) -> PairRows:
    met = {(pair.one, pair.other): pair for pair in odds.pairs}
    rows = tuple(_pair_row(id, list(names), met, names) for id in names)
    return PairRows(odds.seed, odds.fights, tuple(names.values()), rows)


def _pair_row(id: str, ids: list[str], met: Mapping[tuple[str, str], Pair], names: Mapping[str, str]) -> PairRow:
    cells = tuple(_cell(id, other, met) for other in ids)
    won = [cell.won.share for cell in cells if cell.won]
    return PairRow(names[id], cells, sum(won) / len(won))


def _cell(id: str, other: str, met: Mapping[tuple[str, str], Pair]) -> Cell:
    if id == other:
        return Cell()
    pair = met.get((id, other)) or met[other, id]
    won, lost = (pair.wins, pair.losses) if pair.one == id else (pair.losses, pair.wins)
    even = 0.5 + (won.share - lost.share) / 2
    return Cell(_percent(won), pair.draws.share * 100, min(4, int(even * 5)))
