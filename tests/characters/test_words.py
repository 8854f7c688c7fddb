"""Every word and fault of a sheet has its name and its sentence (I-14)."""

import ast
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from campaigns import names
from characters.answers import PARTS, inputs_of
from characters.fields import FIELDS
from characters.labels import LABELS, WORDS
from characters.reading import EFFECTS
from characters.sheet import DAMAGE_KINDS, Typed, Who
from characters.templatetags.sheets import told
from characters.wording import Fault

ROOT = Path(__file__).resolve().parents[2]
NUMBERS: dict[str, int | str] = {"limit": 80, "over": 3, "low": 0, "high": 9}


def fault_codes() -> set[str]:
    """Every code that the sources of a fault can give."""
    found = {fault.value for fault in names.Fault} - {"empty"}
    for source in ("reading", "wording", "views/drafts"):
        for node in ast.walk(ast.parse((ROOT / f"characters/{source}.py").read_text())):
            match node:
                case ast.Call(func=ast.Attribute(attr="wrong") | ast.Name(id="Fault"), args=[first, *_]):
                    found |= {each.value for each in ast.walk(first) if isinstance(each, ast.Constant)}
    return found


@pytest.mark.parametrize("code", sorted(fault_codes()))
def test_every_fault_has_a_sentence_in_korean(code: str) -> None:
    said = {}
    for language in ("en", "ko"):
        with translation.override(language):
            said[language] = render_to_string("characters/fault.html", {"fault": Fault(code, "name", NUMBERS)})
    assert said["en"].count("<p") == 1 and len(said["en"]) > 30
    assert said["ko"] != said["en"]


def test_every_field_and_part_of_an_entry_has_a_name() -> None:
    parts = {part for group in PARTS.values() for part in group} | {"name", "hp_max", "mp_max"}
    plain = {name for kind in ("servant", "master") for name in inputs_of(kind) if "." not in name}
    assert {field.key for field in FIELDS} | parts | plain <= LABELS.keys()


def test_every_choice_has_a_word() -> None:
    effects = {f"{group}.{effect}" for group, effects in EFFECTS.items() for effect in effects}
    assert effects | set(DAMAGE_KINDS) | {"one", "area", "attack", "defence"} <= WORDS.keys()


@pytest.mark.parametrize(
    ("value", "part", "said"),
    [
        (None, "limit", "없음"),
        (True, "secret", "예"),
        (False, "secret", "아니요"),
        (-3, "amount", "−3"),
        (Typed(count=3, damage=12), "smash", "3장 · 피해 12"),
        (Typed(damage=12), "critical", "피해 12"),
        (Typed(), "smash", "등급대로"),
        ((), "order", "없음"),
        (("물막이", "노래"), "order", "물막이 · 노래"),
        ("", "text", "없음"),
        (Who.OWNER, "who", "나와 진행자"),
    ],
)
def test_the_history_tells_every_kind_of_value_in_words(value: object, part: str, said: str) -> None:
    with translation.override("ko"):
        assert told(value, part, "skills", "owner") == said
