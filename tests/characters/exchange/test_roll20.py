"""Characters that come from Roll20."""

import json

import pytest

from characters.exchange.roll20 import Character, read
from characters.exchange.text import read as read_text
from characters.reading import read_answers
from characters.sheet import BLANK
from characters.visibility import Eye
from characters.wording import Fault

ATTRIBS = [
    {"name": "HP", "current": "40", "max": "80", "id": "-a"},
    {"name": "MP", "current": 70, "max": "", "id": "-b"},
    {"name": "strength", "current": "B+", "max": "", "id": "-c"},
    {"name": "repeating_skills_-r1_name", "current": "물막이", "max": ""},
    {"name": "repeating_skills_-r1_rank", "current": "B", "max": ""},
    {"name": "repeating_skills_-r1_text", "current": "막는다.", "max": ""},
]
PERSON = {
    "name": "세이버",
    "bio": "<p>강가에서 <b>왔다</b>.</p><p>잊었다 &amp; 걷는다</p>",
    "attribs": ATTRIBS,
    "tags": "[]",
}
FILE = {"schema_version": 3, "type": "character", "character": PERSON}


@pytest.mark.parametrize("file", [FILE, PERSON], ids=["schema 3", "older"])
def test_a_character_becomes_a_sheet(file: dict[str, object]) -> None:
    found = read(json.dumps(file))
    assert isinstance(found, Character), found
    sheet = read_answers(read_text(found.text).answers, BLANK["servant"], Eye.OWNER).sheet
    assert (sheet.name, sheet.hp, sheet.hp_max, sheet.mp, sheet.strength) == ("세이버", 40, 80, 70, "B+")
    assert [(skill.name, skill.rank, skill.text) for skill in sheet.skills] == [("물막이", "B", "막는다.")]
    assert sheet.background == "강가에서 왔다.\n잊었다 & 걷는다"


@pytest.mark.parametrize(
    ("file", "code", "at"),
    [
        ({"character": {"name": "x"}}, "not_a_roll20_character", "character.attribs"),
        ({"type": "handout", "character": PERSON}, "not_a_roll20_character", "character.attribs"),
        ({"character": {"name": "x", "attribs": [{"name": 4}]}}, "malformed", "character.attribs[0].name"),
        ({"name": "x", "attribs": [{"name": "a", "current": {}}]}, "malformed", "attribs[0].current"),
        ({"character": {"name": [], "attribs": []}}, "malformed", "character.name"),
        ({"name": "x", "attribs": [{"name": "a"}] * 2001}, "too_many", "attribs"),
    ],
)
def test_a_broken_file_is_refused_with_the_place(file: dict[str, object], code: str, at: str) -> None:
    found = read(json.dumps(file))
    assert isinstance(found, Fault)
    assert (found.code, found.at) == (code, at)
