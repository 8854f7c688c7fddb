"""A move is told in the order in which things happened."""

import pytest

from boardgames.dominate.report import Said
from tests.boardgames.dominate.table import SEATS, WARDENS, Table
from tests.boardgames.dominate.test_battle import before_battle
from tests.boardgames.dominate.test_setup import Fresh


class Heard(Table):
    """A table at which everything that is told is written down."""

    def __init__(self, **rest):
        self.said: list[Said] = []
        super().__init__(**rest)

    def say(self, by, do, **rest):
        report = super().say(by, do, **rest)
        self.said += report.said
        return report

    def entering_the_climax(self, *results):
        """The short game up to its climax, with these results as its last round begins; what is told of its end."""
        for _ in range(3):
            self.finish_round()
        for player, number in zip(self.state.players, results, strict=True):
            self.give(player.seat, results=number)
        self.said.clear()
        self.finish_round()
        return [said for said in self.said if said.code.startswith(("eliminat", "spared", "round_begun", "game_ended"))]


def test_D_19_the_stake_is_told_to_be_turned_up_after_the_last_piece_was_placed():
    table = Table().place("field_a", "field_a", "field_b")
    told = [said.code for said in table.say("dave", "place", at="workshop").said]
    assert told == ["placed", "change", "stake_turned"]


def test_of_the_stakes_that_are_laid_the_face_down_one_is_told_without_its_name():
    told = [said for said in Heard(stakes=("crown-hostage", "hidden-cache")).said if said.code.startswith("stake_")]
    assert told == [Said("stake_laid", rule="crown-hostage", at="field_a"), Said("stake_face_down", at="field_b")]


def test_DG_37_a_board_is_told_with_who_has_it_dealt_or_chosen():
    chosen = Fresh(wardens="draft").say("alice", "warden", warden="COR").said
    assert chosen == (Said("warden_taken", "alice", rule="COR"),)
    dealt = Fresh().say("chance", "wardens", wardens=dict(zip(SEATS, WARDENS, strict=False))).said
    assert [(said.who, said.rule) for said in dealt] == list(zip(SEATS, WARDENS, strict=False))


def test_DX_11_a_rout_and_what_lifts_it_are_told_with_whom_they_meet():
    table = before_battle({"alice": "IRE2 M2", "bob": "M8 BUL"})
    table.say("dave", "done")
    routed = table.say("alice", "use", card="IRE2").said
    assert routed == (Said("effect_used", "alice", rule="IRE2"), Said("routed", "bob"))
    table.say("alice", "done")
    assert Said("rout_lifted", "bob") in table.say("bob", "use", card="BUL").said


def test_who_is_placed_is_told_to_be_placed_and_nothing_else():
    table = Table().place("field_a")
    assert [said.code for said in table.say("bob", "place", at="field_b").said] == ["placed"]


@pytest.mark.parametrize(
    ("results", "wardens", "told"),
    [
        ((9, 8, 7, 1), {}, [Said("eliminated", rule="D-49", seats=("dave",))]),
        ((5, 5, 5, 5), {}, [Said("elimination_tied", rule="D-49")]),
        ((9, 8, 7, 1), {"dave": "TAV"}, [Said("spared", "dave")]),
    ],
)
def test_D_48_who_goes_and_who_is_spared_is_told_before_the_climax_round_begins(results, wardens, told):
    *before, begun = Heard(mode="short", wardens=wardens).entering_the_climax(*results)
    assert before == told
    assert (begun.code, begun.value, begun.what) == ("round_begun", 5, "climax")
