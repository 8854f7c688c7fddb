"""Dates look as the people write them who read them."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

AT = datetime(2026, 11, 30, 23, 5, tzinfo=UTC)
"""In Seoul the first of December, five past eight."""

LOOKS = {
    "ko": ("2026. 12. 1.", "2026. 12. 1. 08:05", "2026년 12월 1일 오전 8:05", "12월 1일"),
    "ja": ("2026/12/01", "2026/12/01 8:05", "2026年12月1日8:05", "12月1日"),
    "zh-hant": ("2026年12月1日", "2026年12月1日 08:05", "2026年12月1日 08:05", "12月1日"),
    "en": ("12/01/2026", "12/01/2026 8:05 a.m.", "Dec. 1, 2026, 8:05 a.m.", "December 1"),
}
FORMATS = ("SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT", "DATETIME_FORMAT", "MONTH_DAY_FORMAT")


@pytest.mark.parametrize("language", LOOKS)
def test_every_language_writes_dates_in_its_own_way(language):
    with translation.override(language):
        looks = [date_format(timezone.localtime(AT), name) for name in FORMATS]
    assert tuple(looks) == LOOKS[language]


def test_a_month_below_ten_has_no_nought_before_it():
    with translation.override("zh-hant"):
        assert date_format(AT.replace(month=9), "MONTH_DAY_FORMAT") == "9月30日"


def test_no_page_shows_a_date_in_the_form_of_machines():
    for page in Path("templates").rglob("*.*"):
        shown = re.sub(r'(?:value="\{\{|ifchanged)[^}]*\}', "", page.read_text())
        assert not re.search(r"date:[\"'][^\"']*Y-", shown), page
