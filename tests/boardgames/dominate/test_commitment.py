"""Battle preparation (D-25, D-26, D-27, D-28, D-29, D-30, D-31, D-32, D-33, D-52, D-53, D-54, DX-7): which cards may be
played, in the order of the refusals.
"""

import pytest

from boardgames import dominate
from tests.boardgames.dominate.table import SEATS, Table

HAND = "M2 M3 S2"


def on_field(hand: str = HAND, champion: str = "GIL", mana: int = 12, field: str = "field_a", **rest) -> Table:
    """Alice alone on a field, about to play her cards."""
    table = Table(champions={"alice": champion}, **rest).place(field, "workshop", "workshop", "workshop")
    return table.give("alice", mana=mana, hand=tuple(hand.split()))


def refusal(table: Table, up: str = "", down: str = "") -> str:
    return table.refused("alice", "commit", up=up.split(), down=down.split())


@pytest.mark.parametrize(("up", "down"), [("M2", ""), ("M2 M3 S2", ""), ("", ""), ("M2 M3", "S2"), ("M2 EDGE", "")])
def test_D_25_two_cards_are_played(up, down):
    assert refusal(on_field(), up, down) == "D-25"


@pytest.mark.parametrize(
    ("up", "down"),
    [
        ("M2 M4", ""),
        ("M2 M2", ""),
        ("M2", "M2"),
        ("M2 ???", ""),
        ("M2", "GIL1"),
        ("HAL1 M2", ""),
        ("GIL1 GIL1", ""),
        ("M2 EDGE", ""),
        ("M2 BOLT", ""),
        ("???", ""),
    ],
)
def test_D_25_from_the_hand_and_the_own_arts(up, down):
    assert refusal(on_field(), up, down) == "D-25"


def test_D_25_fifteen_pairs_of_six_cards():
    table = on_field()
    options = dominate.options(table.state, "alice")
    pairs = {frozenset(move.up) for move in options if type(move).__name__ == "Commit" and len(move.up) == 2}
    assert len(pairs) == 15


def test_D_25_there_is_one_commitment_in_a_turn_and_no_end_without_it():
    table = on_field()
    assert table.refused("alice", "done") == "D-25"
    table.say("alice", "commit", up=["M2", "M3"])
    assert refusal(table, "M2 S2") == "D-25"


@pytest.mark.parametrize(("mana", "rule"), [(7, "D-26"), (8, None)])
def test_D_26_an_art_wants_eight_mana(mana, rule):
    table = on_field(mana=mana)
    if rule:
        assert refusal(table, "GIL2 M2") == rule
    else:
        table.say("alice", "commit", up=["GIL2", "M2"])
        assert table.seat("alice")["mana"] == 5


@pytest.mark.parametrize("threshold", [0, 4, 99])
def test_DG_13_the_threshold_is_a_house_rule(threshold):
    table = on_field(mana=4, np_threshold=threshold)
    if threshold == 99:
        assert refusal(table, "GIL2 M2") == "D-26"
    else:
        table.say("alice", "commit", up=["GIL2", "M2"])


def test_D_27_both_cards_are_paid_in_one_sum():
    table = on_field("M6 M4 M2", mana=2)
    assert refusal(table, "M6 M4") == "D-27"
    table.give("alice", mana=3).say("alice", "commit", up=["M6", "M4"])
    assert table.changes("alice")[-1] == ("mana", -3, "D-27")


def test_D_52_two_arts_together_pass_the_threshold_once():
    table = on_field(champion="HAL", mana=12)
    table.say("alice", "commit", up=["HAL1", "HAL3"])
    assert table.seat("alice")["mana"] == 2


def test_DG_14_mana_a_card_would_bring_does_not_pay_for_its_partner():
    table = on_field("FOR A4 A6", champion="ODE", mana=0)
    assert refusal(table, "FOR A4") == "D-27"


