"""The card set: every card, champion, warden, situation and stake; "Vessel War" (그릇 전쟁) is the one that ships. Pure."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from boardgames.card_set import DEEPEST, DEEPEST_KEPT, BadCardSet, CardSet, Mistake, load, read
from boardgames.dominate.ops import (
    DrawCards,
    Go,
    Leap,
    Manual,
    PlayExtra,
    PlayRange,
    RebuildHand,
    Rout,
    StepOn,
    SwapHand,
)
from boardgames.dominate.vocabulary import Card, Champion, Situation, Stake, Warden

TABLES: dict[str, type[msgspec.Struct]] = {
    "attacks": Card,
    "specials": Card,
    "arts": Card,
    "champions": Champion,
    "wardens": Warden,
    "situations": Situation,
    "stakes": Stake,
}


ASKING = (PlayExtra, PlayRange, DrawCards, SwapHand, RebuildHand, Manual)
"""Ops after which something else is asked or drawn first."""
CARD_TABLES = ("attacks", "specials", "arts")
MANA_TRACK = 12
MOST = 99
"""Beyond it a number on a card is a slip of the pen."""


def check(found: CardSet) -> CardSet:
    """The set, if its numbers are those of the game (3.10); raises BadCardSet with every card that breaks them."""
    if mistakes := [
        *_champion_mistakes(found),
        *_strangers(found),
        *_out_of_bounds(found),
        *_unplayable(found),
        *_number_mistakes(found),
    ]:
        raise BadCardSet(mistakes)
    return found


def _champion_mistakes(found: CardSet) -> list[Mistake]:
    wrong: list[Mistake] = []
    for champion in found.tables["champions"].values():
        known = champion.deck.keys() <= found.tables["attacks"].keys()
        if not known or sum(champion.deck.values()) != 12:
            wrong.append(Mistake("deck", "champions", champion.code, "deck"))
        if len(champion.arts) != 3 or not set(champion.arts) <= found.tables["arts"].keys():
            wrong.append(Mistake("arts", "champions", champion.code, "arts"))
    return wrong


def _strangers(found: CardSet) -> Iterator[Mistake]:
    """Codes that name nothing, and codes that name two things."""
    tables = found.tables
    cards = [code for table in CARD_TABLES for code in tables[table]]
    yield from (Mistake("twice", "cards", code, "code") for code, times in Counter(cards).items() if times > 1)
    for table in CARD_TABLES:
        for card in tables[table].values():
            if card.combination and not set(card.combination.cards) <= set(cards):
                yield Mistake("stranger", table, card.code, "combination")
    for board in tables["wardens"].values():
        further = {board.further_card.code} if board.further_card else set()
        added = {use.card for use in board.shard_uses.values() if use.card}
        named = {
            "deck": set(board.deck) <= tables["attacks"].keys(),
            "further_card": further <= tables["specials"].keys(),
            "shard_uses": added <= tables["specials"].keys(),
            "becomes": board.becomes is None or board.becomes in tables["wardens"],
        }
        yield from (Mistake("stranger", "wardens", board.code, column) for column, fine in named.items() if not fine)


def _unplayable(found: CardSet) -> Iterator[Mistake]:
    """Effects that would ask two things at once, name somebody where nobody is asked, or stand where they do nothing."""
    for table in CARD_TABLES:
        for card in found.tables[table].values():
            asking = sum(isinstance(op, ASKING) for op in card.use)
            wrong = {
                "use": asking > 1 or sum(isinstance(op, Go | Leap | StepOn) for op in card.use) > 1,
                "clash": any(isinstance(op, Rout) and op.target == "chosen" for op in card.clash),
                "once": card.once and table != "arts",
                "lingers": card.lingers and table != "arts",
                "joins": card.joins is not None and table != "arts",
            }
            yield from (
                Mistake("unplayable", table, card.code, column) for column, is_wrong in wrong.items() if is_wrong
            )


def _out_of_bounds(found: CardSet) -> Iterator[Mistake]:
    """Numbers that no board has room for."""
    for table in CARD_TABLES:
        for card in found.tables[table].values():
            fine = {"power": 0 <= card.power <= MOST, "cost": 0 <= card.cost <= MANA_TRACK}
            yield from (Mistake("bounds", table, card.code, column) for column, right in fine.items() if not right)
    for champion in found.tables["champions"].values():
        if min(champion.deck.values(), default=1) < 1:
            yield Mistake("bounds", "champions", champion.code, "deck")
    for board in found.tables["wardens"].values():
        fine = {
            "mana": 0 <= board.mana <= MANA_TRACK,
            "spells": 0 <= board.spells <= MOST,
            "deck": all(0 < copies <= MOST for copies in board.deck.values()),
        }
        yield from (Mistake("bounds", "wardens", board.code, column) for column, right in fine.items() if not right)
    for table, column in (("stakes", "copies"), ("stakes", "results"), ("situations", "mana")):
        for card in found.tables[table].values():
            if not (column == "copies") <= getattr(card, column) <= MOST:
                yield Mistake("bounds", table, card.code, column)


def _number_mistakes(found: CardSet) -> list[Mistake]:
    situations = found.tables["situations"].values()
    climax = sorted(card.climax_left for card in situations if card.climax_left)
    right = {
        "wardens": len(found.tables["wardens"]) >= 7,
        "situations": len(situations) - len(climax) >= 8 and climax == [2, 3, 4],
        "stakes": sum(card.copies for card in found.tables["stakes"].values()) == 20,
    }
    return [Mistake("number", table) for table, fine in right.items() if not fine]


class Pool(msgspec.Struct, frozen=True, dict=True):
    """The cards that a game is played with, each kind by code.

    Its content is its identity: pools of one fingerprint are equal, and that is all that is written down of it.
    `all_stakes` holds a stake as often as there are copies, `normal_situations` those of the rounds before the climax.
    """

    fingerprint: str
    cards: ClassVar[dict[str, Card]]
    attacks: ClassVar[dict[str, Card]]
    arts: ClassVar[dict[str, Card]]
    champions: ClassVar[dict[str, Champion]]
    wardens: ClassVar[dict[str, Warden]]
    situations: ClassVar[dict[str, Situation]]
    stakes: ClassVar[dict[str, Stake]]
    normal_situations: ClassVar[tuple[str, ...]]
    all_stakes: ClassVar[tuple[str, ...]]

    def entry(self, code: str) -> Card | Champion | Warden | Situation | Stake | None:
        """Whatever of this set has the code."""
        kinds = (self.cards, self.champions, self.wardens, self.situations, self.stakes)
        return next((kind[code] for kind in kinds if code in kind), None)

    def climax_situation(self, left: int) -> str:
        """The climax card for the number of players left; the highest also stands for more (DG-28)."""
        by_left = {card.climax_left: code for code, card in self.situations.items() if card.climax_left}
        return by_left[min(left, max(by_left))]

    def attack_deck(self, champion: str, warden: str) -> tuple[str, ...]:
        """The attack cards of a pair, unshuffled: 12, and what the warden adds (D-7, DX-2)."""
        counts = self.champions[champion].deck | self.wardens[warden].deck
        return tuple(code for code, copies in counts.items() for _ in range(copies))


def pool(found: CardSet) -> Pool:
    tables, made = found.tables, Pool(found.fingerprint)
    vars(made).update(
        cards={**tables["attacks"], **tables["specials"], **tables["arts"]},
        attacks=tables["attacks"],
        arts=tables["arts"],
        champions=tables["champions"],
        wardens=tables["wardens"],
        situations=tables["situations"],
        stakes=tables["stakes"],
        normal_situations=tuple(code for code, card in tables["situations"].items() if card.climax_left is None),
        all_stakes=tuple(code for code, card in tables["stakes"].items() for _ in range(card.copies)),
    )
    return made


def read_set(value: Any, *, kept: bool = False) -> CardSet:
    """The cards of a decoded set file; raises BadCardSet, which names the card and column of every mistake.

    `kept` are those of a game that was set up once: they may be deeper than what is taken today.
    """
    return check(read(value, TABLES, deepest=DEEPEST_KEPT if kept else DEEPEST))


VESSEL_WAR = check(load("boardgames.dominate", "vessel_war.json", TABLES))
SHIPPED = pool(VESSEL_WAR)


@lru_cache(maxsize=64)
def _pool_of(content: bytes) -> Pool:
    return pool(read_set(msgspec.json.decode(content), kept=True))


def pool_of(own: Any) -> Pool:
    """The cards of a set that a setup carries along, or the shipped ones where it carries none."""
    return SHIPPED if own is None else _pool_of(msgspec.json.encode(own, order="sorted"))
