"""Effects are put together from choices: every one of the vocabulary can be, in words, and is the same as typed in."""

import re

import msgspec
import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames.card_sets import building, cells
from boardgames.card_sets.kinds import ACE_ROYAL, DOMINATE, columns, from_cells
from boardgames.card_sets.parts import parts_of
from boardgames.card_sets.preview import SAMPLE, phrase, told

COLUMNS = [
    (DOMINATE, "arts", "use"),
    (DOMINATE, "arts", "clash"),
    (DOMINATE, "arts", "after"),
    (DOMINATE, "arts", "lasting"),
    (DOMINATE, "wardens", "lasting"),
    (ACE_ROYAL, "cards", "abilities"),
]
EFFECTS = [(*place, op) for place in COLUMNS for op in building.effects(*place)]
PARTS = [
    (part, word)
    for kind, table, column in COLUMNS
    for parts in (
        *(parts_of(effect) for effect in building.effects(kind, table, column).values()),
        *(parts for _, parts in building.around(kind)),
    )
    for part in parts
    for word in (part.choices or ("",))
]


def ids(values):
    return [f"{values_[0].game} {values_[2]} {values_[3]}" for values_ in values]


def test_every_column_of_effects_can_be_filled_by_choices():
    asked = {
        (kind.game, table, column.name)
        for kind in (DOMINATE, ACE_ROYAL)
        for table in kind.tables
        for column in columns(kind, table)
        if column.form == "effects"
    }
    assert all(building.effects(DOMINATE if game == "dominate" else ACE_ROYAL, *rest) for game, *rest in asked)


@pytest.mark.parametrize("place", EFFECTS, ids=ids(EFFECTS))
def test_what_is_chosen_is_the_effect_that_its_text_says(place):
    kind, table, column, op = place
    made = building.build(kind, table, column, op, SAMPLE)
    row, mistakes = from_cells(kind, table, {column: made.text})
    assert mistakes == []
    assert told(kind, column, row[column]) == told(kind, column, made.value)
    assert building.pieces(kind, table, column, building.joined(kind, [made.text, made.text])) == [made.text] * 2


@pytest.mark.parametrize("place", EFFECTS, ids=ids(EFFECTS))
def test_every_effect_is_offered_as_an_example_in_korean(place):
    with translation.override("ko"):
        said = phrase(*place)
    assert re.search("[가-힣]", said) or said == "…"
    assert not re.search("[a-z_]{3,}", said)


@pytest.mark.parametrize("place", COLUMNS, ids=[f"{kind.game} {table} {column}" for kind, table, column in COLUMNS])
def test_no_two_effects_of_a_column_look_the_same(place):
    for language in ("ko", "en"):
        with translation.override(language):
            said = [phrase(*place, op) for op in building.effects(*place)]
        assert len(set(said)) == len(said), said


@pytest.mark.parametrize(("part", "word"), set(PARTS), ids=[f"{part.name} {word}" for part, word in set(PARTS)])
def test_every_part_and_every_word_to_choose_is_named(part, word):
    with translation.override("ko"):
        name = render_to_string("boardgames/card_sets/part_word.html", {"name": part.name})
        choice = render_to_string("boardgames/card_sets/choice_word.html", {"name": part.name, "word": word})
    assert "mono" not in name
    assert word.isdigit() or not word or re.search("[가-힣]", choice), (part.name, word)


@pytest.mark.parametrize("kind", [DOMINATE, ACE_ROYAL], ids=["dominate", "ace-royal"])
def test_every_column_and_every_word_of_a_column_is_named(kind):
    with translation.override("ko"):
        for table in kind.tables:
            for column in columns(kind, table):
                assert "mono" not in render_to_string("boardgames/card_sets/column.html", {"name": column.name})
                words = "choice_word" if column.form == "several" else "cell_word"
                for word in column.choices:
                    context = {"name": column.name, "word": word}
                    assert re.search("[가-힣]", render_to_string(f"boardgames/card_sets/{words}.html", context))


def test_what_is_missing_is_named():
    assert building.build(DOMINATE, "arts", "use", "move", {}).wrong == "places"
    assert building.build(DOMINATE, "arts", "use", "draw", {"n": [""]}).wrong == "n"
    assert building.build(DOMINATE, "arts", "use", "draw", {"n": ["many"]}).wrong == "n"
    assert building.build(DOMINATE, "arts", "use", "fly", {}).wrong == "op"
    assert building.build(DOMINATE, "arts", "use", "rout", {"target": ["everybody"]}).wrong == "op"


def test_an_ability_has_its_time_its_price_and_its_condition():
    chosen = {"cost.discard": ["X"], "head.windows": ["engagement"], "when.role": ["defender"], "stats.pa": ["3+X"]}
    made = building.build(ACE_ROYAL, "cards", "abilities", "proxy", chosen)
    assert (made.text, made.wrong) == ("A@engagement(X)[defender]: proxy(code,3+X/1/1/1)", "")
    made = building.build(ACE_ROYAL, "cards", "abilities", "stat", {"head.kind": ["constant"], "add": ["−1"]})
    assert (made.text, made.wrong) == ("C: pa-1", "")
    made = building.build(ACE_ROYAL, "cards", "abilities", "stat", {"set": ["7"], "until": ["combat"]})
    assert made.text == "A@any(0): pa=7~combat"


def test_an_ability_that_nobody_could_ever_use_says_so():
    assert building.build(ACE_ROYAL, "cards", "abilities", "draw", {"head.kind": ["constant"]}).wrong == "head"
    assert building.build(ACE_ROYAL, "cards", "abilities", "draw", {"head.windows": ["turn_start"]}).wrong == "head"


def test_an_effect_can_join_the_last_ability():
    first = building.build(ACE_ROYAL, "cards", "abilities", "draw", {"cost.down": ["yes"]})
    more = building.build(ACE_ROYAL, "cards", "abilities", "discard", {})
    assert building.continued([first.text], more) == ["A@any(T): draw(1); discard(1)"]
    assert building.continued([], more) == [more.text]


FILLED = st.sampled_from(["", "0", "1", "−3", "99", "1000", "x", "yes", "self", "X", "codes", '"', "a;b", "\0"])


@given(place=st.sampled_from(EFFECTS), filled=st.lists(FILLED, min_size=6, max_size=6))
@settings(max_examples=200)
def test_whatever_is_filled_in_is_an_effect_or_named_as_wrong(place, filled):
    kind, table, column, op = place
    parts = [
        *parts_of(building.effects(kind, table, column)[op]),
        *(p for _, some in building.around(kind) for p in some),
    ]
    given = {part.name: [filled[number % 6]] for number, part in enumerate(parts)}
    made = building.build(kind, table, column, op, given)
    if made.wrong and made.wrong != "head":
        assert made.text == ""
        return
    row, mistakes = from_cells(kind, table, {column: made.text})
    assert mistakes == []
    msgspec.convert(row[column], cells_type(kind, table, column))


def cells_type(kind, table, column):
    return next(one.type for one in msgspec.structs.fields(kind.tables[table]) if one.encode_name == column)


def test_texts_that_are_no_effects_have_no_pieces():
    with pytest.raises(cells.BadCell):
        building.pieces(DOMINATE, "arts", "use", "draw(two)")
