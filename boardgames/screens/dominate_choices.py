"""What a player of Dominate may do now, as choices on his screen, and why other things are not possible (I-11).

Choices are built from the options and nothing else. What a choice would come to is told only of moves that turn up
nothing hidden: a paid step, a spell, shards, and the cards of a turn.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from boardgames.box import Sight
from boardgames.dominate.moves import (
    Commit,
    Convert,
    Declared,
    Done,
    Extra,
    MoveTo,
    Peek,
    PlaceAt,
    Settle,
    Shard,
    Spell,
    Swap,
    SwapHand,
    Use,
)
from boardgames.dominate.moves import Warden as TakeBoard
from boardgames.dominate.ops import Manual
from boardgames.dominate.settings import WORKSHOP_MANA
from boardgames.dominate.view import SeatView, View
from boardgames.dominate.vocabulary import ALONG_THE_ARROWS, FIELDS, Warden
from boardgames.screens.by_hand import Settling, settled
from boardgames.screens.dominate_board import tokens_left
from tabletop import strict_json
from tabletop.game import Illegal


class Choice(msgspec.Struct, frozen=True):
    """One move as a button: `kind` has its words in the templates, `move` is what the button sends.

    `mana` and `power` are what the player has afterwards, None where it is not told; `gains` is the mana and `token` the
    terrain token that a placement brings. `pays` is the mana or the shards that it takes, `wins` the results it gives.
    """

    kind: str
    move: str
    code: str = ""
    to: str = ""
    target: str = ""
    mana: int | None = None
    power: int | None = None
    gains: int = 0
    token: int = 0
    pays: int = 0
    wins: int = 0


class Refused(msgspec.Struct, frozen=True):
    """What cannot be done now, and why."""

    kind: str
    code: str
    illegal: Illegal


class Held(msgspec.Struct, frozen=True):
    """A card to choose from; `why` it cannot be played now, if it cannot."""

    code: str
    art: bool
    why: Illegal | None = None


class Picker(msgspec.Struct, frozen=True):
    """Cards to be played together: `legal` is a JSON list of what may be, {"up", "down", "mana", "power"}."""

    kind: str
    cards: tuple[Held, ...]
    legal: str
    fewest: int
    faces: str

    @property
    def moves(self) -> list[tuple[str, list[str], list[str]]]:
        """Every set as the move that plays it, for forms without scripts."""
        return [(self._move(one), one["up"], one["down"]) for one in msgspec.json.decode(self.legal)]

    def _move(self, one: dict[str, Any]) -> str:
        cards = {"cards": one["up"]} if self.kind == "swap_hand" else {"up": one["up"]}
        down = {"down": one["down"]} if self.kind == "commit" else {}
        return msgspec.json.encode({"do": self.kind, **cards, **down}).decode()


class Choices(msgspec.Struct, frozen=True):
    """`asked` is the question; buttons in the order in which a turn usually goes; `done` stands alone at the end."""

    asked: str
    buttons: tuple[Choice, ...]
    refused: tuple[Refused, ...]
    picker: Picker | None
    done: Choice | None
    settle: Settling | None = None

    @property
    def walks(self) -> bool:
        return any(choice.kind == "move" for choice in self.buttons)


def choices(sight: Sight) -> Choices:
    asked = sight.view.waiting_for.asked_for
    plain = [option for option in sight.options if not isinstance(option, PICKED | Done | Settle)]
    done = next((option for option in sight.options if isinstance(option, Done)), None)
    return Choices(
        asked=asked,
        buttons=tuple(_button(sight, option) for option in plain),
        refused=tuple(_refused(sight, asked)),
        picker=_picker(sight),
        done=Choice("done", _json(done)) if done else None,
        settle=_settling(sight) if asked == "manual" else None,
    )


def move_of(fields: Any) -> dict[str, Any] | Illegal:
    """The move that a form says: a button's JSON, or the cards that were chosen in their order."""
    if (by_hand := settled(fields)) is not None:
        return by_hand
    if fields.get("cards") == "swap_hand":
        return {"do": "swap_hand", "cards": fields.getlist("up")}
    if "cards" in fields:
        down = {"down": fields.getlist("down")} if fields["cards"] == "commit" else {}
        return {"do": fields["cards"], "up": fields.getlist("up"), **down}
    move = strict_json.read(fields.get("move", ""))
    return move if isinstance(move, dict) else Illegal("move_shape", "format")


