"""Cards as texts: every shipped card and any value goes out to a cell and comes back the same."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames.card_set import Mistake
from boardgames.card_sets import cells, spreadsheet
from boardgames.card_sets.cells import BadCell
from boardgames.card_sets.kinds import ACE_ROYAL, DOMINATE, KINDS, columns, from_cells, shipped, to_cells
from boardgames.card_sets.preview import DEEDS
from boardgames.dominate.vocabulary import Card

EFFECTS = cells.info_of(Card)
TABLES = [(kind, table) for kind in KINDS.values() for table in kind.tables]


def is_same(kind, table, one, other):
    return msgspec.convert(one, kind.tables[table]) == msgspec.convert(other, kind.tables[table])


@pytest.mark.parametrize(("kind", "table"), TABLES, ids=[f"{kind.game} {table}" for kind, table in TABLES])
def test_every_shipped_card_comes_back_from_its_cells_and_from_a_spreadsheet(kind, table):
    rows = shipped(kind)[table]
    for row in rows:
        back, mistakes = from_cells(kind, table, to_cells(kind, table, row))
        assert (mistakes, is_same(kind, table, back, row)) == ([], True)
    read, mistakes = spreadsheet.read(kind, table, spreadsheet.write(kind, table, rows).encode())
    assert mistakes == []
    assert all(is_same(kind, table, back, row) for back, row in zip(read, rows, strict=True))


@pytest.mark.parametrize("column", DEEDS)
def test_every_example_of_the_vocabulary_is_written_as_it_is_read(column):
    for text in DEEDS[column]:
        value = cells.read(text, EFFECTS[column].type)
        assert cells.read(cells.write(value, EFFECTS[column].type), EFFECTS[column].type) == value
        assert msgspec.convert({"code": "", "name": "", "power": 0, "cost": 0, "attributes": [], column: value}, Card)


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=60), st.integers(-99, 99))
def test_any_text_of_a_manual_effect_comes_back(text, number):
    value = [{"op": "manual", "text": text}, {"op": "draw", "n": number}]
    written = cells.write(value, EFFECTS["use"].type)
    assert cells.read(written, EFFECTS["use"].type) == value


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=200))
def test_no_text_is_more_than_a_bad_cell(text):
    for column in ("use", "attributes", "power", "combination", "joins", "only_if", "reveals"):
        try:
            cells.read(text, EFFECTS[column].type)
        except BadCell:
            continue


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("power", "four"),
        ("use", "fly(1)"),
        ("use", "draw(1, 2)"),
        ("use", 'manual("'),
        ("reveals", "perhaps"),
        ("only_if", "x"),
        ("attributes", '["might"'),
        ("text", "a\0b"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_column(column, text):
    row, mistakes = from_cells(DOMINATE, "arts", {"code": "X1", "name": "X", column: text})
    assert mistakes == [Mistake("cell", "arts", "X1", column)]
    assert column not in row


def test_numbers_and_signs_may_be_written_as_people_do():
    row, mistakes = from_cells(
        DOMINATE, "champions", {"code": "X", "name": "X", "role": "X", "deck": "M2*2 M3×3 S2", "arts": "A, B"}
    )
    assert (mistakes, row["deck"], row["arts"]) == ([], {"M2": 2, "M3": 3, "S2": 1}, ["A", "B"])


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_spreadsheet_of_any_country_is_read(separator, mark):
    lines = (("code", "name", "power", "cost", "attributes"), ("X1", "검", "3", "0", "might"))
    text = mark + "\r\n".join(map(separator.join, lines))
    rows, mistakes = spreadsheet.read(DOMINATE, "attacks", text.encode())
    assert (rows, mistakes) == ([{"code": "X1", "name": "검", "power": 3, "cost": 0, "attributes": ["might"]}], [])


@pytest.mark.parametrize(
    ("file", "mistake"),
    [
        (b"\xff\xfe\x00", Mistake("encoding", "attacks")),
        (b"code,name\nX\0,a", Mistake("encoding", "attacks")),
        (b"", Mistake("missing", "attacks", "", "code")),
        (b"name,power\nx,1", Mistake("missing", "attacks", "", "code")),
        (b"code,colour\nX,red", Mistake("unknown", "attacks", "", "colour")),
        (b"code,power\nX,lots", Mistake("cell", "attacks", "X", "power")),
        (b"code,power\n,3", Mistake("missing", "attacks", "2", "code")),
    ],
)
def test_a_spreadsheet_names_every_mistake(file, mistake):
    assert mistake in spreadsheet.read(DOMINATE, "attacks", file)[1]


def test_a_template_has_every_column_and_a_few_cards():
    head, *lines = spreadsheet.template(ACE_ROYAL, "cards").removeprefix("\ufeff").splitlines()
    assert head.split(",") == [column.name for column in columns(ACE_ROYAL, "cards")]
    assert len(lines) == 3
