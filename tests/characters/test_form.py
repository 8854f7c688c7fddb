"""What people type, and what becomes of it."""

import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.answers import (
    MOST_ROWS,
    PARTS,
    Answers,
    asked_first,
    filled,
    inputs_of,
    rebased,
    sent,
    with_points,
    with_row,
    without_row,
)
from characters.reading import read_answers
from characters.sheet import BLANK, Servant, Sheet, Skill, Who
from characters.visibility import Eye, redacted, settled
from tests.characters.sheets import EMI, SABER, calmly, sheets

replace = msgspec.structs.replace


def typed(sheet: Sheet = SABER, **said: str) -> Answers:
    """The answers of a sheet with some typed otherwise; `__` stands for the dot of a name."""
    answers = filled(sheet)
    return replace(answers, said=answers.said | {name.replace("__", "."): text for name, text in said.items()})


def faults(answers: Answers, eye: Eye = Eye.TABLE) -> list[tuple[str, str]]:
    return [(fault.at, fault.code) for fault in read_answers(answers, BLANK[answers.kind], eye).faults]


@calmly
@given(sheets())
def test_a_form_that_is_sent_back_untouched_writes_the_same_sheet(sheet: Sheet) -> None:
    sheet = settled(sheet)
    read = read_answers(filled(sheet), sheet, Eye.TABLE)
    assert (read.faults, read.sheet) == ((), sheet)


@calmly
@given(sheets())
def test_an_owner_s_untouched_form_changes_nothing_either(sheet: Sheet) -> None:
    sheet = settled(sheet)
    read = read_answers(filled(redacted(sheet, Eye.OWNER)), sheet, Eye.OWNER)
    assert (read.faults, read.sheet) == ((), sheet)


_lists = st.dictionaries(
    st.sampled_from(
        (*inputs_of("servant"), *inputs_of("master"), "skills", *(f"skills.a.{part}" for part in PARTS["skills"]))
    )
    | st.text(max_size=8),
    st.lists(st.text(max_size=20), max_size=3),
)


@calmly
@given(st.sampled_from(("servant", "master")), _lists)
def test_whatever_is_sent_is_read_or_refused_by_place(kind: str, lists: dict[str, list[str]]) -> None:
    answers = sent(kind, lists)
    read = read_answers(answers, BLANK[kind], Eye.TABLE)
    assert all(
        fault.at.split(".")[0] in {*inputs_of(kind), "skills"} or fault.at in inputs_of(kind) for fault in read.faults
    )


@pytest.mark.parametrize(
    ("said", "place", "code"),
    [
        ({"name": " "}, "name", "missing"),
        ({"name": "세이버\x00"}, "name", "unseen"),
        ({"name": "세\u202e이버"}, "name", "unseen"),
        ({"name": "세\u200b이버"}, "name", "unseen"),
        ({"name": "가" * 81}, "name", "too_long"),
        ({"true_name": "로엔\ufffd"}, "true_name", "unreadable"),
        ({"secret": "a\u0301\u0301\u0301\u0301"}, "secret", "piled"),
        ({"strength": "F"}, "strength", "unknown_rank"),
        ({"strength": ""}, "strength", "missing"),
        ({"strength.plus": "99"}, "strength.plus", "out_of_range"),
        ({"hp_max": ""}, "hp_max", "missing"),
        ({"hp_max": "0"}, "hp_max", "out_of_range"),
        ({"hp_max": "9" * 30}, "hp_max", "not_whole"),
        ({"hp": "-1"}, "hp", "out_of_range"),
        ({"mp": "7.5"}, "mp", "not_whole"),
        ({"mp": "백"}, "mp", "not_whole"),
        ({"smash.count": "-2"}, "smash.count", "out_of_range"),
    ],
)
def test_a_fault_names_its_place(said: dict[str, str], place: str, code: str) -> None:
    answers = replace(filled(SABER), said=filled(SABER).said | said)
    assert faults(answers) == [(place, code)]


@pytest.mark.parametrize(
    ("group", "said", "place", "code"),
    [
        ("skills", {"name": ""}, "skills.a.name", "missing"),
        ("skills", {"effect": "card", "rank": ""}, "skills.a.rank", "missing"),
        ("skills", {"effect": "card", "loses_to": ""}, "skills.a.loses_to", "missing"),
        ("skills", {"effect": "defence", "against": ""}, "skills.a.against", "against_nothing"),
        ("skills", {"effect": "wish"}, "skills.a.effect", "unknown_choice"),
        ("phantasms", {"damage": ""}, "phantasms.a.damage", "missing"),
        ("phantasms", {"targets": "all"}, "phantasms.a.targets", "unknown_choice"),
        ("spells", {"steps": "0", "damage": "3"}, "spells.a.steps", "out_of_range"),
        ("spells", {"effect": "support", "amount": "0"}, "spells.a.amount", "out_of_range"),
    ],
)
def test_a_fault_in_an_entry_names_the_row_and_the_part(
    group: str, said: dict[str, str], place: str, code: str
) -> None:
    answers = with_row(filled(SABER), group, "a")
    row = answers.rows[group][-1]
    given = {"name": "이것", "rank": "B", "loses_to": "smash", "damage": "3", "steps": "1"}
    said = row.said | {part: text for part, text in given.items() if part in row.said} | said
    answers = replace(answers, rows=answers.rows | {group: (replace(row, said=said),)})
    assert faults(answers) == [(place, code)]


