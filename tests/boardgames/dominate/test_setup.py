"""Roles and setup (D-1, D-2, D-3, D-4, D-5, D-6, D-7, D-8, D-9, DX-1, DX-2): each draw must be a possible one."""

import pytest

from boardgames import dominate
from boardgames.dominate.cards import SHIPPED
from tabletop.game import Illegal
from tests.boardgames.dominate.table import SEATS, Table, setup_of


class Fresh(Table):
    """A table at which nothing is dealt yet."""

    def __init__(self, seats=SEATS, **options):
        self.state = dominate.start(setup_of(seats, **options))


def until(step: str, **options) -> Fresh:
    table = Fresh(**options)
    for do, rest in (
        ("wardens", {"wardens": dict(zip(SEATS, ("COR", "OSM", "KES", "PIE"), strict=True))}),
        ("champions", {"champions": dict(zip(SEATS, ("GIL", "SEF", "KOR", "IRE"), strict=True))}),
        *(("deck", {"who": seat}) for seat in SEATS),
        ("stakes", {"cards": SHIPPED.all_stakes}),
        ("situations", {"cards": SHIPPED.normal_situations[:8], "removed": SHIPPED.normal_situations[8:]}),
    ):
        if do == step:
            return table
        if do == "deck":
            player = table.player(rest["who"])
            rest = rest | {"cards": SHIPPED.attack_deck(player.champion, player.warden)}
        table.chance(do, **rest)
    return table


def test_D_1_each_champion_exists_once():
    table = until("champions")
    assert table.refused("chance", "champions", champions=dict.fromkeys(SEATS, "GIL")) == "D-1"


def test_D_2_any_warden_may_get_any_champion():
    table = Table(champions={"alice": "DAN"}, wardens={"alice": "ILS"})
    assert (table.seat("alice")["warden"], table.seat("alice")["champion"]) == ("ILS", "DAN")


def test_D_3_no_board_is_dealt_twice_and_liss_is_no_starting_board_of_a_small_table():
    table = Fresh()
    assert table.refused("chance", "wardens", wardens=dict.fromkeys(SEATS, "COR")) == "D-3"
    with_liss = dict(zip(SEATS, ("COR", "OSM", "KES", "LIS"), strict=True))
    assert table.refused("chance", "wardens", wardens=with_liss) == "D-3"


def test_D_3_seven_players_use_all_seven_boards():
    seats = ("alice", "bob", "carol", "dave", "s5", "s6", "s7")
    table = Table(seats=seats, champions={"s6": "ASH", "s7": "ODE"})
    assert {table.seat(seat)["warden"] for seat in seats} == {"COR", "OSM", "KES", "ILS", "TAV", "PIE", "LIS"}


def test_DG_37_boards_may_be_chosen_in_the_order_of_the_seats():
    table = Fresh(wardens="draft")
    assert table.waiting == {"who": "alice", "for": "warden"}
    assert table.refused("alice", "warden", warden="LIS") == "D-3"
    assert table.refused("bob", "warden", warden="COR") == "format"
    table.say("alice", "warden", warden="COR")
    assert table.refused("bob", "warden", warden="COR") == "D-3"
    assert [move.warden for move in dominate.options(table.state, "bob")] == ["TAV", "OSM", "PIE", "KES", "ILS"]


@pytest.mark.parametrize(("warden", "mana"), [("TAV", 2), ("COR", 4), ("ILS", 6)])
def test_D_4_the_mana_token_starts_on_the_boards_initial_value(warden, mana):
    table = Fresh()
    others = iter(("OSM", "KES", "PIE"))
    table.chance("wardens", wardens={seat: warden if seat == "bob" else next(others) for seat in SEATS})
    assert table.seat("bob")["mana"] == mana


def test_D_5_three_command_spells_each():
    assert [until("champions").seat(seat)["spells"] for seat in SEATS] == [3, 3, 3, 3]


def test_before_they_are_known_warden_and_champion_are_null_and_mana_and_spells_nought():
    seat = Fresh().seat("alice")
    assert (seat["warden"], seat["champion"], seat["mana"], seat["spells"], seat["shards"]) == (None, None, 0, 0, None)


def test_D_6_the_arts_lie_beside_the_tarot_and_the_name_is_hidden():
    seat = until("deck").seat("alice")
    assert seat["arts"]["ready"] == ["GIL1", "GIL2", "GIL3"]
    assert seat["name"] == "hidden"


@pytest.mark.parametrize("swap", [("M4", "M8"), ("M4", "M3"), ("M4", None), (None, "M4"), ("M4", "GIL1"), ("M4", "?")])
def test_D_7_the_deck_is_the_twelve_attack_cards(swap):
    table = until("deck")
    cards = list(SHIPPED.attack_deck("GIL", "COR"))
    if swap[0]:
        cards.remove(swap[0])
    cards += [swap[1]] if swap[1] else []
    assert table.refused("chance", "deck", who="alice", cards=cards) == "D-7"


