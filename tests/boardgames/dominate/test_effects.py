"""`use` effects in the own turn (D-28, DG-30) and the extra cards some of them allow."""

import pytest

from boardgames import dominate
from boardgames.dominate.cards import SHIPPED
from boardgames.dominate.commitment import card_cost
from boardgames.dominate.state import Shown, with_round
from tests.boardgames.dominate.table import SEATS, Table


def shows(*codes: str, places=("field_a", "workshop", "workshop", "workshop"), champion: str = "GIL", **rest) -> Table:
    """Alice has played the cards; her turn goes on."""
    table = Table(champions={"alice": champion}, **rest).place(*places).give("alice", mana=12)
    return table.mark("alice", committed=True, shown=tuple(Shown(code) for code in codes))


def test_D_28_each_copy_is_used_once():
    table = shows("FOR", "FOR").give("alice", mana=2)
    table.say("alice", "use", card="FOR")
    table.say("alice", "use", card="FOR")
    assert table.changes("alice")[-2:] == [("mana", 2, "FOR"), ("mana", 2, "FOR")]
    assert table.refused("alice", "use", card="FOR") == "D-28"


@pytest.mark.parametrize("card", ["M2", "BUL", "FEI", "SEF3", "EDGE", "VAN"])
def test_D_28_only_cards_shown_that_have_such_an_effect(card):
    assert shows("M2", "BUL", "FEI").refused("alice", "use", card=card) == "D-28"


def test_D_28_not_before_the_cards():
    table = Table(hands={"alice": "VAN M2 M3"}).place("field_a", "workshop", "workshop", "workshop")
    assert table.refused("alice", "use", card="VAN") == "D-28"


def test_D_29_not_off_the_battlefields():
    table = shows("VAN")
    table.say("alice", "spell", purpose="move", to="lookout")
    assert table.refused("alice", "use", card="VAN") == "D-29"


def test_a_face_down_card_has_no_effect():
    table = Table(hands={"alice": "VAN M2 M3"}).place("field_a", "workshop", "workshop", "workshop")
    table.say("alice", "commit", up=["M2"], down=["VAN"])
    assert table.refused("alice", "use", card="VAN") == "D-28"


@pytest.mark.parametrize(("code", "terms"), [("VAN", [("VAN", 2)]), ("GIL2", [("GIL2", 3)]), ("SEF1", [("SEF1", 3)])])
def test_VAN_GIL2_SEF1_raise_a_terrain_token_that_is_held(code, terms):
    table = shows(code)
    table.say("alice", "use", card=code)
    assert table.why("alice")[2:] == terms
    without = shows(code).mark("alice", token=0)
    assert without.refused("alice", "use", card=code) == code


def test_SID_steps_on_free_even_when_engaged():
    table = shows("SID", places=("field_a", "field_a", "workshop", "workshop"))
    table.say("alice", "use", card="SID", to="field_b")
    assert (table.seat("alice")["place"], table.seat("alice")["mana"], table.seat("alice")["token"]) == (
        "field_b",
        12,
        0,
    )


def test_SID_goes_to_the_next_place_only_and_not_where_it_is_taken_or_sealed():
    table = shows("SID")
    assert table.refused("alice", "use", card="SID", to="lookout") == "SID"
    assert table.refused("alice", "use", card="SID", to="workshop") == "SID"
    assert table.refused("alice", "use", card="SID") == "format"
    assert table.refused("alice", "use", card="FOR", to="field_b") == "format"
    taken = shows("SID", places=("field_b", "workshop", "workshop", "workshop")).mark("bob", place="lookout")
    assert taken.refused("alice", "use", card="SID", to="lookout") == "D-24"
    sealed = shows("SID", stakes=("sealed-chapel",))
    assert sealed.refused("alice", "use", card="SID", to="field_b") == "sealed-chapel"


def test_SID_into_the_lookout_scores():
    table = shows("SID", places=("field_b", "workshop", "workshop", "workshop"))
    table.say("alice", "use", card="SID", to="lookout")
    assert table.changes("alice")[-1] == ("results", 2, "D-24")


@pytest.mark.parametrize("code", ["IRE3", "QAM1"])
def test_IRE3_QAM1_go_anywhere_but_the_workshop(code):
    table = shows(code, places=("field_b", "field_b", "workshop", "workshop"))
    assert table.refused("alice", "use", card=code, to="workshop") == code
    assert table.refused("alice", "use", card=code, to="field_b") == code
    table.say("alice", "use", card=code, to="field_a")
    assert table.seat("alice")["place"] == "field_a"


def test_a_card_counts_as_shown_wherever_its_owner_goes():
    table = shows("IRE3", "M4")
    table.say("alice", "use", card="IRE3", to="field_b")
    assert table.why("alice") == [("IRE3", 5), ("M4", 4)]


def test_QAM1_takes_the_best_token_another_holds_on_that_field():
    table = shows("QAM1", places=("field_b", "field_a", "field_a", "workshop"))
    table.say("alice", "use", card="QAM1", to="field_a")
    assert [table.seat(seat)["token"] for seat in SEATS] == [3, 0, 1, 0]