def test_decomposed_hangul_is_kept_composed() -> None:
    """What a Mac types (NFD) is the same name."""
    read = read_answers(typed(name=unicodedata.normalize("NFD", "세이버")), BLANK["servant"], Eye.TABLE)
    assert read.sheet.name == "세이버"


def test_emoji_are_names_like_any_other() -> None:
    read = read_answers(typed(name="🗡️ 세이버 👩‍🚀"), BLANK["servant"], Eye.TABLE)
    assert (read.sheet.name, read.faults) == ("🗡️ 세이버 👩‍🚀", ())


def test_numbers_may_be_wide_and_carry_the_true_minus() -> None:
    sheet = read_answers(typed(hp="８０", mp="−20"), BLANK["servant"], Eye.TABLE).sheet
    assert (sheet.hp, sheet.mp) == (80, -20)


def test_points_are_full_where_only_the_maximum_is_typed() -> None:
    sheet = read_answers(typed(hp="", hp_max="55"), BLANK["servant"], Eye.TABLE).sheet
    assert (sheet.hp, sheet.hp_max) == (55, 55)


def test_a_master_may_stand_below_zero() -> None:
    """R-OTHER-6a."""
    assert read_answers(typed(EMI, hp="-4"), BLANK["master"], Eye.TABLE).sheet.hp == -4


def test_a_new_sheet_asks_for_hp_and_mp_and_takes_the_offer() -> None:
    """G-16: never filled in without being asked for."""
    new = asked_first("servant")
    named = replace(new, said=new.said | {"name": "세이버"})
    assert faults(named) == [("hp_max", "missing"), ("mp_max", "missing")]
    assert faults(with_points(named, 40, 60)) == []


def test_rows_come_and_go() -> None:
    more = with_row(filled(SABER), "skills", "new")
    assert [row.id for row in more.rows["skills"]] == ["ward", "new"]
    assert without_row(more, "skills", "ward").rows["skills"] == more.rows["skills"][1:]


def test_a_row_that_was_left_empty_is_no_skill() -> None:
    read = read_answers(with_row(filled(SABER), "skills", "new"), BLANK["servant"], Eye.TABLE)
    assert (read.faults, read.sheet.skills) == ((), SABER.skills)


def test_more_rows_than_a_sheet_holds_are_refused() -> None:
    answers = filled(SABER)
    for count in range(MOST_ROWS):
        answers = with_row(answers, "spells", f"s{count}")
    assert faults(answers) == []
    assert faults(with_row(answers, "spells", "one-more")) == [("spells", "too_many")]


def test_an_owner_writes_no_notes_for_the_gm_and_hides_nothing_from_himself() -> None:
    forged = typed(notes="나의 글", who__secret="gm", who__true_name="all", who__notes="all")
    read = read_answers(forged, SABER, Eye.OWNER).sheet
    assert read.notes == SABER.notes
    assert (read.who["secret"], read.who["true_name"], read.who["notes"]) == (Who.OWNER, Who.ALL, Who.GM)


def test_an_owner_cannot_write_over_an_entry_he_cannot_read() -> None:
    curse = Skill(id="ward", name="저주", who=Who.GM)
    now = replace(SABER, skills=(curse,))
    after = read_answers(filled(SABER), now, Eye.OWNER).sheet
    assert [skill.name for skill in after.skills] == ["저주", "물막이"]
    assert len({skill.id for skill in after.skills}) == 2


def test_an_owner_cannot_make_an_entry_the_gm_s_alone() -> None:
    answers = filled(replace(SABER, skills=(Skill(id="song", name="노래", who=Who.GM),)))
    after = read_answers(answers, BLANK["servant"], Eye.OWNER).sheet
    assert [skill.who for skill in after.skills] == [Who.OWNER]


def test_a_skill_card_beats_the_two_cards_it_does_not_lose_to() -> None:
    """R-13a."""
    answers = filled(
        replace(SABER, skills=(Skill(id="a", name="x", rank="B", effect="card", beats=("smash", "counter")),))
    )
    assert answers.rows["skills"][0].said["loses_to"] == "onslaught"
    assert isinstance(sheet := read_answers(answers, BLANK["servant"], Eye.TABLE).sheet, Servant)
    assert sheet.skills[0].beats == ("smash", "counter")


def test_a_stale_form_keeps_what_was_typed_and_takes_the_rest_as_it_is_now() -> None:
    base = filled(SABER)
    mine = with_row(typed(wish="바다"), "skills", "mine")
    fresh = with_row(typed(strength="EX", mission="새 사명"), "skills", "theirs")
    after = rebased(mine, base, fresh)
    assert (after.said["wish"], after.said["strength"], after.said["mission"]) == ("바다", "EX", "새 사명")
    assert [row.id for row in after.rows["skills"]] == ["ward", "mine", "theirs"]


def test_where_both_wrote_mine_stands_in_the_form() -> None:
    after = rebased(typed(wish="바다"), filled(SABER), typed(wish="산"))
    assert after.said["wish"] == "바다"


def test_what_somebody_took_out_meanwhile_is_out_unless_i_wrote_in_it() -> None:
    base, fresh = filled(SABER), without_row(filled(SABER), "skills", "ward")
    assert rebased(base, base, fresh).rows["skills"] == ()
    row = base.rows["skills"][0]
    mine = replace(base, rows=base.rows | {"skills": (replace(row, said=row.said | {"text": "내 글"}),)})
    assert [each.said["text"] for each in rebased(mine, base, fresh).rows["skills"]] == ["내 글"]
