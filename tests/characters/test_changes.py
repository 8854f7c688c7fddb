import msgspec

from characters.changes import Change, changes, history
from characters.sheet import Servant, Sheet, Skill, Who
from characters.visibility import Eye
from tests.characters.sheets import SABER

replace = msgspec.structs.replace
WARD = SABER.skills[0]
SONG = Skill(id="song", name="노래")


def test_a_number_is_told_before_and_after() -> None:
    assert changes(SABER, replace(SABER, hp=69)) == (Change("hp", 80, 69),)


def test_changes_are_told_in_the_order_of_the_sheet() -> None:
    after = replace(SABER, secret="없다", strength="A", name="세이버 릴리")
    assert [change.part for change in changes(SABER, after)] == ["name", "strength", "secret"]


def test_a_field_given_to_other_readers_is_a_change() -> None:
    after = replace(SABER, who={"true_name": Who.ALL})
    assert changes(SABER, after) == (Change("who", Who.OWNER, Who.ALL, "true_name"),)


def test_an_entry_comes_and_goes_by_its_name() -> None:
    assert changes(SABER, replace(SABER, skills=(WARD, SONG))) == (Change("", None, "노래", "skills", "노래"),)
    assert changes(SABER, replace(SABER, skills=())) == (Change("", "물막이", None, "skills", "물막이"),)


def test_an_entry_that_is_rewritten_tells_which_part() -> None:
    after = replace(SABER, skills=(replace(WARD, amount=3),))
    assert changes(SABER, after) == (Change("amount", 2, 3, "skills", "물막이"),)


def test_a_new_order_is_a_change_since_defence_skills_apply_in_it() -> None:
    before, after = replace(SABER, skills=(WARD, SONG)), replace(SABER, skills=(SONG, WARD))
    assert changes(before, after) == (Change("order", ("물막이", "노래"), ("노래", "물막이"), "skills"),)


def test_versions_are_counted_as_their_reader_can_tell_them_apart() -> None:
    versions: list[Sheet] = [SABER, replace(SABER, notes="들켰다"), replace(SABER, hp=60, notes="들켰다")]
    assert [(step.index, step.number) for step in history(versions, Eye.TABLE)] == [(2, 3), (1, 2), (0, 1)]
    assert [(step.index, step.number) for step in history(versions, Eye.OWNER)] == [(2, 2), (0, 1)]
    assert [(step.index, step.number) for step in history(versions, Eye.OTHER)] == [(0, 1)]


def test_what_was_public_once_and_is_hidden_now_is_hidden_back_then_too() -> None:
    open_then = replace(SABER, who={"true_name": Who.ALL})
    steps = history([Servant(name="세이버"), open_then, SABER], Eye.OTHER)
    assert [step.changes for step in steps] == [(Change("class_", "", "세이버"),), ()]
