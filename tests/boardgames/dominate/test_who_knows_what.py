"""The table of 4.2, row by row: one thing is changed, and only who may know it can tell; in games played at random."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from boardgames import dominate
from boardgames.dominate.annals import Term
from boardgames.dominate.state import State, with_player
from tests.boardgames.dominate.random_play import Luck, random_game

BOB = 1
SEEDS = range(5)
STEP = 7
"""Every so many moves one state is looked at."""

type Change = Callable[[State, Luck], State | None]


def _bob(**how: Callable[[Any, Luck], Any]) -> Change:
    """Another value in one of bob's fields, where what stands there can be another."""

    def change(state: State, luck: Luck) -> State | None:
        bob = state.players[BOB]
        ((field, other),) = how.items()
        value = other(bob, luck)
        return None if value is None or value == getattr(bob, field) else with_player(state, BOB, **{field: value})

    return change


def _piece(**how: Callable[[Any], Any]) -> Change:
    def change(state: State, luck: Luck) -> State | None:
        piece = state.players[BOB].piece
        ((field, other),) = how.items()
        if (value := other(piece)) is None:
            return None
        return with_player(state, BOB, piece=replace(piece, **{field: value}))

    return change


def _others(cards: tuple[str, ...], *, code: str) -> tuple[str, ...] | None:
    return (code,) * len(cards) if cards and set(cards) != {code} else None


def _shuffled(cards: tuple[str, ...]) -> tuple[str, ...] | None:
    return cards[::-1] if cards[::-1] != cards else None


def _champion(state: State, luck: Luck) -> State | None:
    """Somebody else with his arts, as long as the name is hidden and none of the arts has been seen."""
    bob = state.players[BOB]
    if bob.revealed or not bob.champion or bob.seen or bob.lingering or bob.spent or len(bob.ready) != 3:
        return None
    other = "KOR" if bob.champion != "KOR" else "HAL"
    return with_player(state, BOB, champion=other, ready=state.cards.champions[other].arts)


def _downs(state: State, luck: Luck) -> State | None:
    """Other cards face down, in this round and in all before."""
    rounds = [*state.past, *([state.now] if state.now else [])]
    changed = [
        replace(one, turns=tuple(replace(t, down=("A8",) * len(t.down)) if t.who == "bob" else t for t in one.turns))
        for one in rounds
    ]
    if changed == rounds:
        return None
    return replace(state, past=tuple(changed[: len(state.past)]), now=changed[-1] if state.now else None)


def _covered(state: State, luck: Luck) -> State | None:
    if not state.face_down or state.now is None:
        return None
    peeking = [player for player in state.players if player.piece.peeked]
    laid = state.now.stakes
    other = "masked-ball" if laid.field_b[0] != "masked-ball" else "rubble"
    stakes = replace(laid, field_b=(other, *laid.field_b[1:]))
    return None if peeking else replace(state, now=replace(state.now, stakes=stakes))


def _unseen(field: str) -> Change:
    def change(state: State, luck: Luck) -> State | None:
        cards = _shuffled(getattr(state, field))
        return replace(state, **{field: cards}) if cards else None

    return change


def _removed(state: State, luck: Luck) -> State | None:
    """One of the situations that left the game changes places with one that is to come."""
    if not state.situations or not state.situations_removed:
        return None
    situations = (*state.situations[:-1], state.situations_removed[0])
    return replace(
        state,
        situations=situations,
        situations_removed=(state.situations[-1], *state.situations_removed[1:]),
    )


def _situation(state: State, luck: Luck) -> State | None:
    if state.now is None or not state.now.situation:
        return None
    other = "clear-skies" if state.now.situation != "clear-skies" else "hush"
    return replace(state, now=replace(state.now, situation=other))


def _open_stake(state: State, luck: Luck) -> State | None:
    if state.now is None or not state.now.stakes.field_a:
        return None
    laid = state.now.stakes
    other = "masked-ball" if laid.field_a[0] != "masked-ball" else "rubble"
    return replace(state, now=replace(state.now, stakes=replace(laid, field_a=(other, *laid.field_a[1:]))))


OWNER: dict[str, Change] = {
    "servant and its arts": _champion,
    "hand": _bob(hand=lambda bob, luck: _others(bob.hand, code="A8")),
    "own deck, what is in it": _bob(deck=lambda bob, luck: _others(bob.deck, code="A8")),
    "cards face down in the discard pile": _bob(discard_down=lambda bob, luck: _others(bob.discard_down, code="A8")),
    "cards played face down": _piece(down=lambda piece: _others(piece.down, code="A8")),
    "cards played face down in any round": _downs,
    "what an Arbiter has seen": _piece(peeked=lambda piece: "rubble" if piece.peeked is None else None),
}
"""Rows of which the owner alone knows."""

