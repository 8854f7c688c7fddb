"""What the records of the board games have in common: own keys, house rules, seats, and the fold of the moves. Pure.

Only the first mistake is reported, in the order the formats demand: the record's own keys (`""`), `options.<key>` in the
order written, `seats[i]`, their number (`seats`), then `moves[i]`, each against the state that the moves before it left.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Protocol

import msgspec

from tabletop.game import CHANCE, Game, Illegal, Json
from tabletop.strict_json import Spoiled

SEAT_ID = re.compile(r"[a-z0-9-]+")
OWN_KEYS = {"format", "version", "set", "seats"}
OPTIONAL_KEYS = {"title", "options", "cards"}
OWN_SET = "own-"
"""Before the fingerprint of the cards in the name of a set that somebody made."""


class SeatEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place at the table; seats are listed clockwise."""

    id: str
    name: str | None = None


class Setup[HouseRules: msgspec.Struct](msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything fixed at the start; as builtins it is the record without its `moves`.

    `cards` is a whole copy of the set as its file holds it, None for the one that ships.
    """

    format: str
    version: int
    set: str
    options: HouseRules
    seats: tuple[SeatEntry, ...]
    title: str | None = None
    cards: Any = None

    @property
    def seat_ids(self) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.seats)


class RecordedGame(Game, Protocol):
    """A game that also says how it stands, as its result record, and reads sets of cards."""

    def result(self, state: Any) -> Any: ...

    def learnt(self, before: Any, after: Any) -> bool:
        """Whether somebody learnt a hidden card between the two states, so that no undo goes behind it."""
        ...

    def read_set(self, value: Any) -> Any:
        """The `card_set.CardSet` in a decoded set file; raises `card_set.BadCardSet` with every mistake."""
        ...


class Form(msgspec.Struct, frozen=True):
    """What tells one game's record from another's.

    `house_rules` is a frozen Struct whose field types are the allowed values and whose defaults are the defaults;
    `number_rule` forbids fewer seats than `fewest` and more than `most`; `options_at` is the place of an `options`
    that is no object; `read_set` reads a set of cards that a record carries along (a ValueError refuses it), with
    `kept=True` as one that was taken once.
    """

    format: str
    set: str
    house_rules: type[msgspec.Struct]
    fewest: int
    most: int
    number_rule: str
    taken: tuple[str, ...] = (CHANCE,)
    options_at: str = ""
    read_set: Callable[..., Any] | None = None


def split_record(value: Json) -> tuple[dict[str, Any], Sequence[Json]] | Illegal:
    """The record's setup part and its moves, which may be left out."""
    if not isinstance(value, dict):
        return Illegal("not_an_object", "format")
    moves = value.get("moves", [])
    if not isinstance(moves, list | tuple):
        return _misfit("moves")
    return {key: part for key, part in value.items() if key != "moves"}, moves


def read_setup(value: Json, form: Form, *, kept: bool = False) -> Setup[Any] | Illegal:
    """The setup in `value` (a record without `moves`), or Illegal with its place; `kept` is one that was taken once."""
    if not isinstance(value, dict):
        return Illegal("not_an_object", "format")
    if illegal := _own_keys(value, form) or _own_set(value, form, kept=kept):
        return illegal
    house_rules = read_house_rules(value.get("options", {}), form)
    if isinstance(house_rules, Illegal):
        return house_rules
    seats = read_seats(value["seats"], form)
    if isinstance(seats, Illegal):
        return seats
    return Setup(form.format, 1, value["set"], house_rules, seats, value.get("title"), value.get("cards"))


def replay_record(game: RecordedGame, value: Json) -> Any:
    """The result record of the whole record in `value`, or the Illegal of its first mistake with its place."""
    parts = split_record(value)
    if isinstance(parts, Illegal):
        return parts
    setup = game.read_setup(parts[0])
    if isinstance(setup, Illegal):
        return setup
    state = replay(game, setup, parts[1])
    return state if isinstance(state, Illegal) else game.result(state)


def replay(game: Game, setup: Any, moves: Sequence[Json]) -> Any:
    """The state after all `moves`, or the Illegal of the first refused one, `at` its place in the record."""
    state = game.start(setup)
    for number, value in enumerate(moves):
        move = game.read_move(value)
        played = move if isinstance(move, Illegal) else game.play(state, move)
        if isinstance(played, Illegal):
            return msgspec.structs.replace(played, at=f"moves[{number}]")
        state = played.state
    return state


def misfits(value: dict[str, Any], kind: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Key by key as written, what of `value` does not fit the fields of `kind`: (key, `unknown` | `value`)."""
    types = _field_types(kind)
    for key, part in value.items():
        if key not in types:
            yield key, "unknown"
        elif not fits(part, types[key]):
            yield key, "value"


def fits(value: Any, kind: Any) -> bool:
    """Whether `value` is one of `kind`, strictly: `true` is no 1 and `"1"` no number."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def is_text(value: Any) -> bool:
    """A string that can be written down: half a surrogate pair, which JSON lets through, cannot."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def read_house_rules(value: Any, form: Form) -> Any:
    """The house rules in `options`, or Illegal at `options.<key>` for the first key that is wrong."""
    if not isinstance(value, dict):
        return Illegal("bad_value", "format", form.options_at, {"key": "options"})
    for key, wrong in misfits(value, form.house_rules):
        return Illegal(f"option_{wrong}", "format", f"options.{key}", {"key": key[:80]})
    return msgspec.convert(value, form.house_rules)


def read_seats(value: Sequence[Any], form: Form) -> tuple[SeatEntry, ...] | Illegal:
    """The seats as listed, or Illegal at `seats[i]`, then at `seats` for their number."""
    seats: list[SeatEntry] = []
    for number, seat in enumerate(value):
        if code := _wrong_seat(seat, form.taken, seats):
            return Illegal(code, "format", f"seats[{number}]")
        seats.append(SeatEntry(seat["id"], seat.get("name")))
    if not form.fewest <= len(seats) <= form.most:
        return Illegal("seat_number", form.number_rule, "seats", {"fewest": form.fewest, "most": form.most})
    return tuple(seats)


def _own_keys(value: dict[str, Any], form: Form) -> Illegal | None:
    for key in value:
        if key not in OWN_KEYS | OPTIONAL_KEYS:
            return Illegal("unknown_key", "format", "", {"key": key[:80]})
    for key in sorted(OWN_KEYS - value.keys()):
        return Illegal("missing_key", "format", "", {"key": key})
    right = {
        "format": value["format"] == form.format,
        "version": type(value["version"]) is int and value["version"] == 1,
        "set": value["set"] == form.set or _is_own(value["set"]),
        "seats": isinstance(value["seats"], list | tuple),
        "options": not isinstance(value.get("options"), Spoiled),
        "title": "title" not in value or is_text(value["title"]),
    }
    return next((_misfit(key) for key, fine in right.items() if not fine), None)


def _is_own(name: Any) -> bool:
    return isinstance(name, str) and name.startswith(OWN_SET)


def _own_set(value: dict[str, Any], form: Form, *, kept: bool) -> Illegal | None:
    """A set that somebody made must lie in the record, whole, with the content that its name says."""
    if not _is_own(value["set"]):
        return _misfit("cards") if "cards" in value else None
    if "cards" not in value or form.read_set is None:
        return Illegal("cards_missing", "format", "", {"key": "set"})
    try:
        found = form.read_set(value["cards"], kept=kept)
    except ValueError as wrong:
        return Illegal("bad_cards", "format", "cards", {"mistake": str(wrong).partition("\n")[0][:120]})
    return None if value["set"] == OWN_SET + found.fingerprint else _misfit("set")


def _misfit(key: str) -> Illegal:
    return Illegal("bad_value", "format", "", {"key": key})


def _wrong_seat(seat: Any, taken: tuple[str, ...], before: list[SeatEntry]) -> str | None:
    if not isinstance(seat, dict) or not {"id"} <= seat.keys() <= {"id", "name"}:
        return "seat_shape"
    name = seat["id"]
    if not isinstance(name, str) or not SEAT_ID.fullmatch(name):
        return "seat_id"
    if name in taken or any(name == other.id for other in before):
        return "seat_taken"
    return None if "name" not in seat or is_text(seat["name"]) else "seat_name"


@cache
def _field_types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
