"""A combat on screen: two cards against each other, every number with its reasons."""

from collections.abc import Mapping

import msgspec

from boardgames.ace_royal.combat import Proxy, Strike, Sum, Term
from boardgames.ace_royal.view import CombatView, SeatView, Standing, View
from boardgames.ace_royal.vocabulary import STATS

STEPS = ("reveal", "engagement", "assault", "assault_damage", "counter", "counter_damage", "loss", "withdrawal")


class Number(msgspec.Struct, frozen=True):
    """One of the four values of a side; `used` while it is the one that strikes or answers."""

    stat: str
    sum: Sum
    used: bool = False


class Side(msgspec.Struct, frozen=True):
    """One who fights: his seat as everybody sees it, what he fights with, what he lost."""

    it: SeatView
    name: str
    mine: bool
    role: str
    numbers: tuple[Number, ...]
    proxy: Proxy | None
    strikes_now: bool
    first: bool
    lost: int


class Duel(msgspec.Struct, frozen=True):
    """The running combat, or the last one (`running` False, then only its strikes are told)."""

    it: CombatView
    left: Side
    right: Side
    running: bool
    standing: Standing | None
    strikes: tuple[Strike, ...]
    steps: tuple[str, ...]


def duel(view: View, names: Mapping[str, str], acting: str) -> Duel | None:
    combat = view.combat
    if combat is None:
        return None
    left, right = (_side(view, combat, seat, names, acting) for seat in (combat.assaulter, combat.defender))
    return Duel(combat, left, right, view.in_combat, combat.standing, combat.strikes, STEPS)


def _side(view: View, combat: CombatView, seat: str, names: Mapping[str, str], acting: str) -> Side:
    it = next(one for one in view.seats if one.id == seat)
    strikes = combat.striking is not None and (seat == combat.assaulter) == (combat.striking == "assault")
    proxy = combat.proxies.get(seat)
    used = _used(combat, strikes=strikes) if view.in_combat else ""
    return Side(
        it=it,
        name=names[seat],
        mine=seat == acting,
        role="assaulter" if seat == combat.assaulter else "defender",
        numbers=tuple(Number(stat, _value(it, proxy, stat), stat == used) for stat in STATS),
        proxy=proxy,
        strikes_now=view.in_combat and strikes and combat.step not in ("reveal", "engagement", "loss", "withdrawal"),
        first=seat in combat.first,
        lost=combat.lost.get(seat, 0),
    )


def _used(combat: CombatView, *, strikes: bool) -> str:
    if combat.mode is None or combat.striking is None:
        return ""
    return {("phys", True): "pa", ("phys", False): "pd", ("magic", True): "ma", ("magic", False): "md"}[
        combat.mode, strikes
    ]


def _value(it: SeatView, proxy: Proxy | None, stat: str) -> Sum:
    if proxy is None:
        return it.sums[stat]  # type: ignore[index]
    value = proxy.stats[stat]  # type: ignore[index]
    return Sum(value, (Term(proxy.card, value),))
