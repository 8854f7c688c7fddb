"""What a browser needs to treat the app as one: the manifest, the service worker, the page for where there is no signal."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PAPER, SEAL = "#f3eddf", "#b02e1d"
ICONS = (("app-192", "192x192", "any"), ("app-512", "512x512", "any"), ("maskable-512", "512x512", "maskable"))


@require_safe
@cache_control(max_age=3600, private=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """What the app is called and how it looks on a home screen."""
    icons = [
        {"src": static(f"icons/{name}.png"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    told = {
        "id": "/",
        "name": _("Grailkeeper"),
        "short_name": _("Grailkeeper"),
        "description": _("The table of a Holy Grail War: sealed cards, opened together."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker; at the root, since it answers for the folder it lies in."""
    return render(request, "campaigns/phone/sw.js", content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Shown where a page was wanted without signal that the device has not kept. It is kept itself, so it names nobody."""
    return render(request, "campaigns/phone/offline.html")
