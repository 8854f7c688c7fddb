"""What somebody reads when a page is not for him."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views import defaults

from campaigns.access import NoSeat
from campaigns.views.pages import wants_fragment


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404. A fragment would put the page into the middle of the one that asked, so that one is sent to read it whole."""
    response = defaults.page_not_found(request, exception)
    if wants_fragment(request) and isinstance(exception, NoSeat):
        response["HX-Redirect"] = reverse("campaign", args=[exception.code])
    return response
