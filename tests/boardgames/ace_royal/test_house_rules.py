"""Every house rule by name and value: what is allowed, the default, where a wrong one is found."""

import typing

import msgspec
import pytest

from boardgames import ace_royal
from boardgames.ace_royal.settings import HouseRules
from boardgames.record_reading import replay_record
from tabletop.game import Illegal
from tests.boardgames.ace_royal.table import Table, setup_of

VALUES = {
    "defeat_rule": ["either", "mana_only", "both"],
    "coin_rotation": ["holder_second_turn_end", "on_return", "round_shift"],
    "start_player_pays": [False, True],
    "facedown_uses_slot": [False, True],
    "encounter_roll": ["uniform", "wrap"],
    "encounter_swap": [True, False],
    "defender_first_strike": [False, True],
    "proxy_down_threshold": [1, 2],
    "proxy_price": ["code", "any_card"],
    "independent_upkeep": ["own_turn", "any_turn", "master_round"],
    "off_class": ["lose_class_keyword", "none", "all_minus_1"],
    "ability_limit": ["turn", "step"],
    "class_swap": ["open_pool", "hidden_pool", "all_open", "none"],
    "class_sets": [1, 2],
    "mana_cap": [None, 5],
    "combat_reveal_draw": [0, 2],
    "deck_out": ["reshuffle", "no_draw"],
    "coin_on_holder_defeat": ["pass_and_pay", "pass_free"],
}


def record(**changes: object) -> dict[str, object]:
    plain: dict[str, object] = {
        "format": "grailkeeper/ace-royal",
        "version": 1,
        "set": "lantern-war",
        "seats": [{"id": "alice"}, {"id": "bob"}],
    }
    return plain | changes


def where(value: object) -> tuple[str, str]:
    found = replay_record(ace_royal, value)
    assert isinstance(found, Illegal)
    return found.at, found.rule


def test_there_are_these_house_rules_with_the_first_value_as_default():
    assert {field.name: field.default for field in msgspec.structs.fields(HouseRules)} == {
        key: values[0] for key, values in VALUES.items()
    }


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in VALUES.items() for value in values])
def test_every_value_is_read(key, value):
    assert getattr(setup_of(("alice", "bob"), **{key: value}).options, key) == value


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("defeat_rule", "none"),
        ("start_player_pays", 1),
        ("start_player_pays", "true"),
        ("proxy_down_threshold", 3),
        ("proxy_down_threshold", True),
        ("class_sets", True),
        ("class_sets", "1"),
        ("mana_cap", 6),
        ("mana_cap", False),
        ("combat_reveal_draw", 1),
        ("combat_reveal_draw", False),
        ("encounter_swap", None),
        ("deck_out", ["reshuffle"]),
        ("gm_sees_all", True),
    ],
)
def test_another_value_or_key_is_refused_at_its_place(key, value):
    assert where(record(options={key: value})) == (f"options.{key}", "format")


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ([], ""),
        ("text", ""),
        (None, ""),
        (record(extra=1), ""),
        (record(format="grailkeeper/dominate"), ""),
        (record(version=2), ""),
        (record(version=True), ""),
        (record(set="boxed"), ""),
        (record(title=1), ""),
        (record(seats={}), ""),
        (record(moves=None), ""),
        (record(options=[]), ""),
        ({key: part for key, part in record().items() if key != "seats"}, ""),
        (record(seats=[]), "seats"),
        (record(seats=[{"id": "alice"}]), "seats"),
        (record(seats=[{"id": f"p{number}"} for number in range(8)]), "seats"),
        (record(seats=[{"id": "alice"}, {"id": "alice"}]), "seats[1]"),
        (record(seats=[{"id": "table"}, {"id": "bob"}]), "seats[0]"),
        (record(seats=[{"id": "alice"}, {"id": "chance"}]), "seats[1]"),
        (record(seats=[{"id": "Alice"}, {"id": "bob"}]), "seats[0]"),
        (record(seats=[{"id": "alice", "name": None}, {"id": "bob"}]), "seats[0]"),
        (record(seats=[{"id": "alice", "age": 9}, {"id": "bob"}]), "seats[0]"),
        (record(seats=[{"id": ""}]), "seats[0]"),
        (record(moves=[{"by": "chance", "do": "heroes", "cards": {}}]), "moves[0]"),
        (record(moves=[{"by": "table", "do": "start", "seat": "bob"}, 7]), "moves[1]"),
    ],
)
def test_what_is_wrong_in_a_record_is_found_at_its_place(value, at):
    assert where(value) == (at, "format")


