"""The cards, typed, and what the rules ask of a set; Lantern War (등불 전쟁) is the one that ships. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, ClassVar, Literal

import msgspec

from boardgames import card_set
from boardgames.ace_royal.measure import KEPT, NEW, excess
from boardgames.ace_royal.vocabulary import (
    Ability,
    Amount,
    Choose,
    DamageChange,
    DestroyCode,
    Effect,
    Immune,
    Keyword,
    LendKeyword,
    MakeProxy,
    MoreSlots,
    Negate,
    PreventCoin,
    Stat,
    StatChange,
    SuppressCode,
    TieCounts,
    everything,
)
from boardgames.card_set import DEEPEST, DEEPEST_KEPT, BadCardSet, Mistake

SET = "lantern-war"
DRAWN = ("code", "scene")
"""What lies in the central deck."""
STAT_RANGE = range(21)


WORD = r"(?:\d{1,2}|X|codes|hand|opp\.hand|opp\.coins|dealt)"
ONE = rf"(?:min\({WORD},{WORD}\)|{WORD})"
PART = re.compile(rf"[+-]?{ONE}")
AMOUNT = re.compile(rf"-?{ONE}(?:[+-]{ONE})*")


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

    def triggers(self, window: str) -> Iterator[Ability]:
        """What it does by itself at `window`."""
        return (each for each in self.abilities if each.kind == "trigger" and window in each.windows)


class Keys(msgspec.Struct, frozen=True):
    """Which keys a use of an ability must carry, besides its price."""

    target: bool = False
    code: bool = False
    stat: bool = False
    choice: bool = False


def keys_of(ability: Ability | None) -> Keys:
    """The keys a use of `ability` carries (none: of a card that cannot be used)."""
    if ability is None:
        return Keys()
    done = tuple(everything(ability.do))
    chosen = [effect for effect in done if isinstance(effect, Choose)]
    return Keys(
        target=any(getattr(effect, "who", None) == "any" for effect in done),
        code=any(isinstance(effect, DestroyCode | SuppressCode) for effect in done),
        stat=any(effect.by_stat for effect in chosen),
        choice=any(not effect.by_stat for effect in chosen),
    )


def amount(expression: Amount, paid: int, word: Callable[[str], int] = lambda word: 0) -> int:
    """`expression` with X the number of cards paid; `word` says what the others come to."""
    if isinstance(expression, int):
        return expression
    if not (found := AMOUNT.fullmatch(expression)):
        raise ValueError(expression)
    return sum(_signed(part, paid, word) for part in PART.findall(found[0]))


def _signed(part: str, paid: int, word: Callable[[str], int]) -> int:
    sign = -1 if part.startswith("-") else 1
    return sign * _plain(part.lstrip("+-"), paid, word)


def _plain(part: str, paid: int, word: Callable[[str], int]) -> int:
    if part.startswith("min("):
        return min(_plain(each, paid, word) for each in part[4:-1].split(","))
    return int(part) if part.isdecimal() else paid if part == "X" else word(part)


def is_amount(expression: Amount) -> bool:
    return isinstance(expression, int) or AMOUNT.fullmatch(expression) is not None


def slots(cards: Iterable[Card]) -> int:
    """How far set `cards` raise the limit of set codes."""
    done = (effect for card in cards for ability in card.constants for effect in ability.do)
    return sum(effect.add for effect in done if isinstance(effect, MoreSlots))


def read_set(value: Any, *, kept: bool = False) -> card_set.CardSet:
    """The cards of a decoded set file; raises BadCardSet, which names the card and column of every mistake.

    `kept` are those of a game that was set up once: what was taken then is read, even if it would be too much today.
    """
    rows = value.get("cards") if isinstance(value, dict) else None
    found = card_set.read({"cards": rows}, {"cards": Card}, deepest=DEEPEST_KEPT if kept else DEEPEST)
    if mistakes := [mistake for card in found.tables["cards"].values() for mistake in _misprints(card, kept=kept)]:
        raise BadCardSet(mistakes)
    if mistakes := list(_miscounted(found.tables["cards"].values())):
        raise BadCardSet(mistakes)
    return card_set.CardSet(found.tables, card_set.fingerprint(value))


def _misprints(card: Card, *, kept: bool) -> Iterator[Mistake]:
    if card.copies < 1:
        yield Mistake("value", "cards", card.id, "copies")
    if card.type in ("hero", "class") and len(card.stats) != 4:
        yield Mistake("missing", "cards", card.id, "stats")
    least = 1 if card.type == "hero" else 0
    if any(value not in STAT_RANGE or value < least for value in card.stats.values()):
        yield Mistake("value", "cards", card.id, "stats")
    if card.type == "class" and card.class_ is None:
        yield Mistake("missing", "cards", card.id, "class")
    beyond = [code for ability in card.abilities if (code := excess(ability, KEPT if kept else NEW))]
    yield from (Mistake(code, "cards", card.id, "abilities") for code in beyond[:1])
    if not beyond and _is_unplayable(card, kept=kept):
        yield Mistake("unplayable", "cards", card.id, "abilities")


def _is_unplayable(card: Card, *, kept: bool) -> bool:
    """More than one ability of a kind that is named by its card alone, or something that nobody could ever be asked."""
    used = [ability for ability in card.abilities if ability.kind == "activated"]
    paid = [ability for ability in card.abilities if ability.kind == "trigger" and ability.cost]
    wrong = len(used) > 1 or len(paid) > 1 or any("loss" not in ability.windows for ability in paid)
    # only hero and class are turned up, and nothing happens to a scene by itself
    happens = {when for ability in card.abilities if ability.kind == "trigger" for when in ability.windows}
    never = (card.type == "scene" and happens) or (card.type == "code" and "reveal" in happens)
    return bool(wrong or never) or any(cannot_work(ability, kept=kept) for ability in card.abilities)


def cannot_work(ability: Ability, *, kept: bool = False) -> bool:
    """Whether nobody could ever be asked for it, or it holds what its kind of ability does not do (`kept`: did not do)."""
    done = tuple(everything(ability.do))
    by_itself = ability.kind == "trigger" and not ability.cost
    nobody = by_itself and (keys_of(ability) != Keys() or ability.discards == "X")
    amounts = [getattr(effect, key, 0) for effect in done for key in ("add", "n", "set")]
    amounts += [value for effect in done if isinstance(effect, MakeProxy) for value in effect.stats.values()]
    # activated ones are used in windows, triggers happen at the others and on being turned up
    when = set(ability.windows)
    at_no_time = when & BY_ITSELF if ability.kind == "activated" else when - BY_ITSELF - {"reveal"}
    several = sum(isinstance(effect, Choose) for effect in done) > 1
    unread = not all(value is None or is_amount(value) for value in amounts)
    rolls = any(number not in range(1, 7) for number in ability.needs_roll)
    mixed = bool(ability.discards_codes and ability.discards)
    lasting = ability.kind == "constant" and not all(isinstance(effect, CONSTANT) for effect in ability.do)
    # what answers a card is asked for by what it does at once, not by what may come of it
    within = sum(isinstance(effect, Negate) for effect in done) > sum(isinstance(it, Negate) for it in ability.do)
    late = within and not kept
    return bool(nobody or at_no_time or several or late or unread or rolls or mixed or lasting or not ability.do)


BY_ITSELF = frozenset({"turn_start", "end", "loss", "withdrawal"})
"""When triggers happen and nobody may use anything."""

CONSTANT = (StatChange, DamageChange, TieCounts, LendKeyword, Immune, MoreSlots)
"""What can hold all the time."""


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

    def answers(self, card: str, what: str) -> bool:
        """Whether the card negates a `scene` or an `ability`."""
        ability = self.cards[card].activated if card in self.counterwords else None
        return ability is not None and any(isinstance(it, Negate) and it.what == what for it in ability.do)


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
    return pool(read_set(msgspec.json.decode(content), kept=True))


def pool_of(own: Any) -> Pool:
    """The cards of a set that a setup carries along, or the shipped ones where it carries none."""
    return SHIPPED if own is None else _pool_of(msgspec.json.encode(own, order="sorted"))


CARDS, HEROES, CLASSES, DECK = SHIPPED.cards, SHIPPED.heroes, SHIPPED.classes, SHIPPED.deck
"""Of the set that ships."""
