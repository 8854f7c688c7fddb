"""The door: who may see and do what in a campaign. Views ask here and nowhere else."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from campaigns.models import Role, Seat, User
from tabletop.prepared import Prepared

TABLE = frozenset({Role.GM, Role.ASSISTANT})
"""Who runs the table."""
SITS = Prepared(
    lambda code, user: Seat.objects.select_related("campaign__deadlines").filter(
        campaign__code=code, user=user, removed_at=None
    ),
    str,
    int,
)


def person(request: HttpRequest) -> User:
    """Who asks, behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


class NoSeat(Http404):
    """To whoever asks, the campaign `code` does not exist."""

    def __init__(self, code: str):
        super().__init__()
        self.code = code


def seat_or_404(request: HttpRequest, code: str, roles: frozenset[Role] | None = None) -> Seat:
    """The seat of this person in the campaign `code`, its campaign and user loaded (one query).

    To a stranger the campaign does not exist (NoSeat, a 404), whether it does or not; a wrong role is told so (PermissionDenied).
    """
    seat = _shown_as(request, code) or _sits(request, code)
    if seat is None:
        raise NoSeat(code)
    if roles is not None and seat.role not in roles:
        raise PermissionDenied
    return seat


def _sits(request: HttpRequest, code: str) -> Seat | None:
    if not request.user.is_authenticated:
        return None
    asks = person(request)
    seat = SITS.one(code, asks.pk)
    if seat is not None:
        seat.user = asks
    return seat


def _shown_as(request: HttpRequest, code: str) -> Seat | None:
    """The stranger for whom the app itself draws a page, to compare it (`characters.knowledge.as_seat`); no client sets this."""
    stranger: Seat | None = getattr(request, "shown_as", None)
    return stranger if stranger is not None and stranger.campaign.code == code else None


def gm_only(request: HttpRequest, code: str) -> Seat:
    """The GM's own seat; assistants are refused."""
    return seat_or_404(request, code, frozenset({Role.GM}))


def table_only(request: HttpRequest, code: str) -> Seat:
    """The seat of somebody who runs the table: the GM or an assistant."""
    return seat_or_404(request, code, TABLE)
