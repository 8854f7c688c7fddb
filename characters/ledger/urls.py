"""Addresses of the ledger, rests, terms, bases and alliances."""

from django.urls import path

from characters.ledger.views import ground, ledger, recovering, terms

urlpatterns = [
    path("c/<slug:code>/sheets/<slug:character>/ledger/", ledger.ledger, name="ledger"),
    path("c/<slug:code>/sheets/<slug:character>/ledger/post/", ledger.post, name="ledger-post"),
    path("c/<slug:code>/sheets/<slug:character>/ledger/<slug:entry>/undo/", ledger.undo, name="ledger-undo"),
    path("c/<slug:code>/scenes/<slug:scene>/recover/<slug:character>/", recovering.recover, name="recover"),
    path("c/<slug:code>/scenes/<slug:scene>/start/", recovering.start, name="scene-start"),
    path("c/<slug:code>/recoveries/<slug:recovery>/", recovering.answer, name="recovery"),
    path("c/<slug:code>/rest/", recovering.rules, name="rest-rules"),
    path("c/<slug:code>/terms/<slug:term>/", terms.term, name="term"),
    path("c/<slug:code>/board/bases/", ground.bases, name="bases"),
    path("c/<slug:code>/board/bases/<slug:base>/", ground.base, name="base"),
    path("c/<slug:code>/board/where/", ground.where, name="whereabouts"),
    path("c/<slug:code>/board/alliances/", ground.alliances, name="alliances"),
    path("c/<slug:code>/board/alliances/<slug:alliance>/end/", ground.end, name="alliance-end"),
]
