"""How the parts of a sheet and of its form are drawn."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django import template
from django.template import Context
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from characters.changes import Change
from characters.exchange.text import Found
from characters.forms import Inputs, RowForm, SheetForm, id_of, pluses
from characters.labels import LABELS, READERS, WORDS
from characters.sheet import LETTERS, Typed, Who
from characters.wording import Fault

register = template.Library()


@register.filter
def label(key: str) -> str:
    """What a field, or a part of an entry, is called."""
    return str(LABELS[key])


@register.filter
def word(value: str, group: str = "") -> str:
    """What a value of the sheet is called; effects by the group of their entry."""
    return str(WORDS[f"{group}.{value}" if group else value])


@register.filter
def words(values: tuple[str, ...]) -> str:
    return " · ".join(str(WORDS[value]) for value in values)


@register.filter
def signed(number: int) -> str:
    """With the true minus."""
    return str(number).replace("-", "−")


@register.filter(name="at")
def value_at(values: dict[str, Any], key: str) -> Any:
    return values.get(key)


@register.simple_tag
def pasted_as(found: Found) -> str:
    """What a pasted line was understood as."""
    part = found.at.rpartition(".")[2]
    if found.at == "section":
        return _("heading: %(what)s") % {"what": LABELS[found.value]} if found.value else _("heading")
    name = LABELS[part] if part != "name" or found.at == "name" else LABELS[found.at.partition(".")[0]]
    return f"{name} {found.value}"


@register.simple_tag
def ladder(letter: str) -> SafeString:
    """The rank as bars: five, and six narrower ones for EX."""
    return _ladder(letter)


@cache
def _ladder(letter: str) -> SafeString:
    steps, width, gap = (6, 6, 9) if letter == "EX" else (5, 7, 11)
    bars = "".join(
        f'<rect class="{"on" if place <= LETTERS.index(letter) else "off"}" x="{place * gap}.5" y="1.5"'
        f' width="{width}" height="13"/>'
        for place in range(steps)
    )
    return mark_safe(f'<svg viewBox="0 0 52 16" aria-hidden="true">{bars}</svg>')  # noqa: S308 (digits only)


@register.simple_tag
def rank(letter: str, plus: int) -> SafeString:
    """A rank as it is written, and as it is read aloud: "B plus 2"."""
    signs = format_html("<sup>{}</sup>", "+" * plus) if plus else ""
    aloud = _("%(letter)s plus %(count)s") % {"letter": letter, "count": plus} if plus else letter
    return format_html('<b aria-hidden="true">{}{}</b><span class="vh">{}</span>', letter, signs, aloud)


@register.inclusion_tag("characters/reader.html")
def reader(who: Who, eye: str) -> dict[str, Any]:
    """Who reads a field, for who looks at it; nothing for somebody who reads only what everybody reads."""
    return {
        "who": who,
        "name": READERS.get(eye, {}).get(who),
        "icon": {"all": "i-eye", "owner": "i-key", "gm": "i-lock"}[who],
    }


@register.inclusion_tag("characters/input.html")
def ask(inputs: Inputs, key: str, kind: str = "line", name: str = "", *, focus: bool = False) -> dict[str, Any]:
    """One labelled input: `kind` is "line", "passage" or "number"."""
    return {"input": inputs[key], "kind": kind, "label": name or LABELS[key], "focus": focus}


@register.inclusion_tag("characters/readers.html")
def readers(inputs: Inputs, key: str) -> dict[str, Any]:
    """The choice of who reads a field."""
    asked = inputs[key]
    names = READERS[inputs.eye]
    return {
        "name": f"who.{key}",
        "label": LABELS[key],
        "chosen": asked.who,
        "readers": [(who, names[who]) for who in asked.readers],
    }


@register.inclusion_tag("characters/readers.html")
def row_readers(row: RowForm) -> dict[str, Any]:
    names = READERS[row.inputs.eye]
    given = [(who, names[who]) for who in row.readers]
    return {
        "name": row.inputs["who"].name,
        "label": row.label or LABELS[row.group],
        "chosen": row.inputs["who"].value,
        "readers": given,
    }


@register.inclusion_tag("characters/rank_picker.html")
def rank_picker(form: SheetForm, stat: str) -> dict[str, Any]:
    """A stat to be picked with one thumb: six letters, and up to three plus signs."""
    plus = form.inputs[f"{stat}.plus"]
    return {"form": form, "stat": stat, "input": form.inputs[stat], "plus": plus, "pluses": list(pluses(plus.value))}


@register.inclusion_tag("characters/choose.html")
def choose(
    id: str,
    name: str,
    choices: Sequence[tuple[str, str]],
    chosen: str,
    label: str | Promise,
    nobody: str = "",
    fault: Fault | None = None,
) -> dict[str, Any]:
    """A choice among pairs of value and name, and `nobody` beside them where that may be chosen too."""
    said = {"id": id, "name": name, "choices": choices, "chosen": chosen}
    return said | {"label": label, "nobody": nobody, "fault": fault}


@register.inclusion_tag("characters/choose.html")
def pick(row: RowForm, key: str, choices: tuple[str, ...]) -> dict[str, Any]:
    """A choice in a row, out of words of the sheet."""
    group, asked = row.group if key == "effect" else "", row.inputs[key]
    named = [(value, word(value, group)) for value in choices]
    return choose(asked.id, asked.name, named, asked.value, LABELS[key], fault=asked.fault)


@register.inclusion_tag("characters/asked_with.html")
def asked_with(form: SheetForm, key: str, kind: str = "line") -> dict[str, Any]:
    """A field with the choice of who reads it, if this person is asked for it."""
    return {"form": form, "key": key, "kind": kind, "asked": key in form.asks}


@register.inclusion_tag("characters/rows.html", takes_context=True)
def rows_form(context: Context, form: SheetForm, group: str) -> dict[str, Any]:
    """The skills, phantasms or spells of the form, with the buttons that add one and take one out."""
    budgets = form.budgets
    counted = {"skills": "skill_count", "phantasms": "phantasm_count"}.get(group, "")
    return {
        "form": form,
        "group": group,
        "rows": form.rows[group],
        "limit": budgets.get(group),
        "number": budgets.get(counted),
        "address": context["request"].path,
        "fresh": context.get("fresh", ""),
    }


@register.inclusion_tag("characters/input.html")
def ask_typed(form: SheetForm, card: str, part: str) -> dict[str, Any]:
    """The count or damage that replaces the one of a card."""
    return {"input": form.inputs[f"{card}.{part}"], "kind": "number", "label": LABELS[part]}


@register.filter
def input_id(name: str) -> str:
    return id_of(name)


@register.simple_tag
def place_of(fault: Fault, form: SheetForm) -> str:
    """Where a fault is: the field, or the entry and the part of it."""
    group, _, rest = fault.at.partition(".")
    row, _, part = rest.partition(".")
    if part:
        named = next((each.label for each in form.rows[group] if each.id == row), "") or LABELS[group]
        return f"{named}: {LABELS[part]}"
    return f"{LABELS[group]}: {LABELS[row]}" if row in LABELS else str(LABELS[group])


@register.filter(name="split")
def each_of(keys: str) -> list[str]:
    return keys.split()


@register.inclusion_tag("characters/ticks.html")
def tick(row: RowForm, key: str, choices: tuple[str, ...]) -> dict[str, Any]:
    chosen = row.inputs[key].value.split()
    return {
        "input": row.inputs[key],
        "label": LABELS[key],
        "choices": [(each, WORDS[each], each in chosen) for each in choices],
    }


@register.inclusion_tag("characters/row_rank.html")
def row_rank(row: RowForm) -> dict[str, Any]:
    return {
        "rank": row.inputs["rank"],
        "plus": row.inputs["plus"],
        "letters": LETTERS,
        "pluses": list(pluses(row.inputs["plus"].value)),
    }


@register.inclusion_tag("characters/fault.html")
def fault_at(form: SheetForm, place: str) -> dict[str, Any]:
    return {"fault": form.by_place.get(place), "id": ""}


@register.simple_tag
def changed_place(change: Change) -> str:
    """What a change changed: a field, its readers, or a part of an entry."""
    what = LABELS[change.part]
    if change.name:
        return f"{change.name}: {what}"
    return f"{LABELS[change.group]}: {what}" if change.group else str(what)


@register.simple_tag
def told(value: Any, part: str, group: str, eye: str) -> str:
    """A value of the sheet as the history writes it."""
    match value:
        case None:
            return pgettext("value", "none")
        case bool():
            return _("yes") if value else _("no")
        case Typed():
            return _typed(value)
        case tuple():
            return " · ".join(str(WORDS.get(each, each)) for each in value) or pgettext("value", "none")
        case Who():
            return str(READERS.get(eye, READERS["owner"])[value])
        case int():
            return signed(value)
    named = (
        WORDS.get(f"{group}.{value}" if part == "effect" else value) if part in {"effect", "targets", "helps"} else None
    )
    return str(named or value or pgettext("value", "none"))


def _typed(card: Typed) -> str:
    count = None if card.count is None else ngettext("%(n)s card", "%(n)s cards", card.count) % {"n": card.count}
    damage = None if card.damage is None else _("damage %(n)s") % {"n": card.damage}
    return " · ".join(filter(None, (count, damage))) or _("from the rank")
