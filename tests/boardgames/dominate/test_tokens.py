"""Command spells (D-55, D-56, D-57, D-58, D-59, DX-6) and the Jeweller's shards (COR)."""

import pytest

from tests.boardgames.dominate.table import Table


def in_action(*places: str, **rest) -> Table:
    return Table(**rest).place(*(places or ("field_a", "workshop", "workshop", "workshop")))


def test_D_55_spells_are_cast_in_the_own_turn_only():
    table = Table()
    assert table.refused("alice", "spell", purpose="mana") == "D-55"
    table.place("field_a", "field_a", "workshop", "workshop")
    assert table.refused("bob", "spell", purpose="mana") == "D-55"
    table.say("alice", "spell", purpose="mana")


def test_D_56_D_59_a_spell_cast_is_gone_before_it_works_and_without_one_nothing_is_cast():
    table = in_action().give("alice", mana=1)
    table.say("alice", "spell", purpose="mana")
    assert table.changes("alice")[-2:] == [("spells", -1, "D-59"), ("mana", 4, "DX-6")]
    assert table.seat("alice")["spells"] == 2
    table.give("alice", spells=0)
    assert table.refused("alice", "spell", purpose="mana") == "D-56"
    assert table.refused("alice", "spell", purpose="move", to="workshop") == "D-56"


def test_D_57_DG_32_before_moving_between_and_after_the_cards():
    table = in_action("workshop", "workshop", "workshop", "workshop", hands={"alice": "M2 M3 S2"})
    table.say("alice", "spell", purpose="power")
    table.say("alice", "move", to="field_a")
    table.say("alice", "spell", purpose="power")
    table.say("alice", "commit", up=["M2", "M3"])
    table.say("alice", "spell", purpose="power")
    assert table.seat("alice")["spells"] == 0
    assert table.why("alice")[-3:] == [("DX-6", 2)] * 3


def test_D_57_a_spell_for_mana_opens_the_threshold():
    table = in_action().give("alice", mana=5)
    assert table.refused("alice", "commit", up=["GIL2", "M2"]) == "D-26"
    table.say("alice", "spell", purpose="mana")
    table.give("alice", hand=("M2", "M3", "S2"))
    table.say("alice", "commit", up=["GIL2", "M2"])


def test_D_58_two_at_once_are_two_moves():
    table = in_action().give("alice", mana=1)
    table.say("alice", "spell", purpose="mana")
    table.say("alice", "spell", purpose="mana")
    assert table.seat("alice")["mana"] == 9


@pytest.mark.parametrize(("option", "amount"), [({}, 4), ({"spell_mana": 0}, 0), ({"spell_mana": 99}, 11)])
def test_DG_4_how_much_mana_a_spell_gives_up_to_the_cap(option, amount):
    table = in_action(**option).give("alice", mana=1)
    table.say("alice", "spell", purpose="mana")
    assert table.seat("alice")["mana"] == 1 + amount


@pytest.mark.parametrize(("option", "amount"), [({}, 2), ({"spell_power": 5}, 5), ({"spell_power": 0}, 0)])
def test_DG_4_how_much_power_a_spell_gives(option, amount):
    table = in_action(**option)
    before = table.total("alice")
    table.say("alice", "spell", purpose="power")
    assert table.total("alice") == before + amount


@pytest.mark.parametrize(("option", "amount"), [({}, 2), ({"spell_win": 3}, 3), ({"spell_win": 0}, 0)])
def test_DX_6_each_power_spell_of_a_winner_brings_results(option, amount):
    table = in_action(**option)
    table.say("alice", "spell", purpose="power")
    table.say("alice", "spell", purpose="power")
    table.finish_round()
    won = [change for change in table.changes("alice", 0) if change[0] == "results" and change[2] == "DX-6"]
    assert won == ([("results", 2 * amount, "DX-6")] if amount else [])


def test_DX_6_a_power_spell_brings_the_loser_nothing():
    table = in_action("field_a", "field_a", "workshop", "workshop")
    table.idle("alice")
    table.say("bob", "spell", purpose="power")
    table.mark("alice", token=99).finish_round()
    assert table.battle("field_a", 0)["winners"] == ["alice"]
    assert "DX-6" not in [rule for what, _, rule in table.changes("bob", 0) if what == "results"]


def test_DG_5_a_spell_moves_anywhere_but_into_the_workshop_also_backwards_and_out_of_a_fight():
    table = in_action("field_b", "field_b", "workshop", "workshop")
    assert table.refused("alice", "spell", purpose="move", to="workshop") == "DX-6"
    assert table.refused("alice", "spell", purpose="move", to="field_b") == "DX-6"
    table.say("alice", "spell", purpose="move", to="field_a")
    table.say("alice", "spell", purpose="move", to="lookout")
    assert table.changes("alice")[-1] == ("results", 2, "D-24")


def test_DG_5_spells_may_be_kept_to_the_battlefields():
    table = in_action(spell_move="battlefields")
    assert table.refused("alice", "spell", purpose="move", to="lookout") == "DX-6"
    table.say("alice", "spell", purpose="move", to="field_b")


def cor(*places: str) -> Table:
    return in_action(*places, wardens={"alice": "COR"}, hands={"alice": "M2 M3 S2"})


def test_cor_has_nine_shards_and_others_none():
    table = Table(wardens={"alice": "COR"})
    assert (table.seat("alice")["shards"], table.seat("bob")["shards"]) == (9, None)
    table.place("field_a", "field_a", "workshop", "workshop").idle("alice")
    assert table.refused("bob", "shard", purpose="mana") == "COR"


def test_cor_one_shard_for_a_mana():
    table = cor().give("alice", mana=3)
    table.say("alice", "shard", purpose="mana")
    assert table.changes("alice")[-2:] == [("shards", -1, "COR"), ("mana", 1, "COR")]
    assert table.refused("alice", "shard", purpose="mana") == "COR"


def test_cor_three_shards_for_two_power():
    table = cor()
    table.say("alice", "shard", purpose="power")
    assert table.changes("alice")[-1] == ("shards", -3, "COR")
    assert table.why("alice") == [("D-16", 3), ("COR", 2)]


def test_cor_two_shards_add_the_bolt_to_cards_played_on_a_battlefield():
    table = cor()
    assert table.refused("alice", "shard", purpose="bolt") == "COR"
    table.say("alice", "commit", up=["M2", "M3"])
    table.say("alice", "shard", purpose="bolt")
    table.say("alice", "done")
    assert table.rounds[0]["turns"][0]["up"] == ["M2", "M3", "BOLT"]
    assert table.why("alice")[:3] == [("M2", 2), ("M3", 3), ("BOLT", 2)]
    table.finish_round()
    assert table.seat("alice")["discard"] == ["M2", "M3"]


def test_cor_throws_no_bolt_off_the_battlefields():
    table = cor("workshop", "workshop", "workshop", "workshop")
    table.say("alice", "commit", down=["M2", "M3"])
    assert table.refused("alice", "shard", purpose="bolt") == "COR"
    table.say("alice", "spell", purpose="move", to="field_a")
    table.say("alice", "shard", purpose="bolt")


def test_cor_needs_the_shards_there_are():
    table = cor().give("alice", shards=2)
    assert table.refused("alice", "shard", purpose="power") == "COR"
    table.say("alice", "shard", purpose="mana")


def test_shards_are_spent_in_the_own_turn_only():
    assert Table(wardens={"alice": "COR"}).refused("alice", "shard", purpose="mana") == "D-18"
