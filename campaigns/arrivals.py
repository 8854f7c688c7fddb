"""A double tap does a thing once: each form that lets somebody in carries a token of its own, kept as a hash where it led to;
other forms carry the code of what they make."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone

DOUBLE_TAP = timedelta(minutes=1)


def new_arrival() -> str:
    """What a form that lets somebody in carries."""
    return secrets.token_urlsafe(16)


def asked_code(request: HttpRequest) -> str:
    """The code that a form (`campaigns/address.html`) wants for what it makes; "" where it names none."""
    said = request.POST.get("address", "")
    return said if said.isascii() and said.isalnum() and len(said) == 10 else ""


def said_code(request: HttpRequest) -> str:
    """A code for what a form makes, the same as long as it says the same: who goes back to it and sends something else means
    another thing."""
    said = sorted((name, *values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return digest(repr(said))[:10] if asked_code(request) else ""


def free(model: type[Model], code: str) -> str:
    """The code, unless something else of another war is called so."""
    return "" if not code or model._default_manager.filter(code=code).exists() else code


def named[M: Model](model: type[M], code: str, **fields: Any) -> M:
    """A new one, not saved yet, that is called so if it may be."""
    return model(**fields, **({"code": code} if free(model, code) else {}))


def digest(token: str) -> str:
    """What is kept of a token that must not be read from the database."""
    return sha256(token.encode()).hexdigest()


def just_now(at: datetime) -> bool:
    """Recent enough that the same form again is the same tap again."""
    return timezone.now() - at < DOUBLE_TAP
