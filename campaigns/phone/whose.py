"""Whose page an answer is, so that what a device keeps goes when somebody else looks at it.

Every HTML answer says it in a header for the service worker, and in a cookie for the page's own script. The mark tells a
person from another one and nothing else; it opens no door.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

HEADER = "X-Whose"
COOKIE = "whose"
NOBODY = "-"


def mark(request: HttpRequest) -> str:
    """The mark of the person who asks; NOBODY before he is known."""
    if not request.user.is_authenticated:
        return NOBODY
    return salted_hmac("campaigns.phone", str(request.user.pk), algorithm="sha256").hexdigest()[:16]


class Whose:
    """Middleware, after the one that knows the person."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            _say(response, mark(request), request.COOKIES.get(COOKIE, ""))
        return response


def _say(response: HttpResponse, whose: str, known: str) -> None:
    response[HEADER] = whose
    if whose == NOBODY and known:
        response.delete_cookie(COOKIE, samesite="Lax")
    elif whose not in (NOBODY, known):
        # The page's script reads it, so it cannot be HttpOnly.
        response.set_cookie(
            COOKIE, whose, max_age=settings.SESSION_COOKIE_AGE, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax"
        )
