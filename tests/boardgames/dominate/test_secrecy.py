"""Who knows what (4.2; I-6): change only what Bob hides, and everything Alice, Eve and the GM can get stays the same."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boardgames import dominate
from boardgames.dominate.play import refuse
from boardgames.dominate.state import with_player
from tests.boardgames.dominate.random_play import Luck, random_game
from tests.boardgames.dominate.table import Table

IDLE = ("workshop", "workshop", "workshop", "workshop")


def seen_by(state, *seats: str) -> bytes:
    return msgspec.json.encode(dominate.view(state, seats))


def with_bobs_secrets_changed(state, luck: Luck):
    """Another truth that nobody but Bob can tell from this one: hand, deck, face-down cards, identity, unseen decks."""
    bob = state.players[1]
    others = ("A8", "M8", "S8", "FOR")
    fake = {
        "hand": tuple(others[luck.below(4)] for _ in bob.hand),
        "deck": tuple(others[luck.below(4)] for _ in bob.deck),
        "discard_down": tuple(others[luck.below(4)] for _ in bob.discard_down),
        "piece": replace(bob.piece, down=("A8",) * len(bob.piece.down), peeked=None),
        "ready": ("HAL1", "HAL2", "HAL3")[: len(bob.ready)],
    }
    if not bob.revealed and bob.champion:
        fake["champion"] = "KOR" if bob.champion != "KOR" else "HAL"
    state = with_player(state, 1, **fake)
    rounds = [_with_downs_changed(entry) for entry in (*state.past, *([state.now] if state.now else []))]
    past, now = (rounds[:-1], rounds[-1]) if state.now else (rounds, None)
    return _unseen_changed(replace(state, past=tuple(past), now=now), luck)


def _with_downs_changed(entry):
    return replace(
        entry,
        turns=tuple(
            replace(turn, down=("A8",) * len(turn.down)) if turn.who == "bob" else turn for turn in entry.turns
        ),
    )


def _unseen_changed(state, luck: Luck):
    """What lies face down on the table itself, for nobody to know."""
    if state.face_down:
        laid = state.now.stakes
        laid = replace(laid, field_b=("masked-ball", *laid.field_b[1:]))
        state = replace(state, now=replace(state.now, stakes=laid))
    unseen = luck.shuffled((*state.situations, *state.situations_removed))
    number = len(state.situations)
    return replace(
        state,
        stake_deck=luck.shuffled(state.stake_deck),
        situations=unseen[:number],
        situations_removed=unseen[number:],
    )


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=20, deadline=None)
def test_nothing_bob_hides_reaches_anybody_else(seed):
    luck = Luck(seed)
    bobs_view_changed = False
    for state, move, _ in random_game(seed):
        other = with_bobs_secrets_changed(state, luck)
        for person in (("alice",), ("alice", "carol"), (), ("gm",)):
            assert seen_by(state, *person) == seen_by(other, *person)
        for seat in ("alice", "carol"):
            assert dominate.options(state, seat) == dominate.options(other, seat)
        assert dominate.awaits(state) == dominate.awaits(other)
        if move.by not in ("bob", "chance"):
            assert refuse(other, move) is None
        bobs_view_changed |= seen_by(state, "bob") != seen_by(other, "bob")
    assert bobs_view_changed


def test_the_gm_and_eve_see_the_same_and_no_hidden_card():
    table = Table().place(*IDLE)
    assert seen_by(table.state, "gm") == seen_by(table.state, "eve") == seen_by(table.state)
    assert dominate.view(table.state, ("gm",)).own == ()


def test_a_seat_sees_its_own_cards_but_not_the_order_of_its_deck():
    table = Table(hands={"alice": "M2 M3 S2"})
    own = dominate.view(table.state, ("alice",)).own[0]
    assert (own.champion, own.hand, own.ready) == ("GIL", ("M2", "M3", "S2"), ("GIL1", "GIL2", "GIL3"))
    assert own.deck == tuple(sorted(table.player("alice").deck))
    shuffled = table.player("alice").deck[::-1]
    before = seen_by(table.state, "alice")
    table.give("alice", deck=shuffled)
    assert seen_by(table.state, "alice") == before


def test_DG_23_cards_laid_face_down_are_told_by_number_for_ever():
    views, reports = [], []
    for down in (("M2", "M3"), ("M2", "S2")):
        table = Table(hands={"alice": "M2 M3 S2"}).place(*IDLE)
        reports.append(table.say("alice", "commit", down=down))
        reports.append(table.say("alice", "done"))
        views.append(seen_by(table.state, "bob"))
        table.idle("bob", "carol", "dave")
        views.append(seen_by(table.state, "bob"))
    assert views[0] == views[2]
    assert views[1] == views[3]
    assert reports[:2] == reports[2:]


def test_own_face_down_plays_stay_known_to_their_owner():
    table = Table(hands={"alice": "M2 M3 S2"}).place(*IDLE)
    table.turn("alice", down=("M2", "M3"))
    assert dominate.view(table.state, ("alice",)).rounds[0].turns[0].own_down == ("M2", "M3")
    assert dominate.view(table.state, ("bob",)).rounds[0].turns[0].own_down is None


def test_field_bs_stake_is_hidden_until_the_action_phase_and_works_not_before():
    table = Table(stakes=("rubble", "masked-ball")).place("field_b", "workshop", "workshop")
    shown = dominate.view(table.state, ("alice",))
    assert (shown.rounds[0].field_a, shown.rounds[0].field_b) == (("rubble",), (None,))
    assert b"masked-ball" not in seen_by(table.state, "alice")
    assert shown.seats[0].power is None
    table.place("workshop")
    shown = dominate.view(table.state, ("alice",))
    assert shown.rounds[0].field_b == ("masked-ball",)
    assert ("masked-ball", 2) in [(term.rule, term.value) for term in shown.seats[0].power]


def test_a_further_stake_on_field_b_lies_open():
    table = Table(situations=("night-ferry",), stakes=("rubble", "masked-ball", "wellspring"))
    assert dominate.view(table.state, ()).rounds[0].field_b == (None, "wellspring")


def test_a_look_at_the_face_down_stake_is_nobody_elses_business():
    table = Table(wardens={"alice": "OSM"})
    before = [seen_by(table.state, *person) for person in (("bob",), (), ("gm",))]
    own = seen_by(table.state, "alice")
    table.say("alice", "peek")
    assert [seen_by(table.state, *person) for person in (("bob",), (), ("gm",))] == before
    assert seen_by(table.state, "alice") != own


def test_a_name_is_public_while_it_is_open():
    table = Table().place("field_a", "workshop", "workshop", "workshop").give("alice", mana=12)
    assert dominate.view(table.state, ("bob",)).seats[0].champion is None
    table.say("alice", "commit", up=["GIL1", table.player("alice").hand[0]])
    assert dominate.view(table.state, ("bob",)).seats[0].champion == "GIL"
    table.give("alice", revealed=False)
    assert dominate.view(table.state, ("bob",)).seats[0].champion is None


def test_arts_once_seen_stay_marked_as_seen():
    table = Table().place("field_a", "workshop", "workshop", "workshop").give("alice", mana=12)
    table.turn("alice", "GIL3", "M2").finish_round()
    assert dominate.view(table.state, ("bob",)).seats[0].seen == ("GIL3",)


@pytest.mark.parametrize("kind", ["hand", "deck", "stake_deck", "situations", "situations_removed"])
def test_the_view_has_no_field_of_that_name_for_others(kind):
    shown = msgspec.json.decode(seen_by(Table().place(*IDLE).state, "bob"))
    assert isinstance(shown.get(kind, 0), int)
    assert all(isinstance(seat.get(kind, 0), int) for seat in shown["seats"])
