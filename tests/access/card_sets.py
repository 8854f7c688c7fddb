"""Who gets what at the addresses of own card sets: alice has one, and nobody else is told that it exists."""

from boardgames.models import OwnSet

OWN = "302 404 404 200 404 404"

ROWS = {
    "card-sets": "302 200 200 200 200 200",
    "card-set-template": "302 200 200 200 200 200",
    "card-set": OWN,
    "card-set-delete POST": "302 404 404 302 404 404",
    "card-set-upload POST": "302 404 404 422 404 404",
    "card-set-json": OWN,
    "card-set-table": OWN,
    "card-set-card": OWN,
    "card-set-words POST": OWN,
    "card-set-build POST": "302 404 404 404 404 404",
    "card-set-drop POST": "302 404 404 302 404 404",
    "card-set-csv": OWN,
}


def places(war):
    kept = OwnSet.objects.create(owner=war.seats["alice"].user, game="dominate", title="Her own", content={})
    return {"card_set": kept.code, "table": "arts", "rules": "dominate"}
