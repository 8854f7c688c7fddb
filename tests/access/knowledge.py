"""Who gets what at the addresses of what people know."""

from characters.knowledge.giving import EVERYBODY, fact_about, give
from tests.access.answers import GM_ONLY, SEATED, TABLE

ROWS = {
    "knowledge": SEATED,
    "knowledge-of": SEATED,
    "knowledge-rules": SEATED,
    "knowledge-give POST": "404 404 403 403 422 422",
    "knowledge-undo POST": "404 404 403 403 302 302",
    "fact-new": TABLE,
    "fact": TABLE,
    "fact-open POST": "404 404 403 403 422 422",
    "fact-remove POST": "404 404 403 403 302 404",
    "as-seat": GM_ONLY,
}


def places(war):
    """A fact about Saber, and an entry of the books."""
    entry = give(war.campaign, war.saber, EVERYBODY, "rumour", 1, reason="항구의 소문", by=war.seats["gm"].user)
    return {"fact": fact_about(war.saber, "true_name").code, "learnt": entry.code}
