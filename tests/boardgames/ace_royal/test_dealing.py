"""Before the first turn.

Rules: A-1, A-10, A-11, A-12, A-13, A-14, A-15, A-16, A-17, A-21, A-22, A-23, AG-3, AG-44, AG-47.
"""

import pytest

from boardgames import ace_royal
from boardgames.ace_royal.cards import CLASSES, HEROES
from boardgames.ace_royal.outcome import result
from tests.boardgames.ace_royal.table import Table, dealt, deck, setup_of


class Fresh(Table):
    """A table at which nothing has happened yet."""

    def __init__(self, players: int = 3, **options):
        self.seats = ("alice", "bob", "carol", "dave", "erin", "finn", "gina")[:players]
        self.state = ace_royal.start(setup_of(self.seats, **options))

    def started(self) -> "Fresh":
        self.move({"by": "table", "do": "start", "seat": "alice"})
        return self

    def with_cards(self) -> "Fresh":
        self.started()
        self.move({"by": "chance", "do": "heroes", "cards": dealt(self.seats, {}, HEROES)})
        self.move({"by": "chance", "do": "classes", "cards": dealt(self.seats, {}, CLASSES)})
        return self


def test_A_1_and_A_17_everybody_starts_with_five_mana_and_three_command_spells():
    assert [(master.mana, master.spells) for master in Fresh().state.masters.values()] == [(5, 3)] * 3


def test_A_10_the_highest_roll_starts():
    at = Fresh()
    at.move({"by": "chance", "do": "start", "rolls": {"alice": 4, "bob": 6, "carol": 2}})
    assert at.state.start == "bob"


def test_A_10_two_dice_roll_up_to_twelve_and_no_one():
    at = Fresh()
    assert at.refused_move({"by": "chance", "do": "start", "rolls": {"alice": 12, "bob": 6, "carol": 2}}) == "format"
    rolls = {"alice": 1, "bob": 6, "carol": 2}
    assert at.refused_move({"by": "chance", "do": "start", "dice": 2, "rolls": rolls}) == "format"
    at.move({"by": "chance", "do": "start", "dice": 2, "rolls": rolls | {"alice": 12}})
    assert at.state.start == "alice"


ROLLS = {"alice": 4, "bob": 6, "carol": 2}


@pytest.mark.parametrize(
    "start",
    [
        {"by": "table", "seat": "bob", "rolls": ROLLS},
        {"by": "table", "seat": "bob", "dice": 2},
        {"by": "table", "rolls": ROLLS},
        {"by": "chance", "seat": "bob", "rolls": ROLLS},
        {"by": "chance", "seat": "bob"},
        {"by": "alice", "seat": "alice"},
    ],
)
def test_A_10_the_start_is_either_rolled_by_chance_or_agreed_at_the_table(start):
    assert Fresh().refused_move({"do": "start", **start}) == "format"


def test_AG_47_who_ties_rolls_again():
    at = Fresh()
    at.move({"by": "chance", "do": "start", "rolls": {"alice": 6, "bob": 1, "carol": 6}})
    assert at.waiting == {"who": "chance", "for": "start", "seats": ["alice", "carol"]}
    everybody = {"alice": 1, "bob": 2, "carol": 3}
    assert at.refused_move({"by": "chance", "do": "start", "rolls": everybody}) == "format"
    at.move({"by": "chance", "do": "start", "rolls": {"alice": 1, "carol": 2}})
    assert at.state.start == "carol"


def test_A_10_the_table_may_agree_even_after_a_tie():
    at = Fresh()
    at.move({"by": "chance", "do": "start", "rolls": {"alice": 6, "bob": 1, "carol": 6}})
    assert at.refused_move({"by": "alice", "do": "start", "seat": "bob"}) == "format"
    assert at.refused_move({"by": "table", "do": "start", "seat": "eve"}) == "format"
    at.move({"by": "table", "do": "start", "seat": "bob"})
    assert at.state.start == "bob"


def test_A_11_everybody_draws_one_hero_and_no_two_the_same():
    at = Fresh().started()
    twice = {"alice": "L-H01", "bob": "L-H01", "carol": "L-H02"}
    assert at.refused_move({"by": "chance", "do": "heroes", "cards": twice}) == "format"
    assert at.refused_move({"by": "chance", "do": "heroes", "cards": {"alice": "L-H01"}}) == "format"
    assert at.refused_move({"by": "chance", "do": "heroes", "cards": twice | {"bob": "L-C1"}}) == "format"
    at.move({"by": "chance", "do": "heroes", "cards": twice | {"bob": "L-H03"}})
    assert at.seat("bob").hero == "L-H03"


def test_A_12_everybody_draws_one_of_the_seven_classes_and_the_rest_is_the_pool():
    at = Fresh().with_cards()
    assert [at.seat(seat).class_ for seat in at.seats] == ["L-C1", "L-C2", "L-C3"]
    assert result(at.state)["table"]["class_pool"] == ["L-C4", "L-C5", "L-C6", "L-C7"]


