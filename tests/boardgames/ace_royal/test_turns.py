"""Turns and the master coin.

Rules: A-2, A-20, A-24, A-25, A-26, A-27, A-28, A-29, A-30, A-31, A-44, A-63, AG-2, AG-38, AG-41, AG-42.
"""

import pytest

from tests.boardgames.ace_royal.table import Table


def transfers(at: Table, turns: int) -> str:
    """The players of so many idle turns, each transfer written as | before the turn it comes in."""
    written = ""
    while len(at.state.turns) < turns:
        at.idle_turn()
    for turn in at.state.turns:
        written += ("|" if turn.transfer else "") + turn.player[0]
    return written


def test_A_28_the_printed_pattern_of_three_players():
    at = Table(3, defeat_rule="mana_only")
    assert transfers(at, 20) == "abca|bcab|cabc|abca|bcab"


@pytest.mark.parametrize(("players", "pattern"), [(2, "aba|bab|aba|bab"), (4, "abcda|bcdab|cdabc|dabcd")])
def test_A_24_and_A_25_a_block_ends_with_the_holders_second_turn(players, pattern):
    assert transfers(Table(players), len(pattern.replace("|", ""))) == pattern


def test_A_20_and_A_26_the_receiver_pays_one_mana_before_his_turn():
    at = Table(3)
    for _ in range(4):
        at.idle_turn()
    assert (at.state.player, at.state.holder, at.seat("bob").mana) == ("bob", "bob", 4)
    assert at.seat("alice").mana == 5


def test_AG_2_on_return_the_coin_passes_at_the_start_of_the_holders_second_turn():
    at = Table(3, coin_rotation="on_return")
    assert transfers(at, 8) == "abc|abca|b"
    assert [turn.transfer.to for turn in at.state.turns if turn.transfer] == ["bob", "carol"]


def test_AG_2_round_shift_passes_after_every_round_and_the_receiver_plays_next():
    assert transfers(Table(3, coin_rotation="round_shift"), 9) == "abc|bca|cab"


def test_A_29_the_holder_draws_one_card_like_anybody_else():
    at = Table(3)
    drawn = len(at.seat("alice").hand)
    at.idle_turn()
    assert (drawn, len(at.seat("bob").hand)) == (5, 5)


@pytest.mark.parametrize(("answer", "state"), [("recover", "upright"), ("leave", "danger")])
def test_A_27_the_receiver_may_turn_a_servant_in_danger_down(answer, state):
    at = Table(2)
    at.idle_turn().idle_turn()
    at.give("bob", servant="danger")
    at.idle_turn()
    assert (at.asked, at.state.phase) == (("bob", "recover"), 0)
    at.say(f"bob {answer}")
    # what is Down turns upright in the phase 1 that follows
    assert at.seat("bob").servant == state


def test_A_30_own_down_cards_turn_upright_and_danger_stays():
    at = Table(2, draws="L-K05")
    at.give("bob", servant="down", codes="L-K12").give("alice", servant="down")
    at.say("alice done", "alice pass").discard_rest()
    assert at.seat("bob").servant == "upright"
    assert at.seat("alice").servant == "down"
    at.give("alice", servant="danger").idle_turn()
    assert at.seat("alice").servant == "danger"


def test_A_30_codes_turn_upright_too():
    at = Table(2).give("bob", codes="L-K13")
    at.say("alice done", "bob use L-K13", "bob discard L-K01")
    assert at.seat("bob").codes[0].down
    at.say("alice pass").discard_rest()
    assert not at.seat("bob").codes[0].down


def test_A_31_one_card_is_drawn():
    at = Table(2, draws="L-S01 L-S02")
    assert at.seat("alice").hand[-1] == "L-S01"


def test_A_2_and_A_44_the_turn_ends_with_four_cards_in_hand():
    at = Table(2)
    at.give("alice", hand="L-K01 L-K02 L-K03 L-K04 L-S01 L-S02 L-S07").say("alice done", "alice pass")
    assert at.waiting == {"who": "alice", "for": "discard", "count": 3}
    assert at.refused("alice discard L-K01 L-K02") == "AC-15"
    assert at.refused("alice discard L-K01 L-K01 L-K02") == "AC-15"
    at.say("alice discard L-K01 L-K02 L-S01")
    assert at.seat("alice").hand == ("L-K03", "L-K04", "L-S02", "L-S07")
    assert at.state.player == "bob"


def test_A_44_is_counted_anew_after_an_any_time_move():
    at = Table(2).give("alice", hand="L-K01 L-K02 L-K03 L-K04 L-S03 L-S04").say("alice done", "alice pass")
    at.say("alice use L-S04")
    assert at.waiting["count"] == 1
    at.say("alice use L-S03")
    assert at.waiting["count"] == 2
    at.say("alice discard L-K01 L-K02")
    assert at.state.player == "bob"


def test_A_44_a_scene_that_brings_the_hand_to_four_ends_the_asking():
    at = Table(2).give("alice", hand="L-K01 L-K02 L-K03 L-K04 L-S04").say("alice done", "alice pass", "alice use L-S04")
    assert at.state.player == "bob"


def test_A_44_discards_are_asked_again_when_the_window_of_phase_6_filled_the_hand():
    at = Table(3, defeat_rule="mana_only").give("alice", hand="L-K01 L-K02 L-K03 L-K04 L-S03")
    at.say("alice done", "alice pass").give("alice", mana=0, spells=0).say("alice discard L-K01")
    assert at.waiting == {"who": "alice", "for": "window", "step": "phase_end"}
    at.say("alice use L-S03")
    assert at.waiting == {"who": "alice", "for": "discard", "count": 1}
    at.say("alice discard L-K02")
    assert at.defeats[0].who == "alice"