def _button(sight: Sight, move: Declared) -> Choice:
    said = _json(move)
    match move:
        case TakeBoard(warden=code):
            return Choice("warden", said, code)
        case Convert(use=use):
            price = _board(sight).conversion
            pays, wins = (price.mana, price.results) if price and use else (0, 0)
            return Choice(f"convert_{_yes(use)}", said, pays=pays, wins=wins)
        case Swap(use=use):
            return Choice(f"swap_{_yes(use)}", said, (_board(sight).becomes or "") if use else "")
        case PlaceAt(at=at):
            return Choice("place", said, at, gains=_income(sight, at), token=_token(sight, at))
        case Peek():
            return Choice("peek", said)
        case MoveTo(to=to):
            return _foreseen(sight, move, Choice("move", said, to))
        case Spell(use_for=purpose, to=to):
            choice = Choice(f"spell_{purpose}", said, to=to if isinstance(to, str) else "")
            return choice if purpose == "move" else _foreseen(sight, move, choice)
        case Shard(use_for=purpose):
            use_of = _board(sight).shard_uses[purpose]
            return _foreseen(sight, move, Choice(f"shard_{purpose}", said, use_of.card or "", pays=use_of.shards))
        case Use(card=card, to=to, target=target):
            target = sight.names.get(target, "") if isinstance(target, str) else ""
            return Choice("use", said, card, to if isinstance(to, str) else "", target)
    raise TypeError(move)


def _foreseen(sight: Sight, move: Declared, choice: Choice) -> Choice:
    after = _seat(sight.after(move), sight.acting)
    power = sum(term.value for term in after.power) if after.power is not None else None
    return msgspec.structs.replace(choice, mana=after.mana, power=power)


def _income(sight: Sight, at: str) -> int:
    """The mana that the workshop gives to the next one there (D-15); KES gets none."""
    if at != "workshop" or _board(sight).workshop_results:
        return 0
    return WORKSHOP_MANA[min(sum(seat.place == at for seat in sight.view.seats), 1)]


def _token(sight: Sight, at: str) -> int:
    """The terrain token that lies ready there (D-16)."""
    left = tokens_left(sight.view, sight.view.rounds[-1], at) if at in FIELDS else ()
    return left[0] if left else 0


def _refused(sight: Sight, asked: str) -> Iterator[Refused]:
    """The things a player would look for in vain, each with the rule that forbids it."""
    offered = set(sight.options)
    for kind, code, move in _wanted(sight, asked):
        if move not in offered and (illegal := sight.refusal(move)):
            yield Refused(kind, code, illegal)


def _wanted(sight: Sight, asked: str) -> Iterator[tuple[str, str, Declared]]:
    me = _seat(sight.view, sight.acting)
    if asked == "place":
        yield from (("place", at, PlaceAt(me.seat, at)) for at in ALONG_THE_ARROWS)
    if asked == "turn":
        if not me.committed:
            yield from (("move", to, MoveTo(me.seat, to)) for to in ALONG_THE_ARROWS if to != me.place)
        if not me.spells:
            yield "spell", "", Spell(me.seat, "mana")
        yield from (("use", code, move) for code, move in _uses(sight.view, me))
    if asked == "clash":
        cards = sight.view.cards.cards
        yield from (("use", code, Use(me.seat, code)) for code, _ in _uses(sight.view, me) if cards[code].clash)


def _uses(view: View, me: SeatView) -> Iterator[tuple[str, Use]]:
    for code in dict.fromkeys(card.code for card in me.shown if not card.used):
        card = view.cards.cards[code]
        if card.use or card.clash:
            to = ALONG_THE_ARROWS[-1] if card.asks_where else UNSET
            yield code, Use(me.seat, code, to=to, target=me.seat if card.asks_whom else UNSET)


