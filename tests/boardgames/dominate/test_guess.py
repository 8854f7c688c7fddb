"""An imagined state shows the one who imagines it exactly what he sees, and lets him do exactly what he may."""

from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames import dominate
from boardgames.bots import Luck
from boardgames.dominate import mind
from boardgames.dominate.guess import guess
from tests.boardgames.dominate.random_play import random_game
from tests.boardgames.dominate.table import Table

PUBLIC = "seats own order stakes_left stakes_used situations_left offered eliminations waiting_for outcome"


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=6, deadline=None)
def test_an_imagined_state_is_seen_as_the_true_one(seed):
    for state, _, _ in random_game(seed):
        for seat in dominate.awaits(state).seats:
            seen = dominate.view(state, (seat,))
            imagined = guess(seen, Luck(seed))
            again = dominate.view(imagined, (seat,))
            assert all(getattr(again, part) == getattr(seen, part) for part in PUBLIC.split())
            assert set(dominate.options(imagined, seat)) == set(dominate.options(state, seat))


def test_what_is_hidden_is_imagined_in_many_ways():
    state = Table().place("field_a", "workshop", "workshop").state
    seen = dominate.view(state, ("dave",))
    guesses = [guess(seen, Luck(number)) for number in range(20)]
    assert len({imagined.players[0].champion for imagined in guesses}) > 3
    assert len({imagined.players[0].hand for imagined in guesses}) > 10
    assert len({imagined.now.stakes.field_b for imagined in guesses}) > 3
    for imagined in guesses:
        champions = [player.champion for player in imagined.players]
        assert len(set(champions)) == 4
        assert champions[3] == state.players[3].champion


def test_open_cards_rule_out_champions_who_have_none_of_them():
    table = Table(champions={"alice": "KOR"}, hands={"alice": "M8 M8 M2"})
    table.place("field_a", "workshop", "workshop", "workshop").give("alice", mana=12).turn("alice", "M8", "M2")
    seen = dominate.view(table.state, ("bob",))
    assert {guess(seen, Luck(number)).players[0].champion for number in range(20)} == {"KOR"}


def test_champions_are_shared_out_so_that_everybodys_open_cards_fit():
    seen = dominate.view(
        next(state for state, _, _ in random_game(120) if len(state.past) == 0 and state.now and state.now.turns),
        ("alice",),
    )
    for number in range(20):
        imagined = guess(seen, Luck(number))
        assert dominate.view(imagined, ("alice",)).seats == seen.seats


def test_an_art_once_seen_gives_its_champion_away():
    table = Table(champions={"alice": "HAL"}).place("field_a", "workshop", "workshop", "workshop")
    table.give("alice", mana=12).turn("alice", "HAL2", table.player("alice").hand[0])
    assert guess(dominate.view(table.state, ("bob",)), Luck(1)).players[0].champion == "HAL"


def test_a_stake_that_was_looked_at_is_not_imagined_but_known():
    table = Table(wardens={"alice": "OSM"}, stakes=("rubble", "wellspring"))
    table.say("alice", "peek")
    seen = dominate.view(table.state, ("alice",))
    assert {guess(seen, Luck(number)).now.stakes.field_b for number in range(9)} == {("wellspring",)}


def test_the_best_cards_look_best_and_a_sure_gain_is_done_before_them():
    table = Table(champions={"alice": "GIL"}, hands={"alice": "M4 M3 S2"})
    table.place("field_a", "field_a", "workshop", "workshop").give("alice", mana=6)
    offered = mind.moves(table.state, "alice")
    looks = dict(zip(offered, mind.glance(table.state, "alice", offered), strict=True))
    commits = {move: value for move, value in looks.items() if type(move).__name__ == "Commit"}
    assert max(commits.values()) == 0
    assert commits[table.read("alice", "commit", up=["M3", "M4"])] == 0


def test_all_moves_worth_a_thought_are_options():
    for state, _, _ in random_game(5):
        for seat in dominate.awaits(state).seats:
            assert set(mind.moves(state, seat)) <= set(dominate.options(state, seat))


def test_who_is_out_stands_worst_and_who_has_won_best():
    table = Table()
    assert mind.worth(table.give("bob", state="out").state, "bob") < 0
    assert mind.worth(table.give("bob", state="winner").state, "bob") > 5000
