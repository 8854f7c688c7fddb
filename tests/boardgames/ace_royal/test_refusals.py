"""The table of refusals, row by row, and the order of the checks within each row."""

import pytest

from tests.boardgames.ace_royal.table import Table
from tests.boardgames.ace_royal.test_cards import ask, hurt, in_combat, up


@pytest.mark.parametrize(
    "plain",
    [
        {"by": "alice", "do": "dance"},
        {"by": "alice"},
        {"do": "done"},
        "done",
        None,
        [],
        {"by": "alice", "do": "done", "why": "because"},
        {"by": "eve", "do": "done"},
        {"by": "gm", "do": "done"},
        {"by": 1, "do": "done"},
        {"by": "alice", "do": "reveal", "what": "code"},
        {"by": "alice", "do": "reveal", "what": None},
        {"by": "alice", "do": "set", "card": "L-K99"},
        {"by": "alice", "do": "set", "card": ["L-K01"]},
        {"by": "alice", "do": "spell", "use": "d"},
        {"by": "alice", "do": "spell", "use": "b"},
        {"by": "alice", "do": "spell", "use": "b", "stat": "pq"},
        {"by": "alice", "do": "spell", "use": "a", "stat": "pa"},
        {"by": "alice", "do": "use", "card": "L-S04", "spell": False},
        {"by": "alice", "do": "use", "card": "L-S04", "discard": []},
        {"by": "alice", "do": "use", "card": "L-S04", "discard": None},
        {"by": "alice", "do": "use", "card": "L-S04", "target": "bob"},
        {"by": "alice", "do": "use", "card": "L-S05"},
        {"by": "alice", "do": "use", "card": "L-S05", "target": "chance"},
        {"by": "alice", "do": "use", "card": "L-S13", "target": "bob"},
        {"by": "alice", "do": "use", "card": "L-S13", "target": "bob", "code": "L-K99"},
        {"by": "alice", "do": "use", "card": "L-H12", "discard": ["L-K01", "L-K02"], "spell": True},
        {"by": "alice", "do": "use", "card": "L-H12"},
        {"by": "alice", "do": "mode", "mode": "physical"},
        {"by": "chance", "do": "encounter", "roll": 7},
        {"by": "chance", "do": "encounter", "roll": True},
        {"by": "table", "do": "done"},
        {"by": "table", "do": "pass"},
    ],
)
def test_shape_and_names_come_first(plain):
    assert Table(3).refused_move(plain) == "format"


@pytest.mark.parametrize(
    "said",
    [
        "bob done",
        "alice pass",
        "alice mode phys",
        "alice discard L-K01",
        "alice accept",
        "alice claim",
        "alice trigger L-K18",
        "bob reveal hero",
        "bob set L-K01",
        "chance encounter 1",
        "chance roll 1",
        "chance card L-K01",
        "chance spell a",
        "table use L-S04",
    ],
)
def test_what_is_not_asked_now_and_of_him_is_refused(said):
    assert Table(3).refused(said) == "format"


def test_at_a_mode_question_nobody_makes_an_any_time_move():
    at = in_combat("engagement", hands={"bob": "L-S04"}).close("engagement")
    assert at.asked == ("alice", "mode")
    assert {at.refused(said) for said in ("alice spell a", "bob use L-S04", "bob spell a")} == {"format"}


@pytest.mark.parametrize(
    "said", ["alice use L-K01", "alice use L-C2", "alice use L-S04", "alice use L-K12 discard=L-K01"]
)
def test_use_a_card_without_an_ability_or_not_at_hand(said):
    assert Table(3, classes={"alice": "L-C1"}).give("alice", hand="L-K01").refused(said) == "format"


def test_use_somebody_elses_hero_or_class():
    at = up("L-H06", seat="bob")
    assert at.refused("alice use L-H06") == "format"
    assert at.refused("alice use L-C5") == "format"


def test_use_a_code_all_copies_down_then_all_upright_ones_used():
    at = Table(3).give("alice", codes="L-K13").say("alice use L-K13", "alice discard L-K01")
    assert at.refused("alice use L-K13") == "AB-4"
    used = tuple(type(code)(code.card, used=("turn",)) for code in at.seat("alice").codes)
    assert at.give("alice", codes=used).refused("alice use L-K13") == "AG-45"
    one_down_one_used = (type(used[0])("L-K13", down=True), *used)
    assert at.give("alice", codes=one_down_one_used).refused("alice use L-K13") == "AG-45"


def test_use_a_hero_face_down_then_in_danger_then_used():
    at = Table(3, heroes={"alice": "L-H12"})
    at.give("alice", servant="danger", hero_used=("turn",))
    said = "alice use L-H12 discard=L-K01,L-K02"
    assert at.refused(said) == "AB-2"
    assert at.give("alice", hero_up=True).refused(said) == "AB-3"
    assert at.give("alice", servant="upright").refused(said) == "AG-45"


def test_use_a_class_face_down_then_lost_then_in_danger_then_used():
    at = Table(3, heroes={"alice": "L-H01"}, classes={"alice": "L-C5"})
    at.give("alice", servant="danger", class_used=("turn",))
    assert at.refused("alice use L-C5") == "AB-2"
    assert at.give("alice", class_up=True).refused("alice use L-C5") == "AG-43"
    assert at.give("alice", hero="L-H06").refused("alice use L-C5") == "AB-3"
    assert at.give("alice", servant="upright").refused("alice use L-C5") == "AG-45"


