"""The battle phase (D-34, D-35, D-36, D-37, D-38): clash effects, weighing, and paying step by step."""

import pytest

from boardgames.dominate.battle import share_of
from boardgames.dominate.settings import HouseRules
from boardgames.dominate.state import Shown
from tests.boardgames.dominate.table import SEATS, Table

FIGHT = ("field_a", "field_a", "workshop", "workshop")


def before_battle(cards: dict[str, str], places=FIGHT, **rest) -> Table:
    """All turns are over, with the given cards shown; what comes next is the battle."""
    seats = rest.get("seats", SEATS)
    table = Table(**rest).place(*places)
    for seat in seats:
        shown = tuple(Shown(code) for code in cards.get(seat, "").split())
        table.mark(seat, committed=True, shown=shown)
        if seat != seats[-1]:
            table.say(seat, "done")
    return table


def fought(cards: dict[str, str], places=FIGHT, **rest) -> Table:
    table = before_battle(cards, places, **rest)
    last = rest.get("seats", SEATS)[-1]
    table.say(last, "done")
    while table.waiting["for"] == "clash":
        table.say(table.waiting["who"], "done")
    return table


def results_of(table: Table, seat: str) -> list[tuple[int, str]]:
    return [(value, rule) for what, value, rule in table.changes(seat, 0) if what == "results"]


def mana_of(table: Table, seat: str) -> list[tuple[int, str]]:
    return [(value, rule) for what, value, rule in table.changes(seat, 0) if what == "mana"]


def test_D_34_DG_34_clash_effects_are_asked_in_order_of_who_shows_one():
    table = before_battle(
        {"alice": "M2 M3", "bob": "BUL M3", "carol": "BUL", "dave": "BUL"}, ("field_a",) * 3 + ("workshop",)
    )
    assert table.refused("bob", "use", card="BUL") == "D-18"
    table.say("dave", "done")
    assert table.waiting == {"who": "bob", "for": "clash"}
    assert table.refused("bob", "spell", purpose="power") == "D-55"
    assert table.refused("bob", "commit") == "D-18"
    table.say("bob", "use", card="BUL")
    assert table.refused("bob", "use", card="BUL") == "D-34"
    assert table.refused("bob", "use", card="FEI") == "D-34"
    assert table.refused("carol", "done") == "D-18"
    table.say("bob", "done")
    assert table.waiting == {"who": "carol", "for": "clash"}
    table.say("carol", "done")
    assert len(table.rounds) == 2


def test_HAL2_HAL3_weaken_each_opponent_here_per_card_shown_now():
    table = before_battle(
        {"alice": "HAL2 HAL3", "bob": "M4 COIL", "carol": "A2 M2", "dave": "M4 M4"},
        ("field_a", "field_a", "field_a", "field_b"),
        champions={"alice": "HAL"},
    ).give("carol", lingering=("ODE3",))
    table.say("dave", "done")
    table.say("alice", "use", card="HAL2")
    table.say("alice", "use", card="HAL3")
    table.say("alice", "done")
    why = {total["who"]: total["why"] for total in table.battle("field_a", 0)["totals"]}
    terms = {seat: [(term["rule"], term["value"]) for term in why[seat]] for seat in why}
    assert [term for term in terms["bob"] if term[0].startswith("HAL")] == [("HAL2", -6)]
    assert [term for term in terms["carol"] if term[0].startswith("HAL")] == [("HAL2", -3), ("HAL3", -6)]


def at_clash(cards: dict[str, str], places=FIGHT, **rest) -> Table:
    table = before_battle(cards, places, **rest)
    table.say("dave", "done")
    return table


def test_IRE2_routs_the_only_opponent_here_if_stronger():
    table = at_clash({"alice": "IRE2 M2", "bob": "M8 M6"})
    table.say("alice", "use", card="IRE2")
    assert table.seat("bob")["routed"] is True
    table.say("alice", "done")
    assert table.battle("field_a", 0)["winners"] == ["alice"]


@pytest.mark.parametrize(
    ("bob", "places"),
    [("M2", FIGHT), ("M8 M6", ("field_a", "field_a", "field_a", "workshop")), ("", ("field_a", *["workshop"] * 3))],
)
def test_IRE2_needs_exactly_one_and_a_higher_total(bob, places):
    assert at_clash({"alice": "IRE2 M2", "bob": bob}, places).refused("alice", "use", card="IRE2") == "IRE2"


