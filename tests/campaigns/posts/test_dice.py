"""Dice as Korean tables write them: what a line asks for, how it is thrown, and what is told."""

from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.posts import pools
from campaigns.posts.dice import Command, Roll, roll, told
from campaigns.posts.notation import read
from campaigns.posts.rolls import kept, rolls_of
from campaigns.posts.terms import MOST_DICE, MOST_SIDES, MOST_THROWN, MOST_TIMES, Trouble
from tests.campaigns.posts.playthrough import FALLS, TRANSCRIPT, loaded, transcript

WORDS = {"success": "성공", "failure": "실패", "successes": "성공수 %d"}


def say(line: str, *falls: int) -> str:
    """The line rolled with these falls, as a Korean log tells it."""
    command = read(line)
    assert isinstance(command, Command), command
    return told(roll(command, loaded(falls or FALLS)), **WORDS)


def trouble(line: str) -> Trouble:
    found = read(line)
    assert isinstance(found, Trouble), found
    return found


@pytest.mark.parametrize(
    ("line", "falls", "said"),
    [
        ("2D6+3", (3, 4), "(2D6+3) ＞ 7[3,4]+3 ＞ 10"),
        ("1d100<=65", (42,), "(1D100<=65) ＞ 42 ＞ 성공"),
        ("1d100<=65", (66,), "(1D100<=65) ＞ 66 ＞ 실패"),
        ("2d6>=10", (6, 4), "(2D6>=10) ＞ 10[6,4] ＞ 10 ＞ 성공"),
        ("5D6KH3", (3, 1, 6, 2, 5), "(5D6KH3) ＞ 14[1,2,3,5,6] ＞ 14"),
        ("4d6dl1", (3, 1, 6, 2), "(4D6DL1) ＞ 11[1,2,3,6] ＞ 11"),
        ("4d6DH2", (3, 1, 6, 2), "(4D6DH2) ＞ 3[1,2,3,6] ＞ 3"),
        ("4d6kl2+1", (3, 1, 6, 2), "(4D6KL2+1) ＞ 3[1,2,3,6]+1 ＞ 4"),
        ("2d20max", (7, 15), "(2D20MAX) ＞ 15[7,15] ＞ 15"),
        ("2d20min", (7, 15), "(2D20MIN) ＞ 7[7,15] ＞ 7"),
        ("(1+1)d6*2-1", (3, 4), "((1+1)D6*2-1) ＞ 7[3,4]*2-1 ＞ 13"),
        ("C(1+2*3)", (), "C(1+2*3) ＞ 7"),
        ("c(7/2)", (), "C(7/2) ＞ 3"),
        ("c(7/2C)", (), "C(7/2C) ＞ 4"),
        ("c(7/2R)", (), "C(7/2R) ＞ 4"),
        ("c(-7/2F)", (), "C(-7/2F) ＞ -4"),
        ("c(-7/2R)", (), "C(-7/2R) ＞ -4"),
        ("c(-5/3R)", (), "C(-5/3R) ＞ -2"),
        ("c(5/1R)", (), "C(5/1R) ＞ 5"),
        ("c(-7/2U)", (), "C(-7/2U) ＞ -3"),
        ("5B6>=4", (3, 4, 1, 6, 2), "(5B6>=4) ＞ 3,4,1,6,2 ＞ 성공수 2"),
        ("2b6+1b10", (3, 4, 9), "(2B6+1B10) ＞ 3,4,9"),
        ("3R6>=5", (5, 2, 6, 1, 5, 4), "(3R6>=5) ＞ 5,2,6 + 1,5 + 4 ＞ 성공수 3"),
        ("3R6[>3]>=5", (4, 2, 1, 6, 3), "(3R6[>3]>=5) ＞ 4,2,1 + 6 + 3 ＞ 성공수 1"),
        ("3R6>=5@>3", (4, 2, 1, 6, 3), "(3R6>=5@>3) ＞ 4,2,1 + 6 + 3 ＞ 성공수 1"),
        ("2R6[5]", (5, 1, 2), "(2R6[5]) ＞ 5,1 + 2"),
        ("1r6+1r10>=6", (6, 9, 1, 2), "(1R6+1R10>=6) ＞ 6,9 + 1,2 ＞ 성공수 2"),
        ("3U6[4]", (6, 4, 1, 3, 2), "(3U6[4]) ＞ 11[6,4,1],3,2 ＞ 11/16"),
        ("3U6+1@4", (6, 1, 3, 2), "(3U6+1@4) ＞ 7[6,1],3,2+1 ＞ 8/13"),
        ("3U6[4]>=7", (6, 1, 3, 2), "(3U6[4]>=7) ＞ 7[6,1],3,2 ＞ 성공수 1"),
        ("5TY6", (3, 1, 6, 1, 5), "(5TY6) ＞ 1,1,3,5,6 ＞ [1]×2, [3]×1, [5]×1, [6]×1"),
        ("3tz4", (3, 1, 3), "(3TZ4) ＞ 1,3,3 ＞ [1]×1, [2]×0, [3]×2, [4]×0"),
        ("d66n", (5, 2), "(D66N) ＞ 52"),
        ("D66", (5, 2), "(D66) ＞ 52"),
        ("d66s", (5, 2), "(D66S) ＞ 25"),
        ("d66d", (2, 5), "(D66D) ＞ 52"),
        ("choice[검,창,활]", (2,), "(choice[검,창,활]) ＞ 창"),
        ("choice2[A-D]", (1, 1), "(choice2[A-D]) ＞ A, B"),
        ("choice4[A-D]", (1, 1, 1, 1), "(choice4[A-D]) ＞ A, B, C, D"),
        ("choice3[8-10]", (1, 1, 1), "(choice3[8-10]) ＞ 8, 9, 10"),
        ("choice[A-e,b]", (1,), "(choice[A-e,b]) ＞ A-e"),
        ("choice(왼쪽,오른쪽)", (2,), "(choice(왼쪽,오른쪽)) ＞ 오른쪽"),
        ("choice 동 서 남", (3,), "(choice 동 서 남) ＞ 남"),
        ("x2 1d6+1", (3, 5), "#1 (1D6+1) ＞ 3[3]+1 ＞ 4\n#2 (1D6+1) ＞ 5[5]+1 ＞ 6"),
        ("2D6>=?", (3, 4), "(2D6>=?) ＞ 7[3,4] ＞ 7"),
    ],
)
def test_a_line_is_told_as_the_logs_of_such_tables_tell_it(line, falls, said):
    assert say(line, *falls) == said