def _picker(sight: Sight) -> Picker | None:
    sets = _sets(sight)
    if not sets:
        return None
    first = next(iter(sets.values()))
    kind = "commit" if isinstance(first, Commit) else "extra" if isinstance(first, Extra) else "swap_hand"
    fewest = min(len(up) + len(down) for up, down in sets)
    faces = {bool(down) for _, down in sets} if kind == "commit" else {False}
    return Picker(
        kind=kind,
        cards=tuple(_cards(sight, kind, sets)),
        legal=msgspec.json.encode([_legal(sight, move, up, down) for (up, down), move in sets.items()]).decode(),
        fewest=fewest,
        faces="both"
        if len(faces) == 2 or any(up and down for up, down in sets)
        else "down"
        if faces == {True}
        else "up",
    )


type Sets = dict[tuple[tuple[str, ...], tuple[str, ...]], Commit | Extra | SwapHand]
PICKED = Commit | Extra | SwapHand
"""Moves for which cards are picked."""


def _sets(sight: Sight) -> Sets:
    """The cards that may be played together, whatever their order: for each the first move that does it."""
    found: Sets = {}
    for move in sight.options:
        if isinstance(move, PICKED):
            up = move.cards if isinstance(move, SwapHand) else move.up
            down = move.down if isinstance(move, Commit) else ()
            found.setdefault((tuple(sorted(up)), tuple(sorted(down))), move)
    return found


def _legal(sight: Sight, move: Commit | Extra | SwapHand, up: tuple[str, ...], down: tuple[str, ...]) -> dict[str, Any]:
    if isinstance(move, SwapHand):
        # what would be drawn is nobody's to know
        return {"up": up, "down": (), "mana": _seat(sight.view, sight.acting).mana, "power": None}
    after = _seat(sight.after(move), sight.acting)
    power = sum(term.value for term in after.power) if after.power is not None else None
    return {"up": up, "down": down, "mana": after.mana, "power": power}


def _cards(sight: Sight, kind: str, sets: Sets) -> Iterator[Held]:
    own = next(one for one in sight.view.own if one.seat == sight.acting)
    playable = {code for up, down in sets for code in (*up, *down)}
    for code in own.hand:
        yield Held(code, art=False, why=None if code in playable else _why_not(sight, kind, code, own.hand, playable))
    if kind != "commit" or _seat(sight.view, sight.acting).place not in FIELDS:
        return
    for code in (*own.ready, *_further(sight)):
        yield Held(code, art=True, why=None if code in playable else _why_not(sight, kind, code, own.hand, playable))


def _further(sight: Sight) -> tuple[str, ...]:
    """The special card that the warden may add to a pair."""
    further = _board(sight).further_card
    return (further.code,) if further else ()


def _why_not(sight: Sight, kind: str, code: str, hand: Iterable[str], playable: set[str]) -> Illegal | None:
    """Why the card cannot be played: what forbids it even beside the cheapest other one, of those that can be played."""
    if kind == "swap_hand":
        return None
    if kind == "extra":
        return sight.refusal(Extra(sight.acting, (code,)))
    cards, further = sight.view.cards.cards, _further(sight)
    others = sorted(
        (other for other in hand if other != code), key=lambda other: (other not in playable, cards[other].cost, other)
    )
    beside = others[:2] if code in further else others[:1]
    return sight.refusal(Commit(sight.acting, up=(code, *beside)))


def _settling(sight: Sight) -> Settling:
    card = sight.view.cards.cards[sight.view.waiting_for.card]
    text = next((op.text for op in card.use if isinstance(op, Manual)), "")
    seats = tuple((one.seat, sight.names[one.seat]) for one in sight.view.seats if one.state == "playing")
    return Settling(card.code, text, ("mana", "results", "spells", "total", "rout"), seats)


def _seat(view: View, seat: str) -> SeatView:
    return next(one for one in view.seats if one.seat == seat)


def _board(sight: Sight) -> Warden:
    """The board of whoever acts."""
    found: Warden = sight.view.cards.wardens[_seat(sight.view, sight.acting).warden]
    return found


def _yes(use: bool) -> str:
    return "yes" if use else "no"


def _json(move: Declared) -> str:
    return msgspec.json.encode(move).decode()
