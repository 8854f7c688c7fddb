"""Preparation (D-10, D-11, D-12, D-13, DX-3 … DX-5) and the NPC of a small table (D-60, D-61, D-62)."""

import msgspec
import pytest

from tests.boardgames.dominate.table import SEATS, Table

THREE = ("alice", "bob", "carol")


def test_D_10_a_round_goes_through_its_four_phases_and_the_next_begins():
    table = Table()
    asked = []
    while len(table.rounds) == 1:
        asked.append(table.waiting["for"])
        table.least()
    assert list(dict.fromkeys(asked)) == ["place", "turn"]
    assert [entry["round"] for entry in table.rounds] == [1, 2]


def test_D_11_hands_are_filled_up_to_three():
    table = Table(hands={"alice": "M2 M3 S2"})
    assert table.seat("alice")["hand"] == ["M2", "M3", "S2"]
    table.finish_round()
    assert [(len(table.seat(s)["hand"]), table.seat(s)["deck"]) for s in SEATS] == [(3, 7)] * 4


def test_DG_25_a_hand_above_three_draws_and_discards_nothing():
    table = Table()
    table.place("workshop", "workshop", "workshop", "workshop").idle(*SEATS[:3])
    table.give("alice", hand=("M2", "M3", "M4", "S2"))
    table.idle("dave")
    assert table.seat("alice")["hand"] == ["M2", "M3", "M4", "S2"]


def test_DX_3_the_own_discard_pile_is_shuffled_when_a_card_is_due():
    table = Table()
    table.place("workshop", "workshop", "workshop", "workshop").idle(*SEATS[:3])
    table.give("bob", deck=("M2",), discard_up=("S3",), discard_down=("S4", "S6"), hand=("A2",))
    table.idle("dave")
    assert table.waiting == {"who": "chance", "for": "deck", "seat": "bob"}
    assert table.seat("bob")["hand"] == ["A2", "M2"]
    assert table.refused("chance", "deck", who="carol", cards=["S3", "S4", "S6"]) == "format"
    assert table.refused("chance", "deck", who="bob", cards=["S3", "S4"]) == "DX-3"
    assert table.refused("chance", "deck", who="bob", cards=["S3", "S4", "M2"]) == "DX-3"
    table.reshuffle("S6")
    assert table.seat("bob")["hand"] == ["A2", "M2", "S6"]
    assert table.seat("bob")["discard"] == []
    assert table.waiting["for"] == "place"


def test_where_nothing_is_left_to_draw_there_is_no_card():
    table = Table()
    table.place("workshop", "workshop", "workshop", "workshop").idle(*SEATS[:3])
    table.give("bob", deck=(), discard_up=(), discard_down=(), hand=("A2",)).mark("bob", down=())
    table.idle("dave")
    assert table.seat("bob")["hand"] == ["A2"]
    assert table.waiting["for"] == "place"


def test_D_12_DX_5_the_situation_is_turned_up_and_its_mana_goes_to_everybody_in_order():
    table = Table(situations=("clear-skies",), start="carol")
    assert table.rounds[0]["situation"] == "clear-skies"
    assert [(change["who"], change["value"]) for change in table.rounds[0]["changes"]] == [
        ("carol", 3),
        ("dave", 3),
        ("alice", 3),
        ("bob", 3),
    ]


@pytest.mark.parametrize(
    ("situation", "mana"),
    [
        ("clear-skies", 3),
        ("iron-moon", 1),
        ("quick-wind", 1),
        ("deep-tide", 1),
        ("hush", 1),
        ("curfew", 1),
        ("market-day", 2),
        ("night-ferry", 2),
        ("broken-bridge", 2),
        ("lantern-vigil", 1),
    ],
)
def test_DG_11_each_situation_has_its_own_mana(situation, mana):
    assert Table(situations=(situation,)).changes("alice") == [("mana", mana, situation)]


def test_D_13_one_stake_lies_open_on_field_a_and_one_face_down_on_field_b():
    table = Table(stakes=("rubble", "wellspring"))
    assert table.rounds[0]["stakes"] == {"field_a": ["rubble"], "field_b": ["wellspring"]}
    assert table.state.face_down


