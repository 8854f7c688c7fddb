"""The fragments of a board game's pages: drawn once for everybody who may see the same."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

import msgspec
from django.template.loader import get_template

from boardgames import deadlines, passing, shown, table, undo
from boardgames.box import Sight, seen_by, sight
from boardgames.card_sets.on_table import on_table
from boardgames.chronicle import latest
from boardgames.models import Asking, BoardGame
from boardgames.shelf import box_of
from boardgames.shown import Place
from boardgames.table import Held
from tabletop import live, records
from tabletop.fragments import Drawing
from tabletop.templatetags.live import COLLECTED

PARTS = {
    "hand": ("turn", "board", "hand", "players", "log"),
    "watch": ("turn", "board", "players", "log"),
    "stage": ("stage",),
}
"""Page → its fragments; the id of an element, and the name of its template among the screens of the game."""

SHARED = frozenset({"log"})
"""Fragments that look the same whatever is played."""


def about(game: BoardGame) -> AbstractContextManager[None]:
    """Whatever is drawn or said within names the cards of this game."""
    return on_table(records.load(game.record).cards)


class Shown(msgspec.Struct, frozen=True):
    """The game on a page. `seen` is what a move must carry (`box.seen_by`); it stands only where something may be done."""

    code: str
    campaign: str
    title: str
    name: str
    acting: str
    seats: tuple[Held, ...]
    running: bool
    seen: str | None
    replayed: bool = False
    due: datetime | None = None

    @property
    def me(self) -> str:
        return next((one.name for one in self.seats if one.seat == self.acting), "")


def context(
    game: BoardGame, acting: str, *, upto: Place | None = None, seats: tuple[str, ...] | None = None
) -> dict[str, Any]:
    """What the templates of a board game get for who holds `acting` ("": who only watches).

    With `upto` it is the game as it stood there, and nothing can be done; `seats` are then whose hands lie open.
    """
    record, box = game.record, box_of(game.record.game)
    held = table.held(game)
    names = {seat: one.name for seat, one in held.items()}
    seen = look(game, acting, names, upto=upto, seats=seats)
    responds = passing.responding(game, acting, seen) if upto is None else None
    if responds and responds.passed:
        # who has passed, or will by himself, is not shown as being asked
        seen = msgspec.structs.replace(seen, options=())
    return {
        "game": Shown(
            code=game.code,
            campaign=game.campaign.code,
            title=game.title,
            name=record.game,
            acting=acting,
            seats=tuple(held.values()),
            running=not shown.over(game),
            seen=seen_by(box, seen),
            replayed=upto is not None,
            due=deadlines.due_at(game) if upto is None else None,
        ),
        "screen": box.screen(seen),
        "responding": responds,
        "asking": Asking.choices,
        "names": names,
        "lines": latest(game, names, upto),
        "undo": undo.last_move(game, acting) is not None if seen.options else False,
        "styles": box.styles,
        "parts": {part: template(box.folder, part) for part in PARTS["hand"]},
    }


def look(
    game: BoardGame,
    acting: str,
    names: Mapping[str, str],
    *,
    upto: Place | None = None,
    seats: tuple[str, ...] | None = None,
) -> Sight:
    """The game as who holds `acting` sees it."""
    record, whose = game.record, seats if seats is not None else ((acting,) if acting else ())
    view, state = shown.view(game, whose, upto), shown.state(game, upto)
    may_act = upto is None and passing.ready(game)
    return sight(box_of(record.game), state, view, acting, names, may_act=may_act)


def template(folder: str, part: str) -> str:
    return f"boardgames/table/{part}.html" if part in SHARED else f"boardgames/{folder}/screen/{part}.html"


def draw(audience: live.Audience) -> Drawing:
    """All fragments of the audience."""
    pk, acting = audience.place.split(":")
    game = BoardGame.objects.select_related("campaign", "record").get(pk=pk)
    inner: Drawing = {}
    with about(game):
        shown = context(game, acting) | {COLLECTED: inner}
        folder = box_of(game.record.game).folder
        outer = {
            part: get_template(template(folder, part)).render(shown).strip()
            for part in PARTS[audience.page.removeprefix("game-")]
        }
    return outer | inner


for page in PARTS:
    live.drawn_by(f"game-{page}")(draw)