NOBODY: dict[str, Change] = {
    "order of the own deck": _bob(deck=lambda bob, luck: _shuffled(bob.deck)),
    "covered stake of field B": _covered,
    "order of the stakes": _unseen("stake_deck"),
    "order of the situations": _unseen("situations"),
    "removed situations": _removed,
}
"""Rows of which nobody knows."""

EVERYBODY: dict[str, Change] = {
    "mana": _bob(mana=lambda bob, luck: bob.mana + 1),
    "command spells": _bob(spells=lambda bob, luck: bob.spells + 1),
    "results": _bob(results=lambda bob, luck: bob.results + 1),
    "number of cards in hand": _bob(hand=lambda bob, luck: (*bob.hand, "M2")),
    "number of cards in the deck": _bob(deck=lambda bob, luck: (*bob.deck, "M2")),
    "open part of the discard pile": _bob(discard_up=lambda bob, luck: (*bob.discard_up, "M2")),
    "lingering cards": _bob(lingering=lambda bob, luck: (*bob.lingering, "ODE3") if not bob.lingering else None),
    "once-a-game cards that are spent": _bob(spent=lambda bob, luck: (*bob.spent, "IRE2") if not bob.spent else None),
    "an open name": _bob(revealed=lambda bob, luck: True if bob.champion and not bob.revealed else None),
    "pieces": _piece(place=lambda piece: "lookout" if piece.place not in (None, "lookout") else None),
    "terrain tokens": _piece(token=lambda piece: 1 if piece.place and piece.token != 1 else None),
    "power": _piece(own_terms=lambda piece: (Term("DX-6", 2),) if piece.place == "field_a" else None),
    "the situation": _situation,
    "the open stake of field A": _open_stake,
}
"""Rows that are public."""

ROWS = {
    **{row: ("owner", change) for row, change in OWNER.items()},
    **{row: ("nobody", change) for row, change in NOBODY.items()},
    **{row: ("everybody", change) for row, change in EVERYBODY.items()},
}


def seen(state: State, *seats: str) -> bytes:
    return msgspec.json.encode(dominate.view(state, seats))


def states() -> list[State]:
    return [
        state
        for seed in SEEDS
        for number, (state, _, _) in enumerate(random_game(seed, seats=4, options={}))
        if number % STEP == 0
    ]


@pytest.fixture(scope="module")
def looked_at() -> list[State]:
    return states()


@pytest.mark.parametrize("row", ROWS)
def test_each_row_is_known_to_those_who_may_know_it_and_to_nobody_else(row, looked_at):
    knows, change = ROWS[row]
    luck, times = Luck(1), 0
    for state in looked_at:
        other = change(state, luck)
        if other is None:
            continue
        times += 1
        told = {who: seen(state, *seats) != seen(other, *seats) for who, seats in PEOPLE.items()}
        assert told["bob"] == (knows != "nobody"), row
        assert {told[who] for who in ("alice", "eve", "gm", "the computer")} == {knows == "everybody"}, row
    assert times, "no game came to it"


PEOPLE = {"bob": ("bob",), "alice": ("alice",), "eve": (), "gm": ("gm",), "the computer": ("dave",)}


@pytest.mark.parametrize("row", [*OWNER, *NOBODY])
def test_what_others_may_do_is_the_same_whatever_is_hidden(row, looked_at):
    """The list of legal moves is private, and so is whether there are many or one (consequences 5 and 6)."""
    luck = Luck(2)
    for state in looked_at:
        if (other := ROWS[row][1](state, luck)) is None:
            continue
        assert dominate.awaits(state) == dominate.awaits(other)
        for seat in ("alice", "carol", "dave"):
            assert dominate.options(state, seat) == dominate.options(other, seat)


def test_whoever_is_asked_is_asked_whatever_he_holds():
    """Nothing is skipped for want of a choice: with one legal move, or none worth making, one is asked all the same."""
    asked_with_one = 0
    for seed in SEEDS:
        for state, move, _ in random_game(seed, seats=4, options={}):
            if move.by != "chance" and len(dominate.options(state, move.by)) == 1:
                asked_with_one += 1
    assert asked_with_one


def test_the_champions_that_are_left_over_are_named_to_nobody_even_at_the_end():
    for seed in SEEDS:
        *_, (_, _, played) = random_game(seed, seats=4, options={})
        dealt = {player.champion for player in played.state.players if player.revealed}
        text = seen(played.state)
        named = {code for code in played.state.cards.champions if f'"champion":"{code}"'.encode() in text}
        assert named == dealt
