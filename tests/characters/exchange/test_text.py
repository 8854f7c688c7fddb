"""The paste box: plain-text sheets as people post them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.exchange.text import LONGEST, Pasted, read
from characters.reading import read_answers
from characters.sheet import BLANK, Servant, Sheet
from characters.visibility import Eye
from tests.characters.sheets import calmly

POSTED = """\
[서번트 시트]
이름 : 세이버
클래스 세이버
진명: 로엔, 갈대 왕관의 기사
성별／키／체중 : 여 / 174cm / 62kg
HP 80/80   MP ７０
■ 근력 B(+4) / 내구 A(+5)
・민첩：Ｃ＋＋
마력 D 행운 E(+1)
【보유 스킬】
- 마력 저항 B : 한 공정 마술의 피해를 받지 않는다.
- 물때 읽기 (C)
정찰할 때 이웃 구역 하나를 더 묻는다.
보구
갈대 물결 (대군, B++) 마력 40 피해 12
물가에서 손을 들면 갈대가 밀물처럼 눕는다.
비밀
왕관을 물에 던진 것은 나였다.

좋아하는 음식은 국수
"""


def sheet_of(text: str, kind: str = "") -> Sheet:
    answers = read(text, kind).answers
    return read_answers(answers, BLANK[answers.kind], Eye.OWNER).sheet


def not_understood(pasted: Pasted) -> list[str]:
    return [line.text for line in pasted.lines if not line.found]


def test_points_are_read_by_the_name_that_the_rules_give_them() -> None:
    sheet = sheet_of("생명력 점수 60\n마력 점수: 30/70\n마력 D")
    assert isinstance(sheet, Servant)
    assert (sheet.hp, sheet.hp_max, sheet.mp, sheet.mp_max, sheet.mana) == (60, 60, 30, 70, "D")


def test_a_posted_sheet_is_read_whole() -> None:
    sheet = sheet_of(POSTED)
    assert isinstance(sheet, Servant)
    assert (sheet.name, sheet.class_, sheet.true_name) == ("세이버", "세이버", "로엔, 갈대 왕관의 기사")
    assert (sheet.sex, sheet.height, sheet.weight) == ("여", "174cm", "62kg")
    assert (sheet.hp, sheet.hp_max, sheet.mp, sheet.mp_max) == (80, 80, 70, 70)
    assert (sheet.strength, sheet.endurance, sheet.agility, sheet.mana, sheet.luck) == ("B", "A", "C++", "D", "E")
    assert [(skill.name, skill.rank) for skill in sheet.skills] == [("마력 저항", "B"), ("물때 읽기", "C")]
    assert sheet.skills[1].text == "정찰할 때 이웃 구역 하나를 더 묻는다."
    (reed,) = sheet.phantasms
    assert (reed.name, reed.rank, reed.title, reed.targets) == ("갈대 물결", "B++", "대군", "area")
    assert (reed.mp, reed.damage, reed.effect) == (40, 12, "attack")
    assert sheet.secret == "왕관을 물에 던진 것은 나였다.\n좋아하는 음식은 국수"


def test_what_is_not_understood_is_handed_back_line_by_line() -> None:
    pasted = read("근력 B\n좋아하는 음식은 국수\n행운 A 그리고 운이 좋다")
    assert not_understood(pasted) == ["좋아하는 음식은 국수"]
    assert pasted.lines[-1].left == "그리고 운이 좋다"


@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("근력 B(+4)", "B"),
        ("근력: B+", "B+"),
        ("근력 = EX", "EX"),
        ("・ 근력　Ａ＋＋", "A++"),
        ("STR b", "B"),
        ("Strength: C (+3)", "C"),
        ("筋力 A+", "A+"),
        ("1. 근력 D", "D"),
    ],
)
def test_a_rank_is_read_however_it_is_written(line: str, rank: str) -> None:
    """G-1: a number in brackets is the rank's value, a plus sign is a plus sign."""
    assert isinstance(sheet := sheet_of(line), Servant)
    assert sheet.strength == rank


@pytest.mark.parametrize(
    ("line", "hp", "hp_max"),
    [
        ("HP 75/80", 75, 80),
        ("생명력: 60", 60, 60),
        ("체력 ５０／８０", 50, 80),
        ("hp=40", 40, 40),
    ],
)
def test_points_are_read_however_they_are_written(line: str, hp: int, hp_max: int) -> None:
    sheet = sheet_of(line)
    assert (sheet.hp, sheet.hp_max) == (hp, hp_max)


def test_mana_with_a_letter_is_the_stat_and_with_a_number_mp() -> None:
    assert isinstance(sheet := sheet_of("마력 D\n마력 70"), Servant)
    assert (sheet.mana, sheet.mp) == ("D", 70)


