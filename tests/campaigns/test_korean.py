"""Particles follow the sound of a name, whatever the name is written with."""

import re
import unicodedata

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils.safestring import mark_safe
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from campaigns.particles import PAIRS, Sound, ending, particle


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("세이버", "세이버가"),
        ("랜서", "랜서가"),
        ("들불", "들불이"),
        ("등불지기", "등불지기가"),
        ("해무항", "해무항이"),
        ("ㅋㅋ", "ㅋㅋ이"),
        ("ㅠㅠ", "ㅠㅠ가"),
        ("GM", "GM이"),
        ("HP", "HP가"),
        ("QR", "QR이"),
        ("EX", "EX가"),
        ("A++", "A++가"),
        ("B", "B가"),
        ("Saber", "Saber가"),
        ("SABER", "SABER가"),
        ("Lancer", "Lancer가"),
        ("Jack", "Jack이"),
        ("Kate", "Kate가"),
        ("boat", "boat가"),
        ("Bill", "Bill이"),
        ("Rin", "Rin이"),
        ("Stone", "Stone이"),
        ("Renée", "Renée가"),
        ("2", "2가"),
        ("3", "3이"),
        ("10", "10이"),
        ("1,000", "1,000이"),
        ("1000000000000", "1000000000000가"),
        ("3.5", "3.5가"),
        ("0", "0이"),
        ("２호", "２호가"),
        ("Ⅲ", "Ⅲ이"),
        ("나츠ん", "나츠ん이"),
        ("セイバー", "セイバー가"),
        ("서리 🌫️", "서리 🌫️가"),
        ("「바람의 칼」", "「바람의 칼」이"),
        ("세이버(들불)", "세이버(들불)가"),
        ("(익명)", "(익명)이"),
        ("솔방울!!", "솔방울!!이"),
        ("진명 ???", "진명 ???이"),
        ("劍", "劍이(가)"),
        ("🌙", "🌙이(가)"),
        ("", "이(가)"),
    ],
)
def test_the_subject_takes_the_form_its_last_sound_asks_for(name: str, told: str) -> None:
    assert name + particle(name, "이/가") == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("서울", "서울로"),
        ("부두", "부두로"),
        ("등대곶", "등대곶으로"),
        ("1", "1로"),
        ("8", "8로"),
        ("6", "6으로"),
        ("QR", "QR로"),
        ("Nicole", "Nicole로"),
        ("劍", "劍(으)로"),
    ],
)
def test_after_rieul_the_direction_takes_no_vowel(name: str, told: str) -> None:
    assert name + particle(name, "으로/로") == told


def test_a_name_typed_on_a_mac_sounds_as_the_same_name_typed_elsewhere() -> None:
    assert particle(unicodedata.normalize("NFD", "들불"), "은/는") == "은"


@given(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), st.sampled_from(sorted(PAIRS)))
def test_every_syllable_agrees_with_its_own_decomposition(syllable: str, pair: str) -> None:
    closed, is_open = pair.split("/")
    final = unicodedata.normalize("NFD", syllable)[2:]
    rieul_before_ro = closed.startswith("으로") and final == "\u11af"
    assert particle(syllable, pair) == (closed if final and not rieul_before_ro else is_open)


@given(st.text(max_size=60), st.sampled_from(sorted(PAIRS)))
def test_no_text_is_too_strange_to_be_followed_by_a_particle(text: str, pair: str) -> None:
    closed, is_open = pair.split("/")
    said = particle(text, pair)
    assert said in {closed, is_open} or (ending(text) is None and "(" in said)


@given(st.text(alphabet="!?…~♥☆🌙 .'\"\ufe0f", max_size=20))
def test_signs_and_emoji_at_the_end_are_not_heard(signs: str) -> None:
    assert ending("들불" + signs) is Sound.RIEUL
    assert ending("랜서" + signs) is Sound.OPEN


def render(source: str, **context: object) -> str:
    return Template("{% load korean %}" + source).render(Context(context))


def test_only_korean_takes_particles() -> None:
    for language, told in (("ko", "서리가"), ("en", "서리"), ("ja", "서리"), ("zh-hant", "서리")):
        with override(language):
            assert render('{{ name|josa:"이/가" }}', name="서리") == told


def test_a_name_with_markup_in_it_stays_text() -> None:
    with override("ko"):
        assert render('{{ name|josa:"은/는" }}', name="<b>달") == "&lt;b&gt;달은"
        assert render('{{ name|josa:"을/를" }}', name=mark_safe("R&amp;D")) == "R&amp;D를"


def test_every_pair_that_a_template_asks_for_is_known() -> None:
    asked = {
        pair
        for path in (settings.BASE_DIR / "templates").rglob("*.*")
        for pair in re.findall(r'\|josa:"([^"]*)"', path.read_text(encoding="utf-8", errors="ignore"))
    }
    assert {pair for pair in asked if len(set(pair.split("/"))) > 1} <= PAIRS


@pytest.mark.parametrize("name", ["서리", "들불", "劍"])
def test_a_particle_that_never_changes_follows_every_name(name: str) -> None:
    assert particle(name, "의/의") == "의"
