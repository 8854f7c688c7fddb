"""Addresses of what people know. Pages that show what not everybody may see are kept by no cache."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.cache import cache_control

from characters.knowledge.views import as_seat, facts, points, reading, rules


def page(route: str, view: Callable[..., HttpResponse], name: str) -> URLPattern:
    return path(f"c/<slug:code>/{route}", cache_control(private=True, no_store=True)(view), name=name)


urlpatterns = [
    page("knowledge/", reading.everybody, "knowledge"),
    page("knowledge/rules/", rules.rules, "knowledge-rules"),
    page("knowledge/give/", points.give, "knowledge-give"),
    page("knowledge/undo/<slug:learnt>/", points.undo, "knowledge-undo"),
    page("knowledge/of/<slug:character>/", reading.one, "knowledge-of"),
    page("knowledge/of/<slug:character>/facts/", facts.write, "fact-new"),
    page("knowledge/of/<slug:character>/facts/<slug:fact>/", facts.write, "fact"),
    page("knowledge/of/<slug:character>/facts/<slug:fact>/open/", facts.open_, "fact-open"),
    page("knowledge/of/<slug:character>/facts/<slug:fact>/remove/", facts.remove, "fact-remove"),
    page("as/", as_seat.as_seat, "as-seat"),
]
