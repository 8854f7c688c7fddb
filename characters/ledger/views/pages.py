"""How views of the ledger answer."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from characters.ledger.floors import breach
from characters.models import LedgerEntry
from characters.templatetags.sheets import signed
from tabletop.game import Illegal


def page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *forms_: forms.BaseForm,
    refused: Illegal | None = None,
) -> HttpResponse:
    """A page for one person, kept by no cache: 409 where something was refused, 422 where a form was filled in wrongly."""
    wrong = any(form.is_bound and form.errors for form in forms_)
    status = 409 if refused else 422 if wrong else 200
    response = render(request, f"characters/ledger/{template}", context | {"refused": refused}, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def warn(request: HttpRequest, entry: LedgerEntry | None) -> None:
    """Say on the next page what was booked beyond a floor, to who booked it."""
    if entry is None or (found := breach(entry)) is None:
        return
    said = _(
        "%(name)s has %(mp)s MP now, below the floor of %(floor)s (R-OTHER-4b). If that was not meant, undo it in the ledger."
    )
    messages.warning(
        request, said % {"name": entry.character.name, "mp": signed(found.mp), "floor": signed(found.floor)}
    )
