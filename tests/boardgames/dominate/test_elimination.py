"""The climax and its eliminations (D-42, D-43, D-44, D-45, D-46, D-47, D-48, D-49, D-50, D-51, DG-1, DG-2, DX-13), up to
the end of the game.
"""

import msgspec
import pytest

from boardgames import dominate
from boardgames.bots import Luck
from boardgames.dominate.elimination import next_round
from boardgames.dominate.guess import guess
from boardgames.dominate.preparation import turn_up_situation
from boardgames.dominate.state import Step, with_round
from tests.boardgames.dominate.table import SEATS, Table, climax_table

NAMES = (*SEATS, "s5", "s6", "s7")
MORE = {"s6": "ASH", "s7": "ODE"}


def ended_round(number: int, *results: int, spells: tuple[int, ...] = (), **rest) -> Table:
    """A table whose round `number` is over, with these results; elimination is next."""
    seats = NAMES[: len(results)]
    champions = {seat: code for seat, code in MORE.items() if seat in seats}
    wardens = rest.pop("wardens", {})
    table = Table(seats=seats, champions=champions, wardens=wardens, **rest)
    for seat, result in zip(seats, results, strict=True):
        table.give(seat, results=result)
    for seat, left in zip(seats, spells, strict=False):
        table.give(seat, spells=left)
    table.state = with_round(table.state, round=number)
    return table


def step(table: Table) -> dict:
    """The elimination before the next round."""
    table.state = next_round(table.state)
    return msgspec.to_builtins(table.state.eliminations[-1])


def test_D_42_eight_rounds_come_before_the_climax():
    table = Table()
    while len(table.rounds) < 9 and not table.state.ended_by:
        table.least()
    assert [entry["climax"] for entry in table.rounds[:8]] == [False] * 8
    assert table.result["eliminations"][0]["before_round"] == 9


def test_D_43_a_climax_round_has_the_same_four_phases():
    table = climax_table(30, 20, 10, 0)
    assert table.rounds[-1]["climax"] is True
    assert [len(table.seat(seat)["hand"]) for seat in SEATS[:3]] == [3, 3, 3]
    asked = []
    while len(table.rounds) == 5 and not table.state.ended_by:
        asked.append(table.waiting["for"])
        table.least()
    assert list(dict.fromkeys(asked)) == ["place", "turn"]


@pytest.mark.parametrize(
    ("results", "situation"),
    [((9, 8, 7, 6, 0), "eve-of-crowning"), ((9, 8, 7, 0), "closing-ring"), ((9, 8, 0, 0), "last-bell")],
)
def test_D_44_the_climax_card_is_that_of_the_number_left(results, situation):
    table = ended_round(8, *results)
    step(table)
    table.state = msgspec.structs.replace(table.state, step=Step("situation"))
    table.state = turn_up_situation(table.state)
    assert table.rounds[-1]["situation"] == situation


def test_D_45_the_last_one_left_wins_without_a_further_round():
    table = ended_round(9, 40, 37, 0)
    table.give("carol", state="out")
    table.state = msgspec.structs.replace(table.state, order=(0, 1))
    assert step(table)["out"] == (("bob",),)
    assert table.result["outcome"] == {
        "ended": True,
        "by": "last_left",
        "winners": ["alice"],
        "ranking": [["alice"], ["bob"]],
    }
    assert table.result["waiting_for"] is None
    assert table.seat("alice")["state"] == "winner"
    assert len(table.rounds) == 1


def test_D_46_players_go_from_the_lowest_results():
    assert step(ended_round(8, 24, 21, 19, 15, 12)) == {
        "before_round": 9,
        "rule": "D-48",
        "out": (("s5",),),
        "spared": (),
        "tie": False,
    }


def test_D_47_equals_go_together():
    assert step(ended_round(8, 24, 21, 19, 15, 15))["out"] == (("dave", "s5"),)


def test_D_48_five_or_more_go_down_to_four_or_fewer():
    entry = step(ended_round(8, 24, 21, 19, 15, 15, 12, 9, wardens={"alice": "TAV"}))
    assert entry["out"] == (("s7",), ("s6",), ("dave", "s5"))


@pytest.mark.parametrize(("results", "out"), [((18, 16, 11), (("carol",),)), ((18, 16, 14, 11), (("dave",),))])
def test_D_49_of_four_or_fewer_the_lowest_goes(results, out):
    entry = step(ended_round(8, *results))
    assert (entry["rule"], entry["out"]) == ("D-49", out)


@pytest.mark.parametrize(
    ("results", "out", "ended"),
    [((30, 27, 25, 20), (("dave",), ("carol",)), None), ((30, 26, 26, 20), (("dave",), ("bob", "carol")), "last_left")],
)
def test_D_50_later_three_or_more_go_down_to_two_or_fewer(results, out, ended):
    table = ended_round(9, *results)
    entry = step(table)
    assert (entry["rule"], entry["out"], table.state.ended_by) == ("D-50", out, ended)


def two_left(*results: int, **rest) -> Table:
    table = ended_round(10, *results, 0, **rest)
    table.give("carol", state="out")
    table.state = msgspec.structs.replace(table.state, order=(0, 1))
    return table


def test_D_51_of_two_the_lower_goes():
    table = two_left(41, 38)
    entry = step(table)
    assert (entry["rule"], entry["out"], table.state.winners) == ("D-51", (("bob",),), ("alice",))


