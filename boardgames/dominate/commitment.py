"""Battle preparation 戰鬥準備: which cards may be played, and paying for them in one go (D-25 … D-33, D-52). Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, permutations, product

from boardgames.dominate.moves import Commit
from boardgames.dominate.state import (
    Player,
    Shown,
    State,
    bans,
    board_of,
    gain,
    holds,
    on_battlefield,
    with_piece,
    with_player,
)
from boardgames.dominate.tokens import add_own_term
from boardgames.dominate.vocabulary import Card
from tabletop.game import Illegal

type Cards = tuple[tuple[str, ...], tuple[str, ...]]
"""Cards face up, cards face down."""


def refuse_commit(state: State, who: int, commit: Commit) -> Illegal | None:
    """The first that holds, in the order of the record format."""
    player = state.players[who]
    if player.piece.committed:
        return Illegal("cards_played", "D-25")
    if player.piece.out_of_battle:
        return Illegal("routed_plays_nothing", "DX-11")
    if not on_battlefield(state, who):
        return _refuse_off_the_field(player, commit)
    if not commit.up and commit.down in answers_without_pair(state, who) and not has_legal_pair(state, who):
        return None
    return refuse_cards(state, who, commit.up, commit.down)


def commit_cards(state: State, who: int, commit: Commit) -> State:
    """The cards leave hand and arts, the sum is paid once, marked arts reveal the name (D-30)."""
    player = state.players[who]
    cards = named(state, commit.up)
    forfeits = state.rules.no_legal == "forfeit_round" and not (commit.up or commit.down)
    state = with_player(
        state,
        who,
        hand=without(player.hand, (*commit.up, *commit.down)),
        ready=without(player.ready, commit.up),
        seen=player.seen + tuple(code for code in commit.up if code in state.cards.arts and code not in player.seen),
        revealed=player.revealed or any(card.reveals for card in cards),
    )
    shown = tuple(Shown(code) for code in commit.up)
    state = with_piece(
        state, who, committed=True, shown=shown, down=commit.down, routed=player.piece.routed or forfeits
    )
    return _combine(gain(state, who, "mana", -cost_of(state, cards), "D-27"), who, cards)


def named(state: State, codes: Iterable[str]) -> list[Card]:
    return [state.cards.cards[code] for code in codes]


def without(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """`cards` less one copy of each of `gone` that is among them."""
    left = list(cards)
    for code in gone:
        if code in left:
            left.remove(code)
    return tuple(left)


def cost_of(state: State, cards: Iterable[Card]) -> int:
    return sum(card_cost(state, card) for card in cards)


def card_cost(state: State, card: Card) -> int:
    """Printed cost, falling with the rounds where the card says so, and what the situation adds."""
    cost = card.cost if card.falling_cost is None else max(card.cost, card.falling_cost - state.round.round)
    return cost + sum(n for attribute, n in state.situation.costs.items() if attribute in card.attributes)


def has_legal_pair(state: State, who: int) -> bool:
    """Whether any two cards of hand and arts, with or without one face down, could be played (DG-8)."""
    return next(legal_pairs(state, who), None) is not None


def legal_pairs(state: State, who: int) -> Iterator[Cards]:
    """Every two cards, (up, down), that may be played on a battlefield, cards of one code taken once."""
    player = state.players[who]
    costs = _playable(state, who, (*player.hand, *player.ready))
    copies = Counter(player.hand)
    for first, second in combinations_with_replacement(costs, 2):
        if (first != second or copies[first] > 1) and costs[first] + costs[second] <= player.mana:
            yield (first, second), ()
    if state.rules.face_down_field:
        for up, down in product(costs, copies):
            if up != down or copies[down] > 1:
                yield (up,), (down,)


def with_further_cards(state: State, who: int, pairs: Iterable[Cards]) -> Iterator[Cards]:
    """The pairs, and what may be added to them: a joining art, the warden's special card, both."""
    player = state.players[who]
    further = board_of(state, who).further_card
    costs = _playable(state, who, (*player.ready, *([further.code] if further else ())))
    joining = [code for code in costs if state.cards.cards[code].joins]
    for up, down in pairs:
        more = [(up, down)]
        cards = named(state, up)
        more += [
            ((*up, card.code), down)
            for card in named(state, joining)
            if card.code not in up and _joins(card, [*cards, card])
        ]
        if further and further.code in costs:
            more += [((*cards_up, further.code), down) for cards_up, down in more]
        yield up, down
        yield from (found for found in more[1:] if not refuse_cards(state, who, *found))


def _playable(state: State, who: int, codes: Iterable[str]) -> dict[str, int]:
    """The costs of those that may lie face up now, each by itself."""
    distinct = named(state, dict.fromkeys(codes))
    return {card.code: card_cost(state, card) for card in distinct if not _refuse_conditions(state, who, [card])}