def test_QAM1_leaves_a_token_not_worth_more_than_the_own():
    table = shows("QAM1", places=("field_b", "field_a", "workshop", "workshop"), token_follow="kept")
    table.say("alice", "use", card="QAM1", to="field_a")
    assert [table.seat(seat)["token"] for seat in SEATS] == [3, 3, 0, 0]


def test_QAM1_takes_a_kept_token_from_whoever_has_left_the_field():
    table = shows("QAM1", places=("workshop", "field_a", "workshop", "workshop"), token_follow="kept")
    table.mark("alice", place="field_b").mark("bob", place="field_b")
    table.say("alice", "use", card="QAM1", to="field_a")
    assert [table.seat(seat)["token"] for seat in SEATS] == [3, 0, 0, 0]


def test_QAM1_leaves_the_tokens_of_the_other_field():
    table = shows("QAM1", places=("field_b", "field_b", "workshop", "workshop"))
    table.say("alice", "use", card="QAM1", to="field_a")
    assert [table.seat(seat)["token"] for seat in SEATS] == [0, 1, 0, 0]


def test_QAM1_takes_nothing_in_the_lookout():
    table = shows("QAM1", places=("field_a", "field_b", "workshop", "workshop"))
    table.say("alice", "use", card="QAM1", to="lookout")
    assert (table.seat("alice")["token"], table.seat("bob")["token"]) == (0, 3)


def test_HAL1_adds_three_in_a_climax_round_only():
    assert shows("HAL1", champion="HAL").refused("alice", "use", card="HAL1") == "HAL1"
    table = shows("HAL1", champion="HAL")
    table.state = with_round(table.state, climax=True)
    table.say("alice", "use", card="HAL1")
    assert table.why("alice")[-1] == ("HAL1", 3)


def test_QAM2_weakens_opponents_here_who_have_acted_and_show_no_ruse():
    table = Table(champions={"dave": "QAM"}).place("field_a", "field_a", "field_b", "field_a")
    for seat, codes in (("alice", ("M2", "M3")), ("bob", ("VAN", "M3")), ("carol", ("M2",)), ("dave", ("QAM2",))):
        table.mark(seat, committed=True, shown=tuple(Shown(code) for code in codes))
        if seat != "dave":
            table.say(seat, "done")
    table.say("dave", "use", card="QAM2")
    assert [seat for seat in SEATS if ("QAM2", -3) in table.why(seat)] == ["alice"]


def test_QAM2_spares_who_has_not_acted_yet():
    table = shows("QAM2", places=("field_a", "field_a", "workshop", "workshop"), champion="QAM")
    table.say("alice", "use", card="QAM2")
    assert table.why("bob") == [("D-16", 1)]


def test_ODE1_routs_one_opponent_here_with_at_most_one_spell():
    table = shows("ODE1", places=("field_a", "field_a", "field_b", "workshop"), champion="ODE")
    table.give("bob", spells=2).give("carol", spells=0)
    for target in ("bob", "carol", "alice"):
        assert table.refused("alice", "use", card="ODE1", target=target) == "ODE1"
    assert table.refused("alice", "use", card="ODE1", target="npc") == "format"
    assert table.refused("alice", "use", card="ODE1") == "format"
    table.give("bob", spells=1).say("alice", "use", card="ODE1", target="bob")
    assert table.seat("bob")["routed"] is True
    assert table.why("alice")[-1] == ("ODE1", 3)


def test_ODE3_gets_cheaper_by_the_round_down_to_three():
    table = Table()
    costs = [card_cost(with_round(table.state, round=number), SHIPPED.cards["ODE3"]) for number in (1, 4, 7, 8, 9)]
    assert costs == [9, 6, 3, 3, 3]


def test_ODE3_ASH3_linger_from_clean_up_on():
    table = shows("ASH3", champion="ASH").give("alice", ready=("ASH1", "ASH2"), revealed=True)
    table.say("alice", "use", card="ASH3")
    assert table.seat("alice")["name"] == "hidden"
    assert table.changes("alice")[-1] == ("results", 1, "ASH3")
    assert table.seat("alice")["arts"]["lingering"] == []
    table.finish_round()
    assert table.seat("alice")["arts"]["lingering"] == ["ASH3"]
    table.place("field_b", "field_b", "workshop", "field_a").idle("bob", "carol", "dave").give("alice", mana=12)
    assert ("ASH3", 2) in table.why("alice")
    assert table.refused("alice", "commit", up=["ASH3", "ASH2"]) == "DX-18"


def test_a_lingering_card_is_not_used_again():
    table = Table(champions={"alice": "ASH"}).give("alice", lingering=("ASH3",), ready=("ASH1", "ASH2"))
    table.place("field_a", "workshop", "workshop", "workshop").mark("alice", committed=True)
    assert table.why("alice") == [("ASH3", 2), ("D-16", 3)]
    assert table.refused("alice", "use", card="ASH3") == "D-28"


