"""Records are read strictly: house rules, shapes and words of moves, and what is refused before any rule is asked."""

import json
from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardgames import dominate
from boardgames.dominate.settings import HouseRules
from boardgames.record_reading import replay_record
from tabletop import strict_json
from tabletop.game import Illegal
from tests.boardgames.dominate.table import SEATS, Table
from tests.boardgames.dominate.test_records import RECORDS

NUMBERS = {"spell_mana", "spell_power", "spell_win", "np_threshold", "mana_cap"}
GAME = json.loads((RECORDS / "D-10_complete_round_of_part_1.14.json").read_bytes())


def error(**changes) -> tuple[str, str]:
    illegal = replay_record(dominate, GAME | changes)
    assert isinstance(illegal, Illegal)
    return illegal.at, illegal.rule


def value_of(field) -> list:
    return [0, 1, 98, 99] if field.name in NUMBERS else list(get_args(field.type))


@pytest.mark.parametrize("field", msgspec.structs.fields(HouseRules), ids=lambda field: field.name)
def test_every_value_of_every_house_rule_is_read_and_no_other(field):
    for value in value_of(field):
        setup = dominate.read_setup(
            {key: part for key, part in GAME.items() if key != "moves"} | {"options": {field.name: value}}
        )
        assert getattr(setup.options, field.name) == value
    for value in (-1, 100, "?", True, False, None, 1.0, [], {}):
        assert error(options={field.name: value}) == (f"options.{field.name}", "format")


def test_the_first_value_is_the_default():
    for field in msgspec.structs.fields(HouseRules):
        assert field.default in value_of(field) or field.name in NUMBERS
    rules = HouseRules()
    numbers = (rules.spell_mana, rules.spell_power, rules.spell_win, rules.np_threshold, rules.mana_cap)
    assert numbers == (4, 2, 2, 8, 12)


@pytest.mark.parametrize("option", ["np_return", "reveal"])
def test_DG_22_DG_31_what_only_changes_the_screen_changes_no_result(option):
    plain = replay_record(dominate, GAME)
    field = next(field for field in msgspec.structs.fields(HouseRules) if field.name == option)
    assert replay_record(dominate, GAME | {"options": {option: get_args(field.type)[1]}}) == plain


@pytest.mark.parametrize("number", [2, 8])
def test_DG_33_three_to_seven_seats(number):
    assert error(seats=[{"id": f"s{i}"} for i in range(number)]) == ("seats", "DG-33")


def test_the_checks_come_in_the_order_of_the_format():
    assert error(extra=1, options=[], seats=[]) == ("", "format")
    assert error(options=[], seats=[]) == ("options", "format")
    assert error(options={"mode": "long"}, seats=[{"id": "npc"}]) == ("options.mode", "format")
    assert error(seats=[{"id": "npc"}]) == ("seats[0]", "format")
    assert error(seats=[{"id": "chance"}, {"id": "bo"}, {"id": "cy"}]) == ("seats[0]", "format")
    assert error(seats=[], moves=[{}]) == ("seats", "DG-33")
    assert error(moves=[*GAME["moves"][:3], {"by": "ann", "do": "dance"}, 7]) == ("moves[3]", "format")


@pytest.mark.parametrize(
    "changes", [{"set": "my-set"}, {"version": 2}, {"format": "grailkeeper/ace-royal"}, {"moves": {}}]
)
def test_another_record_is_refused_as_a_whole(changes):
    assert error(**changes) == ("", "format")