def test_IRE2_does_not_reach_the_npc():
    seats = SEATS[:3]
    table = before_battle({"alice": "IRE2"}, ("field_b", "workshop", "workshop"), seats=seats)
    table.say("carol", "done")
    assert table.refused("alice", "use", card="IRE2") == "IRE2"


def test_ASH2_routs_the_one_who_is_ahead_of_several():
    places = ("field_a", "field_a", "field_a", "workshop")
    table = at_clash({"alice": "ASH2 M3", "bob": "M8", "carol": "M8 M8"}, places)
    assert table.total("bob") < table.total("alice") < table.total("carol")
    table.say("alice", "use", card="ASH2")
    assert table.seat("carol")["routed"] is True


def test_ASH2_counts_only_those_not_routed_as_ahead():
    places = ("field_a", "field_a", "field_a", "workshop")
    two_ahead = {"alice": "ASH2", "bob": "M8 M8", "carol": "M8 M8"}
    table = at_clash(two_ahead, places)
    assert table.refused("alice", "use", card="ASH2") == "ASH2"
    table.mark("bob", routed=True).say("alice", "use", card="ASH2")
    assert at_clash({"alice": "ASH2", "bob": "M8 M8"}).refused("alice", "use", card="ASH2") == "ASH2"


def test_BUL_lifts_a_rout_suffered_before_and_wards_off_one_to_come():
    table = at_clash({"alice": "BUL M8", "bob": "M2"}).mark("alice", routed=True)
    assert table.seat("alice")["routed"] is True
    table.say("alice", "use", card="BUL")
    assert table.seat("alice")["routed"] is False
    table.say("alice", "done")
    assert table.battle("field_a", 0)["winners"] == ["alice"]
    table = at_clash({"alice": "BUL M8", "bob": "IRE2"})
    table.say("alice", "use", card="BUL")
    table.say("alice", "done")
    table.say("bob", "use", card="IRE2")
    table.say("bob", "done")
    assert table.battle("field_a", 0)["winners"] == ["alice"]


def test_D_35_each_field_goes_to_its_highest_total():
    table = fought(
        {"alice": "M8", "bob": "M2", "carol": "M2", "dave": "M6"}, ("field_a", "field_a", "field_b", "field_b")
    )
    assert (table.battle("field_a", 0)["winners"], table.battle("field_b", 0)["winners"]) == (["alice"], ["dave"])


def test_D_36_a_single_player_takes_the_stake_whatever_the_total():
    table = fought({"alice": "FOR"}, ("field_a", "workshop", "workshop", "workshop"), stakes=("crown-hostage",))
    assert results_of(table, "alice") == [(5, "D-36")]
    assert [battle["field"] for battle in table.rounds[0]["battles"]] == ["field_a"]


def test_D_37_two_or_more_raise_the_prize_by_two_or_three():
    places = ("field_a", "field_a", "field_b", "field_b")
    table = fought({"alice": "M8", "carol": "M8"}, places, stakes=("crown-hostage", "hidden-cache"))
    assert [(battle["prize"], battle["share"]) for battle in table.rounds[0]["battles"]] == [(7, 7), (7, 7)]
    assert table.battle("field_b", 0)["why"] == [{"rule": "hidden-cache", "value": 4}, {"rule": "D-37", "value": 3}]
    assert results_of(table, "alice") == [(7, "D-35")]


def test_D_38_ties_share_rounded_up():
    table = fought({"alice": "M2", "bob": "M4"}, stakes=("crown-hostage",))
    assert table.battle("field_a", 0)["winners"] == ["alice", "bob"]
    assert results_of(table, "alice") == results_of(table, "bob") == [(4, "D-38")]


@pytest.mark.parametrize(
    ("share", "shares"), [("ceil", [3, 4, 2, 2]), ("half_up", [2, 4, 2, 1]), ("floor", [2, 3, 2, 1])]
)
def test_DG_19_rounding_of_shares(share, shares):
    rules = HouseRules(share=share)
    assert [share_of(prize, number, rules) for prize, number in ((7, 3), (7, 2), (4, 2), (4, 3))] == shares


