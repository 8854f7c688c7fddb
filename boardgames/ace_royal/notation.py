"""The compact notation of abilities, `A@counter(1): pa+3`, read and written without loss (rules part 3.7). Pure.

Effects stand one after the other with `; `, inside of brackets with ` & `; what somebody else is meant by stands before a
point (`opp.pd-2`, `each_other.mana-1`), what is set instead of added after `=`. A text stands in quotation marks.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any

import msgspec

from boardgames.ace_royal.cards import is_amount
from boardgames.ace_royal.measure import DEEPEST, depth
from boardgames.ace_royal.vocabulary import (
    STATS,
    Ability,
    AnyEffect,
    Choose,
    Condition,
    Cost,
    DamageChange,
    GainMana,
    GainSpell,
    LendKeyword,
    MakeProxy,
    Manual,
    MoreSlots,
    OnlyIf,
    Repeat,
    RollDie,
    StatChange,
    everything,
)

KINDS = {"C": "constant", "A": "activated", "T": "trigger"}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
HEAD = re.compile(r"([CAT])(?:@([a-z_/]+))?((?:\([^)]*\)|\[[^\]]*\])*)")
UNTIL = r"(?:~([a-z_]+))?"
WHO = r"(?:(opp|any|each_other)\.)?"
STAT = re.compile(WHO + r"(pa|pd|ma|md|all)([+=-])([^~]+)" + UNTIL)
DAMAGE = re.compile(r"dmg_(dealt|taken)([+-][^\[\]]+)(?:\[(phys|magic)\])?")
PLAIN = re.compile(WHO + r"(mana|spell|slots)([+-].+)")
KEYWORD = re.compile(WHO + r"kw([+-])([a-z_]+)" + UNTIL)
CALL = re.compile(r"([a-z_]+)(?:\((.*)\))?" + UNTIL, re.DOTALL)
ROW = re.compile(r"(\d)(?:-(\d))?: (.+)")
LEAST = re.compile(r"([a-z]+)>=(\d{1,6})")
IS = re.compile(r"(mode|opp\.kw|opp\.class|opp\.sex)=([a-z_]+)")
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
MOST_BRACKETS = DEEPEST + 2
"""Within the innermost effect stand its arguments, and within these an amount like `min(a,b)`."""
LEFT_OUT = "-"
"""Stands for an argument that is left out before another one."""
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "cancel_engagement": (),
    "coin": ("kind", "n", "who"),
    "destroy_code": ("who", "n"),
    "discard": ("n", "how", "who"),
    "draw": ("n", "who"),
    "fetch": ("from", "filter", "n"),
    "force_mode": ("who", "mode"),
    "give": ("n", "who", "how"),
    "immune": ("to",),
    "negate": ("what",),
    "no_assault": ("who",),
    "peek": ("zone", "who", "n"),
    "prevent_coin": (),
    "state": ("who", "to"),
    "steal": ("n", "how", "who"),
    "suppress_code": ("who", "n"),
    "swap_roles": (),
    "tie_counts": ("step",),
}


class NotNotation(ValueError):
    """A text that is no ability in compact notation."""


def read_ability(text: str) -> Ability:
    """The ability that `text` writes down; raises NotNotation."""
    head, colon, body = text.partition(": ")
    found = HEAD.fullmatch(head)
    if not found or not colon or _brackets(body) > MOST_BRACKETS:
        raise NotNotation(text)
    kind = KINDS[found[1]]
    plain = {
        "kind": kind,
        "windows": found[2].split("/") if found[2] else [],
        "cost": [part for costs in re.findall(r"\(([^)]*)\)", found[3]) for part in _costs(costs)],
        "when": [_condition(part) for part in re.findall(r"\[([^\]]*)\]", found[3])],
        "do": [_effect(part, lasting=kind == "constant") for part in _parts(body, "; ")],
    }
    try:
        ability = msgspec.convert(plain, Ability)
    except msgspec.ValidationError as misfit:
        raise NotNotation(text) from misfit
    if depth(ability.do) > DEEPEST or not all(is_amount(value) for value in _amounts(ability)):
        raise NotNotation(text)
    return ability


def split_abilities(text: str) -> list[str]:
    """The abilities of a card, which stand one after the other with `;;`; within quotation marks it is part of the text."""
    return [part.strip() for part in _parts(text, ";;") if part.strip()]


def _brackets(text: str) -> int:
    """How many brackets stand within each other, those of texts aside."""
    steps = ((sign == "(") - (sign == ")") for sign in QUOTED.sub("", text))
    return max(accumulate(steps), default=0)


def _amounts(ability: Ability) -> Iterator[int | str]:
    for effect in everything(ability.do):
        yield from (value for key in ("add", "n", "set") if (value := getattr(effect, key, None)) is not None)
        if isinstance(effect, MakeProxy):
            yield from effect.stats.values()


def _parts(text: str, sign: str) -> list[str]:
    """`text` split at signs that stand in no brackets and no quotation marks."""
    found, depth, quoted, start, at = [], 0, False, 0, 0
    while at < len(text):
        letter = text[at]
        if letter == "\\" and quoted:
            at += 1
        elif letter == '"':
            quoted = not quoted
        elif not quoted and letter in "([":
            depth += 1
        elif not quoted and letter in ")]":
            depth -= 1
        elif not quoted and depth == 0 and text.startswith(sign, at):
            found.append(text[start:at])
            start = at = at + len(sign)
            continue
        at += 1
    return [*found, text[start:]]


def write_ability(ability: Ability, *, from_hand: bool) -> str:
    """`ability` in compact notation; a card played from the hand (`from_hand`) does not say that it is free."""
    cost = _written_cost(ability, from_hand=from_hand)
    when = "".join(f"[{part}]" for condition in ability.when for part in _written_condition(condition))
    windows = "@" + "/".join(ability.windows) if ability.windows else ""
    asked = when + cost if ability.kind == "trigger" else cost + when
    return f"{LETTERS[ability.kind]}{windows}{asked}: {'; '.join(map(write_effect, ability.do))}"


def _costs(text: str) -> Iterator[dict[str, Any]]:
    for part in text.split(","):
        if len(part) > len("R123456"):
            raise NotNotation(text[:80])
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
            case _ if part[:1] == "K" and part[1:].isdecimal():
                yield {"discard_code": int(part[1:])}
            case _ if part[:1] == "M" and part[1:].isdecimal():
                yield {"mana": int(part[1:])}
            case _ if part[:1] == "R" and part[1:].isdecimal():
                yield {"roll": [int(number) for number in part[1:]]}
            case _:
                raise NotNotation(text)


def _condition(text: str) -> dict[str, Any]:
    if text in ("coin_incoming", "own_turn"):
        return {text: True}
    if found := LEAST.fullmatch(text):
        return {found[1]: int(found[2])}
    if found := IS.fullmatch(text):
        return {found[1].replace(".", "_"): found[2]}
    return {"role": text}


def _effect(text: str, *, lasting: bool) -> dict[str, Any]:
    if found := STAT.fullmatch(text):
        return _stat(found) | _lasts(found[5] or (None if lasting else "turn"))
    if found := DAMAGE.fullmatch(text):
        mode = {"mode": found[3]} if found[3] else {}
        return {"op": "dmg", "side": found[1], "add": _number(found[2])} | mode
    if found := PLAIN.fullmatch(text):
        return {"op": found[2], "add": _number(found[3])} | ({"who": found[1]} if found[1] else {})
    if found := KEYWORD.fullmatch(text):
        removes = {"remove": True} if found[2] == "-" else {}
        return {"op": "kw", "keyword": found[3], **removes} | ({"who": found[1]} if found[1] else {}) | _lasts(found[4])
    if found := CALL.fullmatch(text):
        return _call(found[1], found[2] or "") | _lasts(found[3])
    raise NotNotation(text)


def _lasts(until: str | None) -> dict[str, str]:
    return {"until": until} if until else {}


def _number(text: str) -> int | str:
    bare = text.removeprefix("+")
    return int(bare) if re.fullmatch(r"-?\d{1,6}", bare) else bare


def _stat(found: re.Match[str]) -> dict[str, Any]:
    key, sign = ("set", "") if found[3] == "=" else ("add", found[3])
    return {"op": "stat", "who": found[1] or "self", "stat": found[2], key: _number(sign + found[4])}


def _call(op: str, inside: str) -> dict[str, Any]:
    match op:
        case "choose":
            return {"op": op, "options": [_effect(option, lasting=False) for option in _parts(inside, " | ")]}
        case "roll":
            return {"op": op, "die": 6, "table": [_row(row) for row in _parts(inside, " | ")]}
        case "proxy":
            return _proxy(_parts(inside, ","))
        case "manual":
            return {"op": op, "text": _text(inside)}
        case "if":
            condition, rest = _before(inside)
            done = [_several(part) for part in _parts(rest, " | ")]
            if not 1 <= len(done) <= 2:
                raise NotNotation(inside)
            return {"op": op, "when": _together(condition), "then": done[0], "else": done[1] if done[1:] else []}
        case "repeat":
            number, rest = _before(inside)
            return {"op": op, "n": _number(number), "do": _several(rest)}
        case _ if op in ARGUMENTS:
            given = [part for part in _parts(inside, ",") if part]
            if len(given) > len(ARGUMENTS[op]):
                raise NotNotation(op)
            named = zip(ARGUMENTS[op], given, strict=False)
            return {"op": op, **{name: _number(part) for name, part in named if part != LEFT_OUT}}
    raise NotNotation(op)


def _together(text: str) -> dict[str, Any]:
    """Several conditions that must hold at once, with a space between them."""
    found = [_condition(part) for part in text.split(" ")]
    when = {key: value for condition in found for key, value in condition.items()}
    if len(when) < len(found):
        raise NotNotation(text[:80])
    return when


def _before(inside: str) -> tuple[str, str]:
    """What stands before the colon, which is no text in quotation marks, and what is done."""
    first, colon, rest = inside.partition(": ")
    if not colon or '"' in first:
        raise NotNotation(inside[:80])
    return first, rest


def _several(text: str) -> list[dict[str, Any]]:
    return [] if text == "-" else [_effect(part, lasting=False) for part in _parts(text, " & ")]


def _text(text: str) -> str:
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError as wrong:
        raise NotNotation(text[:80]) from wrong


def _row(text: str) -> dict[str, Any]:
    if not (found := ROW.fullmatch(text)):
        raise NotNotation(text)
    return {"from": int(found[1]), "to": int(found[2] or found[1]), "do": _several(found[3])}


def _proxy(parts: list[str]) -> dict[str, Any]:
    values = [_number(value) for value in "".join(parts[1:2]).split("/")]
    if len(values) != len(STATS):
        raise NotNotation(",".join(parts))
    stats = dict(zip(STATS, values, strict=True))
    return {"op": "proxy", "origin": parts[0], "stats": stats} | ({"keywords": parts[2:]} if parts[2:] else {})


def _written_cost(ability: Ability, *, from_hand: bool) -> str:
    free = ability.kind == "activated" and not from_hand
    parts = [part for cost in ability.cost for part in _written_part(cost)] or (["0"] if free else [])
    return f"({','.join(parts)})" if parts else ""


def _written_part(cost: Cost) -> Iterator[str]:
    if cost.down:
        yield "T"
    if cost.sacrifice:
        yield "S"
    if cost.discard:
        yield str(cost.discard)
    if cost.discard_code:
        yield f"K{cost.discard_code}"
    if cost.mana:
        yield f"M{cost.mana}"
    if cost.roll:
        yield "R" + "".join(map(str, cost.roll))


def _written_condition(condition: Condition) -> Iterator[str]:
    plain: dict[str, Any] = msgspec.to_builtins(condition)
    for key, value in plain.items():
        if value is True:
            yield key
        elif isinstance(value, int):
            yield f"{key}>={value}"
        else:
            yield value if key == "role" else f"{key.replace('opp_', 'opp.')}={value}"


def write_effect(effect: AnyEffect) -> str:
    """One effect in compact notation, with its duration where it is not the usual one."""
    match effect:
        case StatChange():
            return _written_stat(effect)
        case DamageChange(side=side, add=add, mode=mode):
            return f"dmg_{side}{_signed(add)}" + (f"[{mode}]" if mode else "")
        case LendKeyword(keyword=keyword, until=until, who=who, remove=remove):
            return f"{_point(who)}kw{'-' if remove else '+'}{keyword}" + (f"~{until}" if until else "")
        case GainMana(add=add, who=who):
            return f"{_point(who)}mana{_signed(add)}"
        case GainSpell(add=add, who=who):
            return f"{_point(who)}spell{_signed(add)}"
        case MoreSlots(add=add):
            return f"slots{_signed(add)}"
        case MakeProxy(origin=origin, stats=stats, keywords=keywords):
            return f"proxy({','.join((origin, '/'.join(map(str, stats.values())), *keywords))})"
        case Choose(options=options):
            return f"choose({' | '.join(map(write_effect, options))})"
        case RollDie(table=table):
            rows = (f"{_span(row.low, row.high)}: {_written_several(row.do)}" for row in table)
            return f"roll({' | '.join(rows)})"
        case OnlyIf(when=when, then=then, otherwise=otherwise):
            condition = " ".join(_written_condition(when))
            rest = f" | {_written_several(otherwise)}" if otherwise else ""
            return f"if({condition}: {_written_several(then)}{rest})"
        case Repeat(n=number, do=do):
            return f"repeat({number}: {_written_several(do)})"
        case Manual(text=text):
            return f"manual({msgspec.json.encode(text).decode()})"
        case _:
            return _written_call(effect)


def _written_several(effects: Iterable[AnyEffect]) -> str:
    return " & ".join(map(write_effect, effects)) or "-"


def _point(who: str) -> str:
    return "" if who == "self" else f"{who}."


def _signed(number: int | str) -> str:
    if isinstance(number, int):
        return f"{number:+}"
    return number if number.startswith("-") else f"+{number}"


def _written_stat(change: StatChange) -> str:
    amount = _signed(change.add) if change.set is None else f"={change.set}"
    until = "" if change.until in (None, "turn") else f"~{change.until}"
    return f"{_point(change.who)}{change.stat}{amount}{until}"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _written_call(effect: AnyEffect) -> str:
    """Arguments in their order, up to the last that is not left out."""
    plain: dict[str, Any] = msgspec.to_builtins(effect)
    whole = {field.encode_name: field.default for field in msgspec.structs.fields(effect)}
    names = ARGUMENTS[plain["op"]]
    last = max((at for at, name in enumerate(names, 1) if name in plain), default=0)
    values = (plain.get(name, whole[name]) for name in names[:last])
    given = [LEFT_OUT if value is None else str(value) for value in values]
    until = f"~{plain['until']}" if "until" in plain else ""
    return str(plain["op"]) + (f"({','.join(given)})" if given else "") + until
