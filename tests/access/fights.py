"""Who gets what at the addresses of fights, house rules and odds."""

from tests.access.answers import SEATED, TABLE

# A fight's record holds the sealed plans while it runs; a look at them is not there where the war does not allow it.
# Whose numbers, and since when, must be asked: without it there is nothing to show.
ROWS = {
    "rules": SEATED,
    "rule-examples": SEATED,
    "rule-profile POST": "404 404 403 403 404 404",
    "rehearsal": SEATED,
    "odds POST": "404 404 422 422 422 422",
    "odds-pairs POST": "404 404 403 403 302 302",
    "odds-job": "404 404 404 200 404 404",
    "odds-cancel POST": "404 404 404 302 404 404",
    "fights": SEATED,
    "fight-new": TABLE,
    "fight": SEATED,
    "fight-stage": SEATED,
    "fight-stream STREAM": SEATED,
    "fight-told": SEATED,
    "fight-fork": TABLE,
    "fight-compare": "404 404 403 403 404 404",
    "fight-log": SEATED,
    "fight-review": SEATED,
    "fight-import": TABLE,
    "fight-text": SEATED,
    "fight-record": TABLE,
    "fight-seal": SEATED,
    "fight-write-back": TABLE,
    "fight-look POST": "404 404 403 403 403 404",
    "fight-plan POST": "404 404 403 409 409 409",
    "fight-ahead": "404 404 403 404 404 404",
    "fight-draft POST": "404 404 403 409 409 409",
    "fight-by-app POST": "404 404 403 403 403 403",
    "fight-move POST": "404 404 403 403 422 422",
    "fight-rewind-since": "404 404 403 403 404 404",
    "fight-numbers": "404 404 403 403 404 404",
    "fight-rewind POST": "404 404 403 403 422 422",
}
