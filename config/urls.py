"""Addresses. Each app keeps its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("combat.urls")),  # first, as every move is looked for here
    path("", include("campaigns.urls")),
    path("", include("campaigns.scenes.urls")),
    path("", include("campaigns.search.urls")),
    path("", include("characters.urls")),
    path("", include("characters.knowledge.urls")),
    path("", include("characters.ledger.urls")),
    path("", include("combat.handbook.urls")),
    path("", include("boardgames.urls")),
]

handler404 = "campaigns.views.errors.not_found"
