"""The rules page. It is the same for everybody who reads a language, so a device may keep it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.phone.keeping import keep
from combat.handbook.chapters import CHAPTERS
from combat.handbook.settings import explained


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def rulebook(request: HttpRequest) -> HttpResponse:
    return keep(render(request, "combat/handbook/rulebook.html", {"chapters": CHAPTERS, "settings": explained()}))