def test_DX_11_a_routed_player_does_not_win_but_counts():
    table = before_battle({"alice": "M8", "bob": "M2"}, stakes=("crown-hostage",)).mark("alice", routed=True)
    table.say("dave", "done")
    assert table.battle("field_a", 0)["winners"] == ["bob"]
    assert table.battle("field_a", 0)["prize"] == 7


def test_DG_20_where_all_are_routed_nobody_scores_and_the_stake_leaves():
    table = before_battle({"alice": "M8", "bob": "M2"}).mark("alice", routed=True).mark("bob", routed=True)
    table.say("dave", "done")
    assert (table.battle("field_a", 0)["winners"], table.battle("field_a", 0)["share"]) == ([], 0)
    assert results_of(table, "alice") == results_of(table, "bob") == []
    assert table.state.stakes_used == ("crown-hostage", "hidden-cache")


def test_DG_21_a_lone_routed_player_neither_wins_nor_loses():
    places = ("field_a", "workshop", "workshop", "workshop")
    table = before_battle({"alice": "FEI KOR1"}, places, wardens={"alice": "TAV"}, champions={"alice": "KOR"})
    table.mark("alice", routed=True).say("dave", "done")
    assert results_of(table, "alice") == []
    assert mana_of(table, "alice") == [(3, "clear-skies")]


def test_crowded_square_pays_one_more_per_participant_beyond_the_first():
    table = fought({"alice": "M8"}, ("field_a", "field_a", "field_a", "workshop"), stakes=("crowded-square",))
    assert table.battle("field_a", 0)["why"] == [
        {"rule": "crowded-square", "value": 2},
        {"rule": "D-37", "value": 2},
        {"rule": "crowded-square", "value": 2},
    ]


@pytest.mark.parametrize(("bonus", "prize"), [("yes", 2 + 3 + 1), ("no", 2)])
def test_DG_3_whether_the_npc_counts_as_a_participant(bonus, prize):
    table = fought(
        {"alice": "M8 M6"},
        ("field_b", "workshop", "workshop"),
        seats=SEATS[:3],
        stakes=("rubble", "crowded-square"),
        npc_bonus=bonus,
    )
    assert table.battle("field_b", 0)["prize"] == prize
    assert results_of(table, "alice") == [(prize, "D-35")]


def test_DG_3_the_npcs_share_is_lost_and_a_field_it_wins_pays_nobody():
    table = fought({"alice": "M8"}, ("field_b", "workshop", "workshop"), seats=SEATS[:3])
    assert table.battle("field_b", 0)["winners"] == ["alice", "npc"]
    assert results_of(table, "alice") == [(4, "D-38")]
    table = fought({"alice": "M2"}, ("field_b", "workshop", "workshop"), seats=SEATS[:3])
    assert table.battle("field_b", 0)["winners"] == ["npc"]
    assert results_of(table, "alice") == []


def test_hidden_cache_gives_each_winning_player_two_mana():
    table = fought({"alice": "M2", "bob": "M4"}, stakes=("hidden-cache",))
    assert mana_of(table, "alice")[-1] == mana_of(table, "bob")[-1] == (2, "hidden-cache")


def test_wellspring_gives_everybody_here_two_mana():
    table = fought({"alice": "M8", "bob": "M2"}, stakes=("wellspring",))
    assert [mana_of(table, seat)[-1] for seat in ("alice", "bob")] == [(2, "wellspring")] * 2
    assert (2, "wellspring") not in mana_of(table, "carol")


def test_keepers_favour_gives_back_a_spell_or_three_mana():
    table = before_battle({"alice": "M8", "bob": "M2"}, stakes=("keepers-favour",)).give("alice", spells=2)
    table.say("dave", "done")
    assert ("spells", 1, "keepers-favour") in table.changes("alice", 0)
    table = fought({"alice": "M8", "bob": "M2"}, stakes=("keepers-favour",))
    assert mana_of(table, "alice")[-1] == (3, "keepers-favour")


@pytest.mark.parametrize(
    ("card", "alice", "bob"),
    [
        ("FEI", [(1, "FEI")], []),
        ("KOR1", [(2, "KOR1")], [(-2, "KOR1")]),
        ("GIL3", [(-3, "GIL3")], []),
        ("SEF2", [], []),
    ],
)
def test_after_effects_of_who_lost(card, alice, bob):
    table = before_battle({"alice": card, "bob": "M8 M8"}).give("alice", results=5)
    table.say("dave", "done")
    assert results_of(table, "alice") == alice
    assert results_of(table, "bob")[1:] == bob


