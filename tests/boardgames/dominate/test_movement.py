"""Moving pieces (D-18, D-19, D-20, D-21, D-22, D-23, D-24): the one paid move of a turn, engagement, tokens, the
lookout.
"""

import pytest

from tests.boardgames.dominate.table import SEATS, Table


def in_action(*places: str, **rest) -> Table:
    """Alice's turn, with the pieces placed in order."""
    return Table(**rest).place(*places)


def test_D_18_turns_are_taken_in_order_and_cards_end_the_moving():
    table = in_action("workshop", "workshop", "workshop", "workshop", start="carol")
    assert table.waiting == {"who": "carol", "for": "turn", "committed": False}
    assert table.refused("dave", "move", to="field_a") == "D-18"
    table.say("carol", "commit", down=table.player("carol").hand[:2])
    assert table.waiting["committed"] is True
    assert table.refused("carol", "move", to="field_a") == "D-18"


def test_D_19_the_face_down_stake_is_turned_up_before_anybody_moves():
    table = Table(stakes=("rubble", "wellspring"))
    table.place("workshop", "workshop", "workshop")
    assert table.state.face_down
    report = table.say("dave", "place", at="workshop")
    assert not table.state.face_down
    assert [said.rule for said in report.said if said.code == "stake_turned"] == ["wellspring"]


@pytest.mark.parametrize(
    ("start", "to", "cost"),
    [
        ("workshop", "field_a", 1),
        ("field_a", "field_b", 2),
        ("field_b", "lookout", 2),
        ("workshop", "field_b", 3),
        ("workshop", "lookout", 5),
        ("field_a", "lookout", 4),
    ],
)
def test_D_20_D_21_a_move_costs_the_sum_of_its_steps(start, to, cost):
    table = in_action(start, "workshop", "workshop", "workshop").give("alice", mana=cost)
    table.say("alice", "move", to=to)
    assert ("mana", -cost, "D-20") in table.changes("alice")
    assert (table.seat("alice")["mana"], table.seat("alice")["place"]) == (0, to)
    short = in_action(start, "workshop", "workshop", "workshop").give("alice", mana=cost - 1)
    assert short.refused("alice", "move", to=to) == "D-21"


@pytest.mark.parametrize(("start", "to"), [("field_b", "field_a"), ("field_a", "workshop"), ("field_a", "field_a")])
def test_D_20_the_arrows_go_one_way(start, to):
    assert in_action(start, "workshop", "workshop", "workshop").refused("alice", "move", to=to) == "D-20"


def test_curfew_makes_each_step_dearer():
    table = in_action("workshop", "workshop", "workshop", "workshop", situations=("curfew",)).give("alice", mana=12)
    table.say("alice", "move", to="lookout")
    assert ("mana", -8, "D-20") in table.changes("alice")


@pytest.mark.parametrize(("situation", "cost"), [("clear-skies", 2), ("curfew", 3)])
def test_kes_pays_nothing_for_the_step_out_of_the_workshop(situation, cost):
    table = in_action(*["workshop"] * 4, wardens={"alice": "KES"}, situations=(situation,)).give("alice", mana=3)
    table.say("alice", "move", to="field_b")
    assert table.changes("alice")[-1] == ("mana", -cost, "D-20")


def test_kes_free_step_leaves_no_change():
    table = in_action(*["workshop"] * 4, wardens={"alice": "KES"}).give("alice", mana=0)
    table.say("alice", "move", to="field_a")
    assert "D-20" not in [rule for _, _, rule in table.changes("alice")]


def test_kes_pays_for_steps_that_begin_elsewhere():
    table = in_action("field_a", *["workshop"] * 3, wardens={"alice": "KES"}).give("alice", mana=3)
    table.say("alice", "move", to="field_b")
    assert table.changes("alice")[-1] == ("mana", -2, "D-20")


def test_D_22_who_shares_a_battlefield_is_engaged():
    table = in_action("field_a", "field_a", "field_b", "workshop")
    assert table.refused("alice", "move", to="field_b") == "D-22"
    table.idle("alice", "bob").say("carol", "move", to="lookout")


def test_D_22_the_npc_and_the_routed_engage_too():
    table = Table(seats=SEATS[:3]).place("field_b", "workshop", "workshop")
    assert table.refused("alice", "move", to="lookout") == "D-22"
    table = in_action("field_a", "field_a", "workshop", "workshop").mark("bob", routed=True)
    assert table.refused("alice", "move", to="field_b") == "D-22"


def test_nobody_is_engaged_in_the_workshop():
    in_action("workshop", "workshop", "workshop", "workshop").say("alice", "move", to="field_a")


@pytest.mark.parametrize(("engaged", "refused"), [("at_move", "D-22"), ("at_turn_start", None)])
def test_DG_16_a_spell_into_company_before_the_paid_move(engaged, refused):
    table = in_action("workshop", "field_a", "workshop", "workshop", engaged=engaged)
    table.say("alice", "spell", purpose="move", to="field_a")
    if refused:
        assert table.refused("alice", "move", to="field_b") == refused
    else:
        table.say("alice", "move", to="field_b")