def test_hush_makes_relic_cards_three_dearer():
    table = on_field(situations=("hush",), champion="KOR", mana=9)
    assert refusal(table, "KOR1 KOR2") == "D-27"
    table.give("alice", mana=10).say("alice", "commit", up=["KOR1", "KOR2"])


@pytest.mark.parametrize(("up", "down"), [("M2 M3", ""), ("M2", "M3"), ("", "M2"), ("", "M2 M3 S2")])
def test_D_29_off_the_battlefields_two_cards_lie_face_down(up, down):
    table = on_field(field="workshop")
    assert refusal(table, up, down) == "D-29"
    assert refusal(table, "", "M2 GIL1") == "D-25"
    table.say("alice", "commit", down=["M2", "M3"])
    assert (table.seat("alice")["mana"], table.seat("alice")["hand"]) == (12, ["S2"])


def test_D_29_costs_do_not_count_face_down():
    table = on_field("M6 M8 M2", mana=0, field="workshop")
    table.say("alice", "commit", down=["M6", "M8"])


def test_D_30_a_marked_art_turns_the_tarot_up_at_once():
    table = on_field()
    report = table.say("alice", "commit", up=["GIL2", "M2"])
    assert table.seat("alice")["name"] == "revealed"
    assert [(said.code, said.rule) for said in report.said if said.code == "name_revealed"] == [
        ("name_revealed", "GIL")
    ]
    unmarked = on_field()
    unmarked.say("alice", "commit", up=["GIL3", "M2"])
    assert unmarked.seat("alice")["name"] == "hidden"


def test_D_31_the_power_total_is_shown_as_the_turn_ends():
    table = on_field("M4 S3 M2")
    table.turn("alice", "M4", "S3")
    turn = table.rounds[0]["turns"][0]
    assert turn == {
        "who": "alice",
        "up": ["M4", "S3"],
        "down": [],
        "at": "field_a",
        "power": 10,
        "name": "hidden",
    }
    table.idle("bob")
    assert table.rounds[0]["turns"][1]["power"] is None


def test_DX_7_one_attack_card_may_lie_face_down_on_a_battlefield():
    table = on_field("M8 M2 M3", mana=0)
    assert refusal(table, "", "M8 M2") == "DX-7"
    table.say("alice", "commit", up=["M2"], down=["M8"])
    assert table.why("alice") == [("M2", 2), ("D-16", 3)]
    table.say("alice", "done")
    assert table.rounds[0]["turns"][0]["down"] == ["M8"]


def test_DG_9_or_none_at_all():
    assert refusal(on_field(face_down_field=0), "M2", "M3") == "DX-7"


def test_DX_11_the_routed_play_nothing_but_may_move_cast_and_end():
    table = on_field().mark("alice", routed=True)
    assert refusal(table, "M2 M3") == "DX-11"
    table.say("alice", "spell", purpose="mana")
    table.say("alice", "move", to="field_b")
    table.say("alice", "done")
    assert table.rounds[0]["turns"][0]["up"] == []


def test_DG_8_without_a_legal_pair_two_hand_cards_lie_face_down():
    table = on_field("M6 M6 M8", champion="KOR", mana=1, face_down_field=0)
    assert refusal(table, "M6 M6") == "D-27"
    assert refusal(table, "", "M6") == "D-25"
    assert refusal(table, "", "M6 M3") == "D-25"
    assert {move.down for move in commits(table)} == {("M6", "M6"), ("M6", "M8"), ("M8", "M6")}
    table.say("alice", "commit", down=["M6", "M8"])
    assert table.why("alice") == [("D-16", 3)]


def test_DG_8_one_card_face_down_makes_a_legal_pair():
    table = on_field("M6 M4 M8", champion="KOR", mana=1)
    assert refusal(table, "", "M6 M8") == "DX-7"
    assert {(move.up, move.down) for move in commits(table)} == {(("M4",), ("M6",)), (("M4",), ("M8",))}


@pytest.mark.parametrize("hand", ["M6", ""])
def test_DG_8_with_fewer_than_two_cards_one_plays_what_there_is(hand):
    table = on_field(hand, champion="KOR", mana=0)
    table.say("alice", "commit", down=hand.split())
    assert not table.seat("alice")["routed"]