def test_GIL3_brings_a_result():
    table = shows("GIL3")
    table.say("alice", "use", card="GIL3")
    assert table.changes("alice")[-1] == ("results", 1, "GIL3")


def test_DAN2_silences_opponents_here_whose_turn_is_not_over():
    table = Table(champions={"bob": "DAN"}).place("field_a", "field_a", "field_a", "field_b")
    table.mark("alice", committed=True, shown=(Shown("BUL"),)).say("alice", "done")
    table.mark("bob", committed=True, shown=(Shown("DAN2"),)).say("bob", "use", card="DAN2")
    table.say("bob", "done")
    table.mark("carol", committed=True, shown=(Shown("VAN"), Shown("BUL")))
    assert table.refused("carol", "use", card="VAN") == "DAN2"
    table.say("carol", "done")
    table.mark("dave", committed=True, shown=(Shown("VAN"),)).say("dave", "use", card="VAN")
    table.say("dave", "done")
    assert table.waiting == {"who": "alice", "for": "clash"}
    table.say("alice", "done")
    assert table.waiting["for"] == "place"


def test_a_routed_player_may_still_use_effects():
    shows("VAN").mark("alice", routed=True).say("alice", "use", card="VAN")


def extra_from(code: str, hand: str, mana: int = 12, **rest) -> Table:
    champion = {"SEF3": "SEF", "QAM3": "QAM"}[code]
    table = shows(code, champion=champion, **rest).give("alice", hand=tuple(hand.split()), mana=mana)
    table.say("alice", "use", card=code)
    return table


def test_QAM3_lets_play_up_to_two_more_cards_at_once_and_nothing_else():
    table = extra_from("QAM3", "M3 S3 VAN M6")
    assert table.waiting == {"who": "alice", "for": "extra", "card": "QAM3"}
    rules = {
        "spell": {"purpose": "mana"},
        "done": {},
        "use": {"card": "FOR"},
        "move": {"to": "field_b"},
        "commit": {},
        "shard": {"purpose": "mana"},
    }
    assert {do: table.refused("alice", do, **rest) for do, rest in rules.items()} == {
        "spell": "D-55",
        "done": "D-18",
        "use": "D-18",
        "move": "D-18",
        "commit": "D-18",
        "shard": "D-18",
    }
    assert table.refused("alice", "extra", up=["M3", "S3", "VAN"]) == "QAM3"
    assert table.refused("alice", "extra", up=["M6"]) == "QAM3"
    assert table.refused("alice", "extra", up=["M2"]) == "D-25"
    assert table.refused("alice", "extra", up=["M3", "M3"]) == "D-25"
    assert table.refused("alice", "extra", up=["QAM2"]) == "D-25"
    table.say("alice", "extra", up=["VAN", "M3"])
    table.say("alice", "use", card="VAN")
    table.say("alice", "done")
    assert table.rounds[0]["turns"][0]["up"] == ["QAM3", "VAN", "M3"]


def test_the_cards_of_an_extra_are_paid_in_one_sum():
    table = extra_from("QAM3", "SID BUL M3", mana=1)
    assert table.refused("alice", "extra", up=["SID", "BUL"]) == "D-27"
    table.say("alice", "extra", up=["SID", "M3"])
    assert table.changes("alice")[-1] == ("mana", -1, "D-27")


def test_an_extra_may_be_empty_and_is_asked_after_a_use_only():
    table = extra_from("QAM3", "")
    table.say("alice", "extra")
    assert table.refused("alice", "extra") == "D-18"


def test_an_extra_takes_no_ruse_card_on_a_sealed_field():
    table = extra_from("QAM3", "VAN M3", stakes=("sealed-chapel",))
    assert table.refused("alice", "extra", up=["VAN"]) == "sealed-chapel"
    table.say("alice", "extra", up=["M3"])


def test_SEF3_draws_one_first_and_takes_cards_up_to_four():
    table = extra_from("SEF3", "M6")
    assert len(table.seat("alice")["hand"]) == 2
    table.give("alice", hand=("S4", "A6"))
    assert table.refused("alice", "extra", up=["A6"]) == "SEF3"
    table.say("alice", "extra", up=["S4"])


def test_SEF3_shuffles_the_discard_pile_if_the_deck_is_empty():
    table = shows("SEF3", champion="SEF").give("alice", deck=(), discard_up=("S4",), discard_down=("M2",), hand=())
    table.say("alice", "use", card="SEF3")
    assert table.waiting == {"who": "chance", "for": "deck", "seat": "alice"}
    assert table.refused("alice", "extra") == "D-18"
    table.chance("deck", who="alice", cards=["S4", "M2"])
    assert table.seat("alice")["hand"] == ["S4"]
    assert table.waiting == {"who": "alice", "for": "extra", "card": "SEF3"}


def test_SEF3_draws_nothing_where_nothing_is_left():
    table = shows("SEF3", champion="SEF").give("alice", deck=(), hand=())
    table.say("alice", "use", card="SEF3")
    assert table.waiting["for"] == "extra"
    assert [move.up for move in dominate.options(table.state, "alice")] == [()]
