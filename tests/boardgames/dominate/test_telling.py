"""A move is told in the order in which things happened."""

from tests.boardgames.dominate.table import Table


def test_D_19_the_stake_is_told_to_be_turned_up_after_the_last_piece_was_placed():
    table = Table().place("field_a", "field_a", "field_b")
    told = [said.code for said in table.say("dave", "place", at="workshop").said]
    assert told == ["placed", "change", "stake_turned"]
