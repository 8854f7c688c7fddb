"""The end of phases and of the game.

Rules: A-3, A-18, A-75, A-76, AG-1, AG-48, AC-20.
"""

import pytest

from boardgames.ace_royal.annals import Outcome
from boardgames.ace_royal.outcome import result
from tests.boardgames.ace_royal.table import Table


def judged(rule: str, mana: int, spells: int) -> Table:
    at = Table(3, defeat_rule=rule).give("bob", mana=mana, spells=spells).say("alice done")
    return at.close("phase_end")


@pytest.mark.parametrize(
    ("rule", "mana", "spells", "reason"),
    [
        ("either", 0, 2, "mana"),
        ("either", 2, 0, "spells"),
        ("either", 0, 0, "both"),
        ("either", 1, 1, None),
        ("mana_only", 0, 2, "mana"),
        ("mana_only", 0, 0, "mana"),
        ("mana_only", 2, 0, None),
        ("both", 0, 2, None),
        ("both", 2, 0, None),
        ("both", 0, 0, "both"),
    ],
)
def test_A_18_and_AG_1_which_resource_at_zero_defeats(rule, mana, spells, reason):
    found = [fallen.reason for fallen in judged(rule, mana, spells).defeats]
    assert found == ([reason] if reason else [])


def test_A_3_and_A_75_defeat_is_judged_when_the_phase_ends():
    at = Table(3).give("bob", mana=0)
    at.say("alice facedown L-K01")
    assert at.defeats == ()
    at.say("alice done")
    assert at.waiting == {"who": "bob", "for": "window", "step": "phase_end"}
    at.say("bob pass")
    assert (at.defeats[0].turn, at.defeats[0].phase) == (1, 3)


def test_AC_20_only_who_would_fall_is_asked_and_may_save_himself():
    at = Table(3).give("bob", mana=0).say("alice done", "bob spell a")
    assert (at.asked, at.defeats) == (("alice", "assault"), ())


def test_AC_20_asks_the_turn_player_first_then_clockwise():
    at = Table(4).idle_turn().give("bob", mana=0).give("dave", mana=0).say("bob done")
    assert at.waiting["who"] == "bob"
    at.say("bob pass")
    assert at.waiting["who"] == "dave"


def test_A_75_who_falls_may_drag_another_along():
    at = Table(3).give("bob", mana=0, hand="L-S05").give("carol", hand="").say("alice done")
    at.say("bob use L-S05 target=carol", "carol accept")
    # carol is asked as well now, but has nothing to answer with
    assert at.waiting["who"] == "bob"
    at.say("bob pass")
    assert [(fallen.who, fallen.reason) for fallen in at.defeats] == [("bob", "mana"), ("carol", "death")]
    assert at.state.outcome == Outcome(True, "alice")


def test_A_76_and_AG_48_when_all_fall_together_it_is_a_draw_of_those_who_fell_then():
    at = Table(3).give("carol", mana=0).say("alice done", "carol pass")
    at.give("alice", mana=0).give("bob", mana=0).say("alice pass").discard_rest()
    at.say("all pass")
    assert at.state.outcome == Outcome(True, None, ("alice", "bob"))
    assert [fallen.who for fallen in at.defeats] == ["carol", "alice", "bob"]


def test_those_who_fall_together_are_named_from_the_turn_player_clockwise():
    at = Table(4).idle_turn().give("alice", mana=0).give("carol", mana=0).say("bob done", "all pass")
    assert [fallen.who for fallen in at.defeats] == ["carol", "alice"]


def test_the_turn_of_a_fallen_player_ends_there_and_is_written_down():
    at = Table(3).give("alice", mana=0).say("alice done", "all pass")
    assert (at.state.player, at.state.turn) == ("bob", 2)
    assert at.state.turns[0].seats["alice"].status == "out"


def test_the_last_one_wins_at_once_and_nothing_is_asked_any_more():
    at = Table(2).give("bob", mana=0).say("alice done", "all pass")
    found = result(at.state)
    assert found["outcome"] == {"ended": True, "winner": "alice", "draw": ()}
    assert found["waiting_for"] is None
    assert at.refused("alice pass") == "format"
    # the turn is not finished, and the table goes on showing it
    assert (found["turns"], found["table"]["turn"], found["table"]["phase"]) == ((), 1, 3)


def test_who_is_out_keeps_spells_coins_and_servant_as_they_were():
    at = Table(3).give("bob", mana=0, depletion=1, servant="danger", spells=2).say("alice done", "all pass")
    then = result(at.state)["seats"]["bob"]
    assert (then["status"], then["spells"], then["depletion"], then["servant"]) == ("out", 2, 1, "danger")
    assert at.refused("bob spell a") == "format"
