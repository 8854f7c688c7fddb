"""The piece of CCFOLIA's clipboard, in and out."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.exchange import ccfolia
from characters.exchange.ccfolia import Piece, as_text, read, write_piece
from characters.exchange.text import read as read_text
from characters.reading import read_answers
from characters.sheet import BLANK, Phantasm, Skill, Spell
from characters.visibility import Eye, redacted, settled
from characters.wording import Fault
from tests.characters.sheets import SABER, calmly

DATA = {
    "name": "세이버 (검사)",
    "memo": "클래스: 세이버\r\n좋아하는 것 : 국수",
    "initiative": 7.5,
    "externalUrl": "https://elsewhere.example/1",
    "status": [
        {"label": "HP", "value": "75", "max": "80"},
        {"label": "마력", "value": 30, "max": 70},
        {"label": "정신", "value": 12},
        {"label": "령주"},
    ],
    "params": [{"label": "근력", "value": "B+"}, {"label": "행운", "value": "A"}, {"label": "키", "value": "170"}],
    "color": "#aa3322",
    "commands": "2d6 공격\n{근력}",
    "iconUrl": None,
    "faces": [{"label": "@웃음", "iconUrl": "https://elsewhere.example/2.png"}],
    "x": 3,
    "y": -1.5,
    "width": 4,
    "secret": True,
    "somethingNew": {"deep": [1, "two", None]},
}
CLIP = json.dumps({"kind": "character", "data": DATA, "version": 2}, ensure_ascii=False)


def piece(**data: object) -> str:
    return json.dumps({"kind": "character", "data": {"name": "x", **data}})


def read_piece(text: str = CLIP) -> Piece:
    found = read(text)
    assert isinstance(found, Piece), found
    return found


def test_a_piece_becomes_a_sheet() -> None:
    answers = read_text(as_text(read_piece())).answers
    sheet = read_answers(answers, BLANK["servant"], Eye.OWNER).sheet
    assert (sheet.name, sheet.hp, sheet.hp_max, sheet.mp, sheet.mp_max) == ("세이버 (검사)", 75, 80, 30, 70)
    assert (sheet.strength, sheet.luck, sheet.height, sheet.class_) == ("B+", "A", "170", "세이버")


def test_what_no_sheet_has_a_place_for_survives_the_way_through() -> None:
    out = json.loads(write_piece(settled(SABER), kept=read_piece().object))
    assert out["version"] == 2 and out["kind"] == "character"
    for key in ("x", "y", "width", "secret", "somethingNew", "faces", "color", "initiative", "iconUrl"):
        assert out["data"][key] == DATA[key], key
    assert out["data"]["status"][:4] == [
        {"label": "HP", "value": 80, "max": 80},
        {"label": "마력", "value": 70, "max": 70},
        {"label": "정신", "value": 12},
        {"label": "령주"},
    ]
    assert {"label": "키", "value": "170"} in out["data"]["params"]
    assert out["data"]["commands"].startswith("2d6 공격\n{근력}\n")
    assert out["data"]["memo"].endswith("좋아하는 것 : 국수")


def test_taking_it_out_twice_changes_nothing_more() -> None:
    once = write_piece(settled(SABER), kept=read_piece().object)
    assert write_piece(settled(SABER), kept=read_piece(once).object) == once


def test_a_piece_of_our_own_comes_back_as_the_same_sheet() -> None:
    out = read_piece(write_piece(settled(SABER), link="https://here.example/"))
    sheet = read_answers(read_text(as_text(out)).answers, BLANK["servant"], Eye.OWNER).sheet
    assert (sheet.true_name, sheet.hp, sheet.mana, sheet.phantasms[0].damage) == (SABER.true_name, 80, "D", 12)
    assert out.data["externalUrl"] == "https://here.example/"
    assert all(isinstance(row["value"], str) for row in out.data["params"])
    assert ":MP-40 【갈대 물결】B++" in out.palette


def test_a_hidden_rank_is_not_told_as_an_e() -> None:
    shown, hidden = (
        {row["label"] for key in ("status", "params") for row in json.loads(write_piece(sheet))["data"].get(key, ())}
        for sheet in (settled(SABER), redacted(settled(SABER), Eye.OTHER))
    )
    assert {"HP", "MP", "근력", "내구", "민첩", "마력", "행운"} <= shown
    assert not {"HP", "MP", "근력", "내구", "민첩", "마력", "행운"} & hidden


def test_a_row_that_tells_only_the_most_is_full_and_a_decimal_without_a_fraction_is_whole() -> None:
    rows = [{"label": "정신", "max": 12}, {"label": "HP", "value": 75.0, "max": 80.0}, {"label": "운", "value": 1.5}]
    told = as_text(read_piece(piece(status=rows))).splitlines()
    assert [line for line in told if line[:1] in {"정", "H", "운"}] == ["정신 12/12", "HP 75/80", "운 1.5"]


def test_what_costs_mp_is_a_command_that_takes_it_and_the_rest_a_name() -> None:
    sheet = msgspec.structs.replace(
        SABER,
        skills=(Skill(id="s", name="물걸음", rank="C"),),
        phantasms=(Phantasm(id="p", name="갈대 물결", rank="B++", mp=40),),
        spells=(Spell(id="r", name="소나기", rank="B", mp=10), Spell(id="t", name="안개", rank="E")),
    )
    commands = json.loads(write_piece(settled(sheet)))["data"]["commands"]
    assert commands.splitlines() == ["【물걸음】C", ":MP-40 【갈대 물결】B++", ":MP-10 【소나기】B", "【안개】E"]


def test_it_is_compact_and_in_one_line() -> None:
    assert "\n" not in write_piece(settled(SABER)) and '"kind":"character"' in write_piece(settled(SABER))


def test_who_may_not_read_it_cannot_tell_it_from_the_piece() -> None:
    other = settled(type(SABER)(name=SABER.name, class_=SABER.class_))
    assert write_piece(redacted(settled(SABER), Eye.OTHER)) == write_piece(redacted(other, Eye.OTHER))


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "not_json", ""),
        ("{", "not_json", ""),
        ("[]", "not_an_object", ""),
        ('{"kind":"note","data":{}}', "not_a_character", "kind"),
        ('{"kind":"character","data":[]}', "malformed", "data"),
        (piece(name=4), "malformed", "data.name"),
        (piece(status={}), "malformed", "data.status"),
        (piece(status=[{"label": "HP"}, 4]), "malformed", "data.status[1]"),
        (piece(status=[{"label": "HP", "value": [1]}]), "malformed", "data.status[0].value"),
        (piece(params=[{"label": "x", "value": "y"}] * 201), "too_many", "data.params"),
        ('{"kind":"character","data":{"name":"a\\u0000"}}', "not_text", ""),
        ('{"kind":"character","data":{"name":"\\ud800"}}', "not_json", ""),
        ('{"kind":"character","data":{"x":1e999}}', "not_json", ""),
        ('{"kind":"character","data":{"x":NaN}}', "not_json", ""),
        ("[" * 100_000, "not_json", ""),
        (b"\xff\xfe\x00", "not_text", ""),
        ("x" * (10 * 2**20 + 1), "file_too_large", ""),
    ],
)
def test_a_broken_piece_is_refused_with_the_place(text: str | bytes, code: str, at: str) -> None:
    found = read(text)
    assert isinstance(found, Fault)
    assert (found.code, found.at) == (code, at)


@calmly
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*DATA, "q"]), inner, max_size=4),
        max_leaves=12,
    )
)
def test_whatever_stands_in_the_data_it_is_read_or_refused(data: object) -> None:
    found = read(json.dumps({"kind": "character", "data": data}))
    if isinstance(found, Piece):
        read_text(as_text(found))
        ccfolia.write_piece(settled(SABER), kept=found.object)
