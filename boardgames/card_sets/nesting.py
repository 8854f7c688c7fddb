"""Effects within effects (효과 속의 효과): what an ability does goes into a choice, a condition, a repetition or a die. Pure.

Nobody writes brackets: effects are put together one after the other, and then what stands there is put into one of these.
"""

from itertools import groupby
from typing import Any

import msgspec

from boardgames.ace_royal.notation import NotNotation, read_ability
from boardgames.ace_royal.vocabulary import Ability
from boardgames.card_sets.building import WHEN, Built, checked
from boardgames.card_sets.parts import Given, Missing, Part, filled_in

NESTS = ("choose", "if", "repeat", "roll")
FACES = range(1, 7)
NOTHING = "0"
"""The effect of a face of the die on which nothing happens."""


def parts(nest: str, text: str) -> tuple[Part, ...]:
    """What there is to fill in so that the ability `text` goes into a `nest`."""
    match nest:
        case "if":
            return (Part("inside", "choice", ("all", "last", "either"), ("all",)), *WHEN)
        case "repeat":
            return (
                Part("inside", "choice", ("all", "last"), ("all",)),
                Part("n", "amount", (), ("2",), required=True),
            )
        case "roll":
            effects = tuple(str(number) for number in range(len(read_ability(text).do) + 1))
            return tuple(Part(f"face.{face}", "choice", effects, (_usual(face, len(effects) - 1),)) for face in FACES)
    return ()


def _usual(face: int, effects: int) -> str:
    """One effect happens from 4 on; several share the faces out."""
    return str(int(face > 3) if effects == 1 else (face - 1) * effects // len(FACES) + 1)


def put_into(nest: str, text: str, given: Given, *, from_hand: bool = False) -> Built:
    """The ability `text` with its effects inside a `nest`. `wrong` is a part that is missing; `few`: it holds too few effects."""
    try:
        before = read_ability(text)
        done = msgspec.to_builtins(before.do)
        do = _nested(nest, done, filled_in(_written_out(parts(nest, text)), given))
        after = msgspec.structs.replace(before, do=msgspec.convert(do, Ability.__annotations__["do"]))
        return checked(after, from_hand=from_hand)
    except Missing as missing:
        return Built(wrong=str(missing))
    except (msgspec.ValidationError, NotNotation):
        return Built(wrong="op")


def _written_out(asked: tuple[Part, ...]) -> tuple[Part, ...]:
    """Faces of a die are told also where they are as they were."""
    return tuple(msgspec.structs.replace(part, required=True) if part.name[:5] == "face." else part for part in asked)


def _nested(nest: str, do: list[Any], said: dict[str, Any]) -> list[Any]:
    match nest:
        case "choose" if len(do) > 1:
            return [{"op": "choose", "options": do}]
        case "if":
            return _only_if(do, said)
        case "repeat":
            kept, inside = _split(do, said)
            return [*kept, {"op": "repeat", "n": said["n"], "do": inside}]
        case "roll":
            return [{"op": "roll", "die": 6, "table": _rows(do, said["face"])}]
    raise Missing("few")


def _split(do: list[Any], said: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """What stays before it, and what goes into it."""
    return (do[:-1], do[-1:]) if said.get("inside") == "last" else ([], do)


def _only_if(do: list[Any], said: dict[str, Any]) -> list[Any]:
    if not said.get("when"):
        raise Missing("when")
    only_if = {"op": "if", "when": said["when"]}
    if said.get("inside") != "either":
        kept, then = _split(do, said)
        return [*kept, only_if | {"then": then}]
    if len(do) < 2:
        raise Missing("few")
    return [*do[:-2], only_if | {"then": do[-2:-1], "else": do[-1:]}]


def _rows(do: list[Any], faces: dict[str, str]) -> list[Any]:
    """Faces beside each other on which the same happens are one row."""
    happens = {NOTHING: [], **{str(number): [effect] for number, effect in enumerate(do, 1)}}
    if unknown := next((face for face in faces if str(faces[face]) not in happens), ""):
        raise Missing(f"face.{unknown}")
    if set(map(str, faces.values())) == {NOTHING}:
        raise Missing("face.1")
    rows = ((effect, list(same)) for effect, same in groupby(FACES, lambda face: str(faces[str(face)])))
    return [{"from": same[0], "to": same[-1], "do": happens[effect]} for effect, same in rows]
