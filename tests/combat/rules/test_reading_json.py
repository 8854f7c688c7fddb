"""Where a fault of the JSON itself is reported: at its place in the record, in the order in which a record is checked."""

import json

import pytest

from combat.rules import adjudicate
from tabletop import strict_json
from tabletop.game import Illegal
from tests.combat.rules.table import gm, lancer, plan, record, saber, slot

MOVES = (gm("move_line", who="saber", line="front"), plan("lancer", {}, slot(saber="smash")))
GOOD = json.dumps(record([saber(), lancer()], *MOVES, rounds=2, retreat={"cards": 2}) | {"title": "t"})


def refused(text: str) -> Illegal:
    value = strict_json.read_marked(text)
    found = value if isinstance(value, Illegal) else adjudicate(value)
    assert isinstance(found, Illegal), found
    return strict_json.precisely(value, found)


@pytest.mark.parametrize(
    ("old", "new", "at", "code"),
    [
        ('"version": 1', '"version": 1.0', "", "not_whole"),
        ('"title": "t"', '"title": "t", "title": "t"', "", "key_twice"),
        ('"moves": [', '"moves": [], "moves": [', "", "key_twice"),
        ('"rounds": 2', '"rounds": 2.0', "settings.rounds", "not_whole"),
        ('"rounds": 2', '"rounds": 2, "rounds": 2', "settings.rounds", "key_twice"),
        ('"cards": 2', '"cards": 2, "cards": 2', "settings.retreat", "key_twice"),
        ('"hp": 60', '"hp": 6e1', "combatants[1]", "not_whole"),
        ('"luck": "E"', '"luck": "E", "luck": "E"', "combatants[0]", "key_twice"),
        ('"hp": 60', f'"hp": {2**53}', "combatants[1]", "number_too_large"),
        ('"line": "front"}, {"by"', '"line": "front", "line": "front"}, {"by"', "moves[0]", "key_twice"),
        ('"saber": "smash"', '"saber": "smash", "saber": "smash"', "moves[1].slots[1]", "key_twice"),
        ("{}, ", "1.5, ", "moves[1].slots[0]", "not_whole"),
    ],
)
def test_a_key_that_stands_twice_and_a_number_with_a_point_are_found_at_their_place(old, new, at, code):
    assert old in GOOD
    found = refused(GOOD.replace(old, new, 1))
    assert (found.at, found.rule, found.code) == (at, "format", code)


def test_an_earlier_mistake_is_found_before_a_later_key_that_stands_twice():
    text = GOOD.replace('"rounds": 2', '"rounds": 0').replace('"hp": 60', '"hp": 60, "hp": 60')
    assert refused(text).at == "settings.rounds"
    text = GOOD.replace('"do": "move_line"', '"do": "walk"').replace('"saber": "smash"', '"saber": 1.5')
    assert (refused(text).at, refused(text).code) == ("moves[0]", "malformed")


def test_text_that_is_no_json_has_no_place():
    assert (refused(GOOD[:-1]).at, refused(GOOD.replace("60", "NaN")).at) == ("", "")
