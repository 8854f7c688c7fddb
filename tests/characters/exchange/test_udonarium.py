"""Udonarium's characters and rooms, in and out."""

import msgspec

from characters.exchange import archive, markup
from characters.exchange.talk import Message
from characters.exchange.text import read as read_text
from characters.exchange.udonarium import Room, read, read_room, write_character, write_room
from characters.reading import read_answers
from characters.sheet import BLANK
from characters.visibility import Eye, redacted, settled
from characters.wording import Fault
from tests.characters.sheets import EMI, SABER

PNG = b"\x89PNG\r\n\x1a\nrest"
XML = """<?xml version="1.0" encoding="UTF-8"?>
<character location.name="table" location.x="375" location.y="50" posZ="0" rotate="30" roll="0" fork="kept">
  <data name="character">
    <data name="image"><data type="image" name="imageIdentifier">none_icon</data></data>
    <data name="common"><data name="name">랜서</data><data name="size">2</data></data>
    <data name="detail">
      <data name="리소스">
        <data type="numberResource" currentValue="55" name="HP">60</data>
        <data type="numberResource" currentValue="3" name="행동력">5</data>
      </data>
      <data name="정보">
        <data name="클래스">랜서</data>
        <data type="note" name="배경">바다에서 왔다.
모두 잊었다.</data>
      </data>
      <data name="능력"><data name="민첩">A+</data></data>
    </data>
  </data>
  <chat-palette dicebot="DiceBot">2d6 &lt;공격&gt;
//힘=3</chat-palette>
</character>
"""
CHAT = """<chat-tab-list><chat-tab name="메인">
<chat from="me" name="랜서" timestamp="1700000000000" tag="">안녕</chat>
<chat from="me" name="랜서" timestamp="1700000001000" to="you" tag="">몰래</chat>
<chat from="System-BCDice" name="BCDice" timestamp="x" tag="system secret dicebot">(2D6) → 7</chat>
</chat-tab></chat-tab-list>"""


def object_zip(xml: str = XML, **more: bytes) -> bytes:
    return archive.packed([("data.xml", xml.encode()), *more.items()])


def figure(data: bytes):
    found = read(data)
    assert not isinstance(found, Fault), found
    return found[0]


def test_a_character_becomes_a_sheet() -> None:
    lancer = figure(object_zip())
    sheet = read_answers(read_text(lancer.text).answers, BLANK["servant"], Eye.OWNER).sheet
    assert (sheet.name, sheet.hp, sheet.hp_max, sheet.agility, sheet.class_) == ("랜서", 55, 60, "A+", "랜서")
    assert sheet.background == "바다에서 왔다.\n모두 잊었다."


def test_a_sheet_goes_out_and_comes_back_with_its_picture() -> None:
    out = write_character(settled(SABER), master="도래솔", picture=("image/png", PNG))
    back = figure(out)
    sheet = read_answers(read_text(back.text, "servant").answers, BLANK["servant"], Eye.OWNER).sheet
    assert (sheet.name, sheet.true_name, sheet.hp, sheet.endurance) == ("세이버", SABER.true_name, 80, "A")
    assert back.picture == PNG
    assert out == write_character(settled(SABER), master="도래솔", picture=("image/png", PNG))


def test_a_hidden_rank_is_not_told_as_an_e() -> None:
    shown, hidden = (
        figure(write_character(sheet)).text for sheet in (settled(SABER), redacted(settled(SABER), Eye.OTHER))
    )
    assert all(word in shown and word not in hidden for word in ("HP", "MP", "근력", "내구", "민첩", "행운"))


def test_what_no_sheet_has_a_place_for_survives_the_way_through() -> None:
    lancer = msgspec.structs.replace(SABER, name="랜서", hp=41, hp_max=60, agility="EX")
    opened = archive.opened(write_character(settled(lancer), kept=figure(object_zip()).kept))
    node = markup.read(opened.read("data.xml"), "data.xml")
    text = opened.read("data.xml").decode()
    assert node.get("fork") == "kept" and node.get("rotate") == "30"
    assert 'currentValue="3" name="행동력"' in text and "//힘=3" in text and "2d6 &lt;공격&gt;" in text
    assert text.count('name="HP"') == 1 and 'currentValue="41"' in text and text.count("EX") >= 1


def test_who_may_not_read_it_cannot_tell_it_from_the_file() -> None:
    other = settled(type(SABER)(name=SABER.name, class_=SABER.class_))
    assert write_character(redacted(settled(SABER), Eye.OTHER)) == write_character(redacted(other, Eye.OTHER))


def test_a_room_has_characters_and_talk_and_marks_what_was_whispered() -> None:
    room = read_room(object_zip(f"<room>{XML.partition('?>')[2]}</room>", **{"chat.xml": CHAT.encode()}))
    assert isinstance(room, Room), room
    assert [each.name for each in room.figures] == ["랜서"]
    assert [(m.tab, m.speaker, m.text, m.private) for m in room.talk.messages] == [
        ("메인", "랜서", "안녕", False),
        ("메인", "랜서", "몰래", True),
        ("메인", "BCDice", "(2D6) → 7", True),
    ]
    assert room.talk.messages[0].at == 1700000000000 and room.talk.messages[2].at == 0


def test_a_room_goes_out_and_comes_back() -> None:
    said = [Message("메인", "세이버", "물 <위>를\n걷는다", at=5), Message("잡담", "", "빈 이름")]
    room = read_room(write_room([(settled(SABER), "", None, ""), (settled(EMI), "", ("image/png", PNG), "")], said))
    assert isinstance(room, Room), room
    assert [each.name for each in room.figures] == ["세이버", "도래솔"]
    assert [(m.tab, m.speaker, m.text, m.at) for m in room.talk.messages] == [
        ("메인", "세이버", "물 <위>를\n걷는다", 5),
        ("잡담", "", "빈 이름", 0),
    ]


def test_broken_files_are_refused_with_their_entry() -> None:
    def fault(data: bytes) -> tuple[str, str]:
        found = read(data)
        assert isinstance(found, Fault)
        return found.code, found.at

    assert fault(archive.packed([("other.txt", b"")])) == ("entry_missing", "data.xml")
    assert fault(object_zip("<character/>")) == ("malformed", "data.xml: character")
    assert fault(object_zip("<a>")) == ("not_xml", "data.xml:1")
    assert fault(object_zip("<table/>")) == ("no_character", "data.xml")
    assert fault(object_zip('<!DOCTYPE a [<!ENTITY b "c">]><a/>')) == ("xml_doctype", "data.xml:1")
    assert fault(b"nothing")[0] == "not_a_zip"
