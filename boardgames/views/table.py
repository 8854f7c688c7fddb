"""The table of a board game: the player's phone, the watcher's page, the stage, the stream."""

from functools import partial
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from boardgames import fragments, rules_form, shown, table
from boardgames.models import BoardGame
from boardgames.shelf import box_of
from campaigns import access
from campaigns.models import Seat
from tabletop import live
from tabletop.fragments import everything


class Place(NamedTuple):
    """Where somebody sits at this game: the page he gets and the seat he plays on it; `hands` are all that are his."""

    page: str
    acting: str
    hands: tuple[str, ...] = ()

    @property
    def curtained(self) -> bool:
        """Several play on this device, and none of their hands lies open."""
        return len(self.hands) > 1 and not self.acting


def door(request: HttpRequest, code: str, game: str) -> tuple[Seat, BoardGame]:
    """The person's seat and the game, if it is one of this campaign."""
    seat = access.seat_or_404(request, code)
    found = get_object_or_404(BoardGame.objects.select_related("record"), code=game, campaign=seat.campaign)
    found.campaign = seat.campaign
    return seat, found


def place_of(seat: Seat, game: BoardGame, acting: str = "") -> Place:
    """A person's own hand, and nobody else's: who runs the table sees no hidden card either."""
    hands = table.own_seats(game, seat)
    if acting:
        if acting not in hands:
            raise Http404
        return Place("hand", acting, hands)
    return Place("hand", hands[0], hands) if len(hands) == 1 else Place("watch", "", hands)


def audience_of(game: BoardGame, page: str, acting: str) -> live.Audience:
    """Everybody who gets the same bytes, in the language of this request."""
    return live.Audience(
        page=f"game-{page}",
        topic=live.record_topic(game.record_id),
        seats=(acting,) if acting else (),
        language=get_language() or "ko",
        place=f"{game.pk}:{acting}",
    )


@never_cache
@require_safe
def game(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """The game as this person may see it now."""
    seat, found = door(request, code, game)
    table.prompt(found)
    return page(request, seat, found, request.GET.get("as", ""))


def page(
    request: HttpRequest, seat: Seat, game: BoardGame, acting: str, *, status: int = 200, **said: object
) -> HttpResponse:
    """The whole page of the person at `seat`, who plays `acting`; `said` is what is to be said of a move."""
    place = place_of(seat, game, acting)
    box = box_of(game.record.game)
    with fragments.about(game):
        context = fragments.context(game, place.acting) | {
            "seat": seat,
            "at": place,
            "asked": box.asked(shown.view(game, ())) if place.curtained and not shown.over(game) else (),
            "deviations": rules_form.deviations(box, game.record.setup.get("options", {})),
            "rule_words": fragments.template(box.folder, "rule"),
            "plain": "plain" in request.GET or "plain" in request.POST,
            **said,
        }
        return render(request, "boardgames/table/game.html", context, status=status)


@never_cache
@require_safe
def stage(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """What everybody may see, large."""
    seat, found = door(request, code, game)
    table.prompt(found)
    drawn = fragments.template(box_of(found.record.game).folder, "stage")
    with fragments.about(found):
        context = {**fragments.context(found, ""), "seat": seat, "stage": drawn}
        return render(request, "boardgames/table/stage.html", context)


@require_safe
def stream(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """The live channel of one of these pages. A page that no longer fits the person is told so (404) and loads anew."""
    seat, found = door(request, code, game)
    page, acting = request.GET.get("page", "hand"), request.GET.get("as", "")
    if page not in fragments.PARTS or (page != "stage" and place_of(seat, found, acting).page != page):
        raise Http404
    table.prompt(found)
    audience = audience_of(found, page, acting if page == "hand" else "")
    allowed = partial(_listens_on, seat.pk, seat.role, found.pk)
    return live.Stream(audience, user=seat.user_id, scope=code, allowed=allowed)


def _listens_on(seat: int, role: str, game: int) -> bool:
    """Whether the person may hear on. Asked from time to time, it also misses a computer's move that the worker lost."""
    table.prompt(BoardGame.objects.select_related("record").get(pk=game))
    return Seat.objects.filter(pk=seat, role=role, removed_at=None).exists()


def answer(game: BoardGame, acting: str, *, live_page: bool, status: int = 200, **said: object) -> HttpResponse:
    """What is to be said of a move, and the fragments of the player's page as they are now.

    A page that hears its stream gets its fragments there, and only what is said here. A refused move keeps the hand, so
    that what was laid stays laid.
    """
    told: str = render_to_string("boardgames/table/said.html", said)
    if not live_page:
        drawn = everything(fragments.draw(audience_of(game, "hand", acting)))
        told += "".join(html for part, html in drawn.items() if part != "hand" or "refused" not in said)
    return HttpResponse(told, status=status, headers={"X-Fragments": "1", "Cache-Control": "private, no-store"})