def test_DG_8_or_the_round_is_forfeited():
    table = on_field("M6 M6 M8", champion="KOR", mana=1, face_down_field=0, no_legal="forfeit_round")
    assert refusal(table, "", "M6 M8") == "DX-7"
    assert commits(table) == [table.read("alice", "commit")]
    table.say("alice", "commit")
    assert table.seat("alice")["routed"] is True
    table.say("alice", "done")
    assert refusal(on_field(no_legal="forfeit_round")) == "D-25"


def test_two_cards_of_one_code_are_a_pair_up_or_one_of_them_down():
    table = on_field("M3 M3", champion="HAL", mana=0)
    assert {(move.up, move.down) for move in commits(table)} == {(("M3", "M3"), ()), (("M3",), ("M3",))}


def commits(table: Table) -> list:
    return [move for move in dominate.options(table.state, "alice") if type(move).__name__ == "Commit"]


def test_D_53_a_used_art_comes_back_and_may_be_used_again():
    table = on_field(champion="GIL")
    table.turn("alice", "GIL2", "M2")
    assert table.seat("alice")["arts"]["ready"] == ["GIL1", "GIL3"]
    table.finish_round()
    assert table.seat("alice")["arts"]["ready"] == ["GIL1", "GIL2", "GIL3"]
    assert table.seat("alice")["discard"] == ["M2"]


def test_D_54_a_once_card_is_spent_also_if_no_effect_was_used():
    table = on_field(champion="IRE")
    table.turn("alice", "IRE2", "M2").finish_round()
    assert table.seat("alice")["arts"]["spent"] == ["IRE2"]
    table.place(*["field_a"] * 4).idle("bob", "carol", "dave").give("alice", mana=12)
    assert refusal(table, "IRE2 IRE1") == "D-54"


def test_a_removed_art_refuses_by_its_own_code_and_a_lingering_one_by_DX_18():
    table = on_field(champion="KOR").give("alice", removed=("KOR2",), ready=("KOR1", "KOR3"))
    assert refusal(table, "KOR2 M2") == "KOR2"
    table = on_field(champion="ODE", hand="S2 S3 A2").give("alice", lingering=("ODE3",), ready=("ODE1", "ODE2"))
    assert refusal(table, "S2 ODE3") == "DX-18"


def dancer(hand: str = "S3 S4 M2", **rest) -> Table:
    return on_field(hand, champion="DAN", **rest)


@pytest.mark.parametrize(("up", "down"), [("DAN3 S3 M2", ""), ("DAN3 S3", "S4"), ("DAN3 M2", "S3")])
def test_DAN3_joins_only_two_face_up_swift_cards(up, down):
    assert refusal(dancer(), up, down) == "DAN3"


def test_DAN3_joins_two_swift_cards_as_a_third():
    table = dancer()
    assert refusal(table, "DAN3 S3 S4", "M2") == "D-25"
    table.say("alice", "commit", up=["S3", "DAN3", "S4"])
    assert table.seat("alice")["mana"] == 12 - 2 - 1
    assert [term for term in table.why("alice") if term[0] == "DAN3"] == [("DAN3", 3)]


def test_DAN3_may_also_be_one_of_two():
    dancer().say("alice", "commit", up=["DAN3", "M2"])


def test_DAN3_with_both_other_cuts_reveals_the_name_and_adds_three_by_itself():
    table = dancer()
    table.say("alice", "commit", up=["DAN1", "DAN2", "DAN3"])
    assert table.seat("alice")["name"] == "revealed"
    assert table.why("alice") == [("DAN1", 7), ("DAN2", 5), ("DAN3", 3), ("D-16", 3), ("DAN3", 3)]


def test_DAN1_may_be_used_below_the_threshold():
    table = dancer(mana=5)
    assert refusal(table, "DAN2 M2") == "D-26"
    table.say("alice", "commit", up=["DAN1", "M2"])


