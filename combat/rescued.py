"""What fights put into the rescue file of a war (`campaigns.takeaway.tables`).

A plan that is still sealed in a running fight, a standing order, and a rehearsal of somebody's are not for the GM's eyes: they
go into the sealed part.
"""

from collections.abc import Iterator

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.translation import gettext

from campaigns.models import Campaign, Seat, User
from campaigns.takeaway.readable_pages import PARTS, Page
from campaigns.takeaway.tables import TAKEN, keep, leave
from combat.chronicle import chronicle
from combat.covered import own_up
from combat.exports import as_text
from combat.models import Fight
from tabletop import records


def register() -> None:
    """Name every model of this app, and those of the table below that fights use."""
    keep("combat.Fight", "campaign", covered=lambda campaign: Q(rehearsal=True))
    keep("combat.Fighter", "fight__campaign", covered=lambda campaign: Q(fight__rehearsal=True))
    keep("combat.StandingOrder", "fight__campaign", covered=lambda campaign: Q(used=None) | Q(fight__rehearsal=True))
    leave("it belongs to a person, not to a war", "combat.RuleProfile")
    keep("tabletop.Record", "fight__campaign", covered=lambda campaign: Q(fight__rehearsal=True))
    keep("tabletop.Chair", "record__fight__campaign", covered=lambda campaign: Q(record__fight__rehearsal=True))
    keep("tabletop.Entry", "record__fight__campaign", covered=_entries)
    TAKEN.append(_own_up)
    PARTS.append(_pages)


def _entries(campaign: Campaign) -> Q:
    """From the first plan on that has not been opened; what is before it can be played again without the rest."""
    covered = Q(record__fight__rehearsal=True)
    for fight in Fight.objects.filter(campaign=campaign, rehearsal=False, record__closed=False).select_related(
        "record"
    ):
        if (seq := first_sealed(fight)) is not None:
            covered |= Q(record=fight.record_id, seq__gte=seq)
    return covered


def first_sealed(fight: Fight) -> int | None:
    """The place in the log of the first plan of a round that does not lie open whole; rewound plans count too."""
    state = records.load(fight.record)
    opened = [slot.round for slot in state.slots]
    slots = state.settings.slots_per_round
    plans = (line for line in chronicle(fight.record).lines if line.do == "plan")
    return min((line.seq for line in plans if opened.count(line.round) < slots), default=None)


def _own_up(campaign: Campaign, by: User) -> None:
    """A plan that an ended fight never opened stands in the file: the log says who took it."""
    for fight in Fight.objects.filter(campaign=campaign, rehearsal=False, record__closed=True).select_related("record"):
        own_up(fight, by)


def _pages(campaign: Campaign, gm: Seat) -> Iterator[Page]:
    for fight in campaign.fights.filter(rehearsal=False).select_related("record").order_by("pk"):
        yield Page(gettext("Fights"), fight.title, lambda it=fight: iter([_page(it)]))  # type: ignore[misc]


def _page(fight: Fight) -> str:
    return render_to_string("campaigns/takeaway/read_text.html", {"text": as_text(fight)})