def test_AG_41_the_grail_seat_becomes_the_deck_in_the_middle_of_a_draw():
    at = Table(2).give("alice", hand="L-S03")
    at.table(deck=("L-K05",), grail_seat=("L-S01", "L-S02")).say("alice use L-S03")
    assert at.asked == ("chance", "reshuffle")
    assert at.seat("alice").hand == ("L-K05",)
    assert at.refused_move({"by": "chance", "do": "reshuffle", "order": ["L-S01", "L-S02"]}) == "format"
    at.move({"by": "chance", "do": "reshuffle", "order": ["L-S02", "L-S03", "L-S01"]})
    assert at.seat("alice").hand == ("L-K05", "L-S02")
    assert (at.state.deck, at.state.grail_seat) == (("L-S03", "L-S01"), ())


def test_AG_41_with_both_empty_nothing_is_drawn():
    at = Table(2).table(deck=(), grail_seat=()).say("alice done", "alice pass").discard_rest()
    assert at.asked == ("chance", "reshuffle")
    at = Table(2).give("alice", hand="L-K01 L-K02").table(deck=(), grail_seat=()).idle_turn()
    assert (at.asked, len(at.seat("bob").hand)) == (("bob", "ritual"), 4)


def test_AG_41_no_draw_leaves_the_grail_seat_alone():
    at = Table(2, deck_out="no_draw").give("alice", hand="L-S03").table(deck=("L-K05",), grail_seat=("L-S01",))
    at.say("alice use L-S03")
    assert (at.seat("alice").hand, at.state.grail_seat) == (("L-K05",), ("L-S01", "L-S03"))


def holder_falls(players: int = 3, **options) -> Table:
    """Alice, who holds the coin in her own turn, is about to fall."""
    return Table(players, defeat_rule="mana_only", **options).give("alice", mana=0, spells=0).say("alice done")


@pytest.mark.parametrize(("rule", "mana"), [("pass_and_pay", 4), ("pass_free", 5)])
def test_AG_42_the_coin_of_a_fallen_holder_passes_at_once(rule, mana):
    at = holder_falls(coin_on_holder_defeat=rule)
    assert (at.state.holder, at.seat("bob").mana, at.state.player) == ("bob", mana, "bob")
    assert at.state.turns[-1].coin == "bob"


def test_AG_42_the_cards_of_the_fallen_go_to_the_grail_seat():
    at = Table(3, defeat_rule="mana_only").give(
        "alice", mana=0, spells=0, hand="L-K01", codes="L-K02", facedown=("L-S01",)
    )
    at.say("alice done")
    alice = at.seat("alice")
    assert sorted(at.state.grail_seat) == ["L-K01", "L-K02", "L-S01"]
    assert (alice.hand, alice.codes, alice.facedown, alice.mana, alice.hero) == ((), (), (), 0, "L-H07")


def test_AG_42_the_receiver_may_recover_and_the_phase_ends_once_more():
    at = (
        Table(4, defeat_rule="mana_only")
        .give("alice", mana=0, spells=0)
        .give("bob", servant="danger", mana=1, spells=0)
    )
    at.say("alice done")
    assert at.asked == ("bob", "recover")
    at.say("bob recover")
    # he paid his last mana, so the repeated end of phase 3 takes him too
    assert [(fallen.who, fallen.phase) for fallen in at.defeats] == [("alice", 3), ("bob", 3)]
    assert (at.state.holder, at.seat("carol").mana) == ("carol", 4)


def test_AG_42_turns_as_holder_count_from_the_next_own_turn():
    at = Table(3, defeat_rule="mana_only").idle_turn()
    at.give("alice", mana=0, spells=0).say("bob done")
    assert (at.state.holder, at.state.player, at.state.phase) == ("bob", "bob", 5)
    at.say("bob pass").discard_rest()
    for _ in range(3):
        at.idle_turn()
    turns = [(turn.player, bool(turn.transfer)) for turn in at.state.turns]
    assert turns == [("alice", False), ("bob", False), ("carol", False), ("bob", False), ("carol", False)]
    at.idle_turn()
    assert (at.state.player, at.state.holder) == ("carol", "carol")


def test_round_shift_counts_a_turn_cut_short_and_a_fallen_holders_coin_begins_no_round():
    at = holder_falls(coin_rotation="round_shift")
    at.idle_turn()
    assert [bool(turn.transfer) for turn in at.state.turns] == [False, False]
    at.idle_turn()
    # carol was the last of the round, and the coin goes on from bob
    assert (at.state.holder, at.state.player) == ("carol", "carol")


@pytest.mark.parametrize(
    ("rule", "left"),
    [("own_turn", [4, 4, 2]), ("any_turn", [4, 3, 1]), ("master_round", [5, 5, 3])],
)
def test_A_63_and_AG_38_what_acting_on_after_death_costs(rule, left):
    at = Table(2, independent_upkeep=rule).give("bob", dead=True, independent=True, class_up=True)
    mana = []
    for _ in range(3):
        at.idle_turn()
        mana.append(at.seat("bob").mana)
    # the third is bob's turn with the coin, which a dead Master pays like any other
    assert mana == left