def test_DG_1_DX_13_stepwise_takes_the_lowest_group_each_time():
    table = ended_round(9, 30, 27, 25, 20, climax="stepwise")
    entry = step(table)
    assert (entry["rule"], entry["out"]) == ("DX-13", (("dave",),))
    assert step(ended_round(8, 24, 21, 19, 15, 12, climax="stepwise"))["rule"] == "D-48"


def test_DG_2_a_tied_group_may_be_spared():
    entry = step(ended_round(8, 24, 21, 19, 15, 15, elim_tie="spare_tied"))
    assert (entry["out"], entry["tie"]) == ((), False)
    entry = step(ended_round(9, 30, 26, 26, 20, elim_tie="spare_tied"))
    assert entry["out"] == (("dave",),)


def test_DG_2_never_all_go():
    table = ended_round(8, 10, 10, 10)
    entry = step(table)
    assert (entry["out"], entry["tie"], table.state.ended_by) == ((), True, None)
    assert len(table.state.order) == 3


def test_DG_2_a_step_that_leaves_only_equals_above_its_target_is_a_tie():
    assert step(ended_round(9, 30, 30, 30, 20))["tie"] is True
    assert step(ended_round(8, 30, 30, 30, 20))["tie"] is False


def test_DG_2_three_extra_rounds_then_spells_mana_and_order_decide():
    table = ended_round(8, 10, 10, 10, spells=(1, 2, 2))
    table.give("bob", mana=3).give("carol", mana=4)
    for ties in (1, 2, 3):
        step(table)
        assert (table.state.ties, table.state.ended_by) == (ties, None)
    step(table)
    assert (table.state.ended_by, table.state.winners) == ("tiebreak", ("carol",))
    assert table.result["outcome"]["ranking"] == [["carol"], ["alice", "bob"]]


def test_DG_2_a_bot_counts_the_ties_in_a_row_as_the_game_does():
    table = ended_round(8, 10, 10, 10)
    counted = []
    for _ in range(2):
        step(table)
        counted.append(guess(dominate.view(table.state, ("alice",)), Luck(1)).ties)
    table.give("alice", results=11)
    step(table)
    counted.append(guess(dominate.view(table.state, ("alice",)), Luck(1)).ties)
    assert counted == [1, 2, 0]


def test_DG_2_a_step_that_is_no_tie_begins_the_count_anew():
    table = ended_round(8, 10, 10, 10)
    step(table)
    table.give("alice", results=11)
    step(table)
    assert table.state.ties == 0


@pytest.mark.parametrize(
    ("final_tie", "winners", "ranking"),
    [
        ("tiebreak", ("bob",), [["bob"], ["carol", "alice"]]),
        ("shared", ("bob", "carol", "alice"), [["bob", "carol", "alice"]]),
    ],
)
def test_DG_2_the_end_of_a_tie_by_house_rule(final_tie, winners, ranking):
    table = ended_round(8, 10, 10, 10, start="bob", final_tie=final_tie)
    for seat in SEATS[:3]:
        table.give(seat, mana=4)
    step(table)
    assert (table.state.ended_by, table.state.winners) == (final_tie, winners)
    assert table.result["outcome"]["ranking"] == ranking


def test_TAV_is_spared_on_entering_and_nobody_goes_for_her():
    table = ended_round(8, 24, 21, 19, 15, 12, wardens={"s5": "TAV"})
    entry = step(table)
    assert (entry["out"], entry["spared"], len(table.state.order)) == ((), ("s5",), 5)
    assert step(ended_round(9, 24, 21, 19, 15, 12, wardens={"s5": "TAV"}))["spared"] == ()


def test_TAV_equals_of_hers_go():
    entry = step(ended_round(8, 24, 21, 19, 12, 12, wardens={"s5": "TAV"}))
    assert (entry["out"], entry["spared"]) == ((("dave",),), ("s5",))


def test_an_eliminated_holder_passes_the_marker_clockwise():
    table = ended_round(8, 10, 0, 12, 11, start="bob")
    step(table)
    assert (table.rounds[-1]["start"], table.state.order) == ("carol", (2, 3, 0))


def test_DG_3_the_npc_leaves_for_the_climax_unless_told():
    for option, npc in ((None, None), ("yes", "field_a")):
        table = Table(
            seats=SEATS[:3], mode="short", **({"npc_climax": option} if option else {}), npc_parity="round_odd_miyama"
        )
        while len(table.rounds) < 5:
            for seat, number in zip(SEATS, (30, 20, 0), strict=False):
                table.give(seat, results=number)
            table.least()
        assert table.rounds[-1]["npc"] == npc


def test_DG_3_the_npc_stands_nowhere_on_a_closed_field():
    table = Table(seats=SEATS[:3], mode="short", npc_climax="yes")
    while len(table.rounds) < 5:
        for seat, number in zip(SEATS, (30, 20, 0), strict=False):
            table.give(seat, results=number)
        table.least()
    assert (table.rounds[-1]["situation"], table.rounds[-1]["npc"]) == ("last-bell", None)


def test_nothing_is_played_after_the_end():
    table = two_left(41, 38)
    step(table)
    assert table.refused("alice", "place", at="workshop") == "format"
    assert table.refused("chance", "start", who="alice") == "format"
    assert table.refused("alice", "spell", purpose="mana") == "format"


def test_the_ranking_ends_with_the_first_eliminated():
    table = ended_round(9, 30, 27, 25, 20)
    step(table)
    step(table)
    assert table.result["outcome"]["ranking"] == [["alice"], ["bob"], ["carol"], ["dave"]]
