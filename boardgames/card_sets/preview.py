"""A card that is being made, as it will be read: its name, its numbers, what it does in words."""

from functools import lru_cache
from html import unescape
from typing import Any

import msgspec
from django.template.loader import get_template
from django.utils.html import strip_tags
from django.utils.translation import get_language

from boardgames.ace_royal.cards import Card as RoyalCard
from boardgames.ace_royal.notation import read_ability
from boardgames.ace_royal.vocabulary import Ability
from boardgames.card_sets import building, cells
from boardgames.card_sets.kinds import ACE_ROYAL, Kind, Row
from boardgames.dominate.vocabulary import Card
from boardgames.templatetags.ace_royal_screen import card_says
from boardgames.templatetags.dominate_deeds import deeds


class Said(msgspec.Struct, frozen=True):
    """What can be told of a row: `fits` it is a card already."""

    code: str
    name: str
    numbers: tuple[tuple[str, Any], ...] = ()
    does: str = ""
    fits: bool = True


NUMBERS = ("power", "cost", "mana", "spells", "results", "copies")


def preview(kind: Kind, table: str, row: Row) -> Said:
    """The row in words; what is no card yet is told as far as it goes."""
    code, name = str(row.get(kind.key(table), "")), str(row.get("name", ""))
    try:
        entry = msgspec.convert(row, kind.tables[table])
    except msgspec.ValidationError:
        return Said(code, name, fits=False)
    if kind is ACE_ROYAL and isinstance(entry, RoyalCard):
        return Said(code, name, tuple(entry.stats.items()), card_says(entry))
    plain: dict[str, Any] = msgspec.structs.asdict(entry)
    return Said(code, name, tuple((word, plain[word]) for word in NUMBERS if word in plain), deeds(entry))  # type: ignore[arg-type]


SAMPLE: dict[str, list[str]] = {"n": ["2"], "places": ["field_a", "field_b"], "text": ["…"]}
"""Fillings that make an example of any effect."""


def phrase(kind: Kind, table: str, column: str, op: str) -> str:
    """An effect as an example in words, to be chosen by."""
    return _phrase(kind, table, column, op, get_language())


@lru_cache(maxsize=1024)
def _phrase(kind: Kind, table: str, column: str, op: str, language: str | None) -> str:
    built = building.build(kind, table, column, op, SAMPLE)
    if kind is ACE_ROYAL:
        shown: Any = get_template("boardgames/ace_royal/screen/effect.html")
        return unescape(strip_tags(" ".join(shown.render({"it": built.value[0]["do"][0]}).split()))).strip()
    return told(kind, column, built.value)


def told(kind: Kind, column: str, value: list[Any], *, type: str = "code") -> str:
    """Effects as the file holds them, in words; raises ValidationError where they are none."""
    if kind is ACE_ROYAL:
        return card_says(RoyalCard("", type, "", abilities=msgspec.convert(value, tuple[Ability, ...])))  # type: ignore[arg-type]
    plain = {"code": "", "name": "", "power": 0, "cost": 0, "attributes": []}
    return deeds(msgspec.convert(plain | {column: value}, Card))


DEEDS = {
    "use": (
        "total_add(3)",
        "total_add(3, climax=yes)",
        "total_add(2, only=hidden)",
        "total_add(1, per=might)",
        "base_set(5, attribute=might, at_most=2)",
        "base_add(-1, scope=opponents)",
        "terrain_add(2)",
        "terrain_multiply(2)",
        "terrain_set(4)",
        "terrain_take",
        "results_gain(1)",
        "mana_add(2)",
        "mana_unlimited",
        "draw(2)",
        "swap_hand(2)",
        "rebuild_hand",
        "no_draw(opponents)",
        "step_on",
        "leap",
        "move(field_a+field_b, cost=1)",
        "rout(chosen, spells=1)",
        "rout(top, lacks=ruse)",
        "play_extra(2, 4, draw=1)",
        "play_range(1, 3, 4, free=yes)",
        "silence(all)",
        "reveal",
        "hide_name",
        "spell_add(1)",
        "spell_set(0, chosen)",
        "remove_self",
        'manual("…")',
    ),
    "clash": ("weaken_per(-3, might)", "rout_proof", "rout_stronger(sole)", "total_add(2)"),
    "after": (
        "results_add(2, won)",
        "results_add(1, won, opponents=each)",
        "results_double",
        "winner_prize_add(-2, lost)",
        "gain(2, mana, lost)",
    ),
    "lasting": ("gain_at(1, mana, round_end)", "gain_at(1, results, place, at=field_a)", "always(1, only=alone)"),
}
"""What can be written in each column, by example."""


def examples(kind: Kind) -> list[tuple[str, str]]:
    """Effects as they are written, and in words."""
    if kind is ACE_ROYAL:
        return [(text, card_says(RoyalCard("", "code", "", abilities=(read_ability(text),)))) for text in ABILITIES]
    info = cells.info_of(Card)
    found = [(column, text, cells.read(text, info[column].type)) for column, texts in DEEDS.items() for text in texts]
    plain = {"code": "", "name": "", "power": 0, "cost": 0, "attributes": []}
    return [(text, deeds(msgspec.convert(plain | {column: value}, Card))) for column, text, value in found]


ABILITIES = (
    "C: pa+2",
    "C[codes>=4]: all+1",
    "A@any(T): draw(1)",
    "A@assault(1): pa+2",
    "A@engagement(X): proxy(servant,3+X/4/3/4)",
    "T@loss[dealt>=1]: coin(depletion,1,opp)",
    "T@turn_start: mana+1",
    "A@any(K1,M1): each_other.mana-1; spell+1",
    "A@any(R456): draw(2)",
    "A@engagement[opp.class=lance]: opp.pd-2~combat; swap_roles",
    "A@assault: pa=9~step",
    "A@any: choose(draw(2) | mana+1)",
    "A@any: roll(1-3: mana+1 & draw(1) | 4-6: -)",
    "A@any: if(hand>=3: discard(1) | draw(1))",
    "A@any: repeat(codes: mana+1)",
    "A@any: steal(1,choose,any); give(1,any)",
    "A@any: fetch(grail_seat,code,1); peek(hand,any,2)",
    "A@any: negate(ability)",
    'A@any: manual("…")',
)
