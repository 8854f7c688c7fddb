"""What characters put into the rescue file of a war (`campaigns.takeaway.tables`)."""

from collections.abc import Iterator

from django.template.loader import render_to_string
from django.utils.translation import gettext

from campaigns.models import Campaign, Seat
from campaigns.rescued import picture
from campaigns.takeaway.readable_pages import PARTS, Page
from campaigns.takeaway.rescue import image_name
from campaigns.takeaway.tables import Keys, Row, keep
from characters import sheets
from characters.exchange.written import write
from characters.models import Character, Portrait
from characters.sheet import read
from characters.visibility import settled


def register() -> None:
    """Name every model of this app."""
    for label in ("Character", "Alliance", "RestRules", "KnowledgeRules"):
        keep(f"characters.{label}", "campaign")
    keep("characters.Knowledge", "campaign", made=_knowledge)
    keep("characters.SheetVersion", "character__campaign", made=_version)
    keep("characters.Portrait", "character__campaign", made=picture)
    for label in ("Baggage", "Fact", "LedgerEntry", "Recovery", "Term"):
        keep(f"characters.{label}", "character__campaign")
    keep("characters.Base", "area__campaign")
    keep("characters.Whereabouts", "area__campaign")
    PARTS.append(_pages)


def _version(row: Row, keys: Keys) -> None:
    read(row["sheet"])


def _knowledge(row: Row, keys: Keys) -> None:
    """`once` names the seat or the pair that an event has taught (`combat.learning`), by their keys."""
    named, sign, count = (row["once"] or "").rpartition("#")
    parts = named.split(":")
    if len(parts) > 5:
        for place, label in ((4, "campaigns.Seat"), (5, "characters.Character")):
            parts[place] = str(keys[label][int(parts[place])]) if parts[place] else ""
        row["once"] = ":".join(parts) + sign + count


def _pages(campaign: Campaign, gm: Seat) -> Iterator[Page]:
    for character in campaign.characters.select_related("owner__user").order_by("pk"):
        yield Page(gettext("Sheets"), character.name, lambda it=character: iter([_page(it)]))  # type: ignore[misc]


def _page(character: Character) -> str:
    sheet = settled(sheets.current(character))
    names = dict(character.campaign.characters.values_list("code", "name"))
    portrait = character.portraits.filter(code=sheet.portrait).first() if sheet.portrait else None
    context = {
        "text": write(sheet, names.get(getattr(sheet, "master", ""), "")),
        "owner": character.owner,
        "portrait": image_name(Portrait, portrait.pk, "data", bytes(portrait.data)) if portrait else "",
        "entries": character.entries.order_by("number"),
    }
    return render_to_string("characters/exchange/read.html", context)
