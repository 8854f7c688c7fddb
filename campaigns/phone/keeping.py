"""Which pages a device may keep to show them without signal: a person's own, each marked by the view that drew it.

What is not marked is never kept. A view marks a page only for who owns what it shows: nobody's pages of others, and
nothing of who runs the table, whose pages hold everybody's secrets.
"""

from django.http import HttpResponse

HEADER = "X-Keep"


def keep(response: HttpResponse) -> HttpResponse:
    """Let this person's device keep the page that this answer is."""
    if response.status_code == 200:
        response[HEADER] = "own"
    return response