def answers_without_pair(state: State, who: int) -> tuple[tuple[str, ...], ...]:
    """What `no_legal` asks for where no pair is legal, as the cards face down: two of the hand, or none at all."""
    hand = state.players[who].hand
    if state.rules.no_legal == "forfeit_round":
        return ((),)
    return tuple(dict.fromkeys(permutations(hand, min(2, len(hand)))))


def _refuse_off_the_field(player: Player, commit: Commit) -> Illegal | None:
    # DG-8: who holds fewer than two plays what there is
    if commit.up or len(commit.down) != min(2, len(player.hand)):
        return Illegal("two_face_down", "D-29")
    return None if _is_of(commit.down, player.hand) else Illegal("card_not_held", "D-25")


def refuse_cards(state: State, who: int, up: tuple[str, ...], down: tuple[str, ...]) -> Illegal | None:
    """Why these cards may not be played on a battlefield, however many pairs there are."""
    player = state.players[who]
    return (
        _refuse_not_held(state, who, up, down)
        or _refuse_gone(state, player, up)
        or _refuse_number(state, who, up, down)
        or _refuse_conditions(state, who, named(state, up))
    )


def _refuse_not_held(state: State, who: int, up: tuple[str, ...], down: tuple[str, ...]) -> Illegal | None:
    player, further = state.players[who], board_of(state, who).further_card
    special = {*state.cards.champions[player.champion or ""].arts, *([further.code] if further else ())}
    own = [code for code in up if code in special]
    others = [code for code in up if code not in special]
    if len(own) > len(set(own)) or not _is_of((*others, *down), player.hand):
        return Illegal("card_not_held", "D-25")
    return None


def _refuse_gone(state: State, player: Player, up: tuple[str, ...]) -> Illegal | None:
    for code in (code for code in up if code in state.cards.arts):
        if code in player.spent:
            return Illegal("art_spent", "D-54")
        if code in player.removed:
            return Illegal("art_removed", code)
        if code in player.lingering:
            return Illegal("art_lingers", "DX-18")
    return None


def _refuse_number(state: State, who: int, up: tuple[str, ...], down: tuple[str, ...]) -> Illegal | None:
    further = board_of(state, who).further_card
    counted = [card for card in named(state, up) if not (further and card.code == further.code)]
    number = len(counted) + len(down)
    joining = next((card for card in counted if card.joins), None)
    if number == 3 and joining and not _joins(joining, counted):
        return Illegal("third_card", joining.code)
    if number != 2 and not (number == 3 and joining):
        return Illegal("two_cards", "D-25")
    if len(down) > state.rules.face_down_field:
        return Illegal("face_down_field", "DX-7", numbers={"allowed": state.rules.face_down_field})
    return None


def _joins(joining: Card, counted: list[Card]) -> bool:
    need = joining.joins
    beside = [card for card in counted if card is not joining]
    return need is not None and sum(need.attribute in card.attributes for card in beside) >= need.shown


def _refuse_conditions(state: State, who: int, cards: list[Card]) -> Illegal | None:
    player = state.players[who]
    if illegal := refuse_banned(state, player, cards):
        return illegal
    for wanted in ("hidden", "better_half", "revealed"):
        barred = next((card for card in cards if card.only_if == wanted), None)
        if barred and not holds(state, who, wanted):
            return Illegal(f"only_if_{wanted}", barred.code)
    for card in cards:
        if player.mana < card.usable_mana:
            return Illegal("usable_mana", card.code, numbers={"mana": card.usable_mana})
        if card.usable_at and player.piece.place not in card.usable_at:
            return Illegal("usable_at", card.code)
    board = board_of(state, who)
    further = board.further_card
    if further and player.mana < further.mana and any(card.code == further.code for card in cards):
        return Illegal("further_card_mana", board.code, numbers={"mana": further.mana})
    if player.mana < state.rules.np_threshold and any(
        card.code in state.cards.arts and not card.any_mana for card in cards
    ):
        return Illegal("np_threshold", "D-26", numbers={"mana": state.rules.np_threshold})
    return refuse_cost(state, player, cards)


def refuse_banned(state: State, player: Player, cards: list[Card]) -> Illegal | None:
    for attribute, rule in bans(state, player.piece.place):
        if any(attribute in card.attributes for card in cards):
            return Illegal(
                "ruse_sealed" if attribute == "ruse" else "attribute_banned", rule, numbers={"attribute": attribute}
            )
    return None


def refuse_cost(state: State, player: Player, cards: list[Card]) -> Illegal | None:
    """D-27, D-52: one sum, one payment."""
    if (cost := cost_of(state, cards)) > player.mana:
        return Illegal("cards_cost", "D-27", numbers={"cost": cost, "mana": player.mana})
    return None


def _combine(state: State, who: int, cards: list[Card]) -> State:
    codes = {card.code for card in cards}
    for card in cards:
        if card.combination and codes.issuperset(card.combination.cards):
            state = with_player(state, who, revealed=True)
            state = add_own_term(state, who, card.code, card.combination.total)
    return state


def _is_of(cards: Iterable[str], hand: tuple[str, ...]) -> bool:
    return Counter(cards) <= Counter(hand)