@pytest.mark.parametrize(
    "move",
    [
        None,
        [],
        "done",
        {},
        {"do": "done"},
        {"by": "alice"},
        {"by": "alice", "do": "Done"},
        {"by": "alice", "do": "done", "note": ""},
        {"by": 1, "do": "done"},
        {"by": "eve", "do": "done"},
        {"by": "npc", "do": "done"},
        {"by": "chance", "do": "done"},
        {"by": "alice", "do": "start", "who": "alice"},
        {"by": "alice", "do": "place"},
        {"by": "alice", "do": "place", "at": "moon"},
        {"by": "alice", "do": "place", "at": None},
        {"by": "alice", "do": "move", "to": "field_c"},
        {"by": "alice", "do": "spell"},
        {"by": "alice", "do": "spell", "for": "results"},
        {"by": "alice", "do": "spell", "for": "move"},
        {"by": "alice", "do": "spell", "for": "mana", "to": "field_a"},
        {"by": "alice", "do": "spell", "for": "power", "to": None},
        {"by": "alice", "do": "shard", "for": "move"},
        {"by": "alice", "do": "convert"},
        {"by": "alice", "do": "convert", "use": 1},
        {"by": "alice", "do": "swap", "use": "no"},
        {"by": "alice", "do": "commit", "up": "M2"},
        {"by": "alice", "do": "commit", "up": [2, 3]},
        {"by": "alice", "do": "commit", "down": None},
        {"by": "alice", "do": "use"},
        {"by": "alice", "do": "use", "card": "???"},
        {"by": "alice", "do": "use", "card": "SID"},
        {"by": "alice", "do": "use", "card": "SID", "to": "field_b", "target": "bob"},
        {"by": "alice", "do": "use", "card": "VAN", "to": "field_b"},
        {"by": "alice", "do": "use", "card": "VAN", "target": "bob"},
        {"by": "alice", "do": "use", "card": "ODE1"},
        {"by": "alice", "do": "use", "card": "ODE1", "target": "eve"},
        {"by": "alice", "do": "use", "card": "ODE1", "target": "bob", "to": "field_a"},
        {"by": "alice", "do": "extra", "down": ["M2"]},
        {"by": "alice", "do": "warden", "warden": "???"},
    ],
)
def test_shape_and_words_come_before_everything_else(move):
    state = Table().place("field_a", "workshop", "workshop", "workshop").state
    read = dominate.read_move(move)
    illegal = read if isinstance(read, Illegal) else dominate.play(state, read)
    assert (illegal.rule, illegal.at) == ("format", "")


OUT_OF_TURN = {
    "spell": ("D-55", {"purpose": "mana"}),
    "place": ("D-14", {"at": "workshop"}),
    "move": ("D-18", {"to": "field_a"}),
    "shard": ("D-18", {"purpose": "mana"}),
    "commit": ("D-18", {}),
    "use": ("D-18", {"card": "VAN"}),
    "extra": ("D-18", {}),
    "done": ("D-18", {}),
    "warden": ("format", {"warden": "COR"}),
    "convert": ("format", {"use": True}),
    "peek": ("format", {}),
    "swap": ("format", {"use": True}),
}


@pytest.mark.parametrize("do", OUT_OF_TURN)
def test_what_is_not_asked_of_this_seat_now_has_its_rule(do):
    rule, rest = OUT_OF_TURN[do]
    action = Table().place("field_a", "workshop", "workshop", "workshop")
    for seat in SEATS[1:]:
        assert action.refused(seat, do, **rest) == rule
    outpost = Table()
    assert outpost.refused("bob", do, **rest) == rule
    if do not in ("place", "peek"):
        assert outpost.refused("alice", do, **rest) == rule


def test_moves_are_written_back_as_they_were_read():
    for move in GAME["moves"]:
        read = dominate.read_move(move)
        assert msgspec.json.decode(msgspec.json.encode(read)) == move


scalars = st.none() | st.booleans() | st.integers(-5, 120) | st.text(max_size=4)
WORDS = (
    "by do alice ann bo chance commit up down M4 HAL1 EDGE for use card to field_a place at spell move done deck who"
)
words = st.sampled_from([*WORDS.split(), "cards", "target", "warden", "moves", "options"])
values = st.recursive(
    scalars | words, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=5)
)


@given(st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_broken_record_ever_raises(data):
    record = json.loads(json.dumps(GAME))
    for _ in range(data.draw(st.integers(1, 3))):
        target = data.draw(st.sampled_from([record, record["options"], *record["seats"], *record["moves"]]))
        if not isinstance(target, dict) or not target:
            continue
        target[data.draw(st.sampled_from(sorted(target)) | words)] = data.draw(values)
        if (
            not isinstance(record["moves"], list)
            or not isinstance(record["seats"], list)
            or not isinstance(record["options"], dict)
        ):
            break
    result = replay_record(dominate, record)
    assert not isinstance(result, Illegal) or result.rule


@given(st.binary(max_size=60) | st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_text_that_is_no_json_is_refused_by_the_format(text):
    value = strict_json.read(text)
    refused = value if isinstance(value, Illegal) else replay_record(dominate, value)
    assert (refused.rule, refused.at) == ("format", "")
