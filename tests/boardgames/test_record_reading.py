"""What both board games' records have in common is read strictly, and the first mistake is named with its place."""

from typing import Annotated, Literal

import msgspec
import pytest

from boardgames.record_reading import Form, SeatEntry, read_setup, split_record
from tabletop.game import Illegal


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True):
    workshop: Literal["fixed4", "scaled"] = "fixed4"
    facedown: Literal[1, 0] = 1
    cap: Annotated[int, msgspec.Meta(ge=0, le=99)] = 12
    floor: Literal[0, "none"] = 0


FORM = Form("a/game", "a-set", HouseRules, 3, 7, "DG-33", ("chance", "npc"), "options")


def record(**changes: object) -> dict[str, object]:
    seats = [{"id": "alice", "name": "앨리스"}, {"id": "bob"}, {"id": "eve"}]
    return {"format": "a/game", "version": 1, "set": "a-set", "seats": seats} | changes


def refusal(**changes: object) -> tuple[str, str]:
    illegal = read_setup(record(**changes), FORM)
    assert isinstance(illegal, Illegal)
    return illegal.at, illegal.rule


def test_a_setup_is_read_and_written_back_as_the_same_json():
    written = record(title="그릇 전쟁", options={"workshop": "scaled", "cap": 99})
    setup = read_setup(written, FORM)
    assert setup.seats[0] == SeatEntry("alice", "앨리스")
    assert setup.seat_ids == ("alice", "bob", "eve")
    assert setup.options == HouseRules(workshop="scaled", cap=99)
    assert msgspec.json.decode(msgspec.json.encode(setup)) == written
    assert read_setup(msgspec.to_builtins(setup), FORM) == setup


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "another/game"},
        {"version": 2},
        {"version": True},
        {"set": "my-set"},
        {"seats": {}},
        {"title": 5},
        {"title": "\ud800"},
        {"moves": []},
        {"note": "no such key"},
    ],
)
def test_the_records_own_keys_come_first_and_have_no_place(changes):
    assert refusal(**changes, options={"cap": -1}) == ("", "format")


@pytest.mark.parametrize("key", ["format", "version", "set", "seats"])
def test_what_must_stand_in_a_record_is_missed(key):
    short = record()
    del short[key]
    illegal = read_setup(short, FORM)
    assert (illegal.code, illegal.at) == ("missing_key", "")


def test_options_that_are_no_object_are_refused_at_their_place():
    assert refusal(options=[]) == ("options", "format")


@pytest.mark.parametrize("value", [True, 2, "1", None, [], {}])
def test_an_option_takes_its_own_values_only(value):
    assert refusal(options={"facedown": value}) == ("options.facedown", "format")


def test_options_are_looked_at_in_the_order_written():
    assert refusal(options={"floor": "none", "ceiling": 1, "cap": 100}) == ("options.ceiling", "format")
    assert refusal(options={"cap": 100, "ceiling": 1}) == ("options.cap", "format")


@pytest.mark.parametrize(
    "seat",
    [
        "bob",
        {},
        {"id": "Bob"},
        {"id": ""},
        {"id": "bob\n"},
        {"id": 1},
        {"id": "npc"},
        {"id": "chance"},
        {"id": "alice"},
        {"id": "bob", "name": None},
        {"id": "bob", "age": 1},
    ],
)
def test_a_bad_seat_is_named_by_its_number(seat):
    assert refusal(seats=[{"id": "alice"}, seat]) == ("seats[1]", "format")


@pytest.mark.parametrize("number", [0, 2, 8])
def test_the_number_of_seats_is_judged_after_each_of_them(number):
    assert refusal(seats=[{"id": f"s{i}"} for i in range(number)]) == ("seats", "DG-33")


def test_moves_may_be_left_out_but_must_be_a_list():
    assert split_record(record()) == (record(), [])
    assert split_record(record(moves=["x"])) == (record(), ["x"])
    assert split_record(record(moves={})).at == ""
    assert split_record([]).code == "not_an_object"
