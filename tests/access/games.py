"""Who gets what at the addresses of board games."""

from tests.access.answers import SEATED, TABLE

# A running board game has no record for anybody, and its stream is asked for as the hand that alice plays there.
ROWS = {
    "games": SEATED,
    "game-new": "404 404 403 200 200 200",
    "game-guide": SEATED,
    "game-import": TABLE,
    "game": SEATED,
    "game-stage": SEATED,
    "game-stream STREAM": "404 404 404 200 404 404",
    "game-move POST": "404 404 403 403 403 403",
    "game-passing POST": "404 404 403 403 403 403",
    "game-undo POST": "404 404 403 403 403 403",
    "game-seats": SEATED,
    "game-replay": SEATED,
    "game-record": "404 404 409 409 409 409",
}
