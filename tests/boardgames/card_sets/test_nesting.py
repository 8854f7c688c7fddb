"""What an ability does is put into a choice, a condition, a repetition or a die, without a bracket being written."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames.card_set import Mistake
from boardgames.card_sets.building import pieces
from boardgames.card_sets.kinds import ACE_ROYAL, from_cells, to_cells
from boardgames.card_sets.nesting import NESTS, parts, put_into
from boardgames.card_sets.preview import told

TWO = "A@any(T): draw(1); mana+1"
ONE = "A@any: draw(1)"


def faces(text):
    return {f"face.{face}": [effect] for face, effect in enumerate(text.split(), 1)}


@pytest.mark.parametrize(
    ("nest", "said", "written"),
    [
        ("choose", {}, "A@any(T): choose(draw(1) | mana+1)"),
        ("if", {"when.hand": ["3"]}, "A@any(T): if(hand>=3: draw(1) & mana+1)"),
        ("if", {"when.hand": ["3"], "inside": ["last"]}, "A@any(T): draw(1); if(hand>=3: mana+1)"),
        ("if", {"when.own_turn": ["yes"], "inside": ["either"]}, "A@any(T): if(own_turn: draw(1) | mana+1)"),
        (
            "if",
            {"when.role": ["assaulter"], "when.hand": ["3"]},
            "A@any(T): if(assaulter hand>=3: draw(1) & mana+1)",
        ),
        ("repeat", {"n": ["codes"]}, "A@any(T): repeat(codes: draw(1) & mana+1)"),
        ("repeat", {"n": ["2"], "inside": ["last"]}, "A@any(T): draw(1); repeat(2: mana+1)"),
        ("roll", {}, "A@any(T): roll(1-3: draw(1) | 4-6: mana+1)"),
        ("roll", faces("2 0 0 0 1 1"), "A@any(T): roll(1: mana+1 | 2-4: - | 5-6: draw(1))"),
    ],
)
def test_the_effects_of_a_line_go_into_it(nest, said, written):
    assert put_into(nest, TWO, said).text == written


def test_one_effect_happens_on_the_upper_half_of_the_die_until_somebody_says_otherwise():
    assert put_into("roll", ONE, {}).text == "A@any(0): roll(1-3: - | 4-6: draw(1))"


def test_what_is_within_something_can_go_into_something_else():
    inner = put_into("choose", TWO, {}).text
    assert put_into("if", inner, {"when.codes": ["2"]}).text == "A@any(T): if(codes>=2: choose(draw(1) | mana+1))"


@pytest.mark.parametrize(
    ("nest", "text", "said", "wrong"),
    [
        ("choose", ONE, {}, "few"),
        ("if", ONE, {"when.hand": ["3"], "inside": ["either"]}, "few"),
        ("if", TWO, {}, "when"),
        ("if", TWO, {"when.hand": ["many"]}, "when.hand"),
        ("repeat", TWO, {"n": [""]}, "n"),
        ("repeat", TWO, {"n": ["lots"]}, "op"),
        ("roll", TWO, faces("0 0 0 0 0 0"), "face.1"),
        ("roll", TWO, faces("1 2 3 0 0 0"), "face.3"),
        ("choose", "A@any: choose(draw(1) | mana+1); draw(2)", {}, "head"),
        ("choose", "no ability", {}, "op"),
        ("if", "A@any: negate(scene)", {"when.hand": ["1"]}, "head"),
        ("repeat", "A@any: repeat(10: mana+1 & draw(1))", {"n": ["hand"]}, "too_much"),
        ("repeat", TWO, {"n": ["100"]}, "bounds"),
        ("if", "A@any: " + "repeat(1: " * 7 + "mana+1" + ")" * 7, {"when.hand": ["1"]}, "cell"),
        ("fly", TWO, {}, "few"),
    ],
)
def test_what_is_missing_or_never_works_is_named(nest, text, said, wrong):
    assert put_into(nest, text, said).wrong == wrong


@pytest.mark.parametrize("nest", NESTS)
def test_it_is_the_same_as_typed_in_and_reads_in_korean(nest):
    made = put_into(nest, TWO, {"when.hand": ["3"]})
    row, mistakes = from_cells(ACE_ROYAL, "cards", {"abilities": made.text})
    assert mistakes == []
    with translation.override("ko"):
        assert told(ACE_ROYAL, "abilities", row["abilities"]) == told(ACE_ROYAL, "abilities", made.value)
        assert re.search("[가-힣]", render_to_string("boardgames/card_sets/nest_word.html", {"word": nest}))
        for part in parts(nest, TWO):
            name = render_to_string("boardgames/card_sets/part_word.html", {"name": part.name})
            assert "mono" not in name
            for word in part.choices:
                shown = render_to_string("boardgames/card_sets/choice_word.html", {"name": part.name, "word": word})
                assert re.search("[가-힣]", shown)


FILLED = st.sampled_from(["", "0", "1", "2", "−3", "99", "1000", "x", "yes", "either", "last", "codes", '"', "\0", "²"])


@given(nest=st.sampled_from(NESTS), filled=st.lists(FILLED, min_size=6, max_size=6))
@settings(max_examples=50)
def test_whatever_is_filled_in_is_an_ability_or_named_as_wrong(nest, filled):
    said = {part.name: [filled[number % 6]] for number, part in enumerate(parts(nest, TWO))}
    made = put_into(nest, TWO, said)
    assert bool(made.wrong) != bool(made.text)
    if made.text:
        assert from_cells(ACE_ROYAL, "cards", {"abilities": made.text})[1] == []


def test_two_semicolons_within_a_text_do_not_end_the_ability():
    text = 'A@any: choose(manual("c ;; d") | draw(1))'
    assert pieces(ACE_ROYAL, "cards", "abilities", f"{text} ;; C: pa+1") == [text, "C: pa+1"]
    row, mistakes = from_cells(ACE_ROYAL, "cards", {"type": "scene", "abilities": f"{text};;C: pa+1"})
    assert mistakes == []
    assert to_cells(ACE_ROYAL, "cards", row)["abilities"] == f"{text} ;; C: pa+1"


@pytest.mark.parametrize("cells", [{"abilities": "A@any: " + "choose(" * 480}, {"ability_names": "[" * 1900}])
def test_what_lies_too_deep_is_a_cell_that_cannot_be_read(cells):
    _, mistakes = from_cells(ACE_ROYAL, "cards", {"id": "L-S03"} | cells)
    assert mistakes == [Mistake("cell", "cards", "L-S03", "abilities")]