@pytest.mark.parametrize(
    ("asked", "falls", "ok"),
    [
        *((">=7", 7, True), (">7", 7, False), ("<=7", 7, True), ("=<7", 8, False), ("<7", 6, True), ("==7", 7, True)),
        *(("!=7", 7, False), ("<>7", 6, True), ("><7", 6, True), ("=>7", 6, False)),
        *((">7", 8, True), ("<7", 7, False), ("<7", 8, False), ("==7", 8, False), ("<=7", 8, False), (">=7", 8, True)),
    ],
)
def test_every_comparison_is_known_under_both_its_spellings(asked, falls, ok):
    command = read(f"1D10{asked}")
    assert isinstance(command, Command)
    assert roll(command, loaded((falls,))).outcomes[0].ok is ok


def test_the_first_space_ends_the_command_and_the_rest_is_a_comment():
    command = read("2D6 불꽃을 피한다")
    assert isinstance(command, Command)
    assert (command.said, command.comment) == ("(2D6)", "불꽃을 피한다")


@pytest.mark.parametrize("line", ["s2d6", "S2D6 몰래", "Sx2 2d6", "x2 S2d6", "schoice[a,b]"])
def test_an_s_before_a_command_makes_it_secret(line):
    command = read(line)
    assert isinstance(command, Command)
    assert command.secret