def test_A_13_the_exchange_goes_clockwise_and_what_was_put_back_may_be_taken():
    at = Fresh().with_cards()
    assert at.asked == ("alice", "swap")
    at.say("alice swap L-C4")
    assert at.asked == ("bob", "swap")
    assert at.refused("bob swap L-C4") == "A-13"
    at.say("bob swap L-C1", "carol keep")
    assert [at.seat(seat).class_ for seat in at.seats] == ["L-C4", "L-C1", "L-C3"]
    assert at.asked == ("chance", "deck")


def test_A_14_two_sets_give_fourteen_class_cards_and_two_of_a_kind():
    at = Fresh(class_sets=2).started()
    at.move({"by": "chance", "do": "heroes", "cards": dealt(at.seats, {}, HEROES)})
    at.move({"by": "chance", "do": "classes", "cards": dict.fromkeys(("alice", "bob"), "L-C1") | {"carol": "L-C2"}})
    assert len(at.state.class_pool) == 11
    at.say("alice swap L-C2")
    assert at.seat("alice").class_ == "L-C2"


def test_A_14_one_set_has_each_class_once():
    at = Fresh().started()
    at.move({"by": "chance", "do": "heroes", "cards": dealt(at.seats, {}, HEROES)})
    twice = dict.fromkeys(at.seats, "L-C1")
    assert at.refused_move({"by": "chance", "do": "classes", "cards": twice}) == "format"


def test_AG_44_seven_players_use_up_one_set_and_nobody_is_asked_to_swap():
    at = Fresh(7).with_cards()
    assert at.state.class_pool == ()
    assert at.asked == ("chance", "deck")


def test_A_15_a_hidden_pool_is_seen_by_the_one_who_decides_and_remembered():
    at = Fresh(class_swap="hidden_pool").with_cards()
    assert ace_royal.view(at.state, ("alice",)).class_pool == ("L-C4", "L-C5", "L-C6", "L-C7")
    assert ace_royal.view(at.state, ("bob",)).class_pool is None
    at.say("alice swap L-C4")
    seen = ace_royal.view(at.state, ("alice",))
    assert (seen.class_pool, seen.seats[0].seen_pool) == (None, ("L-C1", "L-C5", "L-C6", "L-C7"))
    assert ace_royal.view(at.state, ("bob",)).seats[0].seen_pool is None
    at.say("bob keep", "carol keep")
    assert ace_royal.view(at.state, ()).class_pool is None


def test_A_16_all_open_lets_everybody_pick_what_is_still_there():
    at = Fresh(2, class_swap="all_open").started()
    assert at.asked == ("alice", "pick")
    pick = {"by": "alice", "do": "pick", "hero": "L-H03", "class": "L-C1"}
    at.move(pick)
    assert at.refused_move(pick | {"by": "bob", "class": "L-C2"}) == "A-16"
    assert at.refused_move(pick | {"by": "bob", "hero": "L-H04"}) == "A-16"
    assert at.refused_move(pick | {"by": "bob", "hero": "L-C4"}) == "A-16"
    at.move(pick | {"by": "bob", "hero": "L-H04", "class": "L-C2"})
    assert at.asked == ("chance", "deck")
    assert not at.seat("alice").hero_up


def test_A_13_without_exchange_the_deck_comes_next():
    assert Fresh(class_swap="none").with_cards().asked == ("chance", "deck")


def test_A_21_and_A_22_all_76_are_shuffled_and_each_draws_four_from_the_start_player_on():
    at = Fresh()
    at.move({"by": "table", "do": "start", "seat": "bob"})
    at.move({"by": "chance", "do": "heroes", "cards": dealt(at.seats, {}, HEROES)})
    at.move({"by": "chance", "do": "classes", "cards": dealt(at.seats, {}, CLASSES)})
    at.say("bob keep", "carol keep", "alice keep")
    order = deck(*["L-S03"] * 4, *["L-K01"] * 3, "L-K05")
    assert len(order) == 76
    assert at.refused_move({"by": "chance", "do": "deck", "order": order[1:]}) == "format"
    at.move({"by": "chance", "do": "deck", "order": order})
    assert at.seat("bob").hand[:4] == ("L-S03",) * 4
    assert at.seat("carol").hand == ("L-K01", "L-K01", "L-K01", "L-K05")
    assert len(at.state.deck) == 76 - 12 - 1


def test_A_23_the_start_player_has_the_first_turn_and_the_coin():
    at = Table(3)
    assert (at.state.turn, at.state.player, at.state.holder, at.state.phase) == (1, "alice", "alice", 3)


@pytest.mark.parametrize(("pays", "mana"), [(False, 5), (True, 4)])
def test_AG_3_whether_the_start_player_pays_for_the_coin(pays, mana):
    assert Table(start_player_pays=pays).seat("alice").mana == mana


def test_before_turn_1_nobody_plays_and_nobody_holds_the_coin():
    table = result(Fresh().with_cards().state)["table"]
    assert {key: table[key] for key in ("turn", "phase", "player", "coin", "deck")} == {
        "turn": 0,
        "phase": None,
        "player": None,
        "coin": None,
        "deck": 0,
    }
