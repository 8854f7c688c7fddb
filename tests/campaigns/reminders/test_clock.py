"""When an answer is due, and when nobody is disturbed."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.models import Deadlines
from campaigns.reminders import clock
from campaigns.reminders.clock import awake, due, quiet, zones

SEOUL = ZoneInfo("Asia/Seoul")
FIRST, LAST = (datetime(2026, month, 1) for month in (1, 12))  # noqa: DTZ001 - the zone is drawn beside it


def rules(**how):
    kept = {"hours": 24, "quiet_from": time(23), "quiet_to": time(8), "zone": "Asia/Seoul", "before": [12, 2]}
    return Deadlines(**{**kept, **how})


def moment(kept, since, now):
    return clock.moment(kept, since, due(kept, since), now)


def seoul(day, hour, minute=0):
    return datetime(2026, 11, day, hour, minute, tzinfo=SEOUL)


def test_an_answer_is_due_so_many_hours_after_it_was_asked_for():
    assert due(rules(), seoul(10, 20)) == seoul(11, 20)


def test_without_a_length_nothing_is_ever_due():
    assert due(rules(hours=None), seoul(10, 20)) is None


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (seoul(10, 23), seoul(12, 8)),  # the first quiet minute belongs to the night
        (seoul(10, 23, 30), seoul(12, 8)),
        (seoul(10, 2), seoul(11, 8)),  # after midnight it is the morning of the same day
        (seoul(10, 8), seoul(11, 8)),  # the end of the night is day
        (seoul(10, 22, 59), seoul(11, 22, 59)),
    ],
)
def test_a_deadline_in_the_quiet_hours_ends_with_them(asked, expected):
    assert due(rules(), asked) == expected


def test_quiet_hours_may_lie_within_one_day():
    noon = rules(quiet_from=time(12), quiet_to=time(13))
    assert quiet(noon, seoul(10, 12)) and not quiet(noon, seoul(10, 13)) and not quiet(noon, seoul(10, 0))
    assert due(noon, seoul(10, 12, 30)) == seoul(11, 13)


@pytest.mark.parametrize("times", [(None, None), (time(9), None), (None, time(9)), (time(9), time(9))])
def test_quiet_hours_that_are_not_wholly_said_are_none(times):
    assert not any(quiet(rules(quiet_from=times[0], quiet_to=times[1]), seoul(10, hour)) for hour in range(24))


def test_the_clock_is_that_of_the_campaign_wherever_the_server_stands():
    at = datetime(2026, 11, 10, 14, 30, tzinfo=UTC)  # 23:30 in Seoul, 15:30 in Paris
    assert quiet(rules(), at) and not quiet(rules(zone="Europe/Paris"), at)


def test_a_night_in_which_the_clock_is_changed_ends_by_the_clock_on_the_wall():
    paris = rules(zone="Europe/Paris", hours=1)
    asked = datetime(2026, 10, 24, 23, 30, tzinfo=ZoneInfo("Europe/Paris"))
    assert due(paris, asked) == datetime(2026, 10, 25, 8, tzinfo=ZoneInfo("Europe/Paris"))


@given(st.datetimes(FIRST, LAST), st.times(), st.times(), st.sampled_from(zones()))
def test_who_is_awake_is_not_in_the_quiet_hours_and_not_a_day_later(at, start, end, zone):
    night = rules(quiet_from=start.replace(microsecond=0), quiet_to=end.replace(microsecond=0), zone=zone)
    at = at.replace(tzinfo=UTC, microsecond=0)
    later = awake(night, at)
    assert at <= later <= at + timedelta(hours=25)
    # Where the clock is put forward over the end of the night there is no such minute on the wall.
    assert not quiet(night, later) or not quiet(night, later + timedelta(hours=1)) or later > at


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (seoul(10, 12), "asked"),
        (seoul(10, 23, 59), "asked"),
        (seoul(11, 0), "12"),
        (seoul(11, 9, 59), "12"),
        (seoul(11, 10), "2"),
        (seoul(11, 12), "over"),
        (seoul(14, 12), "over"),
    ],
)
def test_only_the_latest_moment_of_a_debt_is_told(now, expected):
    assert moment(rules(), seoul(10, 12), now) == expected


def test_a_reminder_that_would_come_before_the_question_is_left_out():
    assert moment(rules(hours=6), seoul(10, 12), seoul(10, 13)) == "asked"
    assert moment(rules(hours=6), seoul(10, 12), seoul(10, 16)) == "2"
