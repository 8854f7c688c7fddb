"""What can be declared at the table, and its shape (선언): everything about a move that needs no state. Pure."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from boardgames.ace_royal.cards import Card, Keys, Pool, keys_of
from boardgames.ace_royal.vocabulary import Ability, Stat
from tabletop.game import CHANCE, TABLE, Illegal, Json

type Mode = Literal["phys", "magic"]
D6 = range(1, 7)


class Move(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A declaration by a seat, by chance or by the table; `do` says which."""

    by: str


class Start(Move, frozen=True, tag="start"):
    """The start player: rolled for by chance, or agreed by the table (A-10)."""

    rolls: dict[str, int] | UnsetType = UNSET
    dice: Literal[1, 2] | UnsetType = UNSET
    seat: str | UnsetType = UNSET


class Heroes(Move, frozen=True, tag="heroes"):
    cards: dict[str, str]


class Classes(Move, frozen=True, tag="classes"):
    cards: dict[str, str]


class Keep(Move, frozen=True, tag="keep"):
    pass


class Swap(Move, frozen=True, tag="swap"):
    card: str


class Pick(Move, frozen=True, tag="pick", rename={"class_": "class"}):
    hero: str
    class_: str


class DeckOrder(Move, frozen=True, tag="deck"):
    """All codes and scenes, top first."""

    order: tuple[str, ...]


class Reshuffle(Move, frozen=True, tag="reshuffle"):
    order: tuple[str, ...]


class Recover(Move, frozen=True, tag="recover"):
    pass


class Leave(Move, frozen=True, tag="leave"):
    pass


class Reveal(Move, frozen=True, tag="reveal"):
    what: Literal["hero", "class"]


class SetCode(Move, frozen=True, tag="set"):
    card: str


class LayFacedown(Move, frozen=True, tag="facedown"):
    card: str


class Done(Move, frozen=True, tag="done"):
    pass


class Encounter(Move, frozen=True, tag="encounter"):
    roll: int


class Opponent(Move, frozen=True, tag="opponent"):
    roll: int


class Assault(Move, frozen=True, tag="assault"):
    target: str


class Pass(Move, frozen=True, tag="pass"):
    """By a seat; by the table where everybody passes and the window closes."""


class ChooseMode(Move, frozen=True, tag="mode"):
    mode: Mode


class Discard(Move, frozen=True, tag="discard"):
    cards: tuple[str, ...]


class Trigger(Move, frozen=True, tag="trigger"):
    card: str
    discard: tuple[str, ...] | UnsetType = UNSET
    spell: Literal[True] | UnsetType = UNSET


class Spell(Move, frozen=True, tag="spell"):
    """A command spell (令呪, 령주) for function a, b, c or e."""

    use: Literal["a", "b", "c", "e"]
    stat: Stat | UnsetType = UNSET


