"""How views here answer."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from campaigns.forms import REFUSED
from campaigns.seats import Refused


def page(request: HttpRequest, template: str, context: dict[str, Any], *forms_: forms.BaseForm) -> HttpResponse:
    """A page for one person: kept by no cache, and 422 when a form in it was filled in wrongly."""
    status = 422 if any(form.is_bound and form.errors for form in forms_) else 200
    response = render(request, f"campaigns/{template}", context, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was filled in with, also when that is nothing at all; None while it is only looked at."""
    return request.POST if request.method == "POST" else None


def wants_fragment(request: HttpRequest) -> bool:
    """Whether a page that stands asks for a part of it."""
    return bool(getattr(request, "htmx", False))


def refuse(form: forms.Form, refused: Refused, field: str | None = "nickname") -> None:
    """Put the reason where it can be mended."""
    form.add_error(field, forms.ValidationError(REFUSED[refused], code=refused))
