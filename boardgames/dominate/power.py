"""The power total 力量總值 of a player on a battlefield, term by term (D-31 … D-33, DG-12). Pure.

Totals are live (DG-29): asked anew at the end of a turn, in clash conditions and at the weighing.
"""

from collections.abc import Iterator

from boardgames.dominate.annals import Term
from boardgames.dominate.ops import Always, Attribute
from boardgames.dominate.state import BaseChange, Player, State, TerrainUse, holds, shown_cards, working_stakes
from boardgames.dominate.vocabulary import Card, Situation, Stake, Warden


def power_total(state: State, who: int) -> int:
    return sum(term.value for term in power_terms(state, who))


def power_terms(state: State, who: int) -> tuple[Term, ...]:
    """Every reason of the total in the order of the sum; reasons worth 0 are left out."""
    player = state.players[who]
    stakes = tuple(working_stakes(state, player.piece.place))
    cards = tuple(shown_cards(state, player))
    terms = (
        *(Term(card.code, card.power) for card in cards),
        *_bases(player, cards),
        *_small_blades(cards, stakes),
        *_added_to_cards(state, cards, stakes),
        *_terrain(state, player, stakes),
        *_names_and_ranks(state, player, stakes),
        *_same_attribute(state, cards, stakes),
        *_lasting(state, who, cards),
        *player.piece.own_terms,
        *player.piece.foreign_terms,
    )
    return tuple(term for term in terms if term.value)


def _bases(player: Player, cards: tuple[Card, ...]) -> Iterator[Term]:
    """DG-12, first step: what sets or changes the power of cards, each term what it changed in sum."""
    powers = [card.power for card in cards]
    for change in player.piece.bases:
        before = sum(powers)
        powers = [_changed(change, card, power) for card, power in zip(cards, powers, strict=True)]
        yield Term(change.rule, sum(powers) - before)


def _changed(change: BaseChange, card: Card, power: int) -> int:
    meant = change.attribute is None or change.attribute in card.attributes
    if not meant or (change.at_most is not None and power > change.at_most):
        return power
    return change.n if change.op == "set" else power + change.n


def _same_attribute(state: State, cards: tuple[Card, ...], stakes: tuple[Stake, ...]) -> Iterator[Term]:
    shared = set.intersection(*(set(card.attributes) for card in cards)) if len(cards) > 1 else set()
    yield from (Term(source.code, source.same_attribute_total) for source in _sources(state, stakes) if shared)


def _lasting(state: State, who: int, cards: tuple[Card, ...]) -> Iterator[Term]:
    """What the own board and cards lying open add as long as they do."""
    board = state.cards.wardens[state.players[who].warden or ""]
    sources: tuple[Warden | Card, ...] = (board, *cards)
    for source in sources:
        for op in source.lasting:
            if isinstance(op, Always) and holds(state, who, op.only):
                times = sum(op.per in card.attributes for card in cards) if op.per else 1
                yield Term(source.code, op.n * times)


def _small_blades(cards: tuple[Card, ...], stakes: tuple[Stake, ...]) -> Iterator[Term]:
    for stake in stakes:
        if stake.small_power is not None:
            yield from (Term(stake.code, stake.small_power - card.power) for card in cards if 1 <= card.power <= 2)


def _added_to_cards(state: State, cards: tuple[Card, ...], stakes: tuple[Stake, ...]) -> Iterator[Term]:
    for source in _sources(state, stakes):
        if source.adds:
            yield Term(source.code, sum(_addition(source.adds, card) for card in cards))


def _sources(state: State, stakes: tuple[Stake, ...]) -> tuple[Situation | Stake, ...]:
    return (state.situation, *stakes)


def _addition(adds: dict[Attribute, int], card: Card) -> int:
    return sum(n for attribute, n in adds.items() if attribute in card.attributes)


def _terrain(state: State, player: Player, stakes: tuple[Stake, ...]) -> Iterator[Term]:
    """D-16, only with a token: each further term is what it changed."""
    if not player.piece.token:
        return
    value = player.piece.token
    yield Term("D-16", value)
    for rule, op, n in _terrain_order(state, player.piece.terrain, stakes):
        after = {"add": value + n, "multiply": value * n, "set": n}[op]
        yield Term(rule, after - value)
        value = after


def _terrain_order(
    state: State, own: tuple[TerrainUse, ...], stakes: tuple[Stake, ...]
) -> Iterator[tuple[str, str, int]]:
    uses = [(use.rule, use.op, use.n) for use in own]
    open_field = [(stake.code, "multiply", stake.terrain_multiply) for stake in stakes if stake.terrain_multiply != 1]
    if state.rules.terrain_order == "owner_chooses":
        yield from uses + open_field
    else:
        # DG-12: additions, then multiplications, the board's before the own.
        yield from [use for use in uses if use[1] == "add"]
        yield from open_field
        yield from [use for use in uses if use[1] == "multiply"]
        yield from [use for use in uses if use[1] == "set"]
    yield from ((source.code, "multiply", 0) for source in _sources(state, stakes) if source.terrain_off)


def _names_and_ranks(state: State, player: Player, stakes: tuple[Stake, ...]) -> Iterator[Term]:
    """Situation, then stakes in the order laid, then the warden's board."""
    if not player.revealed:
        yield Term(state.situation.code, state.situation.hidden_total)
    for stake in stakes:
        if stake.fewest_total and player.results == min(state.players[i].results for i in state.order):
            yield Term(stake.code, stake.fewest_total)
        if stake.most_total and player.results == max(state.players[i].results for i in state.order):
            yield Term(stake.code, stake.most_total)
        yield Term(stake.code, stake.revealed_total if player.revealed else stake.hidden_total)
    if player.revealed:
        board = state.cards.wardens[player.warden or ""]
        yield Term(board.code, board.revealed_total)