@pytest.mark.parametrize(
    "line",
    [
        "",
        "안녕하세요",
        "2d6을 굴려 주세요",
        "3D프린터",
        "d6",
        "2d",
        "x3",
        "x3 안녕",
        "3-4일 뒤",
        "school 2d6",
        "choices",
        "C(주) 소식",
    ],
)
def test_what_only_begins_like_dice_stays_a_sentence(line):
    assert read(line) is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2D6>=7공격", "glued"),
        ("2d6 +3", "spaced"),
        ("2d6 >= 7", "spaced"),
        (f"{MOST_DICE + 1}d6", "too_many_dice"),
        ("150d6+150d6", "too_many_dice"),
        (f"1d{MOST_SIDES + 1}", "too_many_sides"),
        (f"x{MOST_TIMES + 1} 1d6", "too_often"),
        ("x0 1d6", "too_often"),
        (f"x100 {MOST_THROWN // 100 + 1}d6", "too_many_thrown"),
        ("0d6", "no_dice"),
        ("1d0", "no_sides"),
        ("1d6/0", "by_zero"),
        ("9/1d6", "dice_below"),
        ("1d6+", "unread"),
        ("2d6)", "unread"),
        ("(2d6", "unread"),
        ("2d(1d6)", "unread"),
        ("2d(6", "unread"),
        ("2d6>=1d6", "unread"),
        ("2B6+3D6", "unread"),
        ("C(1D6)", "unread"),
        ("1d6d6", "unread"),
        ("1d(1d6)", "unread"),
        ("C(1d6)", "unread"),
        ("C(1+2)3", "unread"),
        ("((((((((1d6))))))))", "too_deep"),
        ("((((((((((1d6))))))))))", "too_deep"),
        ("99999999999d6", "too_large"),
        ("999999999*999999999*1d6", "too_large"),
        ("(999999999)*(999999999)*1d6", "too_large"),
        ("-999999999*-999999999*1d6", "too_large"),
        ("1d6+" + "1+" * 100 + "1", "too_long"),
        ("choice[]", "choice_empty"),
        ("choice[a,,b]", "choice_empty"),
        ("choice3[a,b]", "too_few_options"),
        ("choice0[a,b]", "too_few_options"),
        ("choice5[A-D]", "too_few_options"),
        ("choice4[8-10]", "too_few_options"),
        ("choice[1-9999]", "too_many_options"),
    ],
)
def test_what_cannot_be_rolled_is_told_why(line, code):
    assert trouble(line).code == code


@pytest.mark.parametrize(
    "line",
    [
        f"{MOST_DICE}d6",
        f"1d{MOST_SIDES}",
        f"x{MOST_TIMES} 1d6",
        f"x100 {MOST_THROWN // 100}d6",
        "(((((((1d6)))))))",
        "choice[1-100]",
        "1d6/1",
    ],
)
def test_what_is_just_within_the_limits_is_rolled(line):
    assert isinstance(read(line), Command)


@pytest.mark.parametrize(("line", "highest"), [("D66", "66"), ("3D8", "24"), ("2B10", "10,10"), ("1d(2*3)", "6")])
def test_every_die_has_the_sides_that_are_asked_for(line, highest):
    outcome = roll(read(line), lambda sides: sides).outcomes[0]
    assert outcome.total == highest
    assert all(one.value == one.sides for one in outcome.dice)


@pytest.mark.parametrize(
    ("line", "meant"), [("２ｄ６", "(2D6)"), ("2D6＋3", "(2D6+3)"), ("１Ｄ１００＜＝６５", "(1D100<=65)")]
)
def test_wide_letters_are_told_the_narrow_ones_that_would_roll(line, meant):
    assert trouble(line) == Trouble("full_width", meant=meant)


def test_dropped_dice_lie_there_and_do_not_count():
    command = read("3D6KH1")
    assert isinstance(command, Command)
    outcome = roll(command, loaded((2, 6, 4))).outcomes[0]
    assert [(one.value, one.kept) for one in outcome.dice] == [(2, False), (4, False), (6, True)]


def test_a_playthrough_of_every_kind_of_roll_is_as_it_is_on_file():
    assert transcript() == TRANSCRIPT.read_text(encoding="utf-8")


COMMANDS = st.from_regex(
    r"\A[0-9]{1,3}[dDbB][0-9]{1,3}([kKdD][hHlL][0-9]?)?([-+*/][0-9]{1,3}){0,3}([<>=]{1,2}[0-9?]{1,2})?\Z"
)


