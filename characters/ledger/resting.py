"""What a declared recovery comes to, and why; what speaks against it. Pure: the rules are `combat.rules.recovery`'s.

R-OTHER-6b, R-OTHER-6d, R-OTHER-7a, R-OTHER-7b, R-OTHER-7c, G-20.
"""

from typing import Literal

import msgspec

from characters.ledger.accounts import Numbers
from characters.ledger.house import House
from combat.rules.recovery import Points, converted, may_convert, may_rest, only_rests

type Kind = Literal["servant", "master"]


class Body(msgspec.Struct, frozen=True):
    """Who recovers: his points and how many he has when full; `spirit`: in spirit form."""

    kind: Kind
    points: Points
    hp_max: int
    mp_max: int
    spirit: bool = False


class Wish(msgspec.Struct, frozen=True):
    """What was declared. `base`: there is one here; `grade`: of the leyline it draws on. `hp`, `mp`: the amounts that the GM
    gives instead of the house's."""

    do: str
    base: bool = False
    grade: str = ""
    to: str = ""
    amount: int = 0
    gain: int = 0
    supplied: bool = False
    hp: int | None = None
    mp: int | None = None


class Why(msgspec.Struct, frozen=True):
    """One step of the reckoning: a code, the rule, and what it changed of HP and MP."""

    code: str
    rule: str
    hp: int = 0
    mp: int = 0


class Reckoning(msgspec.Struct, frozen=True):
    """`changes` is the sum of `why`; `against` says why the rules do not allow it. `open`: amounts that the GM has not set."""

    changes: Numbers
    why: tuple[Why, ...]
    against: tuple[Why, ...] = ()
    open: bool = False


def reckon(body: Body, wish: Wish, house: House) -> Reckoning:
    """What the declaration comes to. Who runs the table may book something else, and something the rules do not allow."""
    match wish.do:
        case "rest":
            return _rest(body, wish, house)
        case "man_eating" | "mana_line":
            return _extra(body, wish)
        case "solid":
            return _solid(body, wish, house)
        case _:
            return _spirit(body, house)


def _rest(body: Body, wish: Wish, house: House) -> Reckoning:
    against = []
    if not may_rest(body.kind, body.points, at_base=wish.base):
        against.append(Why("no_base", "R-OTHER-6d"))
    given = house.amount(body.kind, wish.grade if wish.base else "")
    hp = given.hp if wish.hp is None else wish.hp
    mp = given.mp if wish.mp is None else wish.mp
    why = [Why("rested", "R-OTHER-7a", hp or 0, mp or 0)]
    if not wish.base and only_rests(body.kind, body.points):
        why.insert(0, Why("rests_anywhere", "R-OTHER-6d"))
    why += _cut(body, why)
    if wish.amount:
        after = _after(body, why)
        why.append(_turned(wish, "R-OTHER-7b"))
        against += _against_turning(body, after, wish, resting=True)
    return _reckoned(why, against, undecided=hp is None or mp is None)


def _extra(body: Body, wish: Wish) -> Reckoning:
    """R-OTHER-7c: what man-eating or a mana-line gave may become HP, and only HP."""
    why, against = [Why("gained", "R-OTHER-7c", mp=wish.gain)], []
    if body.kind != "servant":
        against.append(Why("servants_only", "R-OTHER-7c"))
    if wish.amount:
        against += _against_turning(body, _after(body, why), wish, resting=False)
        why.append(_turned(wish, "R-OTHER-7c"))
    return _reckoned(why, against, undecided=not wish.gain)


def _spirit(body: Body, house: House) -> Reckoning:
    against = _forms(body, house) + ([Why("is_spirit", "")] if body.spirit else [])
    return Reckoning({"spirit_form": 1}, (Why("became_spirit", ""),), tuple(against))


def _solid(body: Body, wish: Wish, house: House) -> Reckoning:
    """On his own account it costs a Servant; with his Master's supply it does not."""
    cost = 0 if wish.supplied else house.solid_cost
    against = _forms(body, house) + ([] if body.spirit else [Why("is_solid", "")])
    changes = {"spirit_form": -1} | ({"mp": -cost} if cost else {})
    return Reckoning(changes, (Why("became_solid", "", mp=-cost),), tuple(against))


def _forms(body: Body, house: House) -> list[Why]:
    found = [] if house.spirit_form else [Why("forms_off", "")]
    return found if body.kind == "servant" else [*found, Why("servants_only", "")]


def _turned(wish: Wish, rule: str) -> Why:
    turned = converted(Points(0, 0), to="hp" if wish.to == "hp" else "mp", amount=wish.amount)
    return Why("turned", rule, turned.hp, turned.mp)


def _against_turning(body: Body, after: Points, wish: Wish, *, resting: bool) -> list[Why]:
    to: Literal["hp", "mp"] = "hp" if wish.to == "hp" else "mp"
    rule = "R-OTHER-7b" if resting else "R-OTHER-7c"
    if not may_convert(body.kind, to=to, amount=wish.amount, resting=resting, extra_mp=wish.gain):
        return [Why("not_so_many" if not resting and to == "hp" else "not_turned", rule)]
    left = converted(after, to=to, amount=wish.amount)
    # R-OTHER-3: HP 0 is the end of a Servant, so his last point is not turned into MP; MP may go down to 0.
    return [Why("not_enough", rule)] if left.hp < 1 or (to == "hp" and left.mp < 0) else []


def _cut(body: Body, why: list[Why]) -> list[Why]:
    """A rest fills up, no more; who has more than full keeps it."""
    hp, mp = (sum(getattr(each, pool) for each in why) for pool in ("hp", "mp"))
    over_hp = min(hp, max(0, body.points.hp + hp - body.hp_max)) if body.hp_max else 0
    over_mp = min(mp, max(0, body.points.mp + mp - body.mp_max)) if body.mp_max else 0
    return [Why("full", "R-OTHER-7a", -over_hp, -over_mp)] if over_hp or over_mp else []


def _after(body: Body, why: list[Why]) -> Points:
    return Points(body.points.hp + sum(each.hp for each in why), body.points.mp + sum(each.mp for each in why))


def _reckoned(why: list[Why], against: list[Why], *, undecided: bool) -> Reckoning:
    sums = {pool: sum(getattr(each, pool) for each in why) for pool in ("hp", "mp")}
    return Reckoning({pool: change for pool, change in sums.items() if change}, tuple(why), tuple(against), undecided)
