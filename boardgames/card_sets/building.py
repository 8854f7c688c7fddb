"""Effects put together from choices (효과 짓기): what may be chosen for a column, and the text that the choices make. Pure."""

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import inspect

from boardgames.ace_royal.cards import cannot_work
from boardgames.ace_royal.measure import excess
from boardgames.ace_royal.notation import NotNotation, read_ability, split_abilities, write_ability
from boardgames.ace_royal.vocabulary import (
    Ability,
    Choose,
    Keyword,
    OnlyIf,
    Repeat,
    RollDie,
    Window,
)
from boardgames.card_sets import cells
from boardgames.card_sets.cells import BadCell
from boardgames.card_sets.kinds import ACE_ROYAL, BETWEEN, Kind
from boardgames.card_sets.parts import Given, Missing, Part, filled_in, parts_of

NESTED = frozenset(kind.__struct_config__.tag for kind in (Choose, OnlyIf, Repeat, RollDie))
"""Effects that hold other effects; what stands there already is put into them (`nesting`)."""
CLASSES = ("blade", "bow", "lance", "mount", "weave", "veil", "fury")

HEAD = (
    Part("head.kind", "choice", ("activated", "constant", "trigger"), ("activated",), required=True),
    Part("head.windows", "several", get_args(Window.__value__), ("any",)),
)
PRICE = (
    Part("cost.down", "yes", ("no", "yes"), ("no",)),
    Part("cost.discard", "choice", ("1", "2", "3", "4", "X")),
    Part("cost.sacrifice", "yes", ("no", "yes"), ("no",)),
    Part("cost.discard_code", "number"),
    Part("cost.mana", "number"),
)
WHEN = (
    Part("when.role", "choice", ("assaulter", "defender")),
    Part("when.codes", "number"),
    Part("when.hand", "number"),
    Part("when.mana", "number"),
    Part("when.dealt", "number"),
    Part("when.took", "number"),
    Part("when.mode", "choice", ("phys", "magic")),
    Part("when.opp_class", "choice", CLASSES),
    Part("when.opp_sex", "choice", ("f", "m")),
    Part("when.opp_kw", "choice", get_args(Keyword.__value__)),
    Part("when.own_turn", "yes", ("no", "yes"), ("no",)),
    Part("when.coin_incoming", "yes", ("no", "yes"), ("no",)),
)


class Built(msgspec.Struct, frozen=True):
    """What the choices come to: as the file holds it and as text. `wrong` names the part that is missing or does not fit;
    `head`: it can be written so, but never works; `too_much`, `bounds` and `cell` are the words of `measure.excess`.
    """

    value: Any = None
    text: str = ""
    wrong: str = ""


@cache
def effects(kind: Kind, table: str, column: str) -> Mapping[str, inspect.StructType]:
    """What may be chosen for the column, by the word each is written with."""
    if kind is not ACE_ROYAL:
        return cells.effects_of(cells.info_of(kind.tables[table])[column].type)
    field = next(field for field in inspect.type_info(Ability).fields if field.name == "do")  # type: ignore[attr-defined]
    return {op: effect for op, effect in cells.effects_of(field.type).items() if op not in NESTED}


def around(kind: Kind) -> tuple[tuple[str, tuple[Part, ...]], ...]:
    """What is asked beside the effect itself: when, at what price and under what condition an ability works."""
    return (("head", HEAD), ("price", PRICE), ("when", WHEN)) if kind is ACE_ROYAL else ()


def build(kind: Kind, table: str, column: str, op: str, given: Given, *, from_hand: bool = False) -> Built:
    """The effect `op` with its parts as they were filled in. `from_hand`: it stands on a card that is played from the hand."""
    known = effects(kind, table, column)
    if op not in known:
        return Built(wrong="op")
    try:
        value = {known[op].tag_field or "op": op} | filled_in(parts_of(known[op]), given)
        if kind is ACE_ROYAL:
            return _ability(value, given, from_hand=from_hand)
    except Missing as missing:
        return Built(wrong=str(missing))
    info = cells.info_of(kind.tables[table])[column].type
    try:
        msgspec.convert([value], _of(kind, table, column))
        text = cells.write([value], info)
        cells.read(text, info)
    except (msgspec.ValidationError, BadCell):
        return Built(wrong="op")
    return Built([value], text)


def _of(kind: Kind, table: str, column: str) -> Any:
    return next(field.type for field in msgspec.structs.fields(kind.tables[table]) if field.encode_name == column)


def _ability(effect: dict[str, Any], given: Given, *, from_hand: bool) -> Built:
    asked = filled_in([part for _, parts in around(ACE_ROYAL) for part in parts], given)
    head: dict[str, Any] = {"windows": ["any"]} | asked["head"]
    lasting = head["kind"] == "constant"
    if lasting:
        head, asked = {"kind": "constant"}, asked | {"cost": {}}
    if "set" in effect:
        effect.pop("add", None)
    if effect["op"] == "stat" and not lasting:
        effect = {"until": "turn"} | effect
    cost = [{key: _digits(part)} for key, part in asked.get("cost", {}).items()]
    when = [{key: part} for key, part in asked.get("when", {}).items()]
    try:
        ability = msgspec.convert({**head, "cost": cost, "when": when, "do": [effect]}, Ability)
        return checked(ability, from_hand=from_hand)
    except (msgspec.ValidationError, NotNotation):
        return Built(wrong="op")


def checked(ability: Ability, *, from_hand: bool) -> Built:
    """What was put together; nothing of it where it goes beyond what an ability may do. Raises NotNotation."""
    if beyond := excess(ability):
        return Built(wrong=beyond)
    text = write_ability(ability, from_hand=from_hand)
    read = read_ability(text)  # what was filled in as a text is a number now
    if beyond := excess(read):
        return Built(wrong=beyond)
    return Built([msgspec.to_builtins(read)], text, "head" if cannot_work(read) else "")


def _digits(part: Any) -> Any:
    return int(part) if isinstance(part, str) and part.isdecimal() else part


def pieces(kind: Kind, table: str, column: str, text: str) -> list[str]:
    """The effects that stand in the text, each as a text of its own; raises BadCell."""
    if kind is ACE_ROYAL:
        return split_abilities(text)
    info = cells.info_of(kind.tables[table])[column].type
    return [cells.write([value], info) for value in cells.read(text, info) or ()]


def joined(kind: Kind, texts: list[str]) -> str:
    return (BETWEEN if kind is ACE_ROYAL else "; ").join(texts)


def continued(texts: list[str], built: Built) -> list[str]:
    """The effect joins the last ability, which has its own price and time already."""
    effect = built.text.partition(": ")[2]
    return [*texts[:-1], f"{texts[-1]}; {effect}"] if texts else [built.text]
