"""Effects on the form of a card: what stands there, what is being put together, and the buttons that add and take out."""

from collections.abc import Mapping

import msgspec
from django.http import Http404, QueryDict

from boardgames.card_sets import building, nesting
from boardgames.card_sets.building import Built
from boardgames.card_sets.cells import BadCell
from boardgames.card_sets.kinds import ACE_ROYAL, Kind, columns, from_cells
from boardgames.card_sets.parts import Part, parts_of
from boardgames.card_sets.preview import phrase, told


class Filled(msgspec.Struct, frozen=True):
    """A part of the effect that is being put together, with what stands in it."""

    part: Part
    name: str
    given: tuple[str, ...]


class Group(msgspec.Struct, frozen=True):
    """Parts that belong together; `open`: something was said in one of them."""

    word: str
    parts: tuple[Filled, ...]
    open: bool


class Effects(msgspec.Struct, frozen=True):
    """A column of effects on the form.

    `lines` are the effects that stand in `text`, in words; None where it cannot be read. `says` tells what is being put
    together, `wrong` names what is missing for it. `nest` is what the last line is put into, `inner` what that says.
    """

    column: str
    text: str
    lines: tuple[str, ...] | None
    op: str
    offered: tuple[tuple[str, str], ...]
    parts: tuple[Filled, ...] = ()
    around: tuple[Group, ...] = ()
    says: str = ""
    wrong: str = ""
    nest: str = ""
    nests: tuple[str, ...] = ()
    nest_parts: tuple[Filled, ...] = ()
    inner: str = ""
    misfit: str = ""


def effects(kind: Kind, table: str, column: str, typed: Mapping[str, str], data: QueryDict) -> Effects:
    """The column as it is to be shown after what was typed and chosen."""
    text, op = typed.get(column, ""), _op(kind, table, column, data)
    offered = tuple((one, phrase(kind, table, column, one)) for one in building.effects(kind, table, column))
    lines = _lines(kind, table, column, text, typed)
    shown = Effects(column, text, lines, op, offered)
    if lines and kind is ACE_ROYAL:
        shown = _nesting(shown, typed, data)
    if not op:
        return shown
    made = _built(kind, table, column, typed, data)
    parts = _filled(column, parts_of(building.effects(kind, table, column)[op]), data)
    around = tuple(_group(word, _filled(column, some, data)) for word, some in building.around(kind))
    says = told(kind, column, made.value, type=typed.get("type") or "code") if made.value else ""
    return msgspec.structs.replace(shown, parts=parts, around=around, says=says, wrong=made.wrong)


def _nesting(shown: Effects, typed: Mapping[str, str], data: QueryDict) -> Effects:
    """What the last line can be put into, and how it reads then."""
    nest = data.get(f"{shown.column}.nest", "")
    if nest not in nesting.NESTS or data.get("nest") == shown.column:
        return msgspec.structs.replace(shown, nests=nesting.NESTS)
    last = building.pieces(ACE_ROYAL, "cards", shown.column, shown.text)[-1]
    made = _nested(shown.column, last, typed, data)
    inner = told(ACE_ROYAL, shown.column, made.value, type=typed.get("type") or "code") if made.value else ""
    parts = _filled(f"{shown.column}.nest", nesting.parts(nest, last), data)
    return msgspec.structs.replace(
        shown, nests=nesting.NESTS, nest=nest, nest_parts=parts, inner=inner, misfit=made.wrong
    )


def _nested(column: str, last: str, typed: Mapping[str, str], data: QueryDict) -> Built:
    nest, given = data.get(f"{column}.nest", ""), _given(f"{column}.nest", data)
    return nesting.put_into(nest, last, given, from_hand=typed.get("type") == "scene")


def _op(kind: Kind, table: str, column: str, data: QueryDict) -> str:
    """The effect that is chosen; none after it has been added, so that the next one begins anew."""
    op = data.get(f"{column}.op", "")
    added = data.get("add") == column or data.get("join") == column
    return op if op in building.effects(kind, table, column) and not added else ""


def _lines(kind: Kind, table: str, column: str, text: str, typed: Mapping[str, str]) -> tuple[str, ...] | None:
    try:
        pieces = building.pieces(kind, table, column, text)
    except BadCell:
        return None
    said = (_said(kind, table, column, piece, typed) for piece in pieces)
    return None if None in (lines := tuple(said)) else lines  # type: ignore[return-value]


def _said(kind: Kind, table: str, column: str, piece: str, typed: Mapping[str, str]) -> str | None:
    row, mistakes = from_cells(kind, table, {column: piece})
    try:
        return None if mistakes else told(kind, column, row[column], type=typed.get("type") or "code")
    except msgspec.ValidationError:
        return None


def _filled(column: str, parts: tuple[Part, ...], data: QueryDict) -> tuple[Filled, ...]:
    given = _given(column, data)
    return tuple(Filled(part, f"{column}.{part.name}", part.given(given)) for part in parts)


def _group(word: str, parts: tuple[Filled, ...]) -> Group:
    said = any(tuple(filter(None, filled.given)) != filled.part.value for filled in parts)
    return Group(word, parts, said or word == "head")


def _given(column: str, data: QueryDict) -> dict[str, list[str]]:
    start = f"{column}."
    return {name.removeprefix(start): data.getlist(name) for name in data if name.startswith(start)}


def _built(kind: Kind, table: str, column: str, typed: Mapping[str, str], data: QueryDict) -> Built:
    op = data.get(f"{column}.op", "")
    return building.build(kind, table, column, op, _given(column, data), from_hand=typed.get("type") == "scene")


def pressed(kind: Kind, table: str, data: QueryDict) -> tuple[str, str, str]:
    """The button that was pressed in a column, the column, and which of its effects it is about; else three times ""."""
    do = next((word for word in ("add", "join", "nest", "drop", "pick") if word in data), "")
    column, _, which = data.get(do, "").partition(".")
    if do and column not in {one.name for one in columns(kind, table) if one.form == "effects"}:
        raise Http404
    return do, column, which


def changed(kind: Kind, table: str, typed: Mapping[str, str], data: QueryDict) -> dict[str, str] | None:
    """What is typed after a button of a column was pressed; None where none was."""
    do, column, which = pressed(kind, table, data)
    if not do:
        return None
    try:
        pieces = building.pieces(kind, table, column, typed[column])
    except BadCell:
        pieces = [typed[column]]
    if do == "drop":
        pieces = [piece for number, piece in enumerate(pieces) if str(number) != which]
    elif do == "nest":
        made = _nested(column, pieces[-1] if pieces else "", typed, data)
        if made.wrong:
            return dict(typed)
        pieces = [*pieces[:-1], made.text]
    elif do != "pick":
        made = _built(kind, table, column, typed, data)
        if made.wrong not in ("", "head"):
            return dict(typed)
        pieces = building.continued(pieces, made) if do == "join" else [*pieces, made.text]
    return {**typed, column: typed[column] if do == "pick" else building.joined(kind, pieces)}
