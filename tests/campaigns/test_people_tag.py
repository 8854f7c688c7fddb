"""A tag bears the first sign of a name, whole."""

import pytest

from campaigns.templatetags.people import initial


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("서리", "서"),
        ("Alice", "A"),
        ("👩‍🚀 우주인", "👩‍🚀"),
        ("❤️하트", "❤️"),
        ("👍🏽", "👍🏽"),
        ("🇰🇷한국", "🇰🇷"),
        ("1️⃣번", "1️⃣"),
        ("é", "é"),
        ("e\u0301", "e\u0301"),
        ("", ""),
    ],
)
def test_the_first_sign_stands_whole_on_the_tag(name: str, sign: str) -> None:
    assert initial(name) == sign
