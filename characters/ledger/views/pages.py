"""How views of the ledger answer."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

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
