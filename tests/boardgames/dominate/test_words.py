"""Every refusal, announcement and name of Dominate has its Korean (I-14)."""

import re
from pathlib import Path

import pytest
from django.utils import translation
from msgspec.structs import replace

from boardgames import dominate
from boardgames.dominate.cards import SHIPPED
from boardgames.dominate.report import Said
from boardgames.templatetags.dominate import dominate_name, explain, say
from tabletop.game import Illegal
from tests.boardgames.dominate.random_play import random_game

SOURCES = Path(dominate.__file__).parent.glob("*.py")
CODE = "\n".join(path.read_text() for path in SOURCES)
SHARED = (Path(dominate.__file__).parent.parent / "record_reading.py").read_text()
REFUSALS = sorted(
    set(re.findall(r'Illegal\(\s*"(\w+)"', CODE + SHARED))
    | {"only_if_hidden", "only_if_better_half", "option_unknown", "option_value", "bad_value"}
    | set(re.findall(r'return "(seat_\w+)"', SHARED))
    | {"not_json", "key_twice", "not_whole", "number_too_large", "unreadable_file", "unknown_game", "seat_name"}
)
NUMBERS = {
    "cost": 3,
    "mana": 2,
    "shards": 1,
    "allowed": 1,
    "most": 2,
    "power": 4,
    "fewest": 3,
    "key": "x",
    "number": "1",
}
HANGUL = re.compile("[가-힣]")


@pytest.fixture(autouse=True)
def _in_korean():
    with translation.override("ko"):
        yield


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_its_sentence(code):
    told = explain(Illegal(code, "hush", "", NUMBERS))
    assert HANGUL.search(told)
    assert told.endswith(".")


TWO_SIDED = "converted not_converted name_revealed name_hidden routed rout_lifted field_won field_lost_by_all"
SAID = sorted({*re.findall(r'Said\(\s*"(\w+)"', CODE), *TWO_SIDED.split()})


@pytest.mark.parametrize("code", SAID)
def test_every_announcement_has_its_sentence(code):
    for what in ("mana", "power", "move", "routed", "climax", "tiebreak", "shared", ""):
        said = Said(code, "alice", rule="HAL1", what=what, at="field_a", value=2, cards=("M2",), seats=("bob",))
        assert say(said, {"alice": "앨리스", "bob": "밥"})


@pytest.mark.parametrize(
    "code",
    [
        *SHIPPED.cards,
        *SHIPPED.champions,
        *SHIPPED.wardens,
        *SHIPPED.situations,
        *SHIPPED.stakes,
        "workshop",
        "field_a",
        "field_b",
        "lookout",
    ],
)
def test_every_card_and_place_has_its_name(code):
    assert HANGUL.search(dominate_name(code))


def test_rule_ids_stay_as_they_are():
    assert dominate_name("D-22") == "D-22"


def test_whatever_is_announced_in_a_game_can_be_said():
    for seed in range(4):
        for _, _, played in random_game(seed):
            for said in played.report.said:
                assert HANGUL.search(say(said, {})) or said.code == "total"
                assert not unnamed(said), said


WITH_OR_WITHOUT = [
    ("cards_played", "cards"),
    ("extra_played", "cards"),
    ("effect_used", "at"),
    ("effect_used", "seats"),
]


def test_DG_2_where_some_go_and_the_others_tie_nobody_is_told_that_none_went():
    told = [say(Said("eliminated", seats=("dave",)), {"dave": "데이브"}), say(Said("elimination_tied"), {})]
    assert told == ["데이브가 탈락합니다. []", "남은 사람이 모두 같아서 더는 아무도 탈락하지 않습니다."]


def unnamed(said: Said) -> list[str]:
    """Whom and what the sentence would name, had it been told."""
    places = {"who": "alice", "rule": "HAL1", "at": "field_a", "cards": ("M2",), "seats": ("bob",)}
    told = say(said, {})
    empty = [place for place in places if not getattr(said, place) and (said.code, place) not in WITH_OR_WITHOUT]
    return [place for place in empty if say(replace(said, **{place: places[place]}), {}) != told]


def test_names_take_their_particles():
    assert say(Said("moved", "s", at="lookout"), {"s": "안나"}) == "안나가 정찰지로 이동합니다."
    assert say(Said("moved", "s", at="field_b"), {"s": "민준"}) == "민준이 전장 B로 이동합니다."
