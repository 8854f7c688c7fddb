"""Who stands where before a fight is opened (편 가르기): the rows of the form, what it says, and a good first guess."""

import re
from collections.abc import Mapping

import msgspec

from combat.opening import SIDES, Pick, Sheeted, unfit
from combat.rules.settings import Settings
from tabletop.game import Illegal

SIDE, LINE = "side.", "line."
"""Before the character's code in the names of the form's fields."""

PLACE = re.compile(r"combatants\[(\d+)\]")


class Row(msgspec.Struct, frozen=True):
    """A character on the form. `unfit` is why it cannot fight as its sheet stands, `refused` what was wrong when it was tried."""

    code: str
    name: str
    kind: str
    player: str
    hp: int
    mp: int
    side: str
    line: str
    unfit: Illegal | None = None
    refused: Illegal | None = None


class Standing(msgspec.Struct, frozen=True):
    """The names of those who stand on a side."""

    side: str
    front: tuple[str, ...]
    back: tuple[str, ...]


def answered(data: Mapping[str, str]) -> bool:
    """Whether the form says anything about sides."""
    return any(name.startswith(SIDE) for name in data)


def picks(data: Mapping[str, str]) -> tuple[Pick, ...]:
    """Who was put on a side, in the order of the form; who is on the form and on no side stays out."""
    chosen = {name.removeprefix(SIDE): side for name, side in data.items() if name.startswith(SIDE) and side}
    return tuple(
        Pick(code, side, "back" if data.get(LINE + code) == "back" else "front")
        for code, side in chosen.items()
        if side in SIDES
    )


def guess(known: Mapping[str, Sheeted]) -> tuple[Pick, ...]:
    """When there are just two Servants whom somebody plays, they meet each other."""
    played = [code for code, one in known.items() if one.character.kind == "servant" and one.player]
    return (
        tuple(Pick(code, side, "front") for code, side in zip(played, SIDES, strict=False)) if len(played) == 2 else ()
    )


def sides(known: Mapping[str, Sheeted]) -> tuple[str, ...]:
    """As many sides as can be wanted: one for every Servant."""
    servants = sum(one.character.kind == "servant" for one in known.values())
    return SIDES[: max(2, servants)]


def rows(
    known: Mapping[str, Sheeted], picked: tuple[Pick, ...], settings: Settings, refused: Illegal | None
) -> list[Row]:
    """Every character: Servants in the order they came, each with his Master after him, then the other Masters."""
    by_code = {pick.code: pick for pick in picked}
    blamed = blame(refused, picked)
    return [
        _row(known[code], by_code.get(code), unfit(known[code], dict(known), settings), blamed.get(code))
        for code in _order(known)
    ]


def blame(refused: Illegal | None, picked: tuple[Pick, ...]) -> dict[str, Illegal]:
    """The character whom a refusal is about, if it is about one."""
    place = PLACE.fullmatch(refused.at) if refused else None
    return {picked[int(place[1])].code: refused} if place and refused else {}


def standing(known: Mapping[str, Sheeted], picked: tuple[Pick, ...]) -> list[Standing]:
    def names(side: str, line: str) -> tuple[str, ...]:
        return tuple(
            known[p.code].character.name for p in picked if (p.side, p.line) == (side, line) and p.code in known
        )

    return [Standing(side, names(side, "front"), names(side, "back")) for side in sorted({p.side for p in picked})]


def _order(known: Mapping[str, Sheeted]) -> list[str]:
    placed: dict[str, None] = {}
    for code, one in known.items():
        if one.character.kind == "servant":
            placed[code] = None
            master = getattr(one.sheet, "master", "")
            if master in known:
                placed[master] = None
    return [*placed, *(code for code in known if code not in placed)]


def _row(one: Sheeted, pick: Pick | None, unfit: Illegal | None, refused: Illegal | None) -> Row:
    return Row(
        code=one.character.code,
        name=one.character.name,
        kind=one.character.kind,
        player=one.player.nickname if one.player else "",
        hp=one.sheet.hp,
        mp=one.sheet.mp,
        side=pick.side if pick else "",
        line=pick.line if pick else "front",
        unfit=unfit,
        refused=refused,
    )
