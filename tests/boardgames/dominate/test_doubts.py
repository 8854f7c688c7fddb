"""Places where the record format can be read in two ways, held to the reading of docs/dominate-readings.md."""

from tests.boardgames.dominate.table import Table
from tests.boardgames.dominate.test_elimination import ended_round, step


def test_D_25_only_a_card_of_the_hand_may_lie_face_down_on_a_battlefield():
    table = Table(hands={"alice": "M2 M3 S2"}).give("alice", mana=12)
    table.place("field_a", "workshop", "workshop", "workshop")
    assert table.refused("alice", "commit", up=("M2",), down=("GIL3",)) == "D-25"
    assert table.refused("alice", "commit", up=("GIL3",), down=("GIL2",)) == "D-25"
    table.turn("alice", "GIL3", down=("M2",))


def test_TAV_spared_on_entering_is_still_in_so_equal_others_are_no_tie():
    table = ended_round(8, 5, 5, 5, 5, 5, 0, wardens={"s6": "TAV"}, final_tie="shared")
    entering = step(table)
    assert (entering["out"], entering["spared"], entering["tie"]) == ((), ("s6",), False)
    assert table.state.ended_by is None
