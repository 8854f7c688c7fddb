"""The power total, term by term (D-31, D-32, D-33, D-16, DG-12, DX-8)."""

import pytest

from boardgames.dominate.annals import Laid, Term
from boardgames.dominate.state import Shown, TerrainUse, with_round
from tests.boardgames.dominate.table import Table


def at_field(*shown: str, stakes: tuple[str, ...] = (), situation: str = "clear-skies", **rest) -> Table:
    """Alice alone on field_a with the cards shown, the stakes lying there, and the +3 token."""
    table = Table(situations=(situation,), **rest).place("field_a", "workshop", "workshop", "workshop")
    table.state = with_round(table.state, stakes=Laid(field_a=stakes))
    return table.mark("alice", committed=True, shown=tuple(Shown(code) for code in shown))


def test_D_32_the_formula():
    table = at_field("M4", "M3", situation="iron-moon")
    table.say("alice", "spell", purpose="power")
    assert table.why("alice") == [("M4", 4), ("M3", 3), ("iron-moon", 4), ("D-16", 3), ("DX-6", 2)]
    assert table.total("alice") == 16


def test_D_33_all_base_powers_come_first():
    assert at_field("M4", "M3", "BOLT").why("alice") == [("M4", 4), ("M3", 3), ("BOLT", 2), ("D-16", 3)]


def test_cards_worth_nothing_are_left_out():
    assert at_field("FOR", "A2").why("alice") == [("A2", 2), ("D-16", 3)]


def test_lingering_cards_count_after_the_shown_ones():
    table = at_field("A2", "A3", situation="deep-tide").give("alice", lingering=("ODE3",))
    assert table.why("alice") == [("A2", 2), ("A3", 3), ("ODE3", 2), ("deep-tide", 6), ("D-16", 3)]


@pytest.mark.parametrize(
    ("stake", "added"), [("anvil-yard", 4), ("rooftops", 2), ("spire-library", 0), ("training-ground", 2)]
)
def test_a_stake_adds_to_cards_of_its_attribute_as_one_term(stake, added):
    table = at_field("M4", "COIL", stakes=(stake,))
    assert [value for rule, value in table.why("alice") if rule == stake] == ([added] if added else [])


@pytest.mark.parametrize(("stake", "added"), [("alley-maze", 1), ("mirror-pool", 1)])
def test_the_smaller_stakes_add_one(stake, added):
    assert (stake, added) in at_field("S4", "A4", stakes=(stake,)).why("alice")


def test_the_situation_comes_before_the_stakes_in_the_order_laid():
    table = at_field("M4", situation="iron-moon", stakes=("training-ground", "anvil-yard"))
    assert [rule for rule, _ in table.why("alice")] == ["M4", "iron-moon", "training-ground", "anvil-yard", "D-16"]


def test_small_blades_lifts_cards_of_one_or_two_to_five_by_printed_power():
    table = at_field("VAN", "M2", "M3", stakes=("small-blades", "training-ground"))
    assert table.why("alice") == [
        ("VAN", 1),
        ("M2", 2),
        ("M3", 3),
        ("small-blades", 4),
        ("small-blades", 3),
        ("training-ground", 2),
        ("D-16", 3),
    ]


def terrain(*uses: tuple[str, str, int], stakes: tuple[str, ...] = (), **rest) -> list[tuple[str, int]]:
    table = at_field(stakes=stakes, **rest).mark("alice", terrain=tuple(TerrainUse(*use) for use in uses))
    return table.why("alice")


VAN, SEF1 = ("VAN", "add", 2), ("SEF1", "multiply", 2)


def test_DG_12_terrain_is_added_to_first_then_multiplied():
    assert terrain(SEF1, VAN) == [("D-16", 3), ("VAN", 2), ("SEF1", 5)]


def test_D_28_or_in_the_order_the_owner_used_them():
    assert terrain(SEF1, VAN, terrain_order="owner_chooses") == [("D-16", 3), ("SEF1", 3), ("VAN", 2)]


def test_open_field_doubles_before_the_own_doubling_or_after_the_owners_order():
    assert terrain(SEF1, VAN, stakes=("open-field",)) == [("D-16", 3), ("VAN", 2), ("open-field", 5), ("SEF1", 10)]
    chosen = terrain(SEF1, VAN, stakes=("open-field",), terrain_order="owner_chooses")
    assert chosen == [("D-16", 3), ("SEF1", 3), ("VAN", 2), ("open-field", 8)]


def test_broken_bridge_then_rubble_set_the_terrain_to_nought():
    assert terrain(VAN, stakes=("rubble",)) == [("D-16", 3), ("VAN", 2), ("rubble", -5)]
    both = terrain(stakes=("rubble",), situation="broken-bridge")
    assert both == [("D-16", 3), ("broken-bridge", -3)]


def test_without_a_token_there_is_no_terrain_at_all():
    table = at_field(stakes=("open-field",)).mark("alice", token=0, terrain=(TerrainUse(*VAN),))
    assert table.why("alice") == []


def test_additions_count_with_whatever_token_is_held_now():
    table = at_field().mark("alice", token=1, terrain=(TerrainUse(*VAN),))
    assert table.why("alice") == [("D-16", 1), ("VAN", 2)]


@pytest.mark.parametrize(
    ("revealed", "terms"),
    [(False, [("lantern-vigil", 2), ("masked-ball", 2)]), (True, [("duel-of-names", 3), ("OSM", 2)])],
)
def test_names_hidden_and_revealed(revealed, terms):
    table = at_field(situation="lantern-vigil", stakes=("duel-of-names", "masked-ball"), wardens={"alice": "OSM"}).give(
        "alice", revealed=revealed
    )
    assert table.why("alice") == [("D-16", 3), *terms]


def test_old_grudge_helps_whoever_has_the_fewest_of_all_still_in():
    table = at_field(stakes=("old-grudge", "old-grudge"))
    assert table.why("alice")[1:] == [("old-grudge", 4), ("old-grudge", 4)]
    table.give("alice", results=2).give("bob", results=1).give("carol", results=1).give("dave", results=1)
    assert table.why("alice") == [("D-16", 3)]


def test_own_terms_come_in_the_order_got_and_those_of_others_last():
    table = at_field().mark(
        "alice", foreign_terms=(Term("QAM2", -3), Term("HAL2", -6)), own_terms=(Term("COR", 2), Term("DX-6", 2))
    )
    assert table.why("alice") == [("D-16", 3), ("COR", 2), ("DX-6", 2), ("QAM2", -3), ("HAL2", -6)]
    assert table.total("alice") == -2


def test_DG_29_totals_are_live_until_the_battle():
    table = at_field("M4")
    table.say("alice", "done")
    shown = table.rounds[0]["turns"][0]["power"]
    table.mark("alice", token=0)
    assert (shown, table.total("alice")) == (7, 4)
