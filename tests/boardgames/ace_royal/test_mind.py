"""Computer players at Ace Royal: what they imagine fits what they see, and they choose among what they are offered."""

import random
from collections import Counter
from itertools import count

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardgames import ace_royal
from boardgames.ace_royal import mind
from boardgames.ace_royal.cards import CLASSES, DECK, HEROES
from boardgames.ace_royal.guess import guess
from boardgames.ace_royal.outlook import worth
from boardgames.bots import Luck, Table, choose
from tests.boardgames.ace_royal import table
from tests.boardgames.ace_royal.random_games import any_house_rules, whole_game
from tests.boardgames.ace_royal.table import SEATS, setup_of
from tests.boardgames.ace_royal.test_invariants import all_cards

SLOW = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32 - 1)


def asked_states(seed: int, moves: int = 150):
    """Every state of a random game in which a seat is asked, and that seat."""
    dice = random.Random(seed)
    for state, _, _ in whole_game(seed, players=dice.randint(2, 6), moves=moves, **any_house_rules(dice)):
        for seat in ace_royal.awaits(state).seats:
            yield state, seat


def seat_of(state, seat: str) -> Table:
    return Table(ace_royal, mind, seat, ace_royal.view(state, (seat,)), ace_royal.options(state, seat))


def steps():
    """A clock on which every look takes one second."""
    ticks = count()
    return lambda: next(ticks)


@SLOW
@given(seeds)
def test_an_imagined_state_looks_the_same_to_the_seat_and_offers_it_the_same(seed):
    for state, seat in asked_states(seed):
        imagined = guess(ace_royal.view(state, (seat,)), Luck(seed))
        seen, again = ace_royal.view(state, (seat,)), ace_royal.view(imagined, (seat,))
        for part in set(seen.__struct_fields__) - {"handed", "combat"}:
            assert getattr(seen, part) == getattr(again, part), part
        assert set(ace_royal.options(imagined, seat)) == set(ace_royal.options(state, seat))


@SLOW
@given(seeds)
def test_an_imagined_state_is_dealt_from_the_cards_there_are(seed):
    for state, seat in asked_states(seed, moves=80):
        imagined = guess(ace_royal.view(state, (seat,)), Luck(seed))
        if imagined.turn:
            assert all_cards(imagined) == Counter(DECK)
        servants = Counter(
            card for master in imagined.masters.values() for card in (master.hero, master.class_) if card
        )
        assert servants <= Counter(HEROES) + Counter(CLASSES * imagined.rules.class_sets)


@SLOW
@given(seeds)
def test_what_is_worth_a_thought_is_offered(seed):
    for state, seat in asked_states(seed, moves=80):
        thought = mind.moves(state, seat)
        assert thought
        assert set(thought) <= set(ace_royal.options(state, seat))
        assert len(mind.glance(state, seat, thought)) == len(thought)


@pytest.mark.parametrize("strength", ["novice", "adept", "master"])
def test_every_strength_chooses_an_offered_move_and_the_same_from_the_same_luck(strength):
    for number, (state, seat) in enumerate(asked_states(5, moves=200)):
        if number % 11 == 0:
            offered = seat_of(state, seat)
            chosen = {choose(offered, strength, Luck(3), clock=steps(), seconds=1) for _ in range(2)}
            assert len(chosen) == 1
            assert chosen <= set(offered.options)


def winner(strengths: dict[str, str], seed: int) -> str | None:
    """Who wins a whole game; who has no strength plays at random."""
    luck, state = Luck(seed), ace_royal.start(setup_of(SEATS[:4], defeat_rule="mana_only"))
    while not (awaited := ace_royal.awaits(state)).nobody:
        if awaited.chance:
            move = ace_royal.draw(state, luck)
        elif strength := strengths.get(awaited.seats[0]):
            move = choose(seat_of(state, awaited.seats[0]), strength, luck)
        else:
            offered = ace_royal.options(state, awaited.seats[0])
            move = offered[luck.below(len(offered))]
        state = ace_royal.play(state, move).state
    return state.outcome.winner


def test_an_adept_beats_three_who_play_at_random():
    wins = [winner({SEATS[seed % 4]: "adept"}, seed) == SEATS[seed % 4] for seed in range(8)]
    assert sum(wins) >= 6


def test_a_secret_question_cannot_be_imagined_by_others():
    at = table.Table(3, hands={"alice": "L-S03", "bob": "L-S14"}).say("alice use L-S03")
    with pytest.raises(ValueError, match="secret"):
        guess(ace_royal.view(at.state, ("carol",)), Luck(1))
    assert guess(ace_royal.view(at.state, ("bob",)), Luck(1)).masters["bob"].hand == tuple(sorted(at.seat("bob").hand))


def chosen_by_alice(at: table.Table) -> str:
    """What an adept makes of it."""
    chosen = choose(seat_of(at.state, "alice"), "adept", Luck(1))
    return str(msgspec.to_builtins(chosen)["do"])


def test_a_bot_saves_itself_with_a_command_spell():
    at = table.Table(3, defeat_rule="mana_only").give("alice", mana=0, hand="").say("alice done")
    assert chosen_by_alice(at) == "spell"


def test_a_bot_does_not_spend_its_last_spell_where_that_is_defeat():
    at = table.Table(3).give("alice", spells=1)
    assert chosen_by_alice(at) != "spell"


def test_a_bot_assaults_the_weak_and_leaves_the_strong_alone():
    up = {"hero_up": True, "class_up": True}
    at = table.Table(2).give("alice", **up).give("bob", **up).values(alice="9/9/9/9", bob="2/2/2/2").say("alice done")
    assert chosen_by_alice(at) == "assault"
    at = table.Table(2).give("alice", **up).give("bob", **up).values(alice="2/2/2/2", bob="9/9/9/9").say("alice done")
    assert chosen_by_alice(at) == "pass"


def test_worth_grows_with_mana_and_falls_with_a_rivals():
    at = table.Table(3)
    before = worth(at.state, "alice")
    assert worth(at.give("alice", mana=6).state, "alice") > before
    assert worth(at.give("alice", mana=5).give("bob", mana=9).state, "alice") < before


def test_a_victory_is_worth_most_and_a_draw_more_than_to_be_out():
    won = table.Table(2).give("bob", mana=0).say("alice done", "all pass")
    # carol falls first, alice and bob together after her
    drawn = table.Table(3).give("carol", mana=0).say("alice done", "carol pass")
    drawn.give("alice", mana=0).give("bob", mana=0).say("alice pass").discard_rest().say("all pass")
    assert worth(won.state, "alice") > worth(drawn.state, "alice") == worth(drawn.state, "bob")
    assert worth(drawn.state, "bob") > worth(drawn.state, "carol") == worth(won.state, "bob")