def test_KOR1_is_removed_from_the_game_only_when_lost_with():
    table = fought({"alice": "KOR1 KOR2", "bob": "M8 M8 M8"}, champions={"alice": "KOR", "bob": "GIL", "carol": "SEF"})
    assert table.seat("alice")["arts"]["removed"] == ["KOR1", "KOR2"]
    table = fought({"alice": "KOR1 M8", "bob": "M2"}, champions={"alice": "KOR", "bob": "GIL", "carol": "SEF"})
    assert table.seat("alice")["arts"]["removed"] == []
    assert "KOR1" in table.seat("alice")["arts"]["ready"]


@pytest.mark.parametrize(
    ("card", "places", "won"),
    [
        ("SEF2", ("field_a", "workshop", "workshop", "workshop"), [(2, "SEF2")]),
        ("IRE1", ("field_a", "workshop", "workshop", "workshop"), []),
        ("IRE1", ("field_a", "field_a", "field_a", "workshop"), [(2, "IRE1")]),
        ("ASH1", ("field_a", "field_a", "field_a", "workshop"), [(3, "ASH1")]),
        ("ASH1", ("field_a", "workshop", "workshop", "workshop"), []),
        ("FEI", ("field_a", "workshop", "workshop", "workshop"), []),
        ("GIL3", ("field_a", "workshop", "workshop", "workshop"), []),
    ],
)
def test_after_effects_of_who_won(card, places, won):
    table = fought({"alice": f"M8 {card}"}, places)
    assert results_of(table, "alice")[1:] == won


def test_ASH1_does_not_count_the_npc_as_an_opponent():
    table = fought({"alice": "M8 ASH1"}, ("field_b", "workshop", "workshop"), seats=SEATS[:3])
    assert [rule for _, rule in results_of(table, "alice")] == ["D-35"]


def test_after_effects_come_in_the_order_shown_each_cut_by_the_floor():
    table = fought({"alice": "FEI GIL3", "bob": "M8 M8"})
    assert results_of(table, "alice") == [(1, "FEI"), (-1, "GIL3")]
    table = fought({"alice": "GIL3 FEI", "bob": "M8 M8"})
    assert results_of(table, "alice") == [(1, "FEI")]


def test_DG_26_results_may_go_below_nought():
    table = fought({"alice": "GIL3", "bob": "M8 M8"}, results_floor="none")
    assert (results_of(table, "alice"), table.seat("alice")["results"]) == ([(-3, "GIL3")], -3)


def test_an_after_effect_of_a_silenced_player_still_happens():
    table = before_battle({"alice": "FEI", "bob": "M8"}).mark("alice", silenced_by="DAN2")
    table.say("dave", "done")
    assert results_of(table, "alice") == [(1, "FEI")]


def test_TAV_gains_a_mana_for_a_lost_battle_after_everything_else():
    table = fought({"alice": "FEI", "bob": "M8"}, wardens={"alice": "TAV"}, stakes=("wellspring",))
    assert table.changes("alice", 0)[-3:] == [("mana", 2, "wellspring"), ("results", 1, "FEI"), ("mana", 1, "TAV")]


def test_both_fields_are_weighed_before_anything_is_paid():
    table = fought(
        {"alice": "M4", "bob": "M2", "carol": "M2", "dave": "M3"},
        ("field_a", "field_a", "field_b", "field_b"),
        stakes=("crown-hostage", "old-grudge"),
    )
    totals = table.battle("field_b", 0)["totals"]
    assert all({"rule": "old-grudge", "value": 4} in total["why"] for total in totals)


def test_DG_36_every_field_of_the_short_game_pays_three():
    table = fought({"alice": "M8", "bob": "M2"}, mode="short")
    assert table.battle("field_a", 0)["why"] == [{"rule": "DG-36", "value": 3}, {"rule": "D-37", "value": 2}]


def test_DX_14_DG_10_mana_above_the_cap_is_lost_at_each_change():
    table = before_battle({"alice": "M8", "bob": "M2"}, stakes=("hidden-cache",)).give("alice", mana=11)
    table.say("dave", "done")
    assert mana_of(table, "alice")[-1] == (1, "hidden-cache")
