"""Who gets what at the addresses of sheets."""

from tests.access.answers import SEATED

ROWS = {
    "sheets": SEATED,
    "sheet-new": "404 404 403 403 200 200",
    "sheet-derive POST": SEATED,
    "sheet-paste": SEATED,
    "sheet-bring-new": "404 404 403 200 200 200",
    "sheet-room": SEATED,
    "sheet": SEATED,
    "sheet-take": SEATED,
    "sheet-bring": "404 404 403 200 200 200",
    "sheet-edit": "404 404 403 200 200 200",
    "sheet-portrait": "404 404 403 200 200 200",
    "portrait": "404 404 404 404 404 404",
    "sheet-versions": SEATED,
    "sheet-version": SEATED,
    "sheet-restore POST": "404 404 403 302 302 302",
}