def test_ASH1_is_committed_with_the_name_hidden_only():
    table = on_field(champion="ASH").give("alice", revealed=True)
    assert refusal(table, "ASH1 M2") == "ASH1"
    table.give("alice", revealed=False).say("alice", "commit", up=["ASH1", "M2"])


@pytest.mark.parametrize(("more", "rule"), [(0, None), (1, None), (2, "GIL3")])
def test_GIL3_is_committed_in_the_better_half_only(more, rule):
    table = on_field(champion="GIL")
    for seat in SEATS[1 : more + 1]:
        table.give(seat, results=5)
    if rule:
        assert refusal(table, "GIL3 M2") == rule
    else:
        table.say("alice", "commit", up=["GIL3", "M2"])


def test_GIL3_half_of_three_is_one():
    table = Table(seats=SEATS[:3], champions={"alice": "GIL"}).place("field_a", "workshop", "workshop")
    table.give("alice", mana=12).give("bob", results=1)
    assert refusal(table, f"GIL3 {table.seat('alice')['hand'][0]}") == "GIL3"


def with_edge(mana: int = 12, hand: str = HAND, champion: str = "GIL") -> Table:
    return on_field(hand, champion, mana, wardens={"alice": "TAV"})


def test_TAV_adds_the_edge_as_a_further_card_paid_with_the_pair():
    table = with_edge()
    table.say("alice", "commit", up=["M2", "EDGE", "GIL2"])
    assert table.changes("alice")[-1] == ("mana", -4, "D-27")
    assert ("EDGE", 5) in table.why("alice")
    table.say("alice", "done")
    assert table.rounds[0]["turns"][0]["up"] == ["M2", "EDGE", "GIL2"]
    table.finish_round()
    assert table.seat("alice")["discard"] == ["M2"]


def test_TAV_adds_the_edge_beside_a_face_down_card_and_beside_the_third_cut():
    with_edge().say("alice", "commit", up=["M2", "EDGE"], down=["M3"])
    with_edge(hand="S3 S4 M2", champion="DAN").say("alice", "commit", up=["S3", "S4", "DAN3", "EDGE"])


def test_TAV_the_edge_wants_eight_mana_and_is_no_card_of_a_pair():
    assert refusal(with_edge(mana=7), "M2 M3 EDGE") == "TAV"
    with_edge(mana=8).say("alice", "commit", up=["M2", "M3", "EDGE"])
    assert refusal(with_edge(), "M2 EDGE") == "D-25"
    assert refusal(with_edge(), "M2 M3 EDGE EDGE") == "D-25"
    assert refusal(with_edge(), "M2 M3", "EDGE") == "D-25"


def test_a_sealed_field_takes_no_ruse_card_face_up():
    table = on_field("VAN BUL M2", stakes=("sealed-chapel",))
    assert refusal(table, "VAN M2") == "sealed-chapel"
    table.say("alice", "commit", up=["M2"], down=["VAN"])


def test_the_reasons_against_cards_come_in_their_order():
    table = on_field("VAN BUL M2", mana=0, stakes=("sealed-chapel",)).give("alice", spent=("GIL1",))
    assert refusal(table, "GIL1 M3") == "D-25"
    assert refusal(table, "GIL1 VAN M2") == "D-54"
    assert refusal(table, "VAN BUL M2") == "D-25"
    assert refusal(table, "VAN GIL2") == "sealed-chapel"
    assert refusal(table, "GIL2 M2") == "D-26"
    table = on_field(champion="ASH", mana=0).give("alice", revealed=True)
    assert refusal(table, "ASH1 M2") == "ASH1"
    table = on_field(champion="GIL", mana=0).give("bob", results=1).give("carol", results=1)
    assert refusal(table, "GIL3 M2") == "GIL3"
    assert refusal(with_edge(mana=0), "GIL2 M2 EDGE") == "TAV"
    assert refusal(on_field(mana=0, np_threshold=0), "GIL2 M2") == "D-27"
