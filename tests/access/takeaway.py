"""Who gets what at the addresses of what goes out and comes in."""

from campaigns.takeaway import paper
from tests.access.answers import GM_ONLY, SEATED, TABLE

NOWHERE = "404 404 404 404 404 404"
ROWS = {
    "restore": "302 302 302 302 302 302",
    "restore-state": "302 404 404 404 404 404",
    "session-log": SEATED,
    "session-paper": SEATED if paper.available() else NOWHERE,
    "session-paper-file": NOWHERE,
    "own-things": "404 404 302 200 302 302",
    "log-bring": TABLE,
    "log-curves": "404 404 404 404 404 404",
    "rescue": GM_ONLY,
    "rescue-state": GM_ONLY,
    "rescue-file": "404 404 403 403 403 404",
}


def places(war):
    return {"name": "night-20260101-000000-00000000"}
