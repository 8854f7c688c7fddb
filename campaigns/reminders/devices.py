"""Browsers that show notifications, and who stopped using one. Loaded at every start, so it needs neither bus nor worker."""

from django.http import HttpRequest

from campaigns.arrivals import digest
from campaigns.models import PushDevice


def signed_out(sender: object, request: HttpRequest | None, **_more: object) -> None:
    """Who signs out of a browser is not notified there any more."""
    if request is not None and (key := request.session.session_key):
        PushDevice.objects.filter(session=digest(key)).delete()
