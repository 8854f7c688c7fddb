"""Clean-up (D-39, D-40, D-41, DX-9, DX-10, DG-27): what goes back where, and who starts next."""

import pytest

from boardgames import dominate
from boardgames.dominate.state import Shown
from tests.boardgames.dominate.table import SEATS, Table

IDLE = ("workshop", "workshop", "workshop", "workshop")


def test_D_39_cards_go_to_the_discard_pile_and_arts_back_beside_the_tarot():
    table = Table(hands={"alice": "M2 M3 S2"}).place("field_a", "workshop", "workshop", "workshop")
    table.give("alice", mana=12).turn("alice", "M2", "GIL2").finish_round()
    seat = table.seat("alice")
    assert (seat["discard"], seat["arts"]["ready"], len(seat["hand"])) == (["M2"], ["GIL1", "GIL2", "GIL3"], 3)


def test_DX_10_face_down_cards_go_there_face_down():
    table = Table(hands={"alice": "M2 M3 S2"}).place("field_a", "workshop", "workshop", "workshop")
    table.turn("alice", "M2", down=("S2",)).finish_round()
    player = table.player("alice")
    assert (player.discard_up, player.discard_down) == (("M2",), ("S2",))


def test_D_40_pieces_and_tokens_go_back():
    table = Table().place("field_a", "field_b", "workshop", "workshop").finish_round()
    assert {(table.seat(seat)["place"], table.seat(seat)["token"]) for seat in SEATS} == {(None, 0)}
    assert table.place("field_a").rounds[1]["placed"][0]["token"] == 3


def test_D_41_stakes_leave_the_game_and_the_situation_is_spent():
    table = Table(stakes=("rubble", "wellspring"), situations=("hush", "curfew")).finish_round()
    assert table.state.stakes_used == ("rubble", "wellspring")
    assert [entry["situation"] for entry in table.rounds] == ["hush", "curfew"]
    for _ in range(7):
        table.finish_round()
    assert len(table.state.stakes_used) == 16 + 2, "Market Day and Night Ferry lay one more each"


def test_ILS_gains_a_mana_at_clean_up():
    table = Table(wardens={"alice": "ILS"}).place(*IDLE).finish_round()
    assert table.changes("alice", 0)[-1] == ("mana", 1, "ILS")


@pytest.mark.parametrize(
    ("start", "results", "next_start"),
    [
        ("pass_left", (0, 0, 0, 0), "carol"),
        ("fixed", (0, 0, 0, 0), "bob"),
        ("lowest_results", (3, 2, 2, 2), "bob"),
        ("lowest_results", (1, 2, 2, 2), "alice"),
        ("lowest_results", (1, 2, 1, 1), "carol"),
    ],
)
def test_DX_9_DG_7_the_start_marker(start, results, next_start):
    table = Table(start="bob", **({} if start == "pass_left" else {"start_rule": start}))
    for seat, number in zip(SEATS, results, strict=True):
        table.give(seat, results=number)
    table.place(*IDLE).finish_round()
    assert table.rounds[1]["start"] == next_start


def lost_battle(spells: int = 3, **rest) -> Table:
    """Piers has lost on field_a; everybody's turn but Dave's is over."""
    table = Table(wardens={"alice": "PIE"}, **rest).place("field_a", "field_a", "workshop", "workshop")
    table.mark("bob", shown=(Shown("M8"),)).give("alice", spells=spells)
    for seat in SEATS:
        table.mark(seat, committed=True)
        table.say(seat, "done")
    return table


def test_DG_27_after_a_lost_battle_piers_is_asked():
    table = lost_battle()
    assert table.waiting == {"who": "alice", "for": "swap"}
    assert table.refused("bob", "swap", use=True) == "format"
    assert [move.use for move in dominate.options(table.state, "alice")] == [True, False]
    results, mana = table.seat("alice")["results"], table.seat("alice")["mana"]
    table.say("alice", "swap", use=True)
    assert table.rounds[0]["swap"] == "alice"
    seat = table.seat("alice")
    assert (seat["warden"], seat["champion"], seat["results"], seat["spells"]) == ("LIS", "GIL", results, 3)
    assert seat["mana"] >= mana


def test_DG_27_piers_may_stay_and_is_asked_again():
    table = lost_battle()
    table.say("alice", "swap", use=False)
    assert (table.rounds[0]["swap"], table.seat("alice")["warden"]) == (None, "PIE")
    assert table.waiting["for"] == "place"


def test_DG_27_without_a_spell_left_piers_must_go_lost_or_not():
    table = lost_battle(spells=0)
    assert (table.rounds[0]["swap"], table.seat("alice")["warden"]) == ("alice", "LIS")
    table = Table(wardens={"alice": "PIE"}).place(*IDLE).give("alice", spells=0).finish_round()
    assert table.rounds[0]["swap"] == "alice"


def test_DG_27_not_without_a_loss():
    table = Table(wardens={"alice": "PIE"}).place(*IDLE).finish_round()
    assert table.seat("alice")["warden"] == "PIE"


def test_DG_27_not_when_the_house_has_it_off():
    assert lost_battle(spells=0, swap="off").seat("alice")["warden"] == "PIE"


def test_DG_27_not_at_a_full_table():
    seats = (*SEATS, "s5", "s6", "s7")
    table = Table(seats=seats, wardens={"alice": "PIE"}, champions={"s6": "ASH", "s7": "ODE"})
    table.place("workshop", "field_a", "field_a", "field_a", "field_a", "field_a", "field_a")
    table.give("alice", spells=0).finish_round()
    assert table.seat("alice")["warden"] == "PIE"


def test_a_swap_is_told_as_the_new_board():
    table = lost_battle()
    report = table.say("alice", "swap", use=True)
    assert [said.who for said in report.said if said.code == "swapped"] == ["alice"]
