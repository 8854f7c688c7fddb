"""A table of cards as CSV: templates to fill in, what is uploaded, what goes out again (카드 표). Pure.

Comma, semicolon or tab between the cells, as spreadsheets of different countries write them; UTF-8 with or without a mark.
"""

import csv
import io
import unicodedata

from boardgames.card_set import Mistake
from boardgames.card_sets.content import MOST_ROWS
from boardgames.card_sets.kinds import Kind, Row, columns, from_cells, shipped, to_cells

SEPARATORS = ",;\t"
csv.field_size_limit(20_000)


def write(kind: Kind, table: str, rows: list[Row]) -> str:
    """The rows with their head line. The mark at the start tells spreadsheets that it is UTF-8."""
    names = [column.name for column in columns(kind, table)]
    told = io.StringIO()
    writer = csv.DictWriter(told, names, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(to_cells(kind, table, row) for row in rows)
    return "\ufeff" + told.getvalue()


def template(kind: Kind, table: str) -> str:
    """The head line and the first cards of the shipped set, to be written over."""
    return write(kind, table, shipped(kind)[table][:3])


def read(kind: Kind, table: str, file: bytes) -> tuple[list[Row], list[Mistake]]:
    """The cards of a file and every mistake in it, each with card and column; lines without a text are skipped."""
    try:
        text = unicodedata.normalize("NFC", file.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return [], [Mistake("encoding", table)]
    if "\0" in text:
        return [], [Mistake("encoding", table)]
    try:
        return _read(kind, table, text)
    except csv.Error:
        return [], [Mistake("csv", table)]


def _read(kind: Kind, table: str, text: str) -> tuple[list[Row], list[Mistake]]:
    head = text.partition("\n")[0]
    separator = max(SEPARATORS, key=head.count)
    lines = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator, restkey="…", restval="")
    names = [name.strip() for name in lines.fieldnames or ()]
    lines.fieldnames = names
    key = kind.key(table)
    if key not in names:
        return [], [Mistake("missing", table, "", key)]
    known = {column.name for column in columns(kind, table)}
    mistakes = [Mistake("unknown", table, "", name[:80]) for name in names if name and name not in known]
    rows: list[Row] = []
    for number, line in enumerate(lines, 2):
        texts = {name: value for name, value in line.items() if isinstance(value, str) and name in known}
        if not any(value.strip() for value in texts.values()):
            continue
        if len(rows) == MOST_ROWS:
            return rows, [*mistakes, Mistake("many", table)]
        row, wrong = from_cells(kind, table, texts)
        mistakes += wrong if row.get(key) else [Mistake("missing", table, f"{number}", key), *wrong]
        rows.append(row)
    return rows, mistakes
