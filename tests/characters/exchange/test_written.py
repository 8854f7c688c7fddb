"""A sheet as text, and the same sheet read from it again."""

import msgspec
from hypothesis import given

from characters.exchange.text import read
from characters.exchange.written import write
from characters.reading import read_answers
from characters.sheet import BLANK, Master, Phantasm, Servant, Sheet, Skill, Spell, Typed
from characters.visibility import Eye, groups, redacted, settled
from tests.characters.sheets import EMI, SABER, calmly, sheets

FULL = msgspec.structs.replace(
    SABER,
    smash=Typed(4, 3),
    critical=Typed(2, 7),
    ranged=True,
    wish="왕관을 되찾는 것.\n\n아니, 잊는 것.",
    skills=(
        *SABER.skills,
        Skill(
            id="step", name="물걸음", rank="A", effect="card", beats=("smash", "counter"), count=3, text="젖지 않는다."
        ),
        Skill(id="again", name="다시 서기", effect="regroup", points=4),
        Skill(id="far", name="먼 눈", rank="C+", effect="ranged"),
    ),
    spells=(
        Spell(id="rain", name="소나기", rank="B", steps=2, damage=5, mp=10, uses=3),
        Spell(id="shore", name="기슭", effect="support", helps="defence", amount=3, mp=5),
    ),
)


def again(sheet: Sheet) -> Sheet:
    pasted = read(write(settled(sheet)), sheet.kind)
    assert [line.text for line in pasted.lines if not line.found or line.left] == []
    return read_answers(pasted.answers, BLANK[sheet.kind], Eye.OWNER).sheet


def without_ids(sheet: Sheet) -> list[tuple[str, object]]:
    return [
        (group, msgspec.structs.replace(entry, id="", who="owner"))
        for group, entries in groups(sheet).items()
        for entry in entries
    ]


def test_a_servant_comes_back_with_every_number() -> None:
    sheet = again(FULL)
    assert isinstance(sheet, Servant)
    assert without_ids(sheet) == without_ids(FULL)
    for key in ("name", "class_", "true_name", "strength", "luck", "hp", "hp_max", "mp", "smash", "critical", "ranged"):
        assert getattr(sheet, key) == getattr(FULL, key), key
    assert (sheet.secret, sheet.wish) == (FULL.secret, "왕관을 되찾는 것.\n아니, 잊는 것.")


def test_a_servant_comes_back_with_his_master_where_that_may_be_known() -> None:
    text = write(settled(SABER), "도래솔")
    assert "마스터: 도래솔" in text
    assert read(text, "servant", {"도래솔": "abc"}).answers.said["master"] == "abc"
    assert "마스터" not in write(settled(SABER))


def test_only_who_attacks_from_the_back_line_is_said_to() -> None:
    """R-BACK-3."""
    assert "원거리 공격" in write(settled(FULL)).splitlines()
    assert "원거리 공격" not in write(settled(msgspec.structs.replace(FULL, ranged=False))).splitlines()


def test_a_master_comes_back_with_what_is_left() -> None:
    emi = msgspec.structs.replace(EMI, fortune_left=1, command_spells=2, forced_return_used=True, hp=-3)
    sheet = again(emi)
    assert isinstance(sheet, Master)
    assert (sheet.combat, sheet.hp, sheet.fortune_left, sheet.conviction_left) == ("C", -3, 1, None)
    assert (sheet.command_spells, sheet.forced_return_used) == (2, True)


def test_a_name_alone_on_the_first_line_is_the_name() -> None:
    assert read("세이버\n근력 B").answers.said["name"] == "세이버"
    assert read("세이버\n이름: 랜서").answers.said["name"] == "랜서"
    assert read("[서번트 시트]\n세이버\n근력 B").answers.said["name"] == ""
    assert read("근력 B\n세이버").answers.said["name"] == ""


def test_a_ranged_attack_may_be_said_in_a_line_of_its_own() -> None:
    for line in ("원거리 공격", "- 원거리공격"):
        assert read(f"이름: 아처\n{line}").answers.said["ranged"] == "on"
    assert not read("이름: 아처\n[기술]\n- 원거리 공격").answers.said["ranged"], "there it is the name of a skill"


def test_a_part_of_an_effect_that_says_nothing_is_handed_back() -> None:
    (line,) = [
        each for each in read("[기술]\n- 물막이 B\n효과: 방어, 마술 피해 2 감소, 하늘을 난다").lines if each.left
    ]
    assert line.left == "하늘을 난다"


@calmly
@given(sheets())
def test_what_somebody_may_not_read_stands_in_no_text_of_his(sheet: Sheet) -> None:
    secret = "갈대밭의비밀"
    hidden = msgspec.structs.replace(
        settled(sheet), secret=secret, mission=secret, who={"secret": "gm", "mission": "gm"}
    )
    blank = msgspec.structs.replace(hidden, secret="", mission="")
    assert write(redacted(hidden, Eye.OTHER)) == write(redacted(blank, Eye.OTHER))


def test_a_hidden_rank_is_not_told_as_an_e() -> None:
    text = write(redacted(settled(SABER), Eye.OTHER))
    assert "근력" not in text and "HP" not in text and "로엔" not in text
    assert "클래스: 세이버" in text


@calmly
@given(sheets())
def test_any_sheet_can_be_written_and_read(sheet: Sheet) -> None:
    read_answers(read(write(settled(sheet)), sheet.kind).answers, BLANK[sheet.kind], Eye.OWNER)


def test_phantasms_say_whom_they_reach() -> None:
    one = Phantasm(id="p", name="창", damage=4, uses=None, targets="one", mp=0)
    assert "효과: 공격, 한 명, 피해 4, 마력 피해 0, 마력 0, 무제한" in write(
        settled(msgspec.structs.replace(SABER, phantasms=(one,)))
    )
