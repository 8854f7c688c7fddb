"""The card set: every card, champion, warden, situation and stake of the built-in set "Vessel War" (그릇 전쟁). Pure."""

from functools import cache

import msgspec

from boardgames.card_set import BadCardSet, CardSet, Mistake, load
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


def check(found: CardSet) -> CardSet:
    """The set, if its numbers are those of the game (3.10); raises BadCardSet with every card that breaks them."""
    if mistakes := [*_champion_mistakes(found), *_number_mistakes(found)]:
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


def _number_mistakes(found: CardSet) -> list[Mistake]:
    situations = found.tables["situations"].values()
    climax = sorted(card.climax_left for card in situations if card.climax_left)
    right = {
        "wardens": len(found.tables["wardens"]) >= 7,
        "situations": len(situations) - len(climax) >= 8 and climax == [2, 3, 4],
        "stakes": sum(card.copies for card in found.tables["stakes"].values()) == 20,
    }
    return [Mistake("number", table) for table, fine in right.items() if not fine]


VESSEL_WAR = check(load("boardgames.dominate", "vessel_war.json", TABLES))

CARDS: dict[str, Card] = {
    **VESSEL_WAR.tables["attacks"],
    **VESSEL_WAR.tables["specials"],
    **VESSEL_WAR.tables["arts"],
}
ARTS: dict[str, Card] = VESSEL_WAR.tables["arts"]
CHAMPIONS: dict[str, Champion] = VESSEL_WAR.tables["champions"]
WARDENS: dict[str, Warden] = VESSEL_WAR.tables["wardens"]
SITUATIONS: dict[str, Situation] = VESSEL_WAR.tables["situations"]
STAKES: dict[str, Stake] = VESSEL_WAR.tables["stakes"]

NORMAL_SITUATIONS = tuple(code for code, card in SITUATIONS.items() if card.climax_left is None)
ALL_STAKES = tuple(code for code, card in STAKES.items() for _ in range(card.copies))


def climax_situation(left: int) -> str:
    """The climax card for the number of players left; the highest also stands for more (DG-28)."""
    by_left = {card.climax_left: code for code, card in SITUATIONS.items() if card.climax_left}
    return by_left[min(left, max(by_left))]


@cache
def attack_deck(champion: str, warden: str) -> tuple[str, ...]:
    """The attack cards of a pair, unshuffled: 12, and what the warden adds (D-7, DX-2)."""
    counts = CHAMPIONS[champion].deck | WARDENS[warden].deck
    return tuple(code for code, copies in counts.items() for _ in range(copies))
