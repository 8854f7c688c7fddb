"""Where the screens must not go on at once: every pause of random games is a state that can be shown, told as far as it is."""

import random

import pytest

from boardgames import ace_royal
from boardgames.ace_royal.pauses import moment, pauses
from boardgames.ace_royal.play import asked
from tests.boardgames.ace_royal.random_games import any_house_rules, whole_game
from tests.boardgames.ace_royal.table import Table, move_of
from tests.boardgames.ace_royal.test_own_effects import set_with


def kinds(text, **options):
    """What the last of the moves goes by in silence."""
    at = Table(**options)
    *before, last = text
    at.say(*before)
    return [type(asked(one.state)).__name__ for one in pauses(at.state, ace_royal.read_move(move_of(last)))]


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("seed", range(4))
def test_every_pause_of_a_game_can_be_shown(players, seed):
    rules = any_house_rules(random.Random(seed))
    for before, move, played in whole_game(seed, players=players, moves=400, **rules):
        told = 0
        for pause in pauses(before, move):
            here = moment(pause.state)
            assert here is not None and set(here.order) <= set(pause.state.masters) and here.order
            events = pause.report.events
            assert events == played.report.events[: len(events)] and len(events) >= told
            told = len(events)
            for seat in (*pause.state.masters, ""):
                view = ace_royal.view(pause.state, (seat,) if seat else ())
                assert view.waiting_for and view.waiting_for["who"] != ""
        if (here := moment(played.state)) is not None:
            assert here.asked in here.order


def test_AC_21_a_scene_that_nobody_can_answer_is_paused_at():
    hands = {"alice": "L-S03 L-K01 L-K02 L-K03"}
    assert kinds(["alice use L-S03"], hands=hands) == ["NegateQuestion"]


def test_AC_21_who_is_asked_in_truth_is_no_pause():
    hands = {"alice": "L-S03 L-K01 L-K02 L-K03", "bob": "L-S14"}
    assert kinds(["alice use L-S03"], hands=hands) == []


def test_at_the_end_of_a_phase_in_which_nobody_would_fall_nothing_is_paused_at():
    assert kinds(["alice done"]) == []


@pytest.mark.parametrize(
    ("up", "paused"),
    [
        ({}, True),
        ({"hero_up": True}, True),
        ({"class_up": True}, True),
        ({"hero_up": True, "class_up": True}, False),
    ],
)
def test_AG_39_a_death_is_paused_at_while_a_card_that_might_act_on_alone_lies_face_down(up, paused):
    """Bob has the bow, which acts alone, and a hero without the aptitude for it."""
    given = {"hands": {"alice": "L-S05"}, "heroes": {"bob": "L-H01"}, "classes": {"bob": "L-C2"}}
    at = Table(defeat_rule="mana_only", **given).give("bob", spells=0, depletion=1, hand="L-K01", **up)
    passed = pauses(at.state, ace_royal.read_move(move_of("alice use L-S05 target=bob")))
    assert ("ClaimQuestion" in [type(asked(one.state)).__name__ for one in passed]) is paused
    assert at.say("alice use L-S05 target=bob").seat("bob").dead


def test_a_cancelled_engagement_is_over_at_once():
    hands = {"alice": "L-S03 L-K01 L-K02 L-K03"}
    opened = ["alice done", "alice assault bob", "all pass"]
    own = {"cards": set_with(L_S03="A@engagement: cancel_engagement"), "hands": hands}
    assert "WindowQuestion" not in kinds([*opened, "alice use L-S03"], **own)


HURT = ["alice done", "alice assault bob", "all pass", "all pass", "alice mode phys", "all pass", "all pass"]
COUNTER = ["bob mode magic", "all pass", "all pass"]


def after_damage(text, hand, **options):
    """Alice, whose class has the trigger `text` and who has no spells, has hurt bob: what is gone by, and who is asked."""
    at = Table(hands={"alice": hand}, classes={"alice": "L-C1"}, draws="L-S09", cards=set_with(L_C1=text), **options)
    at.give("alice", spells=0, hand=tuple(hand.split())).values(alice="6/9/5/9", bob="5/5/4/5")
    *before, last = [*HURT, *COUNTER]
    at.say(*before)
    paused = [type(asked(one.state)).__name__ for one in pauses(at.state, ace_royal.read_move(move_of(last)))]
    at.say(last)
    return "TriggerQuestion" in paused, at


IN_CODES = "T@loss[dealt>=1](K1): coin(depletion,1,opp)"


def test_a_trigger_that_only_codes_can_pay_for_is_paused_at():
    paused, at = after_damage(IN_CODES, "L-S08 L-S08", defeat_rule="mana_only")
    assert paused and at.asked != ("alice", "trigger")


def test_who_can_pay_in_codes_is_asked_and_the_moment_is_his_alone():
    paused, at = after_damage(IN_CODES, "L-S08 L-K05", defeat_rule="mana_only")
    assert not paused and at.asked == ("alice", "trigger")
    here = moment(at.state)
    assert here.own and here.order == ("alice",)


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        (IN_CODES, ""),
        (IN_CODES.replace("K1", "K3"), "L-K05 L-S08"),
        (IN_CODES.replace("K1", "1"), "L-S08"),
        (IN_CODES.replace(">=1", ">=2"), "L-S08 L-S08"),
    ],
)
def test_what_everybody_can_tell_of_a_trigger_holds_nothing_up(text, hand):
    """No hand of that size could pay, or every one; or the trigger does not fit."""
    paused, at = after_damage(text, hand, defeat_rule="mana_only")
    assert not paused
    assert at.asked[1] != "trigger" or moment(at.state) is None
