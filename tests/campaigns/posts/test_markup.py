"""What is left of a post's Markdown where there is room for words only."""

import pytest

from campaigns.posts.markup import bare, ready


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("안개가 **부두**를 덮는다.", "안개가 부두를 덮는다."),
        ("*검*과 `창`이\n\n부딪힌다.", "검과 창이 부딪힌다."),
        ("- 첫째\n- 둘째", "첫째 둘째"),
        ("[등대](https://war.example)에서", "등대에서"),
        ("그는 ||배신자||다.", "그는 █다."),
        ("1 < 2 & 3", "1 < 2 & 3"),
    ],
)
def test_words_stay_whole_and_spoilers_covered(written: str, words: str) -> None:
    assert bare(ready(written)) == words


def test_long_words_end_with_a_sign_that_there_is_more() -> None:
    assert bare(ready("가" * 50), 10) == "가" * 9 + "…"
