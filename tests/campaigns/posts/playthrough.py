"""Loaded dice, and every kind of roll with them: `python -m tests.campaigns.posts.playthrough` writes the transcript."""

from collections.abc import Iterable
from itertools import cycle
from pathlib import Path

from campaigns.posts.dice import Command, Die, roll, told
from campaigns.posts.notation import read

TRANSCRIPT = Path(__file__).parents[2] / "playthroughs" / "dice.txt"
FALLS = (3, 4, 1, 6, 2, 5)

LINES = """
2D6
2d6+3 공격
2d6+3>=10
1d100<=65 회피 판정
1D20=20
3d6*2-1d4
(2d6+1)*2
2d(3+3)
5D6KH3
4d6kl2
4d6dh1
4d6dl1+2
2D20MAX
2D20MIN
5B6>=4
2b6+3b10
D66
D66S
D66D
C(1+2*3)
C(7/2) C(-7/2)
C(7/2U)
choice[검,창,활] 무엇을 드나
choice2[A-E]
choice[1-6]
choice 왼쪽 오른쪽
3R6>=5
3r6[>3]>=5
2R6+1R10[6] 다시
3R6>=4@>5
3U6[4]
3u6+2@5 위로
3U6[4]+1>=7
5TY6
5tz6
x2 2R6>=6
s3U6[6]
3R6
3R6>=1
3U6
3R6>=5공격
2r6을 굴린다
5TY100
x3 2d6
rep2 1d6+1 두 번
S1d100<=50 몰래
x2 s1d6
2D6>=?
2D6>=7공격
2d6 +3
２ｄ６
2d6을 굴려 주세요
3D프린터
999d6
1d99999
x999 1d6
1d6/0
1d6+
choice[]
""".strip().split("\n")


def loaded(falls: Iterable[int]) -> Die:
    """A die that falls as it is told; on a smaller die as far as it has sides."""
    coming = iter(falls) if not isinstance(falls, tuple) else cycle(falls)
    return lambda sides: min(next(coming), sides)


def transcript() -> str:
    """What each line asks for and comes to, in Korean and in English."""
    return "".join(f"{line}\n{_told(line)}\n" for line in LINES)


def _told(line: str) -> str:
    found = read(line)
    if found is None:
        return "    (text)\n"
    if not isinstance(found, Command):
        return (
            f"    ! {found.code} at {found.at}"
            + (f", most {found.most}" if found.most else "")
            + (f", meant {found.meant}" if found.meant else "")
            + "\n"
        )
    made = roll(found, loaded(FALLS))
    korean = told(made, success="성공", failure="실패", successes="성공수 %d")
    english = told(made, success="Success", failure="Failure", successes="%d successes")
    marks = [mark for mark in (made.comment, "secret" if made.secret else "") if mark]
    lines = (
        korean.split("\n")
        + ([] if english == korean else english.split("\n"))
        + ([f"// {', '.join(marks)}"] if marks else [])
    )
    return "".join(f"    {one}\n" for one in lines)


if __name__ == "__main__":
    TRANSCRIPT.write_text(transcript(), encoding="utf-8")
