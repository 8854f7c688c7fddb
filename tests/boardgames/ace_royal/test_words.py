"""Every refusal, announcement and name of Ace Royal has its Korean (I-14), and the command tells a whole record."""

import io
import random
import re
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import strip_tags
from msgspec.structs import replace

from boardgames import ace_royal
from boardgames.ace_royal.cards import CARDS, Card
from boardgames.ace_royal.notation import read_ability
from boardgames.ace_royal.report import Event
from boardgames.ace_royal.vocabulary import Condition
from boardgames.templatetags.ace_royal import ace_royal_name, explain, say
from boardgames.templatetags.ace_royal_screen import card_says
from tabletop.game import Illegal
from tests.boardgames.ace_royal.random_games import any_house_rules, whole_game
from tests.boardgames.ace_royal.test_records import RECORDS

CODE = "\n".join(path.read_text() for path in Path(ace_royal.__file__).parent.glob("*.py"))
SHARED = (Path(ace_royal.__file__).parent.parent / "record_reading.py").read_text()
REFUSALS = sorted({*re.findall(r'Illegal\("(\w+)"', CODE), *re.findall(r'(?:Illegal\(|return )"(\w+)"', SHARED)})
EVENTS = sorted(
    {*re.findall(r'tell\(.*?, "(\w+)"', CODE), *re.findall(r'\bcode="(\w+)"', CODE), *re.findall(r'why="(\w+)"', CODE)}
    - {"discard"}
)
NUMBERS = {"count": 3, "limit": 4, "key": "x", "fewest": 2, "most": 7}
HANGUL = re.compile("[가-힣]")
NAMES = {"alice": "앨리스", "bob": "밥"}


@pytest.fixture(autouse=True)
def _in_korean():
    with translation.override("ko"):
        yield


def test_the_lists_of_codes_are_found():
    assert len(REFUSALS) > 45
    assert len(EVENTS) > 50


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_its_sentence(code):
    told = explain(Illegal(code, "A-7", "", NUMBERS))
    assert HANGUL.search(told)
    assert told.endswith(".")


@pytest.mark.parametrize("code", EVENTS)
def test_every_event_has_its_sentence(code):
    for word in ("", "assault", "phys", "a", "b", "c", "d", "e", "assassination", "pa", "mana"):
        told = say(Event(code, "alice", other="bob", card="L-K01", number=2, word=word), NAMES)
        assert HANGUL.search(told)


def test_a_sentence_takes_the_particles_of_its_names():
    assert say(Event("set", "alice", card="L-K01"), NAMES) == "앨리스가 이 빠진 장검을 설치합니다."
    assert say(Event("set", "bob", card="L-K02"), NAMES) == "밥이 띠쇠 방패를 설치합니다."


@pytest.mark.parametrize(
    ("language", "name"),
    [("ko", "이 빠진 장검"), ("en", "Chipped Longsword"), ("zh-hant", "缺口長劍"), ("ja", "刃こぼれの長剣")],
)
def test_a_card_is_called_in_the_readers_language(language, name):
    with translation.override(language):
        assert ace_royal_name("L-K01") == name


@pytest.mark.parametrize("card", CARDS)
def test_every_card_has_its_korean_name(card):
    assert HANGUL.search(ace_royal_name(card))


@pytest.mark.parametrize("rule", ["A-71", "AG-43", "A-48", "A-49", "A-50", "A-53", "AG-19"])
def test_every_reason_of_a_number_that_is_no_card_has_its_words(rule):
    assert HANGUL.search(ace_royal_name(rule))


def test_another_rule_id_stays_as_it_is():
    assert ace_royal_name("A-7") == "A-7"


def test_whatever_is_announced_in_a_game_can_be_said():
    for seed in range(6):
        options = any_house_rules(random.Random(seed))
        for _, _, played in whole_game(seed, players=2 + seed, moves=400, **options):
            for event in played.report.events:
                assert HANGUL.search(say(event, NAMES))
                assert "None" not in say(event, NAMES)
                assert not unnamed(event), event


def test_AG_38_of_whom_a_coin_does_nothing_to_nobody_is_told_that_he_is_dead():
    """A living Master whom a card protects meets no coin either."""
    assert say(Event("coin_meets_nobody", "alice"), NAMES) == "앨리스에게는 코인이 듣지 않습니다."


def unnamed(event: Event) -> list[str]:
    """Whom and what the sentence of the event would name, had it been told."""
    places = {"seat": "alice", "other": "bob", "card": "L-K01"}
    told = say(event, NAMES)
    empty = [place for place in places if not getattr(event, place) and (event.code, place) != ("used", "other")]
    return [place for place in empty if say(replace(event, **{place: places[place]}), NAMES) != told]


def test_on_a_page_names_are_escaped_once():
    page = Template("{% load ace_royal %}{% tell_event event names %}")
    told = page.render(Context({"event": Event("starts", "alice"), "names": {"alice": "<b>"}}))
    assert "&lt;b&gt;" in told
    assert "&amp;" not in told


def replayed(name: str, **options: object) -> str:
    out = io.StringIO()
    call_command("replay", str(RECORDS / f"{name}.json"), stdout=out, **options)
    return out.getvalue()


def test_a_record_is_told_turn_by_turn_with_the_reasons_of_every_number():
    told = replayed("AT-1_two_damage_then_a_counter_tie")
    assert "1번째 차례: a" in told
    assert "공격 7 (추방자 알드렌 베인 +5, 칼 +2)" in told
    assert "피해 2 (공격이 방어를 넘음 +2)" in told
    assert "b가 답할 차례입니다." in told


def test_a_record_is_told_in_english_as_well():
    assert "Assault of a on b: 2 damage" in replayed("AT-1_two_damage_then_a_counter_tie", language="en")


def said_of(text):
    told = card_says(Card("", "code", "", abilities=(read_ability(text),)))
    return " ".join(strip_tags(told).split())


@pytest.mark.parametrize("field", msgspec.structs.fields(Condition), ids=lambda field: field.name)
def test_every_condition_is_told_in_words(field):
    values = {"role": "defender", "mode": "magic", "opp_kw": "legion", "opp_class": "lance", "opp_sex": "m"}
    when = msgspec.convert({field.name: values.get(field.name, True if "bool" in str(field.type) else 3)}, Condition)
    told = render_to_string("boardgames/ace_royal/screen/condition.html", {"when": msgspec.to_builtins(when)})
    assert HANGUL.search(told) and "_" not in told


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A@any: if(hand>=3: draw(1) & mana+1 | spell+1)", "손패가 3장 이상이면: 1장 뽑음; 마력 +1 / 아니면: 령주 +1"),
        ("A@assault[mode=phys]: dmg_dealt+1", "습격 · 물리 공격이면 주는 피해 +1"),
        ("A@any: roll(1-3: mana+1 & draw(1) | 4-6: -)", "1–3 마력 +1; 1장 뽑음, 4–6 없음"),
        ("T@turn_start: mana+1", "내 차례가 시작될 때 마력 +1"),
        ("T@end: mana+1", "내 차례가 끝날 때 마력 +1"),
        ("T@withdrawal: mana+1", "내 전투가 끝난 뒤 마력 +1"),
        ("T@loss[dealt>=2]: mana+1", "내 서번트가 피해를 주었을 때 · 피해를 2 이상 주었으면 마력 +1"),
        ("T@loss[dealt>=1]: mana+1", "내 서번트가 피해를 주었을 때 마력 +1"),
    ],
)
def test_when_and_under_what_condition_a_card_of_ones_own_works_is_told(text, words):
    assert words in said_of(text)
