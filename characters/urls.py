"""Addresses of sheets. Pages that show what not everybody may see are kept by no cache."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.cache import cache_control

from characters.views import bringing, listing, old_logs, pasting, portraits, showing, taking, writing

kept_by_nobody = cache_control(private=True, no_store=True)


def page(route: str, view: Callable[..., HttpResponse], name: str) -> URLPattern:
    return path(f"c/<slug:code>/sheets/{route}", kept_by_nobody(view), name=name)


urlpatterns = [
    page("", listing.sheets, "sheets"),
    page("new/<slug:kind>/", writing.new, "sheet-new"),
    page("derive/<slug:kind>/", writing.derive, "sheet-derive"),
    page("paste/", pasting.paste, "sheet-paste"),
    page("bring/", bringing.bring_new, "sheet-bring-new"),
    page("room.zip", taking.room, "sheet-room"),
    page("<slug:character>/", showing.sheet, "sheet"),
    page("<slug:character>/take/", taking.take, "sheet-take"),
    page("<slug:character>/bring/", bringing.bring, "sheet-bring"),
    page("<slug:character>/edit/", writing.edit, "sheet-edit"),
    page("<slug:character>/portrait/", portraits.change, "sheet-portrait"),
    path("c/<slug:code>/sheets/<slug:character>/portrait/<slug:portrait>/", portraits.show, name="portrait"),
    page("<slug:character>/versions/", showing.versions, "sheet-versions"),
    page("<slug:character>/versions/<slug:version>/", showing.version, "sheet-version"),
    page("<slug:character>/versions/<slug:version>/restore/", showing.restore, "sheet-restore"),
    path("c/<slug:code>/log/bring/", kept_by_nobody(old_logs.bring), name="log-bring"),
    path("c/<slug:code>/log/<slug:thread>/curves/", kept_by_nobody(old_logs.curves), name="log-curves"),
]