def test_DG_16_the_answer_at_the_turns_start_holds_for_the_turn():
    table = in_action("field_a", "field_a", "workshop", "workshop", engaged="at_turn_start")
    table.say("alice", "spell", purpose="move", to="field_b")
    assert table.refused("alice", "move", to="lookout") == "D-22"


def test_D_23_a_fought_over_field_may_be_crossed():
    table = in_action("workshop", "field_a", "field_a", "workshop")
    table.say("alice", "move", to="field_b")
    assert table.seat("alice")["place"] == "field_b"


def test_D_24_DG_35_the_lookout_gives_two_results_and_holds_one():
    table = in_action("field_b", "workshop", "workshop", "workshop").give("alice", mana=12, results=11)
    table.say("alice", "move", to="lookout")
    assert table.changes("alice")[-2:] == [("mana", -2, "D-20"), ("results", 2, "D-24")]
    assert table.seat("alice")["results"] == 13
    table.say("alice", "commit", down=table.player("alice").hand[:2])
    table.say("alice", "done")
    table.give("bob", mana=12)
    assert table.refused("bob", "move", to="lookout") == "D-24"
    assert table.refused("bob", "spell", purpose="move", to="lookout") == "D-24"


def test_DG_18_the_lookout_pays_once_a_round():
    table = in_action("field_b", "workshop", "workshop", "workshop").give("alice", mana=12)
    table.say("alice", "move", to="lookout")
    table.say("alice", "spell", purpose="move", to="field_b")
    table.say("alice", "spell", purpose="move", to="lookout")
    assert table.seat("alice")["results"] == 2


def test_DG_18_DX_17_the_lookout_may_pay_after_the_battles():
    table = in_action("field_b", "workshop", "workshop", "workshop", scout="at_battle").give("alice", mana=12)
    table.say("alice", "move", to="lookout")
    assert table.seat("alice")["results"] == 0
    table.finish_round()
    assert table.changes("alice", 0)[-1] == ("results", 2, "D-24")


def test_DG_17_there_is_one_paid_move_in_a_turn():
    table = in_action("workshop", "workshop", "workshop", "workshop").give("alice", mana=12)
    table.say("alice", "move", to="field_a")
    assert table.refused("alice", "move", to="field_b") == "DG-17"
    assert table.refused("alice", "move", to="workshop") == "DG-17"


@pytest.mark.parametrize(("follow", "token"), [("lost", 0), ("kept", 3)])
def test_DG_15_who_leaves_the_field_loses_the_token_or_keeps_it(follow, token):
    table = in_action("field_a", "workshop", "workshop", "workshop", token_follow=follow)
    table.say("alice", "move", to="field_b")
    assert table.seat("alice")["token"] == token
    assert (("D-16", 3) in table.why("alice")) is (token == 3)


def test_a_token_that_was_lost_goes_to_nobody():
    table = in_action("field_a", "workshop", "workshop", "workshop")
    table.say("alice", "move", to="field_b")
    table.idle("alice").say("bob", "move", to="field_a")
    assert table.seat("bob")["token"] == 0


def test_pie_gains_a_mana_on_arriving_at_field_a_once_a_round():
    table = in_action("workshop", *["workshop"] * 3, wardens={"alice": "PIE"}).give("alice", mana=5)
    table.say("alice", "move", to="field_a")
    assert table.changes("alice")[-2:] == [("mana", -1, "D-20"), ("mana", 1, "PIE")]
    table.say("alice", "spell", purpose="move", to="field_b")
    table.say("alice", "spell", purpose="move", to="field_a")
    assert [rule for _, _, rule in table.changes("alice")].count("PIE") == 1


def test_a_sealed_field_is_neither_left_nor_entered_but_crossed():
    table = in_action("field_a", "workshop", "workshop", "workshop", stakes=("sealed-chapel",))
    table.give("alice", mana=12)
    assert table.refused("alice", "move", to="field_b") == "sealed-chapel"
    assert table.refused("alice", "spell", purpose="move", to="field_b") == "sealed-chapel"
    table.idle("alice")
    assert table.refused("bob", "move", to="field_a") == "sealed-chapel"
    table.say("bob", "move", to="field_b")


def test_the_reasons_against_a_move_come_in_their_order():
    table = in_action("field_a", "field_a", "workshop", "workshop", stakes=("sealed-chapel",)).give("alice", mana=0)
    assert table.refused("alice", "move", to="workshop") == "D-20"
    assert table.refused("alice", "move", to="field_b") == "D-22"
    alone = in_action("field_a", "workshop", "workshop", "workshop", stakes=("sealed-chapel",)).give("alice", mana=0)
    assert alone.refused("alice", "move", to="field_b") == "sealed-chapel"
