"""The fight record: one JSON value in, the result record or the first fault out."""

from typing import Any

import msgspec

from combat.rules.moves import read_with_faults
from combat.rules.options import counted_cards
from combat.rules.outcome import deadlines, outcome
from combat.rules.play import advance
from combat.rules.reports import Deadline, Event, Outcome, Reward, SlotReport
from combat.rules.roster import read_setup, start
from combat.rules.state import Fight, Fighter
from combat.rules.waiting import waiting_for
from tabletop.game import Illegal

FORMAT = "grailkeeper/fight"
VERSION = 1

_SETUP_KEYS = ("combatants", "title", "settings")
_KEYS = ("format", "version", *_SETUP_KEYS, "moves")


class Result(msgspec.Struct, frozen=True):
    """The result record; encodes to exactly its JSON."""

    format: str
    version: int
    slots: tuple[SlotReport, ...]
    events: tuple[Event, ...]
    combatants: dict[str, dict[str, Any]]
    waiting_for: dict[str, str | int] | None
    outcome: Outcome
    deadlines: tuple[Deadline, ...]
    rewards: tuple[Reward, ...]


def adjudicate(record: Any) -> Result | Illegal:
    """The result of a fight record, or the first thing wrong with it, by place and rule."""
    fight = fold(record)
    return fight if isinstance(fight, Illegal) else result(fight)


def fold(record: Any) -> Fight | Illegal:
    """The fight after all moves of the record."""
    if illegal := _head_fault(record):
        return illegal
    setup = read_setup({key: record[key] for key in _SETUP_KEYS if key in record})
    if isinstance(setup, Illegal):
        return setup
    fight = start(setup)
    for index, move in enumerate(record.get("moves", ())):
        after = _advance(fight, move)
        if isinstance(after, Illegal):
            return Illegal(after.code, after.rule, f"moves[{index}]{'.' if after.at else ''}{after.at}", after.numbers)
        fight = after
    return fight


def result(fight: Fight) -> Result:
    """The fight as it stands, as a result record."""
    return Result(
        format="grailkeeper/fight-result",
        version=VERSION,
        slots=fight.slots,
        events=fight.events,
        combatants={fighter.kit.id: _combatant(fight, fighter) for fighter in fight.fighters},
        waiting_for=waiting_for(fight),
        outcome=outcome(fight),
        deadlines=deadlines(fight),
        rewards=fight.rewards,
    )


def _advance(fight: Fight, value: Any) -> Fight | Illegal:
    move, misshapen = read_with_faults(value)
    return move if isinstance(move, Illegal) else advance(fight, move, misshapen)


def _head_fault(record: Any) -> Illegal | None:
    """The record's own keys; `read_setup` looks at those of the setup again."""
    if not isinstance(record, dict):
        return Illegal("malformed", "format", numbers={"inside": ""})
    if unknown := next((key for key in record if key not in _KEYS), None):
        return Illegal("unknown_key", "format", numbers={"key": unknown[:80], "inside": ""})
    if missing := next((key for key in ("format", "version", "combatants") if key not in record), None):
        return Illegal("missing_key", "format", numbers={"key": missing, "inside": ""})
    if record["format"] != FORMAT:
        return Illegal("not_a_fight", "format")
    if record["version"] != VERSION or isinstance(record["version"], bool):
        return Illegal("unknown_version", "format")
    if not isinstance(record.get("moves", []), list):
        return Illegal("malformed", "format", numbers={"inside": "moves"})
    return None


def _combatant(fight: Fight, fighter: Fighter) -> dict[str, Any]:
    kit, left = fighter.kit, fighter.left
    cards = counted_cards(fighter)
    others = [word for word in kit.stock if word not in cards and ":" in word and not word.startswith("support:")]
    return {
        "state": fighter.state,
        "hp": fighter.hp,
        "mp": fighter.mp,
        "cards": {word: left[kit.places[word]] for word in cards},
        "support": {"general": left[kit.general], "skill": left[kit.skill]},
        "uses": {word: left[kit.places[word]] for word in others},
        **_pools(fight, fighter),
    }


def _pools(fight: Fight, fighter: Fighter) -> dict[str, Any]:
    """A Master's pools; a Servant shows the command spells only when his Master is no combatant."""
    kit = fighter.kit
    if kit.servant and (kit.master is None or kit.master in fight.places):
        return {}
    pool = fight.spells[kit.master or kit.id]
    own = {} if kit.servant else {"fortune": fighter.fortune, "conviction": fighter.conviction}
    return {**own, "command_spells": pool.left, "forced_return_used": pool.returned}
