"""What the GM has decided about rest and upkeep (G-20): amounts by leyline grade, and what is switched on. Pure."""

from typing import Annotated, Any, Final

import msgspec

type Natural = Annotated[int, msgspec.Meta(ge=0, le=999)]

GRADES: Final = ("", "E", "D", "C", "B", "A", "EX")
"""Of a leyline; "" is a base without one."""


class Amount(msgspec.Struct, frozen=True):
    """What one rest gives. None: the GM says it each time."""

    hp: Natural | None = None
    mp: Natural | None = None


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`master` and `servant`: what a rest gives, by grade. `start_percent`: of full HP and MP, for Masters at the start of a
    scene. `upkeep`: MP that a Master pays for a Servant in solid form at the start of a scene; 0 switches it off.
    `unsupplied_gain`: MP that a Master gets back while his Servant is in spirit form. `solid_cost`: MP that going solid on his
    own account costs a Servant. `spirit_form` switches the two forms on."""

    master: dict[str, Amount] = {}
    servant: dict[str, Amount] = {}
    start_percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    upkeep: Natural = 0
    spirit_form: bool = False
    solid_cost: Natural = 30
    unsupplied_gain: Natural = 10

    def amount(self, kind: str, grade: str) -> Amount:
        """A grade that was left empty gives what a base without leyline gives."""
        by_grade: dict[str, Amount] = getattr(self, kind)
        plain = by_grade.get("", Amount())
        own = by_grade.get(grade, Amount())
        return Amount(plain.hp if own.hp is None else own.hp, plain.mp if own.mp is None else own.mp)


def read_house(said: dict[str, Any]) -> House:
    """What was stored; the defaults where it cannot be read."""
    try:
        return msgspec.convert(said, House)
    except msgspec.ValidationError:
        return House()
