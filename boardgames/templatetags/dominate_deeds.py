"""What any card of Dominate does, in words made from the vocabulary (`deed.html`): for cards without a sentence of their own."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from django.template import Context
from django.template.loader import get_template

from boardgames.dominate import ops
from boardgames.dominate.vocabulary import Card, Champion, Situation, Stake, Warden
from boardgames.templatetags.dominate import dominate_name

type Entry = Card | Champion | Warden | Situation | Stake

COUNTED = {"mana_add": "mana", "results_gain": "results", "results_add": "results", "spell_add": "spells"}
"""Ops that only give so many of something."""

SIGNED = frozenset({"terrain_set", "terrain_multiply", "draw", "base_set", "spell_set"})
"""Ops whose number is an amount, not a change."""


def deeds(entry: Entry) -> str:
    """Every effect and mark of the card in one line: what an owner wrote first."""
    told = [entry.text] if entry.text else []
    match entry:
        case Card():
            told += _card(entry)
        case Warden():
            told += _board(entry)
        case Situation() | Stake():
            told += _laid(entry)
    return " ".join(sentence for sentence in map(_ended, told) if sentence)


def _card(card: Card) -> Iterator[str]:
    plain: dict[str, Any] = msgspec.structs.asdict(card)
    for key in ("reveals", "once", "any_mana"):
        if plain[key]:
            yield _say(f"c:{key}")
    if card.lingers:
        yield _say("c:linger_rounds", n=card.linger_rounds) if card.linger_rounds else _say("c:lingers")
    if card.only_if:
        yield _say(f"c:only_{card.only_if}")
    if card.usable_mana:
        yield _say("c:usable_mana", n=card.usable_mana)
    if card.usable_at:
        yield _say("c:usable_at", places=_names(card.usable_at))
    if card.falling_cost is not None:
        yield _say("c:falling_cost")
    if card.joins:
        yield _say("c:joins")
    if card.use:
        yield _say("w:use", does=", ".join(map(_op, card.use)))
    if card.clash:
        yield _say("w:clash", does=", ".join(map(_op, card.clash)))
    yield from (_say(f"w:{getattr(op, 'when', 'won')}", does=_op(op)) for op in card.after)
    yield from _lasting(card.lasting)
    if card.workshop_results:
        yield _say("c:workshop_results", n=_signed(card.workshop_results))
    if card.combination:
        yield _say("c:combination", n=_signed(card.combination.total))


def _board(board: Warden) -> Iterator[str]:
    plain: dict[str, Any] = msgspec.structs.asdict(board)
    signed = {"lost_mana", "revealed_total", "workshop_results", "cleanup_mana"}
    for key, value in plain.items():
        if key in ("code", "name", "mana", "spells", "text", "lasting") or not value:
            continue
        if key == "conversion":
            yield _say("b:conversion", **msgspec.structs.asdict(value))
        elif key != "shard_uses":
            yield _say(f"b:{key}", n=_signed(value) if key in signed else value if isinstance(value, int) else "")
    yield from _lasting(board.lasting)


def _laid(card: Situation | Stake) -> Iterator[str]:
    plain: dict[str, Any] = msgspec.structs.asdict(card)
    for key, value in plain.items():
        if key in ("code", "name", "mana", "copies", "results", "climax_left", "text") or value in (
            0,
            False,
            None,
            (),
            {},
        ):
            continue
        match key:
            case "adds" | "costs":
                yield from (_say(f"s:{key}", attribute=_attribute(word), n=_signed(n)) for word, n in value.items())
            case "extra_stakes":
                yield from (_say("s:extra_stakes", place=dominate_name(place), n=n) for place, n in value.items())
            case "closes":
                yield _say("s:closes", places=_names(value))
            case "locks":
                yield _say("s:locked") if value is True else _say("s:locks", places=_names(value))
            case "bans":
                yield _say("s:bans", attributes=", ".join(map(_attribute, value)))
            case "terrain_multiply" if value == 1:
                continue
            case "workshop" | "small_power" | "terrain_multiply" | "spell_or_mana" | "prize_per_further":
                yield _say(f"s:{key}", n=value)
            case _:
                yield _say(f"s:{key}", n=_signed(value))


def _lasting(lasting: Iterable[ops.LastingOp]) -> Iterator[str]:
    for op in lasting:
        if isinstance(op, ops.Always):
            yield _say("m:always", does=_only(_per(_say("power", n=_signed(op.n)), op.per), op.only))
        else:
            does = _say(op.what, n=_signed(op.n))
            placed = _say("m:at", does=does, place=dominate_name(op.at)) if op.at else does
            yield _say(f"m:{op.when}", does=placed)


def _op(op: Any) -> str:
    """One op as a phrase."""
    plain: dict[str, Any] = msgspec.to_builtins(op)
    word = plain["op"]
    n = plain.get("n", 0)
    given = {**plain, "n": n if word in SIGNED else _signed(n), "attribute": _attribute(plain.get("attribute") or "")}
    match op:
        case ops.TotalAdd():
            return _only(_per(_say("power", **given), op.per), "climax" if op.climax else op.only)
        case ops.ResultsAdd():
            told = _say("results", **given)
            told = told if op.opponents == "any" else _say(f"w:{op.opponents}", does=told)
            return ", ".join([told, *([_say("winner_prize_add", n=_signed(op.winners))] if op.winners else [])])
        case ops.PlayExtra() | ops.PlayRange():
            told = _say(word, **given)
            told = _say("free", does=told) if op.free else told
            return ", ".join([*([_say("draw", n=plain["draw"])] if plain.get("draw") else []), told])
        case ops.Rout():
            return _rout(op)
        case ops.RoutStronger(opponents=opponents):
            return _say(f"rout_stronger_{opponents}")
        case ops.Silence(scope=scope):
            return _say("silence_all" if scope == "all" else "silence")
        case ops.Go():
            return _say("move", places=_names(op.places), cost=op.cost)
        case ops.BaseSet() | ops.BaseAdd():
            return _bases(op, _say(word, **given))
        case ops.Reveal(target=target):
            return _say("reveal" if target == "self" else "reveal_other")
        case ops.NoDraw(target=target) | ops.SpellAdd(target=target) | ops.SpellSet(target=target):
            return _target(_say(COUNTED.get(word, word), **given), target)
        case ops.GainAfter(what=what) | ops.Gain(what=what):
            return _say(what, **given)
        case ops.WeakenActed(spares=spares):
            return _say(word, **{**given, "attribute": _attribute(spares)})
    return _say(COUNTED.get(word, word), **given)


def _rout(op: ops.Rout) -> str:
    told = _say({"chosen": "rout_one"}.get(op.target, f"rout_{op.target}"))
    if op.spells is not None:
        told = _say("rout_spells", does=told, spells=op.spells)
    return _say("rout_lacks", does=told, attribute=_attribute(op.lacks)) if op.lacks else told


def _bases(op: ops.BaseSet | ops.BaseAdd, told: str) -> str:
    if op.attribute:
        told = _say("of_attribute", does=told, attribute=_attribute(op.attribute))
    if op.at_most is not None:
        told = _say("at_most", does=told, power=op.at_most)
    return _target(told, op.scope)


def _target(told: str, target: str) -> str:
    keys = {"all": "w:all_here", "opponents": "w:all_here", "chosen": "w:chosen_here"}
    return _say(keys[target], does=told) if target in keys else told


def _per(told: str, attribute: str | None) -> str:
    return _say("w:per", does=told, attribute=_attribute(attribute)) if attribute else told


def _only(told: str, only: str | None) -> str:
    return _say(f"w:{only}", does=told) if only else told


def _say(key: str, **given: Any) -> str:
    return " ".join(_render("deed", {**given, "key": key}).split())


def _attribute(word: str) -> str:
    return _render("attribute", {"word": word}).strip() if word else ""


def _render(name: str, context: Mapping[str, Any]) -> str:
    found: Any = get_template(f"boardgames/dominate/screen/{name}.html")
    return str(found.template.render(Context(dict(context), autoescape=False)))


def _names(codes: Iterable[str]) -> str:
    return ", ".join(map(dominate_name, codes))


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def _ended(sentence: str) -> str:
    return sentence if not sentence or sentence[-1] in ".!?。！？" else sentence + "."