@settings(max_examples=50)
@given(COMMANDS)
def test_a_command_is_rolled_within_its_bounds_or_refused_with_a_place_in_the_line(line):
    found = read(line)
    assert found is not None
    if isinstance(found, Trouble):
        assert 0 <= found.at <= len(line)
        return
    outcome = roll(found, cycle_of(1)).outcomes[0]
    assert all(1 <= one.value <= one.sides <= MOST_SIDES for one in outcome.dice)
    assert len(outcome.dice) == found.thrown <= MOST_DICE


@settings(max_examples=50)
@given(st.text(max_size=60))
def test_no_text_whatever_breaks_the_reader(line):
    assert isinstance(read(line), Command | Trouble | None)


@settings(max_examples=50)
@given(
    count=st.integers(1, 9),
    sides=st.integers(1, 20),
    keep=st.sampled_from(["", "KH", "KL", "DH", "DL"]),
    number=st.integers(0, 9),
    more=st.integers(-20, 20),
    falls=st.lists(st.integers(1, 20), min_size=9, max_size=9),
)
def test_the_total_is_the_sum_of_the_dice_that_count_and_the_numbers(count, sides, keep, number, more, falls):
    command = read(f"{count}D{sides}{keep}{number if keep else ''}{more:+d}")
    assert isinstance(command, Command)
    outcome = roll(command, loaded(falls)).outcomes[0]
    left = number if keep in {"KH", "KL"} else count - number if keep else count
    assert sum(one.kept for one in outcome.dice) == max(0, min(left, count))
    assert int(outcome.total) == sum(one.value for one in outcome.dice if one.kept) + more


def cycle_of(value: int):
    return loaded(cycle([value]))


def test_what_a_post_keeps_is_read_back_as_it_was():
    rolls = [
        roll(command, loaded(FALLS))
        for line in ("2D6KH1>=3 앗", "S5B6>=4", "x2 D66")
        if isinstance(command := read(line), Command)
    ]
    assert rolls_of(kept(rolls)) == rolls
    assert all(isinstance(one, Roll) for one in rolls)


# ---- dice that are thrown again


def test_a_die_that_never_stops_is_thrown_no_further_than_a_thousand_times():
    always = roll(read("3R6>=6"), lambda sides: sides).outcomes[0]
    assert len(always.dice) <= pools.MOST_AGAIN + 3 * 3 and always.successes == len(always.dice)
    upward = roll(read("3U6[2]"), lambda sides: sides).outcomes[0]
    assert len(upward.dice) <= pools.MOST_AGAIN + 3


@pytest.mark.parametrize("line", ["3R6", "3R6>=1", "2R6[<=6]", "3R6>=?", "3U6", "3U6[1]", "3U6>=4", "3U6[>4]"])
def test_dice_that_would_be_thrown_for_ever_or_of_which_nobody_says_when_are_refused(line):
    assert trouble(line).code == "no_again"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("5TY21", "too_many_sides"),
        ("999R6>=5", "too_many_dice"),
        ("150U6+150U6[4]", "too_many_dice"),
        ("0U6[4]", "no_dice"),
        ("3R0>=1", "no_sides"),
        ("3R6>=5공격", "glued"),
        ("3R6 >= 5", "spaced"),
        ("3R6[>3", "unread"),
        ("3R6+2>=5", "unread"),
        ("99999999999U6[4]", "too_large"),
        ("３Ｒ６＞＝５", "full_width"),
    ],
)
def test_what_was_meant_as_one_of_them_is_told_why_it_is_not_rolled(line, code):
    assert trouble(line).code == code


@pytest.mark.parametrize("line", ["2r6을 굴린다", "3u", "5ty", "10R", "3R6이 낫다", "8U8"])
def test_words_that_look_like_them_stay_words_or_say_what_is_missing(line):
    found = read(line)
    assert found is None or found.code == "no_again"


def test_they_are_kept_and_told_again_as_they_fell():
    fell = roll(read("x2 3U6[4]+1"), loaded(FALLS))
    assert rolls_of(kept([fell])) == [fell] and fell.outcomes[0].upward
