"""How an entry of the books of knowledge is told."""

from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from campaigns.models import Role, Seat
from characters.knowledge.as_seat import PAGES, POSTS
from characters.labels import LABELS
from characters.models import Knowledge

register = template.Library()


@register.simple_tag
def learnt(entry: Knowledge, reader: Seat) -> SafeString:
    """One entry in words; who learnt is told to who runs the table only."""
    context: dict[str, Any] = {
        "entry": entry,
        "about": entry.about.name,
        "who": _who(entry) if reader.runs_table else "",
        "everybody": entry.seat_id is None and entry.pair_id is None,
        "kind": entry.get_kind_display(),
        "amount": f"{entry.amount:+d}".replace("-", "−"),
        "fact": _title(entry),
    }
    text = render_to_string("characters/knowledge/entry.html", context)
    return mark_safe(" ".join(text.split()))  # noqa: S308 - the template has escaped what it was given


@register.simple_tag(takes_context=True)
def as_seat_link(context: Context) -> SafeString:
    """For the GM, below a page that can be shown so: the way to how it looks to others."""
    seat, request = context.get("seat"), context.get("request")
    if request is None or not isinstance(seat, Seat) or seat.role != Role.GM:
        return SafeString()
    asked = request.resolver_match
    if asked is None or asked.url_name not in PAGES | POSTS:
        return SafeString()
    return render_to_string("characters/knowledge/as_link.html", {"seat": seat, "path": request.get_full_path()})


def _who(entry: Knowledge) -> str:
    if entry.seat is not None:
        return entry.seat.user.nickname
    return entry.pair.name if entry.pair is not None else ""


def _title(entry: Knowledge) -> str:
    if entry.fact is None:
        return ""
    return entry.fact.title or str(LABELS.get(entry.fact.opens, entry.about.name))
