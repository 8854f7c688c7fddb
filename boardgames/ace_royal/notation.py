"""The compact notation of abilities, `A@counter(1): pa+3`, read and written without loss (rules part 3.7). Pure."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from boardgames.ace_royal.vocabulary import (
    STATS,
    Ability,
    AnyEffect,
    CancelEngagement,
    Choose,
    Condition,
    Cost,
    DamageChange,
    DestroyCode,
    DiscardCards,
    DrawCards,
    ForceMode,
    GainMana,
    Immune,
    LendKeyword,
    MakeProxy,
    MoreSlots,
    Negate,
    NoAssault,
    PreventCoin,
    PutCoin,
    RollDie,
    SetState,
    StatChange,
    StealCard,
    SuppressCode,
    TieCounts,
)

KINDS = {"C": "constant", "A": "activated", "T": "trigger"}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
HEAD = re.compile(r"([CAT])(?:@([a-z_/]+))?((?:\([^)]*\)|\[[^\]]*\])*)")
UNTIL = r"(?:~([a-z_]+))?"
STAT = re.compile(r"(opp\.)?(pa|pd|ma|md|all)([+-])([^~]+)" + UNTIL)
DAMAGE = re.compile(r"dmg_(dealt|taken)([+-]\d+)(?:\[(phys|magic)\])?")
PLAIN = re.compile(r"(mana|slots)\+(\d+)")
KEYWORD = re.compile(r"kw\+([a-z_]+)" + UNTIL)
CALL = re.compile(r"([a-z_]+)(?:\((.*)\))?" + UNTIL)
ROW = re.compile(r"(\d)(?:-(\d))?: (.+)")
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "cancel_engagement": (),
    "coin": ("kind", "n", "who"),
    "destroy_code": ("who", "n"),
    "discard": ("n", "how"),
    "draw": ("n",),
    "force_mode": ("who", "mode"),
    "immune": ("to",),
    "negate": ("what",),
    "no_assault": ("who",),
    "prevent_coin": (),
    "state": ("who", "to"),
    "steal": ("n", "how", "who"),
    "suppress_code": ("who", "n"),
    "tie_counts": ("step",),
}


class NotNotation(ValueError):
    """A text that is no ability in compact notation."""


def read_ability(text: str) -> Ability:
    """The ability that `text` writes down; raises NotNotation."""
    head, colon, body = text.partition(": ")
    found = HEAD.fullmatch(head)
    if not found or not colon:
        raise NotNotation(text)
    kind = KINDS[found[1]]
    plain = {
        "kind": kind,
        "windows": found[2].split("/") if found[2] else [],
        "cost": [part for costs in re.findall(r"\(([^)]*)\)", found[3]) for part in _costs(costs)],
        "when": [_condition(part) for part in re.findall(r"\[([^\]]*)\]", found[3])],
        "do": [_effect(part, lasting=kind == "constant") for part in body.split("; ")],
    }
    try:
        return msgspec.convert(plain, Ability)
    except msgspec.ValidationError as misfit:
        raise NotNotation(text) from misfit


def write_ability(ability: Ability, *, from_hand: bool) -> str:
    """`ability` in compact notation; a card played from the hand (`from_hand`) does not say that it is free."""
    cost = _written_cost(ability, from_hand=from_hand)
    when = "".join(f"[{_written_condition(condition)}]" for condition in ability.when)
    windows = "@" + "/".join(ability.windows) if ability.windows else ""
    asked = when + cost if ability.kind == "trigger" else cost + when
    return f"{LETTERS[ability.kind]}{windows}{asked}: {'; '.join(map(write_effect, ability.do))}"


def _costs(text: str) -> Iterator[dict[str, Any]]:
    for part in text.split(","):
        match part:
            case "T":
                yield {"down": True}
            case "S":
                yield {"sacrifice": True}
            case "X":
                yield {"discard": "X"}
            case "0":
                pass
            case number if number.isdecimal():
                yield {"discard": int(number)}
            case _:
                raise NotNotation(text)


def _condition(text: str) -> dict[str, Any]:
    if text == "coin_incoming":
        return {text: True}
    name, least, number = text.partition(">=")
    return {name: int(number)} if least and number.isdecimal() else {"role": text}


def _effect(text: str, *, lasting: bool) -> dict[str, Any]:
    if found := STAT.fullmatch(text):
        return _stat(found) | ({} if lasting else {"until": found[5] or "turn"})
    if found := DAMAGE.fullmatch(text):
        return {"op": "dmg", "side": found[1], "add": int(found[2])} | ({"mode": found[3]} if found[3] else {})
    if found := PLAIN.fullmatch(text):
        return {"op": found[1], "add": int(found[2])}
    if found := KEYWORD.fullmatch(text):
        return {"op": "kw", "keyword": found[1]} | _lasts(found[2])
    if found := CALL.fullmatch(text):
        return _call(found[1], found[2] or "") | _lasts(found[3])
    raise NotNotation(text)


def _lasts(until: str | None) -> dict[str, str]:
    return {"until": until} if until else {}


def _stat(found: re.Match[str]) -> dict[str, Any]:
    amount = int(found[3] + found[4]) if found[4].isdecimal() else found[4]
    return {"op": "stat", "who": "opp" if found[1] else "self", "stat": found[2], "add": amount}


def _call(op: str, inside: str) -> dict[str, Any]:
    match op:
        case "choose":
            return {"op": op, "options": [_effect(option, lasting=False) for option in inside.split(" | ")]}
        case "roll":
            return {"op": op, "die": 6, "table": [_row(row) for row in inside.split(" | ")]}
        case "proxy":
            return _proxy(inside.split(","))
        case _ if op in ARGUMENTS:
            given = [int(part) if part.isdecimal() else part for part in inside.split(",") if part]
            return {"op": op, **dict(zip(ARGUMENTS[op], given, strict=False))}
    raise NotNotation(op)


def _row(text: str) -> dict[str, Any]:
    if not (found := ROW.fullmatch(text)):
        raise NotNotation(text)
    does = [] if found[3] == "-" else [_effect(found[3], lasting=False)]
    return {"from": int(found[1]), "to": int(found[2] or found[1]), "do": does}


def _proxy(parts: list[str]) -> dict[str, Any]:
    values = [int(value) if value.isdecimal() else value for value in "".join(parts[1:2]).split("/")]
    if len(values) != len(STATS):
        raise NotNotation(",".join(parts))
    stats = dict(zip(STATS, values, strict=True))
    return {"op": "proxy", "origin": parts[0], "stats": stats} | ({"keywords": parts[2:]} if parts[2:] else {})


def _written_cost(ability: Ability, *, from_hand: bool) -> str:
    free = ability.kind == "activated" and not from_hand
    parts = [_written_part(cost) for cost in ability.cost] or (["0"] if free else [])
    return f"({','.join(parts)})" if parts else ""


def _written_part(cost: Cost) -> str:
    return "T" if cost.down else "S" if cost.sacrifice else str(cost.discard)


def _written_condition(condition: Condition) -> str:
    if condition.coin_incoming:
        return "coin_incoming"
    return condition.role or (f"dealt>={condition.dealt}" if condition.dealt else f"codes>={condition.codes}")


def write_effect(effect: AnyEffect) -> str:
    """One effect in compact notation, with its duration where it is not the usual one."""
    match effect:
        case StatChange():
            return _written_stat(effect)
        case DamageChange(side=side, add=add, mode=mode):
            return f"dmg_{side}{add:+}" + (f"[{mode}]" if mode else "")
        case LendKeyword(keyword=keyword, until=until):
            return f"kw+{keyword}" + (f"~{until}" if until else "")
        case GainMana(add=add):
            return f"mana+{add}"
        case MoreSlots(add=add):
            return f"slots+{add}"
        case MakeProxy(origin=origin, stats=stats, keywords=keywords):
            return f"proxy({','.join((origin, '/'.join(map(str, stats.values())), *keywords))})"
        case Choose(options=options):
            return f"choose({' | '.join(map(_written_stat, options))})"
        case RollDie(table=table):
            rows = (f"{_span(row.low, row.high)}: {write_effect(row.do[0]) if row.do else '-'}" for row in table)
            return f"roll({' | '.join(rows)})"
        case _:
            return _written_call(effect)


def _written_stat(change: StatChange) -> str:
    amount = f"{change.add:+}" if isinstance(change.add, int) else f"+{change.add}"
    until = "" if change.until in (None, "turn") else f"~{change.until}"
    return f"{'opp.' if change.who == 'opp' else ''}{change.stat}{amount}{until}"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _written_call(
    effect: CancelEngagement
    | DestroyCode
    | DiscardCards
    | DrawCards
    | ForceMode
    | Immune
    | Negate
    | NoAssault
    | PreventCoin
    | PutCoin
    | SetState
    | StealCard
    | SuppressCode
    | TieCounts,
) -> str:
    plain = msgspec.to_builtins(effect)
    given = [str(plain[name]) for name in ARGUMENTS[plain["op"]] if name in plain]
    until = f"~{plain['until']}" if "until" in plain else ""
    return str(plain["op"]) + (f"({','.join(given)})" if given else "") + until
