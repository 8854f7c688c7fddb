"""Deadlines that come back from a rescue file are such as a page can show."""

import pytest

from campaigns.rescued import _deadlines

SOUND = {"before": [12, 2], "zone": "Asia/Seoul", "language": "ko"}


def test_what_the_app_itself_has_written_comes_back():
    _deadlines(dict(SOUND), {})


@pytest.mark.parametrize(
    "wrong",
    [{"zone": "Mars/Olympus"}, {"zone": ""}, {"language": "xx"}, {"before": "12"}, {"before": ["x"]}, {"before": [0]}],
)
def test_what_no_page_could_show_is_refused(wrong):
    with pytest.raises(ValueError):
        _deadlines({**SOUND, **wrong}, {})
