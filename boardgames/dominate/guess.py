"""A whole state that fits what one person sees: for computer players, who know the view and imagine the rest. Pure.

What is hidden is drawn from what the open cards leave possible: identities whose decks hold every card seen so far, hands
and decks from the cards not seen, the stakes and situations that have not come up.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from boardgames.chance_moves import is_part_of
from boardgames.dominate.annals import Laid, Round
from boardgames.dominate.cards import Pool
from boardgames.dominate.commitment import without
from boardgames.dominate.settings import FORM
from boardgames.dominate.state import Piece, Player, State, Step
from boardgames.dominate.view import OwnView, RoundView, SeatView, View
from boardgames.record_reading import SeatEntry, Setup
from tabletop.game import Chance

STEPS = {"warden": "draft", "place": "outpost"}


def guess(view: View, chance: Chance) -> State:
    """A state in which this view is seen; only its live round is kept, rounds gone by change nothing any more."""
    own = {mine.seat: mine for mine in view.own}
    champions = _champions(view, own, chance)
    players = tuple(_player(view.cards, seat, own.get(seat.seat), champions[seat.seat], chance) for seat in view.seats)
    unseen = _unseen_stakes(view, own, chance)
    seats = [seat.seat for seat in view.seats]
    situations = _unseen_situations(view, chance)
    return State(
        setup=Setup(FORM.format, 1, FORM.set, view.house_rules, tuple(SeatEntry(seat) for seat in seats)),
        players=players,
        step=_step(view),
        marker=seats.index(view.order[0]) if view.order else 0,
        order=tuple(seats.index(seat) for seat in view.order),
        now=_round(view.rounds[-1], unseen) if view.rounds else None,
        face_down=_lies_face_down(view),
        stake_deck=unseen[-view.stakes_left :] if view.stakes_left else (),
        stakes_used=view.stakes_used,
        situations=situations[: view.situations_left],
        situations_removed=situations[view.situations_left :],
        eliminations=view.eliminations,
        ties=_ties(view),
        cards=view.cards,
    )


def _step(view: View) -> Step:
    """The question that stands; computer players are asked only by the steps that ask seats."""
    asked = view.waiting_for
    if asked is None:
        return Step("ended")
    seats = view.order or tuple(seat.seat for seat in view.seats)
    return Step(STEPS.get(asked.asked_for, asked.asked_for), seats.index(asked.who), card=asked.card or "")


def _champions(view: View, own: Mapping[str, OwnView], chance: Chance) -> dict[str, str | None]:
    """Identities for all seats, no champion twice; what cards have been seen rules most of them out."""
    known = {seat.seat: _known_champion(view.cards, seat, own.get(seat.seat)) for seat in view.seats}
    if any(mine.champion is None for mine in view.own):
        return dict.fromkeys(known)
    free = chance.shuffled([code for code in view.cards.champions if code not in known.values()])
    unknown = [seat for seat in view.seats if known[seat.seat] is None]
    return known | (_one_each(view.cards, unknown, free) or {})


def _one_each(cards: Pool, seats: Sequence[SeatView], free: Sequence[str]) -> dict[str, str | None] | None:
    """A different possible champion for each seat, the first way to do it in the order of `free`."""
    if not seats:
        return {}
    for code in free:
        if _possible(cards, seats[0], code):
            others = _one_each(cards, seats[1:], [other for other in free if other != code])
            if others is not None:
                return others | {seats[0].seat: code}
    return None


def _known_champion(cards: Pool, seat: SeatView, own: OwnView | None) -> str | None:
    if own is not None:
        return own.champion
    if seat.champion or not seat.seen:
        return seat.champion
    return next(code for code, champion in cards.champions.items() if seat.seen[0] in champion.arts)


def _possible(cards: Pool, seat: SeatView, champion: str) -> bool:
    return is_part_of(_seen_attacks(cards, seat), cards.attack_deck(champion, seat.warden or ""))


def _seen_attacks(cards: Pool, seat: SeatView) -> tuple[str, ...]:
    shown = (card.code for card in seat.shown)
    return (*seat.discard_up, *(code for code in shown if code in cards.attacks))


def _player(cards: Pool, seat: SeatView, own: OwnView | None, champion: str | None, chance: Chance) -> Player:
    hand, deck, down, discard_down = _hidden_cards(cards, seat, own, champion, chance)
    used = {card.code for card in seat.shown} | {*seat.lingering, *seat.spent, *seat.removed}
    arts = cards.champions[champion].arts if champion else ()
    return Player(
        seat=seat.seat,
        warden=seat.warden,
        champion=champion,
        revealed=seat.name == "revealed",
        state=seat.state,
        results=seat.results,
        mana=seat.mana,
        spells=seat.spells,
        shards=seat.shards,
        hand=hand,
        deck=deck,
        discard_up=seat.discard_up,
        discard_down=discard_down,
        ready=tuple(code for code in arts if code not in used),
        lingering=seat.lingering,
        spent=seat.spent,
        removed=seat.removed,
        seen=seat.seen,
        lasting=seat.lasting,
        piece=_piece(seat, own, down),
    )


def _hidden_cards(
    cards: Pool, seat: SeatView, own: OwnView | None, champion: str | None, chance: Chance
) -> tuple[tuple[str, ...], ...]:
    """Hand, deck, cards face down and those face down in the discard pile."""
    if own is not None:
        return own.hand, chance.shuffled(own.deck), own.down, own.discard_down
    every = cards.attack_deck(champion, seat.warden or "") if champion else ()
    pool = chance.shuffled(tuple((Counter(every) - Counter(_seen_attacks(cards, seat))).elements()))
    hand, rest = pool[: seat.hand], pool[seat.hand :]
    down, rest = rest[: seat.down], rest[seat.down :]
    return hand, rest[seat.discard_down :], down, rest[: seat.discard_down]


def _piece(seat: SeatView, own: OwnView | None, down: tuple[str, ...]) -> Piece:
    return Piece(
        place=seat.place,
        token=seat.token,
        token_field=seat.token_field,
        shown=seat.shown,
        down=down,
        moved=seat.moved,
        engaged=seat.engaged,
        committed=seat.committed,
        turn_over=seat.turn_over,
        routed=seat.routed,
        rout_proof=seat.rout_proof,
        silenced_by=seat.silenced_by,
        terrain=seat.terrain,
        own_terms=seat.own_terms,
        foreign_terms=seat.foreign_terms,
        power_spells=seat.power_spells,
        shard_uses=seat.shard_uses,
        scored=seat.scored,
        bases=seat.bases,
        peeked=own.peeked if own else None,
    )


def _lies_face_down(view: View) -> bool:
    return bool(view.rounds) and None in view.rounds[-1].field_b


def _unseen_stakes(view: View, own: Mapping[str, OwnView], chance: Chance) -> tuple[str, ...]:
    """The stakes that nobody has seen, shuffled; the first of them lies face down, if one does."""
    # At a swap the round is over: its stakes lie among the used ones already
    live = view.rounds[-1:] if view.waiting_for and view.waiting_for.asked_for != "swap" else ()
    laid = [code for shown in live for code in (*shown.field_a, *shown.field_b)]
    seen = Counter((*view.stakes_used, *(code for code in laid if code)))
    unseen = chance.shuffled(tuple((Counter(view.cards.all_stakes) - seen).elements()))
    peeked = next((mine.peeked for mine in own.values() if mine.peeked), None)
    if peeked is None or not _lies_face_down(view):
        return unseen
    return (peeked, *without(unseen, (peeked,)))


def _unseen_situations(view: View, chance: Chance) -> tuple[str, ...]:
    turned = {shown.situation for shown in view.rounds}
    return chance.shuffled([code for code in view.cards.normal_situations if code not in turned])


def _round(seen: RoundView, unseen: tuple[str, ...]) -> Round:
    return Round(
        round=seen.round,
        climax=seen.climax,
        start=seen.start,
        situation=seen.situation,
        npc=seen.npc,
        stakes=Laid(
            tuple(code or unseen[0] for code in seen.field_a), tuple(code or unseen[0] for code in seen.field_b)
        ),
        placed=seen.placed,
    )


def _ties(view: View) -> int:
    """How many of the last eliminations were ties, in a row."""
    ties = 0
    for step in view.eliminations:
        ties = ties + 1 if step.tie else 0
    return ties