def test_DX_2_the_teachers_two_fists_join_the_deck():
    assert SHIPPED.attack_deck("KOR", "KES").count("COIL") == 2
    assert len(SHIPPED.attack_deck("KOR", "KES")) == 14


def test_decks_are_asked_seat_by_seat():
    table = until("deck")
    assert table.waiting == {"who": "chance", "for": "deck", "seat": "alice"}
    assert table.refused("chance", "deck", who="bob", cards=SHIPPED.attack_deck("SEF", "OSM")) == "format"


def test_D_8_results_begin_at_nought():
    assert [Table().seat(seat)["results"] for seat in SEATS] == [0, 0, 0, 0]


def test_D_9_the_order_runs_clockwise_from_the_start_player():
    table = until("start")
    assert table.refused("chance", "start", who="zoe") == "D-9"
    table.chance("start", who="carol")
    assert table.rounds[0]["start"] == "carol"
    table.place("workshop", "workshop", "workshop", "workshop")
    assert [placed["who"] for placed in table.rounds[0]["placed"]] == ["carol", "dave", "alice", "bob"]


def test_DX_1_the_stake_deck_is_all_twenty():
    table = until("stakes")
    assert len(SHIPPED.all_stakes) == 20
    assert table.refused("chance", "stakes", cards=SHIPPED.all_stakes[1:]) == "DX-1"
    assert table.refused("chance", "stakes", cards=("crown-hostage", *SHIPPED.all_stakes[:19])) == "DX-1"


def test_DX_1_eight_situations_are_kept_and_two_removed():
    table = until("situations")
    every = SHIPPED.normal_situations
    assert table.refused("chance", "situations", cards=every[:7], removed=every[7:]) == "DX-1"
    assert table.refused("chance", "situations", cards=every[:8], removed=every[7:9]) == "DX-1"
    climax = ("last-bell", *every[:7])
    assert table.refused("chance", "situations", cards=climax, removed=every[8:]) == "DX-1"


def test_DG_36_DX_16_the_short_game_has_no_stakes_four_situations_and_two_mana_more():
    table = Fresh(mode="short")
    table.chance("wardens", wardens=dict(zip(SEATS, ("COR", "OSM", "KES", "ILS"), strict=True)))
    assert [table.seat(seat)["mana"] for seat in SEATS] == [6, 6, 6, 8]
    table.chance("champions", champions=dict(zip(SEATS, ("GIL", "SEF", "KOR", "IRE"), strict=True)))
    for player in table.state.players:
        table.chance("deck", who=player.seat, cards=SHIPPED.attack_deck(player.champion, player.warden))
    assert table.waiting == {"who": "chance", "for": "situations"}
    every = SHIPPED.normal_situations
    assert table.refused("chance", "situations", cards=every[:8], removed=every[8:]) == "DX-1"
    table.chance("situations", cards=every[:4], removed=every[4:])


def test_the_mana_cap_cuts_the_starting_mana():
    assert Fresh(mana_cap=5).state.rules.mana_cap == 5
    table = Fresh(mana_cap=5)
    table.chance("wardens", wardens=dict(zip(SEATS, ("COR", "ILS", "KES", "TAV"), strict=True)))
    assert [table.seat(seat)["mana"] for seat in SEATS] == [4, 5, 4, 2]


@pytest.mark.parametrize(
    ("do", "key", "dealt"),
    [
        ("wardens", "wardens", {"alice": "COR", "bob": "OSM", "carol": "KES"}),
        ("wardens", "wardens", {"alice": "COR", "bob": "OSM", "carol": "KES", "dave": "PIE", "eve": "TAV"}),
        ("wardens", "wardens", {"alice": "COR", "bob": "OSM", "carol": "KES", "dave": "???"}),
        ("champions", "champions", {"alice": "GIL", "bob": "SEF", "carol": "KOR"}),
        ("champions", "champions", {"alice": "GIL", "bob": "SEF", "carol": "KOR", "dave": "COR"}),
    ],
)
def test_a_deal_is_for_all_seats_in_known_words(do, key, dealt):
    assert until(do).refused("chance", do, **{key: dealt}) == "format"


def test_what_chance_is_not_asked_for_is_refused_by_the_format():
    table = Fresh()
    assert table.refused("chance", "start", who="alice") == "format"
    assert table.refused("alice", "place", at="workshop") == "D-14"


def test_every_set_up_draw_comes_from_a_chance():
    class Still:
        def below(self, bound):
            return bound - 1

        def shuffled(self, items):
            return tuple(reversed(items))

    state = dominate.start(setup_of())
    while dominate.awaits(state).chance:
        played = dominate.play(state, dominate.draw(state, Still()))
        assert not isinstance(played, Illegal)
        state = played.state
    assert dominate.awaits(state).seats == ("dave",)
    assert state.players[0].warden == "ILS"
