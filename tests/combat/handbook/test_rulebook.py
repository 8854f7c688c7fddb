"""The rules page: complete, in Korean, the same for everybody, and reached from every rule that a fight names."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from combat.handbook.chapters import CHAPTERS
from combat.handbook.settings import explained
from combat.rules.reports import WHY_RULES
from tests.combat.war import battle, text_of, war

RULES = [rule for chapter in CHAPTERS for rule in chapter.rules]
ROOT = Path(__file__).parent.parent.parent.parent
NAMED = re.compile(r'"((?:R|G)-(?:[A-Z]+-)?\d+[a-z]?)"')
HANGUL = re.compile(r"[가-힣]")


def page(language="ko", client=None):
    return (client or Client()).get("/rulebook/", headers={"accept-language": language})


def test_every_rule_stands_there_once():
    ids = [rule.id for rule in RULES]
    assert len(ids) == len(set(ids))
    assert len([id for id in ids if id.startswith("R-")]) == 72
    assert {f"G-{number}" for number in range(1, 31)} <= set(ids)


def test_every_rule_that_the_code_names_has_its_place():
    named = {id for path in (ROOT / "combat").rglob("*.py") for id in NAMED.findall(path.read_text())}
    assert named | set(WHY_RULES) <= {rule.id for rule in RULES} | {"R-OTHER-5"}


def test_every_rule_and_reading_has_an_example():
    assert [rule.id for rule in RULES if not rule.example] == []


def test_every_setting_that_a_rule_names_is_explained():
    assert {key for rule in RULES for key in rule.settings} == set(explained())
    assert all(str(one.title) and str(one.usual) for one in explained().values())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_is_said_in_korean_in_its_own_words(rule):
    with translation.override("ko"):
        assert HANGUL.search(str(rule.says))
        assert not rule.example or HANGUL.search(str(rule.example)) or rule.id == "R-OTHER-6a"
    with translation.override("en"):
        assert not HANGUL.search(str(rule.says) + str(rule.example))


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["ko", "en", "ja", "zh-hant"])
def test_the_page_has_a_place_for_every_rule_and_every_link_leads_somewhere(language):
    html = page(language).content.decode()
    places = set(re.findall(r' id="([^"]+)"', html))
    assert {rule.id for rule in RULES} <= places
    assert set(re.findall(r'href="#([^"]+)"', html)) - {"main"} <= places


def main_of(response):
    """All but the head of the page, which says whose device it is."""
    return text_of(response).partition("<main")[2]


@pytest.mark.django_db
def test_it_is_the_same_for_everybody():
    at_table = war()
    battle(at_table)
    pages = {main_of(page(client=client)) for client in (Client(), at_table.client("gm"), at_table.client("alice"))}
    assert len(pages) == 1


@pytest.mark.django_db
def test_a_device_may_keep_it():
    assert page()["X-Keep"] == "own"


@pytest.mark.django_db
def test_a_why_of_a_fight_leads_to_its_rule():
    at_table = war()
    fight = battle(at_table, slots=2)
    html = at_table.client("alice").get(at_table.address(f"fights/{fight.code}/")).content.decode()
    assert 'href="/rulebook/#R-14"' in html
