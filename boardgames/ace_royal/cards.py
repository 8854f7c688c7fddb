"""The cards, typed, and what the rules ask of a set; Lantern War (등불 전쟁) is the one that ships. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, ClassVar, Literal

import msgspec

from boardgames import card_set
from boardgames.ace_royal.vocabulary import (
    Ability,
    Amount,
    Choose,
    DestroyCode,
    Effect,
    Immune,
    Keyword,
    LendKeyword,
    MoreSlots,
    Negate,
    NoAssault,
    PreventCoin,
    PutCoin,
    RollDie,
    Stat,
    StealCard,
    SuppressCode,
)
from boardgames.card_set import BadCardSet, Mistake

SET = "lantern-war"
DRAWN = ("code", "scene")
"""What lies in the central deck."""
STAT_RANGE = range(21)


class Card(msgspec.Struct, frozen=True):
    """One kind of card; stats of a class card are added to the hero's. `classes` are what a hero has aptitude for.

    `text` is what an owner wrote on it; nothing of it is read.
    """

    id: str
    type: Literal["hero", "class", "code", "scene"]
    name: str
    copies: int = 1
    names: dict[str, str] = {}
    abilities: tuple[Ability, ...] = ()
    stats: dict[Stat, int] = {}
    keywords: tuple[Keyword, ...] = ()
    sex: Literal["f", "m"] | None = None
    classes: tuple[str, ...] = ()
    class_: str | None = msgspec.field(default=None, name="class")
    text: str = ""

    @property
    def activated(self) -> Ability | None:
        """The ability its owner may use, if it has one."""
        return next((ability for ability in self.abilities if ability.kind == "activated"), None)

    @property
    def loss_trigger(self) -> Ability | None:
        """What it does when its owner's Servant dealt damage (C7)."""
        return next((each for each in self.abilities if each.kind == "trigger" and "loss" in each.windows), None)

    @property
    def asked_trigger(self) -> Ability | None:
        """A loss trigger with a price, so that its owner is asked."""
        trigger = self.loss_trigger
        return trigger if trigger and trigger.cost else None

    @property
    def constants(self) -> Iterator[Ability]:
        return (ability for ability in self.abilities if ability.kind == "constant")

    def lends(self, keyword: Keyword) -> bool:
        """Whether the card has the keyword, printed or by a constant ability."""
        lent = (effect for each in self.constants for effect in each.do if isinstance(effect, LendKeyword))
        return keyword in self.keywords or any(effect.keyword == keyword for effect in lent)

    def guards_state(self) -> bool:
        """Scenes cannot turn the Servant Down."""
        return any(ability.has(Immune) for ability in self.constants)


class Keys(msgspec.Struct, frozen=True):
    """Which keys a use of an ability must carry, besides its price."""

    target: bool = False
    code: bool = False
    stat: bool = False


def keys_of(ability: Ability | None) -> Keys:
    """The keys a use of `ability` carries (none: of a card that cannot be used)."""
    if ability is None:
        return Keys()
    aimed = any(ability.has(kind) for kind in (NoAssault, StealCard, DestroyCode, RollDie)) or any(
        isinstance(effect, PutCoin) and effect.who == "any" for effect in ability.do
    )
    return Keys(aimed, ability.has(DestroyCode) or ability.has(SuppressCode), ability.has(Choose))


def amount(expression: Amount, paid: int) -> int:
    """`expression` with X the number of cards paid."""
    match expression:
        case int():
            return expression
        case "X":
            return paid
        case _ if expression.startswith("min(X,"):
            return min(paid, int(expression[6:-1]))
        case _:
            return int(expression.removesuffix("+X")) + paid


def slots(cards: Iterable[Card]) -> int:
    """How far set `cards` raise the limit of set codes."""
    done = (effect for card in cards for ability in card.constants for effect in ability.do)
    return sum(effect.add for effect in done if isinstance(effect, MoreSlots))


