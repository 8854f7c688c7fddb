"""What a search may find of a fight: what everybody has seen of it. A rehearsal is found by nobody."""

from collections.abc import Iterator

from django.urls import reverse

from campaigns.models import Campaign
from campaigns.search import readers
from campaigns.search.documents import Document, Part, put
from combat.models import Fight
from tabletop import records
from tabletop.models import Record

KIND = "fight"


def keep_found(fight: Fight) -> None:
    """Let the fight be found as it stands now."""
    if not fight.rehearsal:
        put(fight.campaign, document(fight))


def ended(record: Record) -> None:
    """A record has ended, or goes on again: what has been opened in it is found."""
    if fight := Fight.objects.select_related("campaign", "record").filter(record=record).first():
        keep_found(fight)


def source(campaign: Campaign) -> Iterator[Document]:
    for fight in campaign.fights.filter(rehearsal=False).select_related("campaign", "record"):
        yield document(fight)


def document(fight: Fight) -> Document:
    view = records.view(fight.record, ())
    people = [one.name or one.id for one in view.combatants]
    shown = [name for cards in view.named.values() for name in cards.values() if name]
    return Document(
        kind=KIND,
        key=fight.code,
        title=fight.title,
        link=reverse("fight", args=[fight.campaign.code, fight.code]),
        parts=(
            Part(fight.title, (readers.ALL,)),
            Part(" · ".join(people), (readers.ALL,)),
            Part(" · ".join(dict.fromkeys(shown)), (readers.ALL,)),
        ),
        at=fight.at,
    )