def test_decomposed_text_and_invisible_characters_are_read_like_any_other() -> None:
    text = unicodedata.normalize("NFD", "\ufeff진명\u200b: 로엔\n\u202e내구 A")
    assert isinstance(sheet := sheet_of(text), Servant)
    assert (sheet.true_name, sheet.endurance) == ("로엔", "A")


def test_a_sheet_with_conviction_is_a_master_s() -> None:
    pasted = read("이름: 도래솔\n전투력 C 명운 D 신념 B\n령주 3획")
    sheet = read_answers(pasted.answers, BLANK["master"], Eye.OWNER).sheet
    assert (pasted.answers.kind, sheet.name) == ("master", "도래솔")
    assert pasted.answers.said["conviction"] == "B"
    assert pasted.answers.said["command_spells"] == "3"


def test_a_sheet_without_a_stat_is_of_the_kind_that_was_asked_for() -> None:
    assert [read("이름: 도래솔", kind).answers.kind for kind in ("", "servant", "master")] == [
        "servant",
        "servant",
        "master",
    ]


def test_a_master_is_understood_by_name_if_he_is_at_the_table() -> None:
    masters = {"도래솔": "abc"}
    assert read("마스터: 도래솔", masters=masters).answers.said["master"] == "abc"
    assert not_understood(read("마스터: 누군가", masters=masters)) == ["마스터: 누군가"]


def test_a_phantasm_that_names_no_damage_stays_on_paper() -> None:
    assert isinstance(sheet := sheet_of("[보구]\n- 등대의 창 A"), Servant)
    assert [(np.name, np.rank, np.effect) for np in sheet.phantasms] == [("등대의 창", "A", "other")]


def test_what_a_phantasm_reaches_is_read_off_its_title_if_it_has_one() -> None:
    sheet = sheet_of("[보구]\n- 등대의 창 A 피해 9\n- 갈대 물결 (대군, B) 피해 6\n- 물의 왕관 (대인, C) 피해 3")
    assert [(np.title, np.targets) for np in sheet.phantasms] == [("", "one"), ("대군", "area"), ("대인", "one")]


def test_a_line_longer_than_a_heading_is_none() -> None:
    """Forty signs are the most."""
    for signs, heading in ((38, True), (39, False)):
        assert bool(read(f"기술{'=' * signs}").lines[0].found) is heading


def test_a_spell_is_read_with_its_steps_and_price() -> None:
    sheet = sheet_of("[마술]\n- 빗줄기 B 2공정 마력 10 피해 6 3회")
    (rain,) = sheet.spells
    assert (rain.steps, rain.mp, rain.damage, rain.uses, rain.effect) == (2, 10, 6, 3, "attack")


def test_the_price_of_a_phantasm_is_not_the_owner_s_mp() -> None:
    assert isinstance(sheet := sheet_of("MP 70\n[보구]\n갈대 물결 B\n마력 40 피해 12"), Servant)
    assert (sheet.mp, sheet.phantasms[0].mp) == (70, 40)


def test_hp_after_the_skills_is_the_owner_s_all_the_same() -> None:
    sheet = sheet_of("[기술]\n- 노래 C\nHP 60/60")
    assert (sheet.hp, [skill.name for skill in sheet.skills]) == (60, ["노래"])


def test_a_text_beside_its_label_ends_at_an_empty_line() -> None:
    pasted = read("배경: 강가에서 살았다.\n여덟 해였다.\n\n남은 말")
    assert pasted.answers.said["background"] == "강가에서 살았다.\n여덟 해였다."
    assert not_understood(pasted) == ["남은 말"]


def test_english_labels_are_understood() -> None:
    text = "Name: Saber\nTrue Name: Roen\nClass: Saber\n[Skills]\n- Tide Reading C"
    assert isinstance(sheet := sheet_of(text), Servant)
    assert (sheet.name, sheet.true_name, sheet.class_) == ("Saber", "Roen", "Saber")
    assert [(skill.name, skill.rank) for skill in sheet.skills] == [("Tide Reading", "C")]


@calmly
@given(st.text(max_size=300))
def test_any_text_at_all_is_read_without_losing_a_line(text: str) -> None:
    pasted = read(text)
    assert all(line.text for line in pasted.lines)
    read_answers(pasted.answers, BLANK[pasted.answers.kind], Eye.OWNER)


@pytest.mark.parametrize(
    "line", ["a" + "-" * 19_000 + "b", "hp" + " " * 19_000 + "x", "근력" + "(" * 19_000, "[" * 19_000]
)
def test_a_line_made_to_be_slow_is_read(line: str) -> None:
    """A pattern that went back and forth in it would take hours."""
    read(f"[기술]\n- 노래 C\n{line}\n[보구]\n- {line}")


def test_a_very_long_text_is_read_only_so_far() -> None:
    assert len(read("근력 B\n" * LONGEST).lines) <= 400