def read_set(value: Any) -> card_set.CardSet:
    """The cards of a decoded set file; raises BadCardSet, which names the card and column of every mistake."""
    rows = value.get("cards") if isinstance(value, dict) else None
    found = card_set.read({"cards": rows}, {"cards": Card})
    if mistakes := [mistake for card in found.tables["cards"].values() for mistake in _misprints(card)]:
        raise BadCardSet(mistakes)
    if mistakes := list(_miscounted(found.tables["cards"].values())):
        raise BadCardSet(mistakes)
    return card_set.CardSet(found.tables, card_set.fingerprint(value))


def _misprints(card: Card) -> Iterator[Mistake]:
    if card.copies < 1:
        yield Mistake("value", "cards", card.id, "copies")
    if card.type in ("hero", "class") and len(card.stats) != 4:
        yield Mistake("missing", "cards", card.id, "stats")
    least = 1 if card.type == "hero" else 0
    if any(value not in STAT_RANGE or value < least for value in card.stats.values()):
        yield Mistake("value", "cards", card.id, "stats")
    if card.type == "class" and card.class_ is None:
        yield Mistake("missing", "cards", card.id, "class")


def _miscounted(cards: Iterable[Card]) -> Iterator[Mistake]:
    most_seats = 7
    copies = Counter[str]()
    for card in cards:
        copies[card.type] += card.copies
        if card.type == "class":
            copies[f"class {card.class_}"] += card.copies
    if copies["hero"] < most_seats:
        yield Mistake("too_few", "cards", "", "hero")
    if copies["code"] + copies["scene"] < 4 * most_seats + 10:
        yield Mistake("too_few", "cards", "", "deck")
    for kind, number in copies.items():
        if kind.startswith("class ") and number > 1:
            yield Mistake("twice", "cards", "", kind)


class Pool(msgspec.Struct, frozen=True, dict=True):
    """The cards that a game is played with, by id.

    Its content is its identity: pools of one fingerprint are equal, and that is all that is written down of it. `deck`
    holds codes and scenes as often as there are copies; `counterwords` answer a scene, `bells` a coin.
    """

    fingerprint: str
    cards: ClassVar[dict[str, Card]]
    heroes: ClassVar[tuple[str, ...]]
    classes: ClassVar[tuple[str, ...]]
    deck: ClassVar[tuple[str, ...]]
    counterwords: ClassVar[tuple[str, ...]]
    bells: ClassVar[tuple[str, ...]]


def pool(found: card_set.CardSet) -> Pool:
    cards, made = found.tables["cards"], Pool(found.fingerprint)
    vars(made).update(
        cards=cards,
        heroes=tuple(card.id for card in cards.values() if card.type == "hero"),
        classes=tuple(card.id for card in cards.values() if card.type == "class"),
        deck=tuple(card.id for card in cards.values() if card.type in DRAWN for _ in range(card.copies)),
        counterwords=_answering(cards.values(), Negate),
        bells=_answering(cards.values(), PreventCoin),
    )
    return made


def _answering(cards: Iterable[Card], effect: type[Effect]) -> tuple[str, ...]:
    return tuple(card.id for card in cards if (use := card.activated) and use.has(effect))


LANTERN_WAR = read_set(msgspec.json.decode(files(__package__).joinpath("lantern_war.json").read_bytes()))
SHIPPED = pool(LANTERN_WAR)


@lru_cache(maxsize=64)
def _pool_of(content: bytes) -> Pool:
    return pool(read_set(msgspec.json.decode(content)))


def pool_of(own: Any) -> Pool:
    """The cards of a set that a setup carries along, or the shipped ones where it carries none."""
    return SHIPPED if own is None else _pool_of(msgspec.json.encode(own, order="sorted"))


CARDS, HEROES, CLASSES, DECK = SHIPPED.cards, SHIPPED.heroes, SHIPPED.classes, SHIPPED.deck
"""Of the set that ships."""
