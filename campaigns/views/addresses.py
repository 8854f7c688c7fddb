"""The whole address of a link, as other devices reach this house."""

from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from tabletop.serving import addresses


def absolute(request: HttpRequest, door: str, token: str) -> str:
    """For a GM who came by 127.0.0.1 it is the address in the network, when the house is open to it."""
    here = urlsplit(request.build_absolute_uri(reverse(door, args=[token])))
    network = addresses.in_network()
    if addresses.is_local(here.hostname or "") and network in settings.ALLOWED_HOSTS:
        here = here._replace(netloc=here.netloc.replace(here.hostname or "", network))
    return urlunsplit(here)


def is_local(address: str) -> bool:
    """Whether the address leads only this machine back to itself."""
    return addresses.is_local(urlsplit(address).hostname or "")