def test_the_bell_outside_a_coin_the_counterword_outside_a_scene_and_a_wrong_window():
    at = Table(3, hands={"alice": "L-S14 L-S08"}).give("alice", codes="L-K20 L-K24")
    assert at.refused("alice use L-K20") == "AC-18"
    assert at.refused("alice use L-S14") == "AC-21"
    assert at.refused("alice use L-S08") == "AG-16"
    assert at.refused("alice use L-K24") == "AG-16"


def test_at_a_coming_coin_only_the_bell_and_function_c_answer():
    at = Table(3, hands={"alice": "L-S05", "bob": "L-S04 L-S14"}).say("alice use L-S05 target=bob", "bob pass")
    assert at.asked == ("bob", "coin")
    assert at.refused("bob use L-S04") == "AG-16"
    assert at.refused("bob use L-S14") == "AC-21"
    assert at.refused("bob spell a") == "format"
    assert at.refused("alice spell a") == "format"
    assert at.give("bob", spells=0).refused("bob spell c") == "A-69"


def test_at_a_scene_only_the_counterword_answers():
    at = Table(3, hands={"alice": "L-S04", "bob": "L-S04 L-S14"}).give("bob", codes="L-K20").say("alice use L-S04")
    assert at.asked == ("bob", "negate")
    assert at.refused("bob use L-S04") == "AG-16"
    assert at.refused("bob use L-K20") == "AC-18"
    assert at.refused("bob spell a") == "format"


def test_combat_cards_are_not_for_onlookers():
    at = in_combat("assault", hands={"carol": "L-S08 L-S11 L-S10"}).give("carol", codes="L-K24")
    ask(at, "carol")
    for said in ("L-S08", "L-S11", "L-S10 stat=pd", "L-K24"):
        assert at.refused(f"carol use {said}") == "AG-16"


def test_the_window_is_checked_before_the_condition_and_that_before_the_price():
    at = in_combat("assault", heroes={"alice": "L-H16"})
    assert at.refused("alice use L-H16 discard=L-K01") == "AG-16"
    at = in_combat("assault_damage", heroes={"alice": "L-H16"}).values(alice="1/5/5/5")
    assert at.refused("alice use L-H16 discard=L-K01") == "AC-16"
    at = in_combat("assault_damage", heroes={"alice": "L-H16"}).values(alice="9/5/5/5")
    assert at.refused("alice use L-H16 discard=L-K01") == "AB-5"


def test_the_price_T_needs_an_upright_servant():
    assert up("L-H06").give("alice", servant="down").refused("alice use L-H06") == "AB-5"
    assert up("L-H06").give("alice", servant="danger").refused("alice use L-H06") == "AB-3"


@pytest.mark.parametrize("paid", ["L-K01", "L-K01,L-K02,L-K03", "L-K01,L-K01", "L-K01,L-S14"])
def test_the_price_names_as_many_hand_cards_as_it_costs(paid):
    assert up("L-H12").give("alice", hand="L-K01 L-K02 L-K03").refused(f"alice use L-H12 discard={paid}") == "AB-5"


def test_the_price_is_checked_before_the_aim():
    at = in_combat("assault", heroes={"alice": "L-H14"})
    assert at.refused("alice use L-H14 discard=L-K01,L-K02 code=L-K05") == "AB-5"
    assert at.refused("alice use L-H14 discard=L-K01 code=L-K05") == "AC-16"


def test_a_trigger_that_is_not_asked_not_set_or_down_or_used():
    at = hurt(codes="L-K18 L-K19")
    assert at.refused("alice trigger L-K01") == "format"
    assert at.refused("alice trigger L-C6 discard=L-K01") == "format"
    assert at.refused("alice use L-K11") == "format"
    assert at.refused("alice trigger L-K18 free") == "A-73"
    down = tuple(type(code)(code.card, down=True) for code in at.seat("alice").codes)
    assert at.give("alice", codes=down).refused("alice trigger L-K18") == "AB-4"


def test_a_trigger_of_the_class_pays_rightly():
    at = hurt("L-H02", "L-C6")
    assert at.refused("alice trigger L-C6") == "format"
    assert at.refused("alice trigger L-C6 discard=L-K01,L-K02") == "AB-5"
    assert at.refused("alice trigger L-C6 discard=L-S14") == "AB-5"


def test_a_wrong_price_or_discard():
    at = Table(3, heroes={"alice": "L-H08"}).give("alice", hand="L-K01 L-K02 L-S01")
    at.say("alice done", "alice assault bob").close("reveal").say("alice use L-H08", "all pass")
    at.strike("phys").strike("phys")
    assert at.asked == ("alice", "price")
    for cards in ("L-S01", "L-K01 L-K02", "L-K05"):
        assert at.refused(f"alice discard {cards}") == "AC-15"


def test_nothing_changes_when_a_move_is_refused():
    at = Table(3)
    before = at.state
    at.refused("bob use L-S04")
    assert at.state == before
