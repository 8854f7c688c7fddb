"""Everything that can be said at the table, as the record writes it. Pure.

A move is read by shape alone; whether its words are cards of the set, and whether it may be made now, is `play`'s question.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType, field

from boardgames.dominate.cards import Pool
from boardgames.dominate.ops import Place
from boardgames.dominate.vocabulary import Card
from tabletop.game import Illegal, Json


class ChanceMove(
    msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True
):
    """A draw, made by the referee; `by` stands in it as in every move."""

    by: Literal["chance"]


class Wardens(ChanceMove, frozen=True):
    wardens: dict[str, str]


class Champions(ChanceMove, frozen=True):
    champions: dict[str, str]


class Deck(ChanceMove, frozen=True):
    """The shuffled deck of the seat `who`, top card first."""

    who: str
    cards: tuple[str, ...]


class Stakes(ChanceMove, frozen=True):
    cards: tuple[str, ...]


class Situations(ChanceMove, frozen=True):
    cards: tuple[str, ...]
    removed: tuple[str, ...]


class Start(ChanceMove, frozen=True):
    who: str


class SeatMove(
    msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True
):
    by: str


class Warden(SeatMove, frozen=True):
    warden: str


class Convert(SeatMove, frozen=True):
    use: bool


class PlaceAt(SeatMove, frozen=True, tag="place"):
    at: Place


class Peek(SeatMove, frozen=True):
    pass


class MoveTo(SeatMove, frozen=True, tag="move"):
    to: Place


class Spell(SeatMove, frozen=True):
    """A command spell 令咒: for mana, power, or a move to `to` (DX-6)."""

    use_for: Literal["mana", "power", "move"] = field(name="for")
    to: Place | UnsetType = UNSET


class Shard(SeatMove, frozen=True):
    use_for: Literal["mana", "bolt", "power"] = field(name="for")


class Commit(SeatMove, frozen=True):
    """The cards of a turn: face up in the order shown, face down."""

    up: tuple[str, ...] = ()
    down: tuple[str, ...] = ()


class Use(SeatMove, frozen=True):
    """One effect of a card shown; `to` and `target` exactly with the cards that ask for them."""

    card: str
    to: Place | UnsetType = UNSET
    target: str | UnsetType = UNSET


class Extra(SeatMove, frozen=True):
    up: tuple[str, ...] = ()


class SwapHand(SeatMove, frozen=True, tag="swap_hand"):
    """The hand cards that are discarded for new ones."""

    cards: tuple[str, ...] = ()


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that comes of a `manual` effect; `rout` with `n` 1."""

    who: str
    what: Literal["mana", "results", "spells", "total", "rout"]
    n: Annotated[int, msgspec.Meta(ge=-99, le=99)]


class Settle(SeatMove, frozen=True):
    """What comes of a `manual` effect, as its owner says it at the table."""

    changes: Annotated[tuple[Settled, ...], msgspec.Meta(max_length=40)] = ()
    note: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Done(SeatMove, frozen=True):
    pass


class Swap(SeatMove, frozen=True):
    use: bool


type Drawn = Wardens | Champions | Deck | Stakes | Situations | Start
type Declared = (
    Warden | Convert | PlaceAt | Peek | MoveTo | Spell | Shard | Commit | Use | Extra | Done | Swap | SwapHand | Settle
)
type Move = Drawn | Declared


def read_move(value: Json) -> Move | Illegal:
    """The move in `value` by shape alone, or Illegal with rule "format"."""
    try:
        move: Move = msgspec.convert(value, Move)
    except msgspec.ValidationError:
        return Illegal("move_shape", "format")
    return move if _complete(move) else Illegal("move_shape", "format")


def refuse_words(cards: Pool, move: Move) -> Illegal | None:
    """What is wrong with a move whose shape is right but whose words are none of `cards`."""
    if not _words_known(cards, move):
        return Illegal("unknown_word", "format")
    if isinstance(move, Use) and not _aimed(cards.cards[move.card], move):
        return Illegal("move_shape", "format")
    return None if _cards_known(cards, move) else Illegal("card_not_held", "D-25")


def _words_known(cards: Pool, move: Move) -> bool:
    match move:
        case Wardens(wardens=dealt):
            return set(dealt.values()) <= cards.wardens.keys()
        case Champions(champions=dealt):
            return set(dealt.values()) <= cards.champions.keys()
        case Warden(warden=warden):
            return warden in cards.wardens
        case Use(card=card):
            return card in cards.cards
    return True


def _complete(move: Any) -> bool:
    match move:
        case Spell(use_for=purpose, to=to):
            return (purpose == "move") == (to is not UNSET)
    return True


def _aimed(card: Card, use: Use) -> bool:
    return card.asks_where == (use.to is not UNSET) and card.asks_whom == (use.target is not UNSET)


def _cards_known(cards: Pool, move: Move) -> bool:
    match move:
        case Commit(up=up, down=down):
            return cards.cards.keys() >= {*up, *down}
        case Extra(up=up):
            return cards.cards.keys() >= set(up)
        case SwapHand(cards=given):
            return cards.cards.keys() >= set(given)
    return True
