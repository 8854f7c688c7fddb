"""The documents say what is so."""

import re

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR

pytestmark = pytest.mark.once


def test_operating_names_every_variable_and_no_other() -> None:
    read = set(re.findall(r'(?:text|switch|words|number)\("([A-Z_]+)"', (ROOT / "config" / "settings.py").read_text()))
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operating.md").read_text(), re.M))
    assert told == read


def test_every_link_to_a_file_leads_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [
        (page, link) for page in documents for link in re.findall(r'(?:\]\(|src=")([^)"#:]+)[)"#]', page.read_text())
    ]
    assert [link for page, link in links if not (page.parent / link).exists()] == []


def test_the_english_and_the_korean_readme_tell_the_same_steps() -> None:
    english, korean = ((ROOT / name).read_text() for name in ("README.md", "README.ko.md"))
    for part in (r"^## ", r"^\d\. ", r"^    \S"):
        assert len(re.findall(part, english, re.M)) == len(re.findall(part, korean, re.M))
