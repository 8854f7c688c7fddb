"""Placing the pieces (D-14, D-15, D-16, D-17, DG-6) and the look at a face-down stake."""

import pytest

from boardgames import dominate
from tests.boardgames.dominate.table import SEATS, Table, climax_table


def test_D_14_pieces_are_placed_in_order_from_the_start_player():
    table = Table(start="carol")
    assert table.waiting == {"who": "carol", "for": "place"}
    assert table.refused("alice", "place", at="workshop") == "D-14"
    table.place("workshop")
    assert table.waiting["who"] == "dave"


def test_D_15_the_first_in_the_workshop_gains_two_mana_and_each_later_one_one():
    table = Table(wardens={"carol": "TAV"}).place("workshop", "field_a", "workshop", "workshop")
    assert [table.changes(seat)[1:] for seat in SEATS] == [
        [("mana", 2, "D-15")],
        [],
        [("mana", 1, "D-15")],
        [("mana", 1, "D-15")],
    ]


def test_D_15_the_workshop_holds_four():
    seats = ("alice", "bob", "carol", "dave", "s5")
    table = Table(seats=seats).place("workshop", "workshop", "workshop", "workshop")
    assert table.refused("s5", "place", at="workshop") == "D-15"
    assert [move.at for move in dominate.options(table.state, "s5")] == ["field_a", "field_b"]


@pytest.mark.parametrize(("number", "spaces"), [(7, 4), (6, 3), (5, 2), (4, 1), (3, 1)])
def test_DG_6_DX_12_the_workshop_may_shrink_with_the_table(number, spaces):
    seats = ("alice", "bob", "carol", "dave", "s5", "s6", "s7")[:number]
    champions = {"s6": "ASH", "s7": "ODE"} if number > 5 else {}
    table = Table(seats=seats, champions={s: c for s, c in champions.items() if s in seats}, workshop="scaled")
    table.place(*["workshop"] * (spaces if spaces < number else 0))
    if spaces < number:
        assert table.refused(seats[spaces], "place", at="workshop") == "D-15"


def test_D_16_the_first_piece_on_a_field_takes_three_the_second_one_the_others_nothing():
    table = Table().place("field_a", "field_a", "field_a", "field_a")
    assert [placed["token"] for placed in table.rounds[0]["placed"]] == [3, 1, 0, 0]
    assert [table.seat(seat)["token"] for seat in SEATS] == [3, 1, 0, 0]


def test_D_17_the_lookout_is_closed_to_placing():
    assert Table().refused("alice", "place", at="lookout") == "D-17"


def test_a_sealed_field_may_be_placed_on():
    Table(stakes=("sealed-chapel",)).place("field_a")


def test_kes_takes_a_result_in_place_of_the_workshops_mana():
    table = Table(wardens={"alice": "KES"}).place("workshop", "workshop")
    assert table.changes("alice")[1:] == [("results", 1, "KES")]
    assert table.changes("bob")[1:] == [("mana", 1, "D-15")]


def test_odes_lingering_study_adds_a_result_after_the_mana():
    table = Table(champions={"alice": "ODE"}).give("alice", lingering=("ODE3",), ready=("ODE1", "ODE2"))
    table.place("workshop")
    assert table.changes("alice")[1:] == [("mana", 2, "D-15"), ("results", 1, "ODE3")]


def test_pie_gains_a_mana_when_placed_on_field_a():
    table = Table(wardens={"alice": "PIE"}).place("field_a")
    assert table.changes("alice")[1:] == [("mana", 1, "PIE")]


def test_osm_looks_at_the_face_down_stake_once_and_only_before_placing():
    table = Table(wardens={"alice": "OSM"}, stakes=("rubble", "wellspring"))
    before = table.result
    report = table.say("alice", "peek")
    assert report.said == ()
    assert table.result == before
    assert dominate.view(table.state, ("alice",)).own[0].peeked == "wellspring"
    assert table.refused("alice", "peek") == "OSM"
    table.place("workshop")
    assert table.refused("alice", "peek") == "format"


def test_osm_looks_only_with_a_hidden_name_and_only_at_a_stake_that_lies_there():
    assert Table(wardens={"alice": "COR"}).refused("alice", "peek") == "OSM"
    assert Table(wardens={"alice": "OSM"}).give("alice", revealed=True).refused("alice", "peek") == "OSM"
    assert Table(wardens={"alice": "OSM"}, mode="short").refused("alice", "peek") == "OSM"
    assert Table(wardens={"bob": "OSM"}).refused("bob", "peek") == "format"


def test_closing_ring_closes_field_b_and_leaves_one_space_in_the_workshop():
    table = climax_table(9, 8, 7, 0)
    assert table.rounds[-1]["situation"] == "closing-ring"
    assert table.refused("alice", "place", at="field_b") == "closing-ring"
    assert table.refused("alice", "place", at="lookout") == "D-17"
    table.place("workshop")
    assert table.refused("bob", "place", at="workshop") == "D-15"