def test_only_the_first_mistake_is_told_in_the_order_of_the_format():
    wrong = record(seats=[{"id": "A"}], moves=[7])
    assert where(wrong | {"options": {"class_sets": 3, "no_such": 1}})[0] == "options.class_sets"
    assert where(wrong | {"options": {"class_sets": 3}, "extra": 1})[0] == ""
    assert where(wrong)[0] == "seats[0]"
    assert where(record(seats=[{"id": "alice"}], moves=[7]))[0] == "seats"


def test_title_options_moves_and_names_may_be_left_out():
    found = replay_record(ace_royal, record())
    assert found["waiting_for"] == {"who": "chance", "for": "start", "seats": ["alice", "bob"]}
    assert replay_record(
        ace_royal, record(title="", options={}, moves=[], seats=[{"id": "a", "name": "앨리스"}, {"id": "b-2"}])
    )


def test_a_setup_goes_out_as_it_came_in():
    plain = record(options={"defeat_rule": "both"}, title="밤")
    assert msgspec.to_builtins(ace_royal.read_setup(plain)) == msgspec.to_builtins(
        ace_royal.read_setup(msgspec.json.decode(msgspec.json.encode(ace_royal.read_setup(plain))))
    )


def test_AG_45_an_ability_works_once_a_turn_whosever_turn_it_is():
    at = Table(3, heroes={"bob": "L-H12"}).give("bob", hero_up=True, hand="L-K01 L-K02 L-K03 L-K04")
    at.say("bob use L-H12 discard=L-K01,L-K02", "alice done")
    assert at.refused("bob use L-H12 discard=L-K03,L-K04") == "AG-45"
    at.say("alice pass").discard_rest()
    assert at.say("bob use L-H12 discard=L-K03,L-K04").seat("bob").mana == 7


def test_AG_45_or_once_in_each_phase_and_step():
    at = Table(3, heroes={"alice": "L-H12"}, ability_limit="step")
    at.give("alice", hero_up=True, hand=" ".join(["L-S01"] * 14))
    said = "alice use L-H12 discard=L-S01,L-S01"
    at.say(said)
    assert at.refused(said) == "AG-45"
    at.say("alice done", said)
    assert at.refused(said) == "AG-45"
    at.say("alice assault bob", said)
    assert at.refused(said) == "format"
    at.say("bob pass", "carol pass")
    assert at.refused(said) == "AG-45"
    at.close("reveal").say(said).close("engagement").say("alice mode phys", said)
    assert at.seat("alice").mana == 10


def test_AG_45_the_phase_around_a_combat_is_one_stretch():
    at = Table(3, heroes={"alice": "L-H12"}, ability_limit="step", defeat_rule="mana_only")
    at.give("alice", hero_up=True, hand=" ".join(["L-S01"] * 14), spells=0).values(alice="5/5/5/5", bob="9/9/9/9")
    at.say("alice done", "alice use L-H12 discard=L-S01,L-S01").give("alice", mana=1).say("alice assault bob")
    at.close("reveal").close("engagement").strike("phys").strike("phys").say("all pass", "chance card L-S01")
    # back in phase 5, about to fall: the ability was used before the combat, in the same phase
    assert at.defeats[0].who == "alice"


def test_every_value_of_this_file_is_allowed_by_the_types():
    for field in msgspec.structs.fields(HouseRules):
        allowed = typing.get_args(field.type) or (False, True)
        assert len(VALUES[field.name]) == len(allowed)
