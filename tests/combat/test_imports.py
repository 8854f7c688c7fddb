"""A fight record that comes in is judged whole, and kept as a fight that is over and touches nobody's sheet."""

import json

import pytest

from combat import exports
from combat.fights import newest, told, whole
from combat.imports import MOST_MOVES, import_fight
from combat.models import Fight
from combat.rules.record import result
from tabletop import records
from tabletop.game import Illegal
from tabletop.models import Record
from tests.combat.war import battle, text_of


@pytest.fixture
def exported(war):
    return exports.record(battle(war))


def take_in(war, record):
    return import_fight(war.campaign, war.seats["gm"], record if isinstance(record, str) else json.dumps(record))


def test_a_fight_that_left_comes_back_as_it_was(war, exported):
    back = take_in(war, exported)
    assert result(records.load(back.record)) == result(records.load(Fight.objects.first().record))
    assert exports.record(back) == exported


def test_it_is_marked_and_over_and_asks_nothing_of_the_sheets(war, exported):
    back = take_in(war, exported)
    line = told(whole(newest(war.campaign).filter(pk=back.pk)))[0]
    assert (line.imported, line.running, line.undecided) == (True, False, False)
    assert not back.record.chairs.exists() and war.saber.versions.count() == 1


def test_it_has_no_seals_since_nobody_saw_anything_sealed(war, exported):
    assert not take_in(war, exported).record.entries.filter(seal__isnull=False).exists()


def with_move(record, index, **fields):
    moves = [move | fields if place == index else move for place, move in enumerate(record["moves"])]
    return record | {"moves": moves}


@pytest.mark.parametrize(
    ("code", "at", "spoil"),
    [
        ("not_json", "", lambda record: "{"),
        ("not_json", "", lambda record: "[" * 100_000),
        ("key_twice", "", lambda record: '{"format": 1, "format": 2}'),
        ("not_a_fight", "", lambda record: record | {"format": "grailkeeper/dominate"}),
        ("malformed", "", lambda record: []),
        ("unknown_key", "", lambda record: record | {"extra": 1}),
        ("one_side", "combatants", lambda record: record | {"combatants": record["combatants"][:1]}),
        ("malformed", "settings.rounds", lambda record: record | {"settings": {"rounds": 0}}),
        ("not_ended", "moves", lambda record: record | {"moves": record["moves"][:2]}),
        ("fight_over", "moves[3]", lambda record: record | {"moves": record["moves"] + record["moves"][-1:]}),
        ("too_many_slots", "moves[2]", lambda record: with_move(record, 2, slots=99)),
        ("too_many_moves", "moves", lambda record: record | {"moves": record["moves"] * MOST_MOVES}),
        ("unprintable", "", lambda record: record | {"title": "\0"}),
        ("malformed", "combatants", lambda record: json.dumps(record).replace(record["combatants"][0]["id"], "a" * 61)),
    ],
)
def test_what_cannot_be_taken_in_is_refused_with_its_place_and_leaves_nothing(war, exported, code, at, spoil):
    before = Record.objects.count()
    refused = take_in(war, spoil(exported))
    assert isinstance(refused, Illegal) and (refused.code, refused.at) == (code, at)
    assert Record.objects.count() == before


@pytest.mark.parametrize(("title", "kept"), [("가" * 200, "가" * 80), ("", "세이버·랜서"), ("\u202e", "세이버·랜서")])
def test_a_title_is_made_to_fit(war, exported, title, kept):
    assert take_in(war, exported | {"title": title}).title == kept


# ---- the page


def test_the_form_takes_a_file_or_its_text(war, exported, tmp_path):
    (tmp_path / "fight.json").write_text(json.dumps(exported))
    for sent in ({"text": json.dumps(exported)}, {"file": (tmp_path / "fight.json").open("rb")}):
        answer = war.client("gm").post(war.address("fights/import/"), sent)
        assert answer["location"] == war.address(f"fights/{Fight.objects.latest('pk').code}/")


def test_a_refused_record_stays_in_the_form_with_the_place_and_the_reason(war, exported):
    broken = json.dumps(exported).replace('"smash"', '"smasch"', 1)
    answer = war.client("gm").post(war.address("fights/import/"), {"text": broken})
    page = text_of(answer)
    assert answer.status_code == 422 and "moves[0].slots[0]" in page
    assert "smasch는 이렇게 쓸 수 있는 패가 아닙니다." in page and "&quot;smasch&quot;" in page


def test_nothing_at_all_is_refused_too(war):
    assert war.client("gm").post(war.address("fights/import/")).status_code == 422