@pytest.mark.parametrize(
    ("situation", "field_a", "field_b"),
    [
        ("market-day", ["rubble", "old-grudge"], ["wellspring"]),
        ("night-ferry", ["rubble"], ["wellspring", "old-grudge"]),
    ],
)
def test_a_situation_may_lay_one_more_stake(situation, field_a, field_b):
    table = Table(situations=(situation,), stakes=("rubble", "wellspring", "old-grudge"))
    assert table.rounds[0]["stakes"] == {"field_a": field_a, "field_b": field_b}


def with_stakes_left(*codes: str, **options: str) -> Table:
    table = Table(**options)
    table.place("workshop", "workshop", "workshop", "workshop").idle(*SEATS[:3])
    left = codes
    used = tuple(code for code in (*table.state.stakes_used, *table.state.stake_deck) if code not in left)
    table.state = msgspec.structs.replace(table.state, stake_deck=left, stakes_used=used)
    return table.idle("dave")


def test_DX_4_used_stakes_are_shuffled_when_one_is_due():
    table = with_stakes_left("rubble")
    assert table.waiting == {"who": "chance", "for": "stakes"}
    used = table.state.stakes_used
    assert table.refused("chance", "stakes", cards=used[1:]) == "DX-4"
    assert table.refused("chance", "stakes", cards=("rubble", *used[1:])) == "DX-4"
    table.chance("stakes", cards=used)
    assert table.rounds[1]["stakes"] == {"field_a": ["rubble"], "field_b": [used[0]]}


def test_DG_24_without_reshuffle_no_stake_is_laid():
    table = with_stakes_left("rubble", events_exhausted="none")
    assert table.rounds[1]["stakes"] == {"field_a": ["rubble"], "field_b": []}
    assert not table.state.face_down
    assert table.waiting["for"] == "place"


def test_a_liss_below_six_mana_is_not_asked():
    seats = ("alice", "bob", "carol", "dave", "s5", "s6", "s7")
    table = Table(seats=seats, wardens={"alice": "LIS"}, champions={"s6": "ASH", "s7": "ODE"})
    assert table.waiting == {"who": "alice", "for": "place"}


def liss_at_six() -> Table:
    table = Table(wardens={"alice": "PIE"})
    table.place("workshop", "workshop", "workshop", "workshop").idle("alice", "bob", "carol")
    return table.give("alice", warden="LIS", mana=6).idle("dave")


def test_a_liss_with_six_mana_is_asked_whether_to_convert():
    table = liss_at_six()
    assert table.waiting == {"who": "alice", "for": "convert"}
    assert table.rounds[1]["situation"] is None
    assert table.refused("bob", "convert", use=True) == "format"
    table.say("alice", "convert", use=True)
    assert table.changes("alice")[:2] == [("mana", -3, "LIS"), ("results", 2, "LIS")]
    assert table.waiting["for"] == "place"


def test_a_liss_may_keep_her_mana():
    table = liss_at_six()
    table.say("alice", "convert", use=False)
    assert [rule for _, _, rule in table.changes("alice")] == ["iron-moon"]


def test_D_60_a_table_of_three_has_an_npc_and_one_of_four_has_none():
    assert Table(seats=THREE).rounds[0]["npc"] == "field_b"
    assert Table().rounds[0]["npc"] is None


@pytest.mark.parametrize(
    ("parity", "fields"),
    [
        ("round_odd_shinto", ["field_b", "field_a", "field_b"]),
        ("round_odd_miyama", ["field_a", "field_b", "field_a"]),
        ("by_player_count", ["field_b", "field_b", "field_b"]),
    ],
)
def test_D_61_DG_3_DX_15_the_npc_changes_fields_by_the_round(parity, fields):
    table = Table(seats=THREE, npc_parity=parity)
    table.finish_round().finish_round()
    assert [entry["npc"] for entry in table.rounds] == fields


def test_D_62_its_power_is_eleven_whatever_lies_there():
    table = Table(seats=THREE, stakes=("rubble", "small-blades"), situations=("iron-moon",))
    table.place("field_b", "workshop", "workshop").idle(*THREE)
    assert table.battle("field_b", 0)["totals"][-1] == {
        "who": "npc",
        "total": 11,
        "routed": False,
        "why": [{"rule": "D-62", "value": 11}],
    }


def test_DG_3_the_npc_takes_no_token_unless_told():
    assert Table(seats=THREE).place("field_b").rounds[0]["placed"][0]["token"] == 3
    table = Table(seats=THREE, npc_token="plus3").place("field_b", "field_b", "field_a")
    assert [placed["token"] for placed in table.rounds[0]["placed"]] == [1, 0, 3]