class Use(Move, frozen=True, tag="use"):
    """An ability or scene; `spell` pays its cost by command spell function d."""

    card: str
    discard: tuple[str, ...] | UnsetType = UNSET
    spell: Literal[True] | UnsetType = UNSET
    target: str | UnsetType = UNSET
    code: str | UnsetType = UNSET
    stat: Stat | UnsetType = UNSET
    choice: Annotated[int, msgspec.Meta(ge=0, le=9)] | UnsetType = UNSET


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that comes of a `manual` effect; `state` 1 is upright, 2 Down, 3 Danger."""

    who: str
    what: Literal["mana", "spells", "assassination", "depletion", "cards", "state", "pa", "pd", "ma", "md"]
    n: Annotated[int, msgspec.Meta(ge=-20, le=20)]


class Settle(Move, frozen=True, tag="settle"):
    """What comes of a `manual` effect, as its user says it at the table."""

    changes: Annotated[tuple[Settled, ...], msgspec.Meta(max_length=40)] = ()
    note: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Accept(Move, frozen=True, tag="accept"):
    pass


class Claim(Move, frozen=True, tag="claim"):
    pass


class Roll(Move, frozen=True, tag="roll"):
    roll: int


class RandomCard(Move, frozen=True, tag="card"):
    card: str


type AnyMove = (
    Start
    | Heroes
    | Classes
    | Keep
    | Swap
    | Pick
    | DeckOrder
    | Reshuffle
    | Recover
    | Leave
    | Reveal
    | SetCode
    | LayFacedown
    | Done
    | Encounter
    | Opponent
    | Assault
    | Pass
    | ChooseMode
    | Discard
    | Trigger
    | Spell
    | Use
    | Accept
    | Claim
    | Roll
    | RandomCard
    | Settle
)


def read_move(value: Json) -> AnyMove | Illegal:
    """The move in `value`, or Illegal (`format`) where its shape is wrong; names of cards and seats are not checked."""
    try:
        move: AnyMove = msgspec.convert(value, AnyMove)
    except (msgspec.ValidationError, UnicodeError):
        return Illegal("move_shape", "format")
    return move if _shapely(move) else Illegal("move_shape", "format")


def refuse_cards(cards: Pool, move: AnyMove) -> Illegal | None:
    """What is wrong with a move of the right shape that names no card of `cards`, or has other keys than its card asks for."""
    if any(card not in cards.cards for card in _cards_in(move)):
        return Illegal("no_such_card", "format")
    fits = not isinstance(move, Use | Trigger) or _fits_card(cards.cards[move.card], move)
    return None if fits else Illegal("move_shape", "format")


def _cards_in(move: AnyMove) -> tuple[str, ...]:
    match move:
        case Heroes(cards=cards) | Classes(cards=cards):
            return tuple(cards.values())
        case DeckOrder(order=cards) | Reshuffle(order=cards) | Discard(cards=cards):
            return cards
        case Swap(card=card) | SetCode(card=card) | LayFacedown(card=card) | RandomCard(card=card):
            return (card,)
        case Pick(hero=hero, class_=class_):
            return (hero, class_)
        case Trigger(card=card, discard=discard):
            return (card, *(discard or ()))
        case Use(card=card, discard=discard, code=code):
            return (card, *(discard or ()), *([code] if code is not UNSET else []))
        case _:
            return ()


def _shapely(move: AnyMove) -> bool:
    match move:
        case Start(by=by, rolls=rolls, dice=dice, seat=seat):
            return _start_shape(by, rolls, dice, seat)
        case Encounter(roll=roll) | Opponent(roll=roll) | Roll(roll=roll):
            return move.by == CHANCE and roll in D6
        case Heroes() | Classes() | DeckOrder() | Reshuffle() | RandomCard():
            return move.by == CHANCE
        case Spell(use=use, stat=stat):
            return (use == "b") == (stat is not UNSET)
        case _:
            return True


def _fits_card(card: Card, move: Use | Trigger) -> bool:
    if isinstance(move, Trigger):
        return _pays_in_shape(move, card.asked_trigger)
    given = Keys(*(part is not UNSET for part in (move.target, move.code, move.stat, move.choice)))
    return given == keys_of(card.activated) and _pays_in_shape(move, card.activated)


def _start_shape(by: str, rolls: Any, dice: Any, seat: Any) -> bool:
    if by == TABLE:
        return seat is not UNSET and rolls is UNSET and dice is UNSET
    highest = 6 * (1 if dice is UNSET else dice)
    if by != CHANCE or rolls is UNSET or seat is not UNSET:
        return False
    return all(highest // 6 <= roll <= highest for roll in rolls.values())


def _pays_in_shape(move: Trigger | Use, ability: Ability | None) -> bool:
    """`discard` stands there if and only if the price names cards and is not waived."""
    names_cards = ability is not None and bool(ability.discards or ability.discards_codes)
    return (move.discard is not UNSET) == (names_cards and move.spell is UNSET)
